import type { ParameterDescriptor } from "../descriptors/parameter-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { readMediaType } from "../http/media-type.js";
import { percentEncode } from "../http/percent-encode.js";
import { contentText } from "./json-parameter.js";
import { writeForm } from "../request/write-form.js";
import { isObject } from "../values/is-object.js";

/**
 * A query that is one value (OpenAPI 3.2, Parameter Object, `in: querystring`); its name never travels.
 *
 * @throws ArgumentError when the value has no such form
 */
export function wholeQuery(
  parameter: ParameterDescriptor,
  value: unknown,
): string {
  const { content = "", name } = parameter;
  const isForm =
    readMediaType(content)?.essence === "application/x-www-form-urlencoded";
  if (!isForm) return percentEncode(contentText(parameter, value));
  if (isObject(value)) return writeForm(parameter, value, name);
  throw new ArgumentError({
    happened: `"${name}" is of type ${typeof value}, and is written as a form.`,
    remedy: "Give an object.",
  });
}
