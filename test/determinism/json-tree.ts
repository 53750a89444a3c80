import { isInExtension } from "../../src/openapi/keywords.js";

/** A parsed document. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** An object of a parsed document. */
export interface JsonObject {
  [name: string]: Json;
}

/** Whether a node is an object, and no list. */
export function isObject(node: Json | undefined): node is JsonObject {
  return typeof node === "object" && node !== null && !Array.isArray(node);
}

/** The object under a name. @throws Error when there is none */
export function objectAt(node: JsonObject, name: string): JsonObject {
  const found = node[name];
  if (!isObject(found)) throw new Error(`there is no object "${name}"`);
  return found;
}

/** The tree with the members of every object in another order; lists keep theirs. @param random in [0, 1) */
export function shuffleKeys(node: Json, random: () => number): Json {
  if (Array.isArray(node)) return node.map((item) => shuffleKeys(item, random));
  if (!isObject(node)) return node;
  const drawn = Object.entries(node).map(([name, value]) => ({ name, value, order: random() }));
  drawn.sort((one, other) => one.order - other.order);
  return Object.fromEntries(drawn.map(({ name, value }) => [name, shuffleKeys(value, random)]));
}

/** The tree with every reference replaced: `$ref` and the values of a discriminator's `mapping`; not in extensions. */
export function mapReferences(
  node: Json,
  replace: (reference: string) => string,
  keys: readonly string[] = [],
): Json {
  if (Array.isArray(node)) return node.map((item) => mapReferences(item, replace, keys));
  if (!isObject(node) || isInExtension(keys)) return node;
  const entries = Object.entries(node).map(([name, value]): [string, Json] => {
    if (name === "$ref" && typeof value === "string") return [name, replace(value)];
    if (name === "mapping" && isObject(value)) return [name, mapValues(value, replace)];
    return [name, mapReferences(value, replace, [...keys, name])];
  });
  return Object.fromEntries(entries);
}

function mapValues(mapping: JsonObject, replace: (reference: string) => string): JsonObject {
  const entries = Object.entries(mapping).map(([name, value]): [string, Json] => [
    name,
    typeof value === "string" ? replace(value) : value,
  ]);
  return Object.fromEntries(entries);
}
