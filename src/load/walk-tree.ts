/** An object of a parsed document, and the keys that lead to it. The keys change after the call: copy what is kept. */
export type OnObject = (node: Record<string, unknown>, keys: readonly string[]) => void;

/** Visits every object of a document, parents first, an object that stands in several places once. */
export function walkTree(root: unknown, onObject: OnObject): void {
  const seen = new Set<object>();
  const keys: string[] = [];
  visit(root);

  function visit(node: unknown): void {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    if (!Array.isArray(node)) onObject(node as Record<string, unknown>, keys);
    for (const [key, value] of Object.entries(node)) {
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

/** True for an object of a parsed document that is no list. */
export function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
