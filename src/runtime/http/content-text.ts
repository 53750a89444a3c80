import type { ParameterDescriptor } from "../call/operation-descriptor.js";
import { asciiJson } from "./ascii-json.js";
import { writeJson } from "./json-text.js";
import { isJson, readMediaType } from "./media-type.js";
import { scalarText } from "./plain-value.js";

/**
 * Text of a parameter that is described by `content` (OpenAPI, Parameter Object), JSON in ASCII where a header or a cookie
 * carries it.
 *
 * @throws ArgumentError when the value has no text in that media type
 */
export function contentText(
  { name, in: place, content = "" }: ParameterDescriptor,
  value: unknown,
): string {
  if (!isJson(readMediaType(content)?.essence ?? ""))
    return scalarText(value, name);
  const json = writeJson(value, name);
  return place === "header" || place === "cookie" ? asciiJson(json) : json;
}
