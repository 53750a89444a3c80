import type { ParameterModel } from "../../model/api-model.js";
import type { SchemaNode } from "../../model/schema-model.js";
import { isNullable } from "../headers/nullable.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import type { TypePlan } from "../type-plan.js";
import { NULL, sameType, unionType } from "../types/type-builders.js";

/**
 * The type of a path parameter without the null that its schema allows: null has no text of its own in a path (RFC 6570
 * section 2.3), and the path is another one without its part. A value in JSON (`content`) has a text, and stays. Where null
 * is all that the schema allows, it is a text (`noteNullPaths` tells).
 *
 * @param type - that of the whole schema
 */
export function pathType(
  type: TypePlan,
  { schema, content }: ParameterModel,
  reader: SchemaReader,
): TypePlan {
  if (content === undefined && isNullAlone(schema, reader)) return { kind: "keyword", name: "string" };
  if (content !== undefined || !isNullable(schema, reader)) return type;
  if (type.kind !== "union") return withoutNull(type);
  const others = type.members.filter((member) => !sameType(member, NULL));
  // Names may stand for a null of their own.
  return others.some(({ kind }) => kind === "name") ? withoutNull(unionType(others)) : unionType(others);
}

/** Whether a schema allows null and no other value. */
export function isNullAlone(schema: SchemaNode, reader: SchemaReader): boolean {
  const { type } = reader.resolve(schema);
  if (type.kind === "enum") return type.values.every((value) => value === null);
  return type.kind === "null" || (type.kind === "literal" && type.value === null);
}

function withoutNull(type: TypePlan): TypePlan {
  return { kind: "name", name: "NonNullable", arguments: [type] };
}
