import type { Document } from "@redocly/openapi-core";
import { toPointer } from "../text/json-pointer.js";
import type { ContractResolver } from "./contract-resolver.js";
import { followReference, hopLimit } from "./follow-reference.js";
import type { Place } from "./problem-frames.js";
import type { Documents } from "./read-documents.js";
import { referenceOf, walkTree } from "./walk-tree.js";

/**
 * Runs a walk of the bundler's library, which goes into a reference before it goes on: references that lead from schema
 * to schema, some hundred deep, take more stack than there is.
 *
 * @param refuse - throws where the stack did not suffice.
 * @param refuseCircle - throws where a reference leads back to itself by what the library takes for a pointer.
 */
export async function withinStack<T>(
  walk: () => Promise<T>,
  refuse: () => never,
  refuseCircle: () => never,
): Promise<T> {
  try {
    return await walk();
  } catch (error) {
    if (error instanceof RangeError && /call stack/u.test(error.message)) refuse();
    if (error instanceof Error && error.message === "Self-referencing circular pointer") refuseCircle();
    throw error;
  }
}

interface Step {
  readonly node: unknown;
  readonly document: Document;
  /** References on the way here. */
  readonly references: number;
  /** The last of them. */
  readonly last: unknown;
}

/** The reference that most others lead to, each once, in the order of such a walk. */
export function findDeepestReference(
  root: Document,
  documents: Documents,
  resolver: ContractResolver,
): Place {
  const seen = new Set<unknown>();
  let deepest: Step = { node: root.parsed, document: root, references: 0, last: undefined };
  const waiting = [deepest];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { node, document, references, last } = at;
    if (typeof node !== "object" || node === null || seen.has(node)) continue;
    seen.add(node);
    if (references > deepest.references) deepest = at;
    const found = followReference(node, document, documents, resolver, { hops: hopLimit });
    if (referenceOf(node) !== undefined && found !== "loop")
      waiting.push({ ...found, references: references + 1, last: node });
    // What comes last is looked at first.
    for (const child of Object.values(node).reverse())
      waiting.push({ node: child, document, references, last });
  }
  return placeOf(deepest.last, documents) ?? { source: root.source, pointer: "#/" };
}

function placeOf(reference: unknown, documents: Documents): Place | undefined {
  for (const { source, parsed } of documents.values()) {
    let pointer: string | undefined;
    walkTree(parsed, (node, keys) => {
      if (node === reference) pointer = toPointer(keys);
    });
    if (pointer !== undefined) return { source, pointer };
  }
  return undefined;
}
