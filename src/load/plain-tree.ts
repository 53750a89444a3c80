import { byText } from "../text/by-text.js";
import { toPointer } from "../text/json-pointer.js";
import type { Json, JsonObject } from "./loaded-contract.js";
import type { LoadBudget } from "./load-budget.js";

/** A parsed document is no tree, or a tree too deep. The message is a whole sentence. */
export class TreeFailure extends Error {
  override readonly name = "TreeFailure";
}

/** Told of every object and array of the copy, with the keys that lead to it. */
export type OnNode = (node: object, keys: readonly string[]) => void;

/**
 * A parsed document as a plain tree: keys sorted (so that nothing after this can depend on their order, not even the
 * bundler's choice of names), YAML aliases written out, so that no two places share an object.
 * Limits are counted while copying: an alias bomb of a few hundred bytes stops here, and so does an alias that
 * contains itself.
 *
 * @param where - name of the document, for messages.
 * @throws LimitFailure when a limit is passed; TreeFailure when an alias contains itself, or it is nested too deep.
 */
export function plainTree(parsed: unknown, budget: LoadBudget, where: string, onNode: OnNode): Json {
  const open = new Set<object>();
  const seen = new Set<object>();
  const keys: string[] = [];
  const { depth } = budget.limits;
  let repeated = 0;
  let pointerLength = 0;
  return copy(parsed);

  function copy(value: unknown): Json {
    const isAlias = typeof value === "object" && value !== null && seen.has(value);
    if (isAlias) repeated += 1;
    budget.spendValue(repeated > 0, where);
    if (typeof value !== "object" || value === null) return scalar(value, keys);
    if (open.has(value)) throw new TreeFailure("A YAML alias contains itself.");
    if (open.size >= depth) {
      throw new TreeFailure(`The document is nested deeper than ${depth} levels.`);
    }
    budget.spendNode(pointerLength, where);
    open.add(value);
    seen.add(value);
    const node = Array.isArray(value) ? copyArray(value) : copyObject(value);
    open.delete(value);
    if (isAlias) repeated -= 1;
    return node;
  }

  function below(key: string, value: unknown): Json {
    keys.push(key);
    pointerLength += key.length + 1;
    const made = copy(value);
    pointerLength -= key.length + 1;
    keys.pop();
    return made;
  }

  function copyArray(items: readonly unknown[]): Json {
    const node: Json[] = [];
    onNode(node, [...keys]);
    items.forEach((item, index) => {
      node.push(below(String(index), item));
    });
    return node;
  }

  function copyObject(source: object): JsonObject {
    const node: Record<string, Json> = {};
    onNode(node, [...keys]);
    for (const key of Object.keys(source).sort(byText)) {
      const value = below(key, (source as Record<string, unknown>)[key]);
      // `__proto__` is a legal name in a contract; plain assignment would change the prototype instead.
      Object.defineProperty(node, key, { value, enumerable: true, writable: true, configurable: true });
    }
    return node;
  }
}

/** A value that JSON has too. YAML's `.nan` and `.inf` are none, and a number beyond the range of doubles reads as infinite. */
function scalar(value: unknown, keys: readonly string[]): null | boolean | number | string {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value !== "number") {
    throw new TreeFailure(`The value at ${toPointer(keys)} must be a JSON value (got a ${typeof value}).`);
  }
  if (!Number.isFinite(value)) {
    throw new TreeFailure(`The number at ${toPointer(keys)} must be finite (got ${String(value)}).`);
  }
  return value;
}
