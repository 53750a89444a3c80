import type { SchemaNode } from "../../model/schema-model.js";
import { byText } from "../../text/by-text.js";
import type { SchemaReader } from "./schema-reader.js";

/** What one schema holds itself, up to its references. `""` stands for the value as such: alone, in a list or a map. */
interface Holdings {
  /** Names of the members that hold 64-bit integers. */
  readonly long: ReadonlySet<string>;
  /** References, each with the member that contains it. */
  readonly references: readonly { readonly member: string; readonly target: string }[];
}

/** What is known of named schemas. */
interface Known {
  readonly holdings: Map<string, Holdings>;
  readonly leads: Map<string, boolean>;
}

/** Named schemas are inspected once for all responses of a contract. */
function createKnown(): Known {
  return { holdings: new Map(), leads: new Map() };
}

/**
 * Names of the members that hold 64-bit integers somewhere in a value, sorted; `""` when the value itself does, alone or
 * in a list or a map. Names, and not ways to them, because recursive schemas have endless ways.
 */
function findLongIntegers(node: SchemaNode, reader: SchemaReader): readonly string[] {
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = ({ long, references }: Holdings, name: string): void => {
    for (const member of long) names.add(member === "" ? name : member);
    for (const { member, target } of references) {
      if (!leadsToOne(target, reader)) continue;
      // The same schema below another name is another place for what it holds itself.
      const below = member === "" ? name : member;
      const pointer = `${target} ${below}`;
      if (seen.has(pointer)) continue;
      seen.add(pointer);
      reader.budget.visit();
      visit(holdingsOf(target, reader), below);
    }
  };
  visit(look(node), "");
  return [...names].sort(byText);
}

/** The same for a descriptor: undefined when there are none. */
export function listLongIntegers(
  node: SchemaNode | undefined,
  reader: SchemaReader,
): readonly string[] | undefined {
  const names = node === undefined ? [] : findLongIntegers(node, reader);
  return names.length === 0 ? undefined : names;
}

/** Whether a named schema holds a 64-bit integer, itself or through its references. */
function leadsToOne(target: string, reader: SchemaReader): boolean {
  const { leads } = reader.once(createKnown);
  const known = leads.get(target);
  if (known !== undefined) return known;
  const met = new Set([target]);
  for (const name of met) {
    const { long, references } = holdingsOf(name, reader);
    if (long.size > 0 || leads.get(name) === true) {
      leads.set(target, true);
      return true;
    }
    for (const reference of references) met.add(reference.target);
  }
  // None of them does: otherwise the first one would.
  for (const name of met) leads.set(name, false);
  return false;
}

function holdingsOf(name: string, reader: SchemaReader): Holdings {
  const { holdings } = reader.once(createKnown);
  const known = holdings.get(name);
  if (known !== undefined) return known;
  const node = reader.named(name);
  const found = node === undefined ? { long: new Set<string>(), references: [] } : look(node);
  holdings.set(name, found);
  return found;
}

function look(node: SchemaNode): Holdings {
  const long = new Set<string>();
  const references: { member: string; target: string }[] = [];
  const visit = (part: SchemaNode, member: string): void => {
    const { type } = part;
    if (isLongInteger(part)) long.add(member);
    switch (type.kind) {
      case "ref":
        references.push({ member, target: type.name });
        return;
      case "array":
        visit(type.items, member);
        return;
      case "tuple":
        for (const item of [...type.items, ...(type.rest === undefined ? [] : [type.rest])])
          visit(item, member);
        return;
      case "object":
        for (const property of type.properties) visit(property.schema, property.name);
        for (const { schema } of type.patterns) visit(schema, member);
        if (typeof type.additional !== "string") visit(type.additional, member);
        return;
      case "union":
      case "intersection":
        for (const one of type.members) visit(one, member);
        return;
      default:
        return;
    }
  };
  visit(node, "");
  return { long, references };
}

/** Formats of integers that a JavaScript number does not hold without loss (OpenAPI format registry). */
const LONG: ReadonlySet<string> = new Set(["int64", "uint64"]);

/**
 * Whether a schema is a 64-bit integer that travels as a JSON number. One whose bounds keep it within 2^53 is a number
 * like any other.
 */
export function isLongInteger({ type, constraints }: SchemaNode): boolean {
  if (type.kind !== "number" || type.format === undefined || !LONG.has(type.format)) return false;
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = constraints;
  return ![minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum].every(Number.isSafeInteger);
}
