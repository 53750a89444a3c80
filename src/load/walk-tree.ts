import { randomUUID } from "node:crypto";
import { dataKeywords, nameMaps, objectKeywords, type ObjectKind, valueOf } from "../openapi/keywords.js";

/** An object of a parsed document, and the keys that lead to it. The keys change after the call: copy what is kept. */
export type OnObject = (node: Record<string, unknown>, keys: readonly string[]) => void;

/** Visits every object of a document, parents first; an object with several positions is visited once. */
export function walkTree(root: unknown, onObject: OnObject): void {
  const seen = new Set<object>();
  const keys: string[] = [];
  visit(root);

  function visit(node: unknown): void {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    if (!Array.isArray(node)) onObject(node as Record<string, unknown>, keys);
    for (const key of Object.keys(node)) {
      const value = (node as Record<string, unknown>)[key];
      if (typeof value !== "object" || value === null) continue;
      keys.push(key);
      visit(value);
      keys.pop();
    }
  }
}

/** The string of a `$ref` in an object; undefined where there is none. */
export function referenceOf(node: unknown): string | undefined {
  if (typeof node !== "object" || node === null || !Object.hasOwn(node, "$ref")) return undefined;
  const reference = (node as Record<string, unknown>)["$ref"];
  return typeof reference === "string" ? reference : undefined;
}

/** The value at the end of some keys; undefined when a key is missing on the way. */
export function valueAt(root: unknown, keys: readonly string[]): unknown {
  let node = root;
  for (const key of keys) {
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return undefined;
    node = (node as Record<string, unknown>)[key];
  }
  return node;
}

/** True for an object of a parsed document, false for a list. */
export function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Keywords that lead somewhere, or name what others lead to → what they are called until they are restored; random, so that
 * no contract can have a member of that name.
 */
const hidden = new Map(
  ["$ref", "$anchor", "$dynamicAnchor", "$id"].map((name) => [name, `\u0000${name} ${randomUUID()}`]),
);

const restored = new Map([...hidden].map(([name, hiddenName]) => [hiddenName, name]));

/** What an object is; `unknown` for one that only who refers to it knows; `names`: its keys are names of unknown objects. */
type Known = ObjectKind | "names" | "unknown";

/**
 * Hides references, anchors and identifiers in example data of a parsed document from all who would follow them, the bundler
 * among them: APIs that handle OpenAPI documents or JSON schemas show such data. `restoreExampleData` undoes it. Changes the tree in place.
 */
export function hideExampleData(tree: unknown): void {
  if (isMembers(tree)) visit(tree, rootKind(tree));
}

/** A file without an OpenAPI document holds one object, or several by names that its author chose. */
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
    if (kinds === "data") renameKeys(value, hidden);
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
  const described = valueOf(known, key);
  if (described.holds !== "data") return { kind: described.kind, named: described.holds.startsWith("map") };
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
  renameKeys(tree, restored);
}

/** Members keep their order: documentation shows data in that order. */
function renameKeys(root: unknown, names: ReadonlyMap<string, string>): void {
  const seen = new Set<object>();
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== "object" || node === null || seen.has(node)) continue;
    seen.add(node);
    const keys = Object.keys(node);
    if (keys.some((key) => names.has(key))) {
      const entries: [string, unknown][] = Object.entries(node);
      for (const [key] of entries) Reflect.deleteProperty(node, key);
      for (const [key, value] of entries) {
        // `__proto__` is a legal name in data; plain assignment would change the prototype instead.
        const member = { value, enumerable: true, writable: true, configurable: true };
        Object.defineProperty(node, names.get(key) ?? key, member);
      }
    }
    for (const value of Object.values(node) as unknown[])
      if (typeof value === "object" && value !== null) open.push(value);
  }
}
