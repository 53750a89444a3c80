import type { JsonObject } from "../determinism/json-tree.js";
import { copyOf, isContainer, nodesOf, put, take } from "./json-nodes.js";

/**
 * Makes a document smaller for as long as it fails in the same way: takes away whatever can go, and puts what is inside
 * of a value in its place.
 *
 * @param fails - whether a document still fails in the same way.
 * @param milliseconds - how long it may take; then the smallest one so far is good enough.
 */
export async function shrink(
  document: JsonObject,
  fails: (candidate: JsonObject) => Promise<boolean>,
  milliseconds: number,
): Promise<JsonObject> {
  const end = performance.now() + milliseconds;
  let smallest = document;
  for (let smaller = true; smaller;) {
    smaller = false;
    for (const candidates of [withoutOne, withInsideOut]) {
      for (let index = 0; performance.now() < end; index += 1) {
        const candidate = candidates(smallest, index);
        if (candidate === undefined) break;
        if (candidate === "same" || !(await fails(candidate))) continue;
        smallest = candidate;
        smaller = true;
        // What followed has moved up to this place.
        index -= 1;
      }
    }
  }
  return smallest;
}

type Candidate = JsonObject | "same" | undefined;

/** The document without its value of that number; undefined past the last one. */
function withoutOne(document: JsonObject, index: number): Candidate {
  const copy = copyOf(document);
  const node = nodesOf(copy)[index];
  if (node === undefined) return undefined;
  take(node.parent, node.key);
  return copy;
}

/** The document with a value replaced by the only one in it. */
function withInsideOut(document: JsonObject, index: number): Candidate {
  const copy = copyOf(document);
  const node = nodesOf(copy)[index];
  if (node === undefined) return undefined;
  const inside = isContainer(node.value) ? Object.values(node.value) : [];
  const [only] = inside;
  if (only === undefined || inside.length > 1 || !isContainer(only)) return "same";
  put(node.parent, node.key, only);
  return copy;
}
