import { randomUUID } from "node:crypto";
import { type ObjectKind, objectKeywords, valueOf } from "../openapi/keywords.js";
import { dataKeywords, nameMaps } from "../openapi/places.js";
import { isMembers } from "./walk-tree.js";

/** What a hidden `$ref` is called until it is restored; random, so that no contract can have a member of that name. */
const hidden = `\u0000$ref ${randomUUID()}`;

/** What an object is; `unknown` for one that only who refers to it knows; `names`: its keys are names of unknown objects. */
type Known = ObjectKind | "names" | "unknown";

/**
 * Hides the `$ref`s in example data of a parsed document from the bundler, which would follow them: APIs that handle
 * OpenAPI documents or JSON schemas show such data. `restoreExampleData` undoes it. Changes the tree in place.
 */
export function hideExampleData(tree: unknown): void {
  if (isMembers(tree)) visit(tree, rootKind(tree));
}

/** A file that is no OpenAPI document holds one object, or several by names that its author chose. */
function rootKind(tree: Readonly<Record<string, unknown>>): Known {
  if ("openapi" in tree) return "openapi";
  const keys = Object.keys(tree);
  const isKeyword = (key: string) =>
    key === "$ref" || (!dataKeywords.has(key) && key !== "examples" && allKeywordNames.has(key));
  const isObject = keys.some(isKeyword) || keys.some((key) => !isMembers(tree[key]));
  return isObject ? "unknown" : "names";
}

const allKeywordNames: ReadonlySet<string> = new Set(
  Object.values(objectKeywords).flatMap(({ keywords }) => [...keywords.keys()]),
);

function visit(node: unknown, known: Known): void {
  if (Array.isArray(node)) for (const item of node) visit(item, known);
  if (!isMembers(node)) return;
  for (const [key, value] of Object.entries(node)) {
    const kinds = below(key, value, node, known);
    if (kinds === "data") renameKey(value, "$ref", hidden);
    else if (kinds.named && isMembers(value))
      for (const child of Object.values(value)) visit(child, kinds.kind);
    else visit(value, kinds.kind);
  }
}

/** What the value of a member is, and whether it holds several of those by names. */
function below(
  key: string,
  value: unknown,
  holder: Readonly<Record<string, unknown>>,
  known: Known,
): "data" | { readonly kind: Known; readonly named: boolean } {
  if (known === "names") return { kind: "unknown", named: false };
  if (known === "unknown") {
    return isData(key, value, holder) ? "data" : { kind: "unknown", named: nameMaps.has(key) };
  }
  const told = valueOf(known, key);
  if (told.holds !== "data") return { kind: told.kind, named: told.holds.startsWith("map") };
  // What no version knows may be an object that others refer to.
  return objectKeywords[known].keywords.has(key) ? "data" : { kind: "unknown", named: false };
}

/** `value` is data in an Example Object alone; a schema's `examples` is a list of data, elsewhere it is a map of examples. */
function isData(key: string, value: unknown, holder: object): boolean {
  if (key === "examples") return Array.isArray(value);
  if (key === "value") return !("type" in holder) && !("$ref" in holder);
  return dataKeywords.has(key);
}

/** Gives hidden members their name back. Changes the tree in place. */
export function restoreExampleData(tree: unknown): void {
  renameKey(tree, hidden, "$ref");
}

function renameKey(root: unknown, from: string, to: string): void {
  const seen = new Set<object>();
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== "object" || node === null || seen.has(node)) continue;
    seen.add(node);
    const members = node as Record<string, unknown>;
    if (Object.hasOwn(members, from)) {
      members[to] = members[from];
      Reflect.deleteProperty(members, from);
    }
    for (const value of Object.values(members)) if (value !== null) open.push(value);
  }
}
