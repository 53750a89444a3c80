import type { ContractResolver } from "./contract-resolver.js";
import { followReference, hopLimit } from "./follow-reference.js";
import type { Documents } from "./read-documents.js";
import { referenceOf, walkTree } from "./walk-tree.js";

/**
 * Object that holds a `$ref` → the object that stands where it leads, a reference itself perhaps. Bundling moves both and
 * rewrites the reference, but keeps the objects.
 */
export type ReferenceTargets = ReadonlyMap<object, object>;

/**
 * Remembers what every reference of a contract in several files leads to. To be called before bundling, and after
 * references that go in circles were refused. Of a document in one file nothing is remembered: its references stay.
 */
export function readReferenceTargets(documents: Documents, resolver: ContractResolver): ReferenceTargets {
  const targets = new Map<object, object>();
  if (documents.size === 1) return targets;
  for (const document of documents.values()) {
    walkTree(document.parsed, (node) => {
      if (referenceOf(node) === undefined) return;
      const found = followReference(node, document, documents, resolver, { hops: hopLimit });
      if (found === "loop" || typeof found.node !== "object" || found.node === null) return;
      targets.set(node, found.node);
    });
  }
  return targets;
}
