import { randomUUID } from "node:crypto";
import { nameMaps } from "./name-maps.js";

/** Keywords whose value is data: a `$ref` in it is a member of that name, not a reference. */
const dataKeywords = new Set(["const", "default", "enum", "example"]);

/** What a hidden `$ref` is called until it is restored; random, so that no contract can have a member of that name. */
const hidden = `\u0000$ref ${randomUUID()}`;

/**
 * Hides the `$ref`s in example data of a parsed document from the bundler, which would follow them: APIs that handle
 * OpenAPI documents or JSON schemas show such data. `restoreExampleData` undoes it. Changes the tree in place.
 */
export function hideExampleData(tree: unknown): void {
  visit(tree, false);
}

function visit(node: unknown, isNameMap: boolean): void {
  if (typeof node !== "object" || node === null) return;
  if (Array.isArray(node)) {
    for (const item of node) visit(item, false);
    return;
  }
  for (const [key, value] of Object.entries(node)) {
    if (isNameMap) visit(value, false);
    else if (isData(key, value, node)) renameKey(value, "$ref", hidden);
    else visit(value, nameMaps.has(key));
  }
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
