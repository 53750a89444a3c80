import { isObject, type Json, type JsonObject } from "../../determinism/json-tree.js";
import { flattenSchema } from "./flatten-schema.js";
import type { Direction } from "./json-schema-of.js";
import { type Alphabet, makeText } from "./make-text.js";
import { nodeAt, type PublishedDocument } from "./published-document.js";

/** What kind of value is wished for. */
export interface Wish {
  /** `everything`: optional members as well, as deep as {@link DEEP}; a number: each with that probability. */
  readonly optional: "required" | "everything" | number;
  readonly direction: Direction;
  readonly alphabet: Alphabet;
  /** Strings of bytes are Blobs: in multipart and binary bodies. */
  readonly files: boolean;
  /** No null, and no empty list or object: in texts they cannot be told from what is absent. */
  readonly text: boolean;
  /** In [0, 1). */
  readonly random: () => number;
}

/** Levels down to which optional members are made. */
const DEEP = 3;
/** Levels at which a value is given up. */
const TOO_DEEP = 14;

/** A value of a schema, at a guess. @throws Error when there seems to be none */
export function makeValue(document: PublishedDocument, schema: Json, wish: Wish, depth = 0): unknown {
  if (depth > TOO_DEEP) throw new Error("The schema has no end.");
  if (schema === false) throw new Error("The schema has no values.");
  const alternatives = (list: readonly Json[]): Json => {
    const usable = wish.text ? list.filter((one) => !isNull(one)) : list;
    const index = depth > DEEP + 1 ? 0 : Math.floor(wish.random() * usable.length);
    return usable[index] ?? list[0] ?? true;
  };
  const flat = flattenSchema(document, schema, alternatives);
  if (flat["const"] !== undefined) return flat["const"];
  if (Array.isArray(flat["enum"]) && flat["enum"].length > 0) return choose(flat["enum"], wish);
  const make = (node: Json): unknown => makeValue(document, node, wish, depth + 1);
  switch (typeOf(flat, wish)) {
    case "string":
      return isFile(flat) && wish.files ? makeFile(wish) : makeText(flat, wish.alphabet, wish.random);
    case "integer":
      return makeNumber(flat, 1, wish.random);
    case "number":
      return makeNumber(flat, 0.25, wish.random);
    case "boolean":
      return wish.random() < 0.5;
    case "null":
      return null;
    case "array":
      return makeList(flat, wish, depth, make);
    case "object":
      return makeObject(document, flat, wish, depth, make);
    default:
      return wish.files ? makeFile(wish) : wish.text ? "anything" : { anything: ["goes", 1, true] };
  }
}

/** What travels as bytes: `format: binary` of 3.0, what is encoded or said to be of a media type in 3.1. */
export function isFile(schema: JsonObject): boolean {
  return (
    schema["format"] === "binary" ||
    schema["contentEncoding"] === "binary" ||
    (schema["contentMediaType"] !== undefined && schema["contentEncoding"] === undefined)
  );
}

function isNull(schema: Json): boolean {
  return isObject(schema) && schema["type"] === "null";
}

function choose(values: readonly Json[], { random }: Wish): Json {
  const usable = values.filter((value) => value !== null);
  const [only = null] = usable;
  return usable[Math.floor(random() * usable.length)] ?? only;
}

function typeOf(schema: JsonObject, { random }: Wish): string | undefined {
  const types = (Array.isArray(schema["type"]) ? schema["type"] : [schema["type"]]).filter(
    (type): type is string => typeof type === "string",
  );
  const values = types.filter((type) => type !== "null");
  const [only] = types;
  if (types.length > 0) return values[Math.floor(random() * values.length)] ?? only;
  const has = (...names: readonly string[]): boolean => names.some((name) => schema[name] !== undefined);
  if (has("properties", "required", "additionalProperties", "minProperties", "patternProperties"))
    return "object";
  if (has("items", "prefixItems", "minItems")) return "array";
  if (has("pattern", "format", "minLength", "maxLength")) return "string";
  return has("minimum", "maximum", "multipleOf") ? "number" : undefined;
}

function makeFile({ random }: Wish): Blob {
  return new Blob([Uint8Array.from({ length: 32 }, () => Math.floor(random() * 256))]);
}

function makeNumber(schema: JsonObject, grain: number, random: () => number): number {
  const number = (name: string): number | undefined =>
    typeof schema[name] === "number" ? schema[name] : undefined;
  const step = number("multipleOf") ?? grain;
  const exclusive = { least: schema["exclusiveMinimum"], most: schema["exclusiveMaximum"] };
  const least = (number("exclusiveMinimum") ?? number("minimum") ?? 0) + (isSet(exclusive.least) ? step : 0);
  const upper = number("exclusiveMaximum") ?? number("maximum") ?? Math.max(least, 0) + 1000 * step;
  const most = upper - (isSet(exclusive.most) ? step : 0);
  const from = Math.min(least, most);
  const steps = Math.floor((most - from) / step);
  const value = Math.ceil(from / step) * step + Math.floor(random() * Math.min(steps + 1, 1000)) * step;
  return value === 0 ? 0 : Number(Math.min(value, most).toPrecision(12));
}

/** A switch of 3.0, or a bound of its own of 3.1. */
function isSet(exclusive: Json | undefined): boolean {
  return exclusive === true || typeof exclusive === "number";
}

function makeList(schema: JsonObject, wish: Wish, depth: number, make: (node: Json) => unknown): unknown[] {
  const prefix = Array.isArray(schema["prefixItems"]) ? schema["prefixItems"].map(make) : [];
  const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
  const most = typeof schema["maxItems"] === "number" ? schema["maxItems"] : Number.POSITIVE_INFINITY;
  const wished = depth > DEEP ? Number(wish.text) : wish.text || wish.optional !== "required" ? 2 : 0;
  const items = schema["items"] ?? true;
  const list = [...prefix];
  for (let tries = 0; list.length < Math.min(Math.max(least, wished), most) && tries < 200; tries += 1) {
    const element = attempt(() => make(items), list.length < least);
    const isNew = !list.some((other) => JSON.stringify(other) === JSON.stringify(element));
    if (element !== undefined && (isNew || schema["uniqueItems"] !== true)) list.push(element);
  }
  return list;
}

/** Of what is not demanded a failure is an absence. */
function attempt(make: () => unknown, demanded: boolean): unknown {
  try {
    return make();
  } catch (error) {
    if (demanded) throw error;
    return undefined;
  }
}

function makeObject(
  document: PublishedDocument,
  schema: JsonObject,
  wish: Wish,
  depth: number,
  make: (node: Json) => unknown,
): Record<string, unknown> {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const members: [string, unknown][] = [];
  for (const name of new Set([...Object.keys(properties), ...required.map(String)])) {
    const property = properties[name] ?? true;
    if (isHidden(document, property, wish.direction)) continue;
    const demanded = required.includes(name);
    if (!demanded && !isWished(wish, depth)) continue;
    const value = attempt(() => make(property), demanded);
    if (value !== undefined) members.push([name, value]);
  }
  // An empty object has no text: some optional member comes along.
  for (const name of Object.keys(properties)) {
    if (!wish.text || depth === 0 || members.length > 0) break;
    const value = isHidden(document, properties[name] ?? true, wish.direction)
      ? undefined
      : attempt(() => make(properties[name] ?? true), false);
    if (value !== undefined) members.push([name, value]);
  }
  const least = typeof schema["minProperties"] === "number" ? schema["minProperties"] : 0;
  const others = schema["additionalProperties"];
  const wished = isWished(wish, depth) && (isObject(others) || others === true) ? 2 : 0;
  for (let index = 0; index < Math.max(wished, least - members.length); index += 1) {
    const value = attempt(() => make(others ?? true), false);
    if (others !== false && value !== undefined) members.push([`other_${String(index)}`, value]);
  }
  return Object.fromEntries(members);
}

function isWished({ optional, random }: Wish, depth: number): boolean {
  if (optional === "required" || depth > DEEP) return false;
  return optional === "everything" || random() < optional;
}

function isHidden(document: PublishedDocument, property: Json, direction: Direction): boolean {
  const name = direction === "request" ? "readOnly" : "writeOnly";
  if (!isObject(property)) return false;
  if (property[name] === true) return true;
  const { $ref } = property;
  const target = typeof $ref === "string" ? nodeAt(document.root, $ref) : undefined;
  return isObject(target) && target[name] === true;
}
