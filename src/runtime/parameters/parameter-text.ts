import type { ParameterDescriptor } from "../descriptors/parameter-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { percentEncode } from "../http/percent-encode.js";

/**
 * What a parameter becomes: the text in place of `{name}` of a path, `name=value` of a query or a cookie, the value of a
 * header. One text, percent-encoded in a URL (RFC 6570 section 3.2.1), unless the descriptor names another way.
 *
 * @returns undefined where nothing is sent
 * @throws ArgumentError when the value has no such text
 */
export function parameterText(
  parameter: ParameterDescriptor,
  value: unknown,
): string | undefined {
  const { name, in: location, write } = parameter;
  if (write !== undefined) return write(parameter, value);
  const text = scalarText(value, name);
  if (location === "header") return text;
  const encoded = percentEncode(text);
  return location === "path" ? encoded : `${percentEncode(name)}=${encoded}`;
}

/**
 * Text of one value: strings as they are, numbers and booleans as in JSON.
 *
 * @throws ArgumentError for anything else
 */
export function scalarText(value: unknown, where: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || typeof value === "bigint")
    return String(value);
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  const what =
    typeof value === "number"
      ? "not a finite number"
      : `of type ${typeof value}`;
  throw new ArgumentError({
    happened: `"${where}" is ${what}, which cannot be written as text here.`,
    remedy: "Give a value of the type that the contract names.",
  });
}
