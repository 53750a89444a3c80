import type { SchemaNode } from "../../model/schema-model.js";
import { isNullable } from "../headers/nullable.js";
import { alternatives, partsOf } from "./schema-alternatives.js";
import type { SchemaReader } from "./schema-reader.js";

/** What JSON is an object or a list of. */
const STRUCTURES: ReadonlySet<string> = new Set(["object", "array", "tuple"]);

/**
 * How the text of an event's data becomes a value; undefined: it is one. Text beside JSON is read as JSON where it is:
 * `[DONE]` at the end of events that are objects. Beside nothing but objects and lists, text that could be read as a number
 * stays what it is.
 */
export function parsing(
  schemas: readonly SchemaNode[],
  reader: SchemaReader,
): "json" | "jsonOrText" | "objectOrText" | undefined {
  const data = schemas.flatMap((schema) => alternatives(schema, reader));
  const others = data.filter((node) => !isText(node, reader));
  if (others.length === 0) return undefined;
  if (others.length === data.length) return "json";
  const nullable = schemas.some((schema) => isNullable(schema, reader));
  return !nullable && others.every((node) => isStructure(node, reader)) ? "objectOrText" : "jsonOrText";
}

/** What one part (`allOf`) says is text is text. */
function isText(node: SchemaNode, reader: SchemaReader): boolean {
  return partsOf(node, reader).some((part) => {
    if (part.type.kind === "string" || part.type.kind === "binary") return true;
    const values = reader.values(part);
    return values.length > 0 && values.every((value) => typeof value === "string");
  });
}

function isStructure(node: SchemaNode, reader: SchemaReader): boolean {
  return partsOf(node, reader).some(({ type }) => STRUCTURES.has(type.kind));
}
