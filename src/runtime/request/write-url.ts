import type {
  OperationDescriptor,
  ParameterDescriptor,
} from "../call/operation-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { readMediaType } from "../http/media-type.js";
import { type Allowed, percentEncode } from "../http/percent-encode.js";
import { type EncodedPair, expandQuery } from "./expand-query.js";
import { contentText } from "./json-parameter.js";
import { isNothing, type PlainValue, plainValue } from "./plain-value.js";
import { writeForm } from "./write-form.js";

/** A parameter of the contract with the value that the caller gave for it; never undefined or null. */
export type GivenParameter = readonly [
  parameter: ParameterDescriptor,
  value: unknown,
];

/**
 * The absolute URL of a call: server, expanded path template, query.
 *
 * @param serverUrl - absolute: the contract's server, or the operation's own
 * @throws ArgumentError when a value cannot stand in a URL, or would lead to another path than the template's
 */
export function writeUrl(
  serverUrl: string,
  descriptor: OperationDescriptor,
  given: readonly GivenParameter[],
): string {
  const server = serverParts(serverUrl);
  const path = templateOf(descriptor)
    .map((part, at) => (at % 2 === 0 ? part : writeSegment(part, given)))
    .join("");
  refuseDotSegments(path);
  const [plain, own = ""] = splitAt(path, "?");
  const query = [server.query, own, ...given.flatMap(queryParts)]
    .filter((part) => part !== "")
    .join("&")
    .replaceAll("#", "%23");
  return `${server.base}${plain}${query === "" ? "" : `?${query}`}`;
}

/** A server's address, taken apart. */
interface ServerParts {
  readonly serverUrl: string;
  /** Without a slash at its end. */
  readonly base: string;
  readonly query: string;
}

/** Nearly every call of a program goes to the server of the one before it. */
let last: ServerParts | undefined;

function serverParts(serverUrl: string): ServerParts {
  if (last?.serverUrl === serverUrl) return last;
  const { origin, pathname, search } = new URL(serverUrl);
  const base = `${origin}${pathname.replace(/\/+$/, "")}`;
  last = { serverUrl, base, query: search.slice(1) };
  return last;
}

/** The text before the first mark, and what comes after it. */
function splitAt(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Path templates, taken apart once: names of parameters are at odd places. */
const templates = new WeakMap<OperationDescriptor, readonly string[]>();

function templateOf(descriptor: OperationDescriptor): readonly string[] {
  const known = templates.get(descriptor);
  if (known !== undefined) return known;
  const parts = rooted(descriptor.path).split(/\{([^{}]+)\}/);
  templates.set(descriptor, parts);
  return parts;
}

/**
 * Without a slash before it, a path would go on with the host's name. What stands behind a `#` tells operations apart in
 * the contract, and is never sent (RFC 9110 section 7.1).
 */
function rooted(template: string): string {
  const [sent] = splitAt(template, "#");
  return /^[/?]/.test(sent) ? sent : `/${sent}`;
}

function writeSegment(name: string, all: readonly GivenParameter[]): string {
  const given = all.find(([one]) => one.in === "path" && one.name === name);
  const text = given === undefined ? "" : writePathValue(...given);
  if (text !== "") return text;
  throw new ArgumentError({
    happened: `The path parameter "${name}" is missing or empty.`,
    remedy: "Give it: without it, the path would be another one.",
  });
}

function writePathValue(
  parameter: ParameterDescriptor,
  value: unknown,
): string {
  return parameter.content === undefined
    ? expandPath(parameter, value)
    : percentEncode(contentText(parameter, value));
}

/** What a parameter adds to the query: `name=value` for each pair, or the whole query; nothing for other places. */
function queryParts([parameter, value]: GivenParameter): readonly string[] {
  if (parameter.in === "querystring") return [wholeQuery(parameter, value)];
  if (parameter.in !== "query") return [];
  const pairs =
    parameter.content === undefined
      ? expandQuery(parameter, value)
      : [contentPair(parameter, value)];
  return pairs.map((pair) => pair.join("="));
}

/** A query that is one value (OpenAPI 3.2, Parameter Object, `in: querystring`); its name never travels. */
function wholeQuery(parameter: ParameterDescriptor, value: unknown): string {
  const { content = "", name } = parameter;
  const isForm =
    readMediaType(content)?.essence === "application/x-www-form-urlencoded";
  if (!isForm) return percentEncode(contentText(parameter, value));
  if (typeof value === "object" && value !== null)
    return writeForm(parameter, value, name);
  throw new ArgumentError({
    happened: `"${name}" is of type ${typeof value}, and is written as a form.`,
    remedy: "Give an object.",
  });
}

/** A parameter of a query or cookie that is described by `content`. */
export function contentPair(
  parameter: ParameterDescriptor,
  value: unknown,
): EncodedPair {
  return [
    percentEncode(parameter.name),
    percentEncode(contentText(parameter, value)),
  ];
}

/** A value `..` would be taken for a step up, also when it is percent-encoded (WHATWG URL, double-dot segment). */
function refuseDotSegments(path: string): void {
  // Nearly every path ends here.
  if (!path.includes("/.") && !path.includes("/%2")) return;
  const [plain] = splitAt(path, "?");
  if (!plain.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    return;
  throw new ArgumentError({
    happened:
      'A path parameter is "." or "..", which would lead to another path.',
    remedy: "Check the identifiers.",
  });
}

/**
 * Writes a path parameter in its style (OpenAPI, Style Values; RFC 6570 `{x}`, `{.x}`, `{;x}`).
 *
 * @returns percent-encoded text to put in place of `{name}`; empty for a list or an object with nothing in it
 * @throws ArgumentError when the value has no such form
 */
export function expandPath(
  parameter: ParameterDescriptor,
  value: unknown,
): string {
  const plain = plainValue(value, parameter.name);
  if (isNothing(plain)) return "";
  const explode = parameter.explode ?? false;
  const allowed: Allowed =
    parameter.allowReserved === true ? "path" : "unreserved";
  // Between values a comma stands as it is; inside of them it is encoded, also with `allowReserved`.
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
