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

/** Member paths (`*` for every element) of the identifiers in a body. */
export function findIdentifiers(node: SchemaNode, reader: SchemaReader): readonly string[] {
  return walk(node, reader, "", 0);
}

function walk(node: SchemaNode, reader: SchemaReader, path: string, depth: number): readonly string[] {
  if (depth > DEPTH) return [];
  if (isIdentifier(node, reader)) return path === "" ? [] : [path];
  const target = reader.resolve(node);
  const below = (name: string): string => (path === "" ? name : `${path}/${name}`);
  if (target.type.kind === "array") return walk(target.type.items, reader, below("*"), depth + 1);
  return (reader.properties(target) ?? [])
    .filter((property) => !/[/*]/.test(property.name))
    .flatMap((property) => walk(property.schema, reader, below(property.name), depth + 1));
}
