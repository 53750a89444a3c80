import type { Document } from "@redocly/openapi-core";
import { toPointer } from "../text/json-pointer.js";
import type { ContractResolver } from "./contract-resolver.js";
import { followReference, hopLimit, type Found } from "./follow-reference.js";
import type { Place } from "./problem-frames.js";
import type { Documents } from "./read-documents.js";
import { referenceOf, walkTree } from "./walk-tree.js";

/**
 * Finds `$ref`s that lead to nothing but `$ref`s, in a circle: `A: {$ref: B}`, `B: {$ref: A}`. The bundler cannot stand
 * them. (A schema that contains itself is no loop: it leads to a value.)
 */
export function findReferenceLoops(documents: Documents, resolver: ContractResolver): Place[] {
  const found: Place[] = [];
  for (const document of documents.values()) {
    walkTree(document.parsed, (node, keys) => {
      if (referenceOf(node) === undefined || !isLoop(node, document, documents, resolver)) return;
      found.push({ source: document.source, pointer: toPointer(keys) });
    });
  }
  return found;
}

function isLoop(start: unknown, home: Document, documents: Documents, resolver: ContractResolver): boolean {
  const budget = { hops: hopLimit };
  let at: Found | "loop" = { node: start, document: home };
  while (at !== "loop" && referenceOf(at.node) !== undefined) {
    at = followReference(at.node, at.document, documents, resolver, budget);
  }
  return at === "loop";
}
