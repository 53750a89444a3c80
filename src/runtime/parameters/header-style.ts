import type { ParameterDescriptor } from "../descriptors/parameter-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { asciiJson, contentText } from "./json-parameter.js";
import { isNothing, plainValue } from "./plain-value.js";

/**
 * Writes a header parameter that is more than one text (style `simple`), or is described by `content`. Header values are neither percent-encoded nor quoted (OpenAPI 3.2, Parameter
 * Object: they pass unchanged), so that a comma inside of a value would make two of one.
 *
 * @returns undefined for an empty list or object, which is omitted (RFC 6570 section 2.3); where the header
 * is required, an empty list has an empty value (RFC 9110 section 5.6.1)
 * @throws ArgumentError for a value of a list or an object with a comma outside of quotes
 */
export function headerStyle(
  parameter: ParameterDescriptor,
  value: unknown,
): string | undefined {
  if (parameter.content !== undefined) return contentText(parameter, value);
  const plain = plainValue(value, parameter.name);
  if (isNothing(plain)) return parameter.required === true ? "" : undefined;
  switch (plain.kind) {
    case "one":
      // Lists and objects within others are JSON.
      return typeof value === "object" ? asciiJson(plain.text) : plain.text;
    case "list":
      return joinedTexts(plain.texts, parameter.name);
    case "members":
      return parameter.explode === true
        ? joinedTexts(
            plain.members.map((member) => member.join("=")),
            parameter.name,
          )
        : joinedTexts(plain.members.flat(), parameter.name);
  }
}

/** RFC 9110 section 5.6.4: within double quotes a comma does not delimit, and a backslash takes the next character as it is. */
const unit = /^(?:[^",]|"(?:[^"\\]|\\.)*")*$/s;

function joinedTexts(units: readonly string[], name: string): string {
  if (units.every((text) => !text.includes(",") || unit.test(text)))
    return units.join(",");
  throw new ArgumentError({
    happened: `A value in the header "${name}" has a comma, which would make two values of it.`,
    remedy:
      'Write it in double quotes where the service reads them ("a,b"), or without the comma.',
  });
}
