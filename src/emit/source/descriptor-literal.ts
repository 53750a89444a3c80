import type { DescriptorValue } from "../../plan/client-plan.js";
import { ConstantReference } from "../../text/constant-reference.js";
import { type Literal, Source } from "../layout/literal.js";

/** A descriptor's value as a literal: absent members left out, references as the names of constants. */
export function descriptorLiteral(value: DescriptorValue): Literal {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map(descriptorLiteral);
  return ConstantReference.is(value) ? new Source(value.code) : descriptorMembers(value);
}

/** The members of a descriptor's object that are there. */
export function descriptorMembers(
  value: Readonly<Record<string, DescriptorValue | undefined>>,
): Readonly<Record<string, Literal>> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : [[name, descriptorLiteral(member)] as const],
    ),
  );
}

function isList(value: object): value is readonly DescriptorValue[] {
  return Array.isArray(value);
}
