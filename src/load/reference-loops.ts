import type { Document } from "@redocly/openapi-core";
import { toPointer } from "../text/json-pointer.js";
import type { ContractResolver } from "./contract-resolver.js";
import { followReference, hopLimit, libraryKeys, type Found } from "./follow-reference.js";
import type { Place } from "./problem-frames.js";
import type { Documents } from "./read-documents.js";
import { referenceOf, walkTree } from "./walk-tree.js";

/** References that no value can be found behind. */
export interface LostReferences {
  /** Those that lead to nothing but `$ref`s, in a circle: `A: {$ref: B}`, `B: {$ref: A}`. */
  readonly loops: readonly Place[];
  /** Those that lead to a value only through more than {@link MOST_REFERENCES} others; of one row the last of them. */
  readonly long: readonly Place[];
}

/** References in a row that the bundler resolves in time, which grows with their square; contracts have three or four. */
export const MOST_REFERENCES = 200;

/**
 * Finds the references that the bundler cannot stand. (A schema that contains itself is no loop: it leads to a value.)
 */
export function findLostReferences(documents: Documents, resolver: ContractResolver): LostReferences {
  const loops: Place[] = [];
  const long: Place[] = [];
  const known = new Map<unknown, number>();
  const knownToLibrary = new Map<unknown, number>();
  for (const document of documents.values()) {
    walkTree(document.parsed, (node, keys) => {
      if (referenceOf(node) === undefined) return;
      const length = countReferences(node, document, documents, resolver, known);
      const place = { source: document.source, pointer: toPointer(keys) };
      // The library reads some pointers in its own way, and fails where they lead in a circle by that.
      const read = countReferences(node, document, documents, resolver, knownToLibrary, libraryKeys);
      if (length === Infinity || read === Infinity) loops.push(place);
      if (length === MOST_REFERENCES + 1) long.push(place);
    });
  }
  return { loops, long };
}

/**
 * References from one to the value that it leads to, itself counted; infinite in a circle.
 *
 * @param known - the same of references that were followed before: each is followed once.
 */
function countReferences(
  start: unknown,
  home: Document,
  documents: Documents,
  resolver: ContractResolver,
  known: Map<unknown, number>,
  readKeys?: (fragment: string) => readonly string[],
): number {
  const trail = new Set<unknown>();
  let at: Found | "loop" = { node: start, document: home };
  while (at !== "loop" && referenceOf(at.node) !== undefined && !known.has(at.node)) {
    if (trail.has(at.node)) at = "loop";
    else {
      trail.add(at.node);
      at = followReference(at.node, at.document, documents, resolver, { hops: hopLimit }, readKeys);
    }
  }
  let length = at === "loop" ? Infinity : (known.get(at.node) ?? 0);
  for (const node of [...trail].reverse()) {
    length += 1;
    known.set(node, length);
  }
  return length;
}
