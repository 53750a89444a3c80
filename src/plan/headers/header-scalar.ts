import type { SchemaNode } from "../../model/schema-model.js";
import { recursiveResults } from "../../openapi/recursive-results.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import { isLongInteger } from "../types/long-integer.js";

/** What one value of a header is; the same words as the runtime's `HeaderScalar`. */
export type HeaderScalar = "text" | "number" | "integer" | "longInteger" | "boolean";

/**
 * What the text of a header, of an element or of a member becomes.
 *
 * `exact`: the type of the schema holds every such value; otherwise it is a plain string, whatever the schema says. It is
 * undefined for what has no text in style `simple`: lists in lists, objects in lists.
 */
export function headerScalar(node: SchemaNode, reader: SchemaReader): ReadScalar | undefined {
  const known = readers.get(reader) ?? createScalars(reader);
  readers.set(reader, known);
  return known(reader.resolve(node));
}

/** What one reader has read. */
const readers = new WeakMap<SchemaReader, (target: SchemaNode) => ReadScalar | undefined>();

interface ReadScalar {
  readonly as: HeaderScalar;
  readonly exact: boolean;
}

function createScalars(reader: SchemaReader): (target: SchemaNode) => ReadScalar | undefined {
  return recursiveResults<SchemaNode, ReadScalar | undefined>({
    // What consists of itself has no text.
    onCycle: undefined,
    compute: (target, recurse) => scalarOf(target, (node) => recurse(reader.resolve(node))),
  });
}

function scalarOf(
  target: SchemaNode,
  recurse: (node: SchemaNode) => ReadScalar | undefined,
): ReadScalar | undefined {
  const { type } = target;
  switch (type.kind) {
    case "string":
      return exactly("text");
    case "any":
    case "binary":
      return { as: "text", exact: false };
    case "boolean":
      return exactly("boolean");
    case "number":
      return exactly(isLongInteger(target) ? "longInteger" : type.integer ? "integer" : "number");
    case "literal":
    case "enum": {
      const values = type.kind === "enum" ? type.values : [type.value];
      return together(values.filter((value) => value !== null).map(scalarOfValue));
    }
    case "union":
    case "intersection": {
      const members = type.members.filter((member) => member.type.kind !== "null");
      // Every part of an intersection holds, and one that says nothing takes nothing away.
      const telling =
        type.kind === "union" ? members : members.filter((member) => member.type.kind !== "any");
      const scalars = telling.map(recurse);
      if (scalars.some((scalar) => scalar === undefined || !scalar.exact)) return undefined;
      return together(scalars.map((scalar) => scalar?.as));
    }
    default:
      return undefined;
  }
}

function exactly(as: HeaderScalar): ReadScalar {
  return { as, exact: true };
}

/** Alternatives of one kind are read as that; numbers with numbers; any other mixture stays text. */
function together(scalars: readonly (HeaderScalar | undefined)[]): ReadScalar | undefined {
  const kinds = new Set(scalars);
  const [first] = kinds;
  if (first === undefined || kinds.has(undefined)) return undefined;
  if (kinds.size === 1) return exactly(first);
  if (kinds.has("text") || kinds.has("boolean")) return { as: "text", exact: false };
  return exactly(kinds.has("number") ? "number" : "longInteger");
}

function scalarOfValue(value: unknown): HeaderScalar | undefined {
  if (typeof value === "string") return "text";
  if (typeof value === "boolean") return "boolean";
  if (typeof value !== "number") return undefined;
  return Number.isInteger(value) ? "integer" : "number";
}
