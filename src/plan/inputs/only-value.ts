import type { ParameterModel } from "../../model/api-model.js";
import type { SchemaReader } from "../reading/schema-reader.js";

/**
 * The only value that a required parameter can have (`const`, or an `enum` of one): it goes without saying, and is sent
 * where the caller leaves it out. Undefined for any other parameter, and for one in a path, which is what a call names.
 */
export function onlyValue(
  { in: place, required, content, schema }: ParameterModel,
  reader: SchemaReader,
): string | number | boolean | undefined {
  if (!required || place === "path" || content !== undefined) return undefined;
  const { type } = reader.resolve(schema);
  if (type.kind !== "literal" || (typeof type.value === "object" && type.value !== null)) return undefined;
  return type.value ?? undefined;
}
