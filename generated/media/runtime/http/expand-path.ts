import type { ParameterDescriptor } from "../call/operation-descriptor.js";
import { percentEncode } from "./percent-encode.js";
import { type PlainValue, plainValue } from "./plain-value.js";

/**
 * Writes a path parameter in its style (OpenAPI, Style Values; RFC 6570 `{x}`, `{.x}`, `{;x}`).
 *
 * @returns percent-encoded text to put in place of `{name}`
 * @throws ArgumentError when the value has no such form
 */
export function expandPath(
  parameter: ParameterDescriptor,
  value: unknown,
): string {
  const plain = plainValue(value, parameter.name);
  const explode = parameter.explode ?? false;
  switch (parameter.style) {
    case "label":
      return dotted(plain, explode);
    case "matrix":
      return matrix(percentEncode(parameter.name), plain, explode);
    default:
      return joined(plain, explode, ",");
  }
}

/** `{x}` and the inside of the others: `3,4,5`, `R,100,G,200`; exploded members `R=100,G=200`. */
function joined(
  plain: PlainValue,
  explode: boolean,
  separator: string,
): string {
  switch (plain.kind) {
    case "one":
      return percentEncode(plain.text);
    case "list":
      return plain.texts.map((text) => percentEncode(text)).join(separator);
    case "members": {
      const between = explode ? "=" : separator;
      return plain.members
        .map(
          ([name, text]) => percentEncode(name) + between + percentEncode(text),
        )
        .join(separator);
    }
  }
}

function dotted(plain: PlainValue, explode: boolean): string {
  return `.${joined(plain, explode, explode ? "." : ",")}`;
}

function matrix(name: string, plain: PlainValue, explode: boolean): string {
  const pair = (left: string, right: string): string =>
    right === "" ? `;${left}` : `;${left}=${right}`;
  if (explode && plain.kind === "list") {
    return plain.texts.map((text) => pair(name, percentEncode(text))).join("");
  }
  if (explode && plain.kind === "members") {
    return plain.members
      .map(([member, text]) => pair(percentEncode(member), percentEncode(text)))
      .join("");
  }
  return pair(name, joined(plain, false, ","));
}
