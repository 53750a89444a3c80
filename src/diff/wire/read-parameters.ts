import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { codeSpan } from "../../text/printable.js";
import { appendPointer } from "../../text/json-pointer.js";
import {
  flagMember,
  follow,
  isObject,
  listMember,
  type Located,
  member,
  textMember,
  textsOf,
} from "./document-nodes.js";
import { templateNames, type WireOperation } from "./read-operations.js";

/** A parameter of an operation, wherever it is described, with everything effective. */
export interface WireParameter {
  /** The same for the same parameter of both documents: `query limit`, `header etag`, `path 0` (first in the template). */
  readonly key: string;
  readonly name: string;
  readonly location: string;
  readonly required: boolean;
  readonly self: Located;
  /** Its position in the list of the operation or path item: the target of a reference is elsewhere. */
  readonly listed: string;
}

/** Headers that OpenAPI describes by media types and security schemes, and ignores as parameters (Parameter Object, `name`). */
const DESCRIBED_ELSEWHERE: ReadonlySet<string> = new Set(["accept", "authorization", "content-type"]);

const LOCATIONS: ReadonlySet<string> = new Set(["cookie", "header", "path", "query", "querystring"]);

/** The parameters of an operation and of its path item, sorted by key; the operation's win. Those that no request can have are omitted. */
export function readParameters(document: JsonObject, operation: WireOperation): readonly WireParameter[] {
  const names = templateNames(operation.path);
  const merged = new Map<string, WireParameter>();
  for (const owner of [operation.pathItem, operation.self]) {
    for (const [index, json] of listMember(owner.json, "parameters").entries()) {
      const listed = appendPointer(owner.pointer, "parameters", index);
      const parameter = readParameter(follow(document, json, listed), listed, names);
      if (parameter !== undefined) merged.set(parameter.key, parameter);
    }
  }
  return [...merged.values()].sort((left, right) => (left.key < right.key ? -1 : 1));
}

function readParameter(
  self: Located | undefined,
  listed: string,
  names: readonly string[],
): WireParameter | undefined {
  const name = textMember(self?.json, "name");
  const location = textMember(self?.json, "in");
  if (self === undefined || name === undefined || location === undefined || !LOCATIONS.has(location))
    return undefined;
  const position = names.indexOf(name);
  if (location === "path" && position < 0) return undefined;
  if (location === "header" && DESCRIBED_ELSEWHERE.has(name.toLowerCase())) return undefined;
  const required = location === "path" || flagMember(self.json, "required");
  return { key: `${location} ${keyIn(location, name, position)}`, name, location, required, self, listed };
}

/** Names of headers have no case (RFC 9110, section 5.1); those of path parameters are not sent. */
function keyIn(location: string, name: string, position: number): string {
  if (location === "path") return String(position);
  return location === "header" ? name.toLowerCase() : name;
}

/** What a parameter is called in reports: "query parameter `limit`". */
export function parameterTitle({ location, name }: WireParameter): string {
  return `${location} parameter ${codeSpan(name)}`;
}

/** The part of an operation that a parameter is. */
export function parameterPart({ location, name }: WireParameter): string {
  return `${location} parameter ${name}`;
}

/** How the values of a parameter or header are written. */
export interface Serialisation {
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

const STYLES: Readonly<Record<string, string>> = {
  cookie: "form",
  header: "simple",
  path: "simple",
  query: "form",
  querystring: "form",
};

/**
 * Effective style and explode (OpenAPI, Parameter Object: the default style follows from the location, and explode from the style).
 * Up to OpenAPI 3.1 `allowReserved` is for queries alone; 3.2 has it wherever values are percent-encoded, so not in headers.
 */
export function serialisationOf(
  json: JsonObject,
  location: string,
  document: JsonObject = {},
): Serialisation {
  const style = textMember(json, "style") ?? STYLES[location] ?? "form";
  const explode = member(json, "explode");
  return {
    style,
    explode: typeof explode === "boolean" ? explode : style === "form" || style === "cookie",
    allowReserved: takesReserved(document, location) && flagMember(json, "allowReserved"),
  };
}

function takesReserved(document: JsonObject, location: string): boolean {
  if (location === "query" || location === "header") return location === "query";
  return textMember(document, "openapi")?.startsWith("3.2.") === true;
}

/** What a value certainly is, by its schema; it decides what a style means. */
export type ValueShape = "list" | "scalar" | "unknown";

/** What the values of a schema certainly are, by its types and those of its parts and alternatives. */
export function shapeOf(document: JsonObject, owner: Located): ValueShape {
  const types = typesOf(document, member(owner.json, "schema"));
  if (types?.every((each) => SCALARS.has(each)) === true) return "scalar";
  return types?.every((each) => each === "array") === true ? "list" : "unknown";
}

const SCALARS: ReadonlySet<string> = new Set(["boolean", "integer", "null", "number", "string"]);

/** Parts of parts that are looked at. */
const DEEPEST = 8;

/** The types that values of a schema can have; undefined: it does not limit them. */
function typesOf(document: JsonObject, schema: Json | undefined, depth = 0): readonly string[] | undefined {
  const json = depth > DEEPEST ? undefined : follow(document, schema, "#")?.json;
  const type = member(json, "type");
  if (type !== undefined) return textsOf({ type: Array.isArray(type) ? type : [type] }, "type");
  const values = member(json, "const") === undefined ? member(json, "enum") : [member(json, "const") ?? null];
  if (Array.isArray(values)) return (values as readonly Json[]).map(typeOf);
  const below = (keyword: string) =>
    listMember(json, keyword).map((each) => typesOf(document, each, depth + 1));
  const part = below("allOf").find((types) => types !== undefined);
  if (part !== undefined) return part;
  const alternatives = [below("oneOf"), below("anyOf")].find(
    (all) => all.length > 0 && !all.includes(undefined),
  );
  return alternatives?.flatMap((types) => types ?? []);
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** A text that is the same for two ways of writing that give the same message. */
export function writtenForm({ style, explode, allowReserved }: Serialisation, shape: ValueShape): string {
  const reserved = allowReserved ? " allowReserved" : "";
  const isQuery = style === "form" || style === "spaceDelimited" || style === "pipeDelimited";
  if (shape === "scalar") return `${isQuery ? "form" : style}${reserved}`;
  if (shape === "list" && style === "simple") return `simple${reserved}`;
  return `${style}${explode ? " explode" : ""}${reserved}`;
}

/** The media type of a parameter or header that has `content`, and its Media Type Object. */
export function contentOf(
  document: JsonObject,
  owner: Located,
): { readonly name: string; readonly media: Located } | undefined {
  const content = member(owner.json, "content");
  if (!isObject(content)) return undefined;
  const [name] = Object.keys(content).sort();
  if (name === undefined) return undefined;
  const media = follow(document, content[name], appendPointer(owner.pointer, "content", name));
  return media === undefined ? undefined : { name, media };
}
