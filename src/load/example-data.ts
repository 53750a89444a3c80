import { randomUUID } from "node:crypto";
import { type ObjectKind, objectKeywords, valueOf } from "../openapi/keywords.js";
import { dataKeywords, nameMaps } from "../openapi/places.js";
import { isMembers } from "./walk-tree.js";

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
  renameKeys(tree, restored);
}

/** Members keep their order: documentation shows data as it is written. */
function renameKeys(root: unknown, names: ReadonlyMap<string, string>): void {
  const seen = new Set<object>();
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== "object" || node === null || seen.has(node)) continue;
    seen.add(node);
    const entries: [string, unknown][] = Object.entries(node);
    if (entries.some(([key]) => names.has(key))) {
      for (const [key] of entries) Reflect.deleteProperty(node, key);
      for (const [key, value] of entries) {
        // `__proto__` is a legal name in data; plain assignment would change the prototype instead.
        const member = { value, enumerable: true, writable: true, configurable: true };
        Object.defineProperty(node, names.get(key) ?? key, member);
      }
    }
    for (const [, value] of entries) if (value !== null) open.push(value);
  }
}
