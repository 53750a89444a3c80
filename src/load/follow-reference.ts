import type { Document } from "@redocly/openapi-core";
import { fragmentKeys } from "../text/json-pointer.js";
import type { ContractResolver } from "./contract-resolver.js";
import type { Documents } from "./read-documents.js";
import { referenceOf } from "./walk-tree.js";

/** A value of one of a contract's documents; undefined where nothing stands. */
export interface Found {
  readonly node: unknown;
  readonly document: Document;
}

/** How many references may still be followed; counted down. */
export interface Budget {
  hops: number;
}

/** References on the way of one pointer before they count as a loop; contracts have one. */
export const hopLimit = 100;

/**
 * What the reference in a node leads to, before any reference that stands there is followed; references on the way of
 * its pointer are. `loop` when the budget does not suffice.
 *
 * @param node - holds a `$ref`; anything else leads to itself.
 */
export function followReference(
  node: unknown,
  home: Document,
  documents: Documents,
  resolver: ContractResolver,
  budget: Budget,
): Found | "loop" {
  const reference = referenceOf(node);
  if (reference === undefined) return { node, document: home };
  if (budget.hops === 0) return "loop";
  budget.hops -= 1;
  const [uri = "", fragment = ""] = reference.split("#");
  const absoluteRef = resolver.resolveExternalRef(home.source.absoluteRef, uri);
  const target = uri === "" ? home : documents.get(absoluteRef);
  if (target === undefined) return { node: undefined, document: home };
  let at: Found = { node: target.parsed, document: target };
  for (const key of fragmentKeys(fragment)) {
    while (referenceOf(at.node) !== undefined && !Object.hasOwn(at.node as object, key)) {
      const behind = followReference(at.node, at.document, documents, resolver, budget);
      if (behind === "loop") return "loop";
      at = behind;
    }
    if (typeof at.node !== "object" || at.node === null) return { node: undefined, document: at.document };
    const members = at.node as Record<string, unknown>;
    at = { node: Object.hasOwn(members, key) ? members[key] : undefined, document: at.document };
  }
  return at;
}
