import type { Direction } from "../../../src/diff/fact.js";
import { type Child, childrenOf, isMembers, type Members, valueAt } from "../../../src/openapi/visit.js";
import type { ObjectKind } from "../../../src/openapi/keywords.js";
import { fragmentKeys, toPointer } from "../../../src/text/json-pointer.js";

/*
 * Which way the values of an object of a document flow, found by following what operations lead to. The mutator expects levels by it;
 * it knows nothing of how the comparison finds the same.
 */

const TURNED: Readonly<Record<Direction, Direction>> = { request: "response", response: "request" };

/** Pointer of each object that an operation leads to → the directions in which it is used. */
export type Directions = ReadonlyMap<string, ReadonlySet<Direction>>;

const known = new WeakMap<object, Directions>();

/** The directions of a document that does not change, found once. */
export function directionsOf(document: unknown): Directions {
  if (!isMembers(document)) return new Map();
  const found = known.get(document) ?? findDirections(document);
  known.set(document, found);
  return found;
}

/** Follows the operations of a document. */
export function findDirections(document: unknown): Directions {
  const found = new Map<string, Set<Direction>>();
  const open: { readonly keys: readonly string[]; readonly kind: ObjectKind; readonly way: Direction }[] = [];
  for (const [name, way] of [
    ["paths", "request"],
    ["webhooks", "response"],
  ] as const)
    if (isMembers(document) && isMembers(document[name]))
      for (const child of childrenOf({ [name]: document[name] }, "openapi"))
        open.push({ keys: child.keys, kind: child.kind, way });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { keys, kind, way } = next;
    const pointer = toPointer(keys);
    const ways = found.get(pointer) ?? new Set();
    const node = valueAt(document, keys);
    if (ways.has(way) || !isMembers(node) || isVoid(node, kind, way)) continue;
    found.set(pointer, ways.add(way));
    const reference = node["$ref"];
    if (typeof reference === "string" && reference.startsWith("#/"))
      open.push({ keys: fragmentKeys(reference), kind, way });
    for (const child of childrenOf(node, kind))
      open.push({ keys: [...keys, ...child.keys], kind: child.kind, way: wayOf(child, kind, way) });
  }
  return found;
}

/** Responses flow the other way than what is sent, and callbacks are sent by the API. */
function wayOf({ keys: [keyword] }: Child, kind: ObjectKind, way: Direction): Direction {
  const isTurned = kind === "operation" && (keyword === "responses" || keyword === "callbacks");
  return isTurned ? TURNED[way] : way;
}

/** A value that is never sent this way. */
function isVoid(node: Members, kind: ObjectKind, way: Direction): boolean {
  return kind === "schema" && node[way === "request" ? "readOnly" : "writeOnly"] === true;
}
