import type { Json } from "../../../load/loaded-contract.js";
import { leadingTo } from "../../../openapi/recursive-results.js";
import type { SchemaReader } from "../form/schema-reader.js";

interface Pair {
  readonly old: string;
  readonly now: string;
}

/**
 * Decides whether the schemas at two pointers are the same text, and lead to the same texts by their references: most schemas
 * of two versions are, and need no normal form. Time is linear in the documents, whatever cycles there are.
 */
export function createSameSchemas(
  old: SchemaReader,
  now: SchemaReader,
): (oldPointer: string, newPointer: string) => boolean {
  // OpenAPI 3.0 ignores the siblings of a `$ref`.
  const hasSameSiblings = (old.dialect === "3.0") === (now.dialect === "3.0");
  const pairs = new Map<string, Pair>();
  const differences = new Map<Pair, { readonly isDifferent: boolean; readonly next: readonly Pair[] }>();
  const isDifferent = leadingTo<Pair>(
    (pair) => look(pair).isDifferent,
    (pair) => look(pair).next,
  );
  return (oldPointer, newPointer) => !isDifferent(pairOf(oldPointer, newPointer));

  function pairOf(oldPointer: string, newPointer: string): Pair {
    const key = `${oldPointer}\n${newPointer}`;
    const known = pairs.get(key);
    if (known !== undefined) return known;
    const pair = { old: oldPointer, now: newPointer };
    pairs.set(key, pair);
    return pair;
  }

  /** Undefined where a value of one side has no subtype on the other. */
  function subtypesOf(pair: Pair): readonly Pair[] | undefined {
    const [own, others] = [old.subtypesOf(pair.old), now.subtypesOf(pair.now)];
    if (own.size !== others.size || [...own.keys()].some((value) => !others.has(value))) return undefined;
    return [...own].map(([value, before]) => pairOf(before, others.get(value) ?? before));
  }

  function look(pair: Pair): { readonly isDifferent: boolean; readonly next: readonly Pair[] } {
    const known = differences.get(pair);
    if (known !== undefined) return known;
    const references = new Set<string>();
    const isSame = isSameText(old.raw(pair.old), now.raw(pair.now), references, hasSameSiblings);
    const next = [...references].map(($ref) => {
      const [one, other] = [old.referenceOf({ $ref }, pair.old), now.referenceOf({ $ref }, pair.now)];
      return pairOf(old.target(one ?? $ref), now.target(other ?? $ref));
    });
    const subtypes = isSame ? subtypesOf(pair) : undefined;
    const found = { isDifferent: subtypes === undefined, next: subtypes ? [...next, ...subtypes] : [] };
    differences.set(pair, found);
    return found;
  }
}

/**
 * Whether two values are the same, in any order of keys.
 *
 * @param references - gets the local references of both.
 * @param hasSameSiblings - what is beside a `$ref` means the same on both sides.
 */
function isSameText(
  left: Json | undefined,
  right: Json | undefined,
  references: Set<string> = new Set(),
  hasSameSiblings = true,
): boolean {
  if (left === right)
    return typeof left !== "object" || left === null || collect(left, references, hasSameSiblings);
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item: Json, index) =>
      isSameText(item, right[index] as Json, references, hasSameSiblings),
    );
  }
  const [one, other] = [left as Readonly<Record<string, Json>>, right as Readonly<Record<string, Json>>];
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => {
    if (!Object.hasOwn(other, name)) return false;
    const value = one[name];
    if (name === "$dynamicRef") return false;
    if (name === "$ref" && typeof value === "string") {
      if (!hasSameSiblings && names.length > 1) return false;
      if (value.startsWith("#")) references.add(value);
    }
    return isSameText(value, other[name], references, hasSameSiblings);
  });
}

/** An object that both documents share. */
function collect(value: Json, references: Set<string>, hasSameSiblings: boolean): boolean {
  const copy = Array.isArray(value) ? [...(value as readonly Json[])] : { ...(value as object) };
  return isSameText(value, copy, references, hasSameSiblings);
}
