import type { ParameterModel } from "../../model/api-model.js";
import type { SchemaNode } from "../../model/schema-model.js";
import type { SchemaReader } from "../reading/schema-reader.js";

/** Alternatives inside alternatives are followed this far. */
const DEEPEST = 20;

/**
 * Which values of a parameter the runtime writes as JSON, because OpenAPI has no form for them in the parameter's style
 * (Style Values: the behaviour is undefined for lists and objects inside of a list or an object): the whole of them, or
 * members of an object that is spread over the query, where lists of plain values are not among them.
 */
export function nestedForm(parameter: ParameterModel, reader: SchemaReader): "whole" | "members" | undefined {
  const { schema, style, content, explode } = parameter;
  if (content !== undefined || style === "deepObject") return undefined;
  const isSpread = explode && (parameter.in === "query" || (parameter.in === "cookie" && style !== "cookie"));
  const inside = insideOf(schema, reader);
  if (!isSpread || reader.resolve(schema).type.kind !== "object")
    return inside.some((member) => isCompound(member, reader)) ? "whole" : undefined;
  const deeper = inside.filter((member) => {
    const { type } = reader.resolve(member);
    return type.kind === "array" ? isCompound(type.items, reader) : isCompound(member, reader);
  });
  return deeper.length > 0 ? "members" : undefined;
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
