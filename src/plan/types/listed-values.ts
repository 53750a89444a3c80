import type { SchemaNode } from "../../model/schema-model.js";

/** A value that an enum can list. */
export type ListedValue = string | number | boolean | null;

/** The values of an enum, and of alternatives that are a literal each; undefined for what is neither. */
export function listedValues({ type }: SchemaNode): readonly ListedValue[] | undefined {
  if (type.kind === "enum") return type.values;
  if (type.kind !== "union") return undefined;
  const values = type.members.map((member) => {
    if (member.type.kind === "null") return null;
    return member.type.kind === "literal" && typeof member.type.value !== "object"
      ? member.type.value
      : undefined;
  });
  const scalars = values.filter((value) => value !== undefined);
  return scalars.length === values.length && scalars.length > 1 ? scalars : undefined;
}

/** The same text for lists of the same values, whatever their order, and whether or not null is among them. */
export function listKey(values: readonly ListedValue[]): string {
  const texts = values.filter((value) => value !== null).map((value) => JSON.stringify(value));
  return [...new Set(texts)].sort().join(" ");
}
