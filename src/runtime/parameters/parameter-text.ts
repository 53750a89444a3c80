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
  // A path names a resource: a number that JavaScript may have rounded would name another one.
  const text = scalarText(
    value,
    name,
    location === "path" ? 2 ** 53 : Infinity,
  );
  if (location === "header") return text;
  const encoded = percentEncode(text);
  return location === "path" ? encoded : `${percentEncode(name)}=${encoded}`;
}

/**
 * Text of one value: strings as they are, numbers and booleans as in JSON.
 *
 * @param limit - what a number has to be below, whatever its sign
 * @throws ArgumentError for anything else
 */
export function scalarText(
  value: unknown,
  where: string,
  limit = Infinity,
): string {
  if (typeof value === "string") return value;
  if (
    typeof value === "boolean" ||
    typeof value === "bigint" ||
    (typeof value === "number" && Math.abs(value) < limit)
  )
    return String(value);
  const what =
    typeof value === "number"
      ? "not an exact number"
      : `of type ${typeof value}`;
  throw new ArgumentError({
    happened: `"${where}" is ${what}.`,
    remedy: "Give a value that the contract allows.",
  });
}
