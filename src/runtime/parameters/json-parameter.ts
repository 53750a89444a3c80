import type { ParameterDescriptor } from "../descriptors/parameter-descriptor.js";
import { isJson, readMediaType } from "../http/media-type.js";
import { writeJson } from "../values/json-text.js";
import { scalarText } from "./parameter-text.js";

/**
 * Text of a parameter that is described by `content` (OpenAPI, Parameter Object), JSON in ASCII where a header or a cookie
 * carries it.
 *
 * @throws ArgumentError when the value has no text in that media type
 */
export function contentText(
  { name, in: location, content = "" }: ParameterDescriptor,
  value: unknown,
): string {
  if (!isJson(readMediaType(content)?.essence ?? ""))
    return scalarText(value, name);
  const json = writeJson(value, name);
  return location === "header" || location === "cookie"
    ? asciiJson(json)
    : json;
}

/**
 * The same JSON in ASCII: every character above U+007E as `\uXXXX`, beyond U+FFFF as two of them (RFC 8259 section 7). Such
 * characters occur in strings alone. Headers have at most the characters of ISO 8859-1, in bytes other than those of UTF-8.
 */
export function asciiJson(json: string): string {
  return json.replace(
    /[\u007F-\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
