import type { ParameterModel } from "../../model/api-model.js";
import { isJsonMedia } from "../reading/answers.js";
import type { SchemaReader } from "../reading/schema-reader.js";

const STRUCTURES = new Set(["array", "binary", "intersection", "object", "tuple"]);

/**
 * Whether a parameter is described by a media type that the client does not write (XML): the caller gives its text,
 * whatever structure its schema has. JSON is written, and so is a form that is the whole query.
 */
export function isUnwrittenContent(
  { in: where, content, schema }: ParameterModel,
  reader: SchemaReader,
): boolean {
  if (content === undefined || isJsonMedia(content.mediaType)) return false;
  const isForm = content.mediaType.startsWith("application/x-www-form-urlencoded");
  if (where === "querystring" && isForm) return false;
  return STRUCTURES.has(reader.resolve(schema).type.kind);
}
