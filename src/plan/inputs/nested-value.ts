import type { ParameterModel } from "../../model/api-model.js";
import type { SchemaNode } from "../../model/schema-model.js";
import type { SchemaReader } from "../reading/schema-reader.js";

/**
 * Which values of a parameter the runtime writes as JSON, because OpenAPI has no form for them in the parameter's style
 * (Style Values: the behaviour is undefined for lists and objects inside of a list or an object): the whole of them, or
 * members of an object that is spread over the query, where lists of plain values are not among them.
 */
export function nestedForm(parameter: ParameterModel, reader: SchemaReader): "whole" | "members" | undefined {
  const { schema, style, content, explode } = parameter;
  if (content !== undefined || style === "deepObject") return undefined;
  const isSpread = explode && (parameter.in === "query" || (parameter.in === "cookie" && style !== "cookie"));
  const shapes = shapesOf(schema, reader);
  const spread = isSpread ? shapes.filter(({ type }) => type.kind === "object") : [];
  const holdsOthers = (node: SchemaNode) => insideOf(node, reader).some((inner) => isCompound(inner, reader));
  if (shapes.some((shape) => !spread.includes(shape) && holdsOthers(shape))) return "whole";
  const members = spread.flatMap((shape) => insideOf(shape, reader));
  const deeper = members
    .flatMap((member) => shapesOf(member, reader))
    .some((member) => (isList(member) ? holdsOthers(member) : isCompound(member, reader)));
  return deeper ? "members" : undefined;
}

/** What a value can be, or is all at once: the leaves of unions and `allOf`, each once. */
function shapesOf(node: SchemaNode, reader: SchemaReader): readonly SchemaNode[] {
  const seen = new Set([reader.resolve(node)]);
  for (const { type } of seen) {
    if (type.kind !== "union" && type.kind !== "intersection") continue;
    for (const member of type.members) seen.add(reader.resolve(member));
  }
  return [...seen].filter(({ type }) => type.kind !== "union" && type.kind !== "intersection");
}

function isList({ type }: SchemaNode): boolean {
  return type.kind === "array" || type.kind === "tuple";
}

/** The schemas of elements and members. */
function insideOf(node: SchemaNode, reader: SchemaReader): readonly SchemaNode[] {
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
    default:
      return [];
  }
}

function isCompound(node: SchemaNode, reader: SchemaReader): boolean {
  return shapesOf(node, reader).some((shape) => isList(shape) || shape.type.kind === "object");
}
