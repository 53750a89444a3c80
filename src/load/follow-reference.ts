import type { Document } from "@redocly/openapi-core";
import { fragmentKeys } from "../text/json-pointer.js";
import type { ContractResolver } from "./contract-resolver.js";
import type { Documents } from "./read-documents.js";
import { referenceOf } from "./walk-tree.js";

/** A value of one of a contract's documents; undefined where nothing stands. */
export interface Found {
  readonly node: unknown;
  readonly document: Document;
  /** Where nothing stands: the reference that leads there, which is another one where a pointer goes through it. */
  readonly broken?: unknown;
}

/** How many references may still be followed; counted down. */
export interface Budget {
  hops: number;
  /** Filled with the references that are followed, in order. */
  readonly passed?: unknown[];
}

/** References on the way of one pointer before they count as a loop; contracts have one. */
export const hopLimit = 100;

/**
 * What the reference in a node leads to, before any reference that stands there is followed; references on the way of
 * its pointer are. `loop` when the budget does not suffice.
 *
 * @param node - holds a `$ref`; anything else leads to itself.
 * @param readKeys - how the keys of a pointer are read; default: as RFC 6901 has it.
 */
export function followReference(
  node: unknown,
  home: Document,
  documents: Documents,
  resolver: ContractResolver,
  budget: Budget,
  readKeys: (fragment: string) => readonly string[] = fragmentKeys,
): Found | "loop" {
  const reference = referenceOf(node);
  if (reference === undefined) return { node, document: home };
  if (budget.hops === 0) return "loop";
  budget.hops -= 1;
  budget.passed?.push(node);
  const [uri = "", fragment = ""] = reference.split("#");
  const absoluteRef = resolver.resolveExternalRef(home.source.absoluteRef, uri);
  const target = uri === "" ? home : documents.get(absoluteRef);
  const nowhere = { node: undefined, document: home, broken: node };
  if (target === undefined) return nowhere;
  let at: Found = { node: target.parsed, document: target };
  for (const name of readKeys(fragment)) {
    const key = readKeys === fragmentKeys ? name : indexOf(at.node, name);
    while (referenceOf(at.node) !== undefined && !Object.hasOwn(at.node as object, key)) {
      const behind = followReference(at.node, at.document, documents, resolver, budget, readKeys);
      if (behind === "loop") return "loop";
      if (behind.node === undefined) return behind;
      at = behind;
    }
    if (typeof at.node !== "object" || at.node === null || !Object.hasOwn(at.node, key)) return nowhere;
    at = { node: (at.node as Record<string, unknown>)[key], document: at.document };
  }
  return at;
}

/**
 * The keys of a pointer as the bundler's library reads them: it skips empty ones, undoes `~1` before percent-encoding, and
 * takes any number for an index. Where that leads in a circle, it fails.
 */
export function libraryKeys(fragment: string): readonly string[] {
  return fragment
    .replace(/^\//u, "")
    .split("/")
    .map((segment) => decoded(segment.replaceAll("~1", "/").replaceAll("~0", "~")))
    .filter((key) => key !== "");
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function indexOf(node: unknown, key: string): string {
  return Array.isArray(node) ? String(Number(key)) : key;
}
