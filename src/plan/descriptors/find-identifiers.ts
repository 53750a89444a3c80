import type { SchemaNode } from "../../model/schema-model.js";
import type { SchemaReader } from "../reading/schema-reader.js";

/** How deep bodies are looked into; identifiers deeper than this are rare and would cost every client more than they give. */
const DEPTH = 6;

/** Whether a schema is text that spells an integer: a 64-bit identifier that travels as a string (GEN-1). */
export function isIdentifier(node: SchemaNode, reader: SchemaReader): boolean {
  const { type, constraints } = reader.resolve(node);
  if (type.kind !== "string") return false;
  if (type.format === "int64" || type.format === "uint64") return true;
  const { pattern } = constraints;
  return typeof pattern === "string" && DIGITS_ONLY.test(pattern);
}

/** A pattern that digits alone can match: `^[0-9]{1,19}$`, `^-?\d+$`, `^[1-9][0-9]*$`. */
const DIGITS_ONLY = /^\^-?\??(?:(?:\[(?:0|1)-9\]|\\d)(?:\+|\*|\{\d+(?:,\d*)?\})?)+\$$/;

/**
 * Member paths (`*` for every element) of the identifiers in a body. Objects that refer to each other have more paths than
 * anybody can list: then the deepest are left out, so that the list is short and the same whatever the order of the schemas.
 */
export function findIdentifiers(node: SchemaNode, reader: SchemaReader): readonly string[] {
  const count = reader.once(countIdentifiers);
  let depth = DEPTH;
  while (depth > 0 && count(node, depth) > MOST_PATHS) depth -= 1;
  const found: string[] = [];
  const walk = (at: SchemaNode, path: string, left: number): void => {
    if (count(at, left) === 0) return;
    if (isIdentifier(at, reader)) {
      if (path !== "") found.push(path);
      return;
    }
    for (const { step, schema } of stepsBelow(at, reader))
      walk(schema, [path, step].filter((one) => one !== "").join("/"), left - 1);
  };
  walk(node, "", depth);
  return [...new Set(found)].slice(0, MOST_PATHS);
}

/** Longer lists would cost every call more than they give. */
const MOST_PATHS = 1000;

/** How many identifiers a schema has, down to a depth. */
type Count = (node: SchemaNode, depth: number) => number;

/** Schemas are looked into once for all bodies of a contract. */
function countIdentifiers(reader: SchemaReader): Count {
  const known = Array.from({ length: DEPTH + 1 }, () => new Map<SchemaNode, number>());
  return function count(node: SchemaNode, depth: number): number {
    const target = reader.resolve(node);
    const found = known[depth]?.get(target);
    if (found !== undefined) return found;
    const own = isIdentifier(target, reader) ? 1 : 0;
    const below = own === 1 || depth === 0 ? [] : stepsBelow(target, reader);
    reader.budget.visit(below.length);
    const all = below.reduce((sum, { schema }) => sum + count(schema, depth - 1), own);
    known[depth]?.set(target, all);
    return all;
  };
}

/** Whether a parameter is an identifier, a list of them, or may be one: a number is never meant. */
export function holdsIdentifiers(node: SchemaNode, reader: SchemaReader, depth = DEPTH): boolean {
  if (isIdentifier(node, reader)) return true;
  const { kind } = reader.resolve(node).type;
  return (
    depth > 0 &&
    (kind === "array" || kind === "union") &&
    stepsBelow(node, reader).some(({ schema }) => holdsIdentifiers(schema, reader, depth - 1))
  );
}

/** The same of a parameter, without those that {@link holdsIdentifiers} tells of: a list of identifiers needs no paths. */
export function findIdentifiersInside(node: SchemaNode, reader: SchemaReader): readonly string[] {
  const found = findIdentifiers(node, reader);
  const isList = reader.resolve(node).type.kind === "array" && holdsIdentifiers(node, reader);
  return isList && found.every((path) => /^[*/]+$/.test(path)) ? [] : found;
}

/**
 * What stands one step below a schema: the elements of a list, the members of an object, the values of a map; without a step,
 * the alternatives of a union.
 */
function stepsBelow(
  node: SchemaNode,
  reader: SchemaReader,
): readonly { readonly step: string; readonly schema: SchemaNode }[] {
  const target = reader.resolve(node);
  if (target.type.kind === "array") return [{ step: "*", schema: target.type.items }];
  if (target.type.kind === "union") {
    const { members } = target.type;
    // A number may be meant where another alternative is one.
    const takesNumber = members.some((one) => reader.resolve(one).type.kind === "number");
    return takesNumber ? [] : members.map((schema) => ({ step: "", schema }));
  }
  if (
    target.type.kind === "object" &&
    typeof target.type.additional === "object" &&
    target.type.properties.length === 0
  )
    return [{ step: "*", schema: target.type.additional }];
  return (reader.properties(target) ?? []).flatMap(({ name, schema }) =>
    /[/*]/.test(name) ? [] : [{ step: name, schema }],
  );
}
