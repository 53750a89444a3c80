import type {
  ParameterDescriptor,
  ParameterStyle,
} from "../descriptors/parameter-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { type Allowed, percentEncode } from "../http/percent-encode.js";
import {
  membersOf,
  type PlainValue,
  plainValue,
  spreadMembers,
} from "./plain-value.js";
import { contentText } from "./json-parameter.js";
import { scalarText } from "./parameter-text.js";
import { isObject } from "../values/is-object.js";

/** How a value is written into a query or a form (OpenAPI, Style Values). */
interface QueryStyle {
  readonly name: string;
  /** Default `form`. */
  readonly style?: ParameterStyle;
  /** Default: true for `form` and `deepObject`. */
  readonly explode?: boolean;
  readonly allowReserved?: true;
  /** The text is not percent-encoded in the end, as in a part of a multipart body. */
  readonly plain?: true;
}

/** One `name=value`, both percent-encoded. */
export type EncodedPair = readonly [name: string, value: string];

/**
 * Writes a query parameter that is more than one text, has a style, or is described by `content`.
 *
 * @returns undefined where it writes nothing
 * @throws ArgumentError when the value has no such form
 */
export function queryStyle(
  parameter: ParameterDescriptor,
  value: unknown,
): string | undefined {
  return joinPairs(queryPairs(parameter, value), "&");
}

/** The pairs of a parameter of a query or a cookie, by its style or its `content`. */
export function queryPairs(
  parameter: ParameterDescriptor,
  value: unknown,
): readonly EncodedPair[] {
  if (parameter.content === undefined) return expandQuery(parameter, value);
  const text = percentEncode(contentText(parameter, value));
  return [[percentEncode(parameter.name), text]];
}

/** `a=1&b=2`; undefined for no pair. */
export function joinPairs(
  pairs: readonly EncodedPair[],
  separator: string,
): string | undefined {
  return pairs.length === 0
    ? undefined
    : pairs.map((pair) => pair.join("=")).join(separator);
}

/**
 * Writes a value as pairs of a query. Empty lists and objects write nothing (RFC 6570 section 3.2.8). An exploded object
 * is its members, one by one, whatever they hold: its form does not depend on its value.
 *
 * @throws ArgumentError when the style cannot write the value, or an element contains the separator
 */
export function expandQuery(
  query: QueryStyle,
  value: unknown,
): readonly EncodedPair[] {
  const allowed: Allowed =
    query.allowReserved === true ? "query" : "unreserved";
  const name = percentEncode(query.name);
  if (query.style === "deepObject") {
    return deepPairs(query.name, value).map(([path, text]) => [
      percentEncode(path),
      percentEncode(text, allowed),
    ]);
  }
  const style = query.style ?? "form";
  const isExploded = query.explode ?? style === "form";
  if (isExploded && isNamed(value)) {
    return spreadMembers(value, query.name).flatMap(([member, one]) =>
      exploded(percentEncode(member), one, allowed),
    );
  }
  const plain = plainValue(value, query.name);
  if (isExploded) return exploded(name, plain, allowed);
  if (plain.kind === "one") return [[name, percentEncode(plain.text, allowed)]];
  const separator = separators[style] ?? ",";
  const inside = elementTexts(plain).map((text) =>
    encodeElement(text, separator, query, allowed),
  );
  return inside.length === 0 ? [] : [[name, inside.join(separator)]];
}

function isNamed(value: unknown): value is object {
  return isObject(value) && !Array.isArray(value);
}

/** The separator of the elements of a list that is not exploded; space and bar have to be encoded in a URL. */
const separators: Readonly<Partial<Record<ParameterStyle, string>>> = {
  form: ",",
  spaceDelimited: "%20",
  pipeDelimited: "%7C",
};

function exploded(
  name: string,
  plain: PlainValue,
  allowed: Allowed,
): readonly EncodedPair[] {
  switch (plain.kind) {
    case "one":
      return [[name, percentEncode(plain.text, allowed)]];
    case "list":
      return plain.texts.map((text) => [name, percentEncode(text, allowed)]);
    case "members":
      return plain.members.map(([member, text]) => [
        percentEncode(member),
        percentEncode(text, allowed),
      ]);
  }
}

function elementTexts(
  plain: Exclude<PlainValue, { readonly kind: "one" }>,
): readonly string[] {
  return plain.kind === "list" ? plain.texts : plain.members.flat();
}

/**
 * `filter[a]=1&filter[b][c]=2`. OpenAPI defines one level; deeper ones and lists (`ids[0]=1`) follow the same pattern,
 * which is what servers that take `deepObject` read.
 */
function deepPairs(
  path: string,
  value: unknown,
  depth = 0,
): readonly EncodedPair[] {
  if (value === undefined || value === null) return [];
  if (depth > 32) {
    throw new ArgumentError({
      happened: `"${path.slice(0, path.indexOf("["))}" is nested too deeply for a query.`,
    });
  }
  if (typeof value !== "object") return [[path, scalarText(value, path)]];
  return membersOf(value, path).flatMap(([name, member]) =>
    deepPairs(`${path}[${name}]`, member, depth + 1),
  );
}

/**
 * Percent-encodes an element of a list or an object that is one value of a query. A comma between elements stays as it
 * is, and one inside of them is encoded, also with `allowReserved`. Space and bar are encoded in both places: a server
 * cannot tell which is which, and OpenAPI defines no escape.
 *
 * @param separator - the separator of elements, as in the URL: `,`, `%20`, `%7C`
 * @param query - `plain`: what is encoded here is decoded again before it is sent
 * @throws ArgumentError for an element that would become two
 */
function encodeElement(
  text: string,
  separator: string,
  query: { readonly name: string; readonly plain?: true },
  allowed: Allowed,
): string {
  const character = decodeURIComponent(separator);
  const isEncoded = separator !== character || query.plain === true;
  if (isEncoded && text.includes(character))
    throw new ArgumentError({
      happened: `A value in "${query.name}" has ${names[character] ?? "a comma"}, which would make two values of it.`,
      remedy:
        "Give the values without it: the contract writes it between them, and it has no other form there.",
    });
  return percentEncode(text, allowed).replaceAll(",", "%2C");
}

const names: Readonly<Record<string, string>> = {
  " ": "a space",
  "|": "a bar (|)",
};
