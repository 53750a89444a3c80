import type { ParameterModel } from "../../model/api-model.js";
import type { SchemaNode } from "../../model/schema-model.js";
import type { SchemaReader } from "../reading/schema-reader.js";

/** Alternatives inside alternatives are followed this far. */
const DEEPEST = 20;

/**
 * Whether a parameter can hold lists or objects inside of a list or an object, for which OpenAPI has no form in the
 * parameter's style (Style Values: its behaviour is undefined). The runtime writes those as JSON.
 */
export function isNestedValue({ schema, style, content }: ParameterModel, reader: SchemaReader): boolean {
  if (content !== undefined || style === "deepObject") return false;
  return insideOf(schema, reader).some((inside) => isCompound(inside, reader));
}

/** The schemas of elements and members. */
function insideOf(node: SchemaNode, reader: SchemaReader, depth = 0): readonly SchemaNode[] {
  const { type } = reader.resolve(node);
  switch (type.kind) {
    case "array":
      return [type.items];
    case "tuple":
      return [...type.items, ...(type.rest === undefined ? [] : [type.rest])];
    case "object":
      return [
        ...type.properties.map(({ schema }) => schema),
        ...type.patterns.map(({ schema }) => schema),
        ...(typeof type.additional === "string" ? [] : [type.additional]),
      ];
    case "union":
    case "intersection":
      return depth > DEEPEST ? [] : type.members.flatMap((member) => insideOf(member, reader, depth + 1));
    default:
      return [];
  }
}

function isCompound(node: SchemaNode, reader: SchemaReader, depth = 0): boolean {
  const { type } = reader.resolve(node);
  if (type.kind === "union" || type.kind === "intersection")
    return depth <= DEEPEST && type.members.some((member) => isCompound(member, reader, depth + 1));
  return type.kind === "array" || type.kind === "tuple" || type.kind === "object";
}
