import type { ParameterDescriptor } from "../descriptors/parameter-descriptor.js";
import { isObject } from "../values/is-object.js";
import { type Allowed, percentEncode } from "../http/percent-encode.js";
import { contentText } from "./json-parameter.js";
import { scalarText } from "./parameter-text.js";
import { isNothing, type PlainValue, plainValue } from "./plain-value.js";

/**
 * Writes a path parameter that is more than one text, has a style, or is described by `content`.
 *
 * @throws ArgumentError when the value has no such form
 */
export function pathStyle(
  parameter: ParameterDescriptor,
  value: unknown,
): string {
  return parameter.content === undefined
    ? expandPath(parameter, value)
    : percentEncode(contentText(parameter, value));
}

/**
 * Writes a path parameter in its style (OpenAPI, Style Values; RFC 6570 `{x}`, `{.x}`, `{;x}`).
 *
 * @returns percent-encoded text to put in place of `{name}`; empty for a list or an object with nothing in it
 * @throws ArgumentError when the value has no such form
 */
function expandPath(parameter: ParameterDescriptor, value: unknown): string {
  const plain = plainValue(value, parameter.name);
  if (isNothing(plain)) return "";
  refuseRounded(value, parameter.name);
  const explode = parameter.explode ?? false;
  const allowed: Allowed =
    parameter.allowReserved === true ? "path" : "unreserved";
  // Between values a comma stays as it is; inside of them it is encoded, also with `allowReserved`.
  const encode: Encode = (text) => {
    const encoded = percentEncode(text, allowed);
    return plain.kind === "one" ? encoded : encoded.replaceAll(",", "%2C");
  };
  switch (parameter.style) {
    case "label":
      return dotted(plain, explode, encode);
    case "matrix":
      return matrix(percentEncode(parameter.name), plain, explode, encode);
    default:
      return joined(plain, explode, ",", encode);
  }
}

/** Refuses what `parameterText` refuses: a number that JavaScript may have rounded would name another resource. */
function refuseRounded(value: unknown, name: string): void {
  const parts: readonly unknown[] = isObject(value)
    ? Object.values(value)
    : [value];
  for (const part of parts)
    if (typeof part === "number") scalarText(part, name, 2 ** 53);
}

type Encode = (text: string) => string;

/** `{x}` and the inside of the others: `3,4,5`, `R,100,G,200`; exploded members `R=100,G=200`. */
function joined(
  plain: PlainValue,
  explode: boolean,
  separator: string,
  encode: Encode,
  encodeName: Encode = percentEncode,
): string {
  switch (plain.kind) {
    case "one":
      return encode(plain.text);
    case "list":
      return plain.texts.map(encode).join(separator);
    case "members": {
      const between = explode ? "=" : separator;
      return plain.members
        .map(([name, text]) => encodeName(name) + between + encode(text))
        .join(separator);
    }
  }
}

/** A dot inside of exploded values is encoded, as a comma is between others: it would make two of one. */
function dotted(plain: PlainValue, explode: boolean, encode: Encode): string {
  if (!explode || plain.kind === "one")
    return `.${joined(plain, explode, ",", encode)}`;
  const apart: Encode = (text) => encode(text).replaceAll(".", "%2E");
  const nameApart: Encode = (name) =>
    percentEncode(name).replaceAll(".", "%2E");
  return `.${joined(plain, explode, ".", apart, nameApart)}`;
}

function matrix(
  name: string,
  plain: PlainValue,
  explode: boolean,
  encode: Encode,
): string {
  const pair = (left: string, right: string): string =>
    right === "" ? `;${left}` : `;${left}=${right}`;
  if (explode && plain.kind === "list") {
    return plain.texts.map((text) => pair(name, encode(text))).join("");
  }
  if (explode && plain.kind === "members") {
    return plain.members
      .map(([member, text]) => pair(percentEncode(member), encode(text)))
      .join("");
  }
  return pair(name, joined(plain, false, ",", encode));
}
