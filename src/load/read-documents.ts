import type { Document } from "@redocly/openapi-core";
import { fragmentKeys } from "../text/json-pointer.js";
import type { ContractResolver } from "./contract-resolver.js";
import { LimitFailure } from "./load-budget.js";
import { referenceOf, walkTree } from "./walk-tree.js";

/** Absolute reference → document. The root is the first. */
export type Documents = ReadonlyMap<string, Document>;

/**
 * Reads all documents that the references of a contract name and that can be read, the root among them.
 *
 * @throws LimitFailure where they cost more than the limits allow.
 */
export async function readDocuments(root: Document, resolver: ContractResolver): Promise<Documents> {
  const documents = new Map([[root.source.absoluteRef, root]]);
  // A map goes on with what is added while it is walked.
  for (const document of documents.values()) {
    const named = new Set<string>();
    walkTree(document.parsed, (node) => {
      const uri = referenceOf(node)?.split("#")[0] ?? "";
      if (uri !== "") named.add(resolver.resolveExternalRef(document.source.absoluteRef, uri));
    });
    const unread = [...named].filter((absoluteRef) => !documents.has(absoluteRef));
    const read = await Promise.all(unread.map((absoluteRef) => readOne(absoluteRef, resolver)));
    for (const [absoluteRef, found] of read) if (found !== undefined) documents.set(absoluteRef, found);
  }
  return documents;
}

/** What cannot be read is reported where it is referred to, by the structural rules. */
async function readOne(
  absoluteRef: string,
  resolver: ContractResolver,
): Promise<[string, Document | undefined]> {
  try {
    const document = await resolver.resolveDocument(null, absoluteRef);
    return [absoluteRef, document instanceof Error ? undefined : document];
  } catch (error) {
    if (error instanceof LimitFailure) throw error;
    return [absoluteRef, undefined];
  }
}

/** A value of one of a contract's documents; undefined where the document has none. */
export interface Found {
  readonly node: unknown;
  readonly document: Document;
  /** Where the document has no value: the reference that leads there, or the one that its pointer goes through. */
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
 * What the reference in a node leads to, before a reference at the target is followed; references on the way of
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

/**
 * Object that holds a `$ref` → its target, which may be a reference itself. Bundling moves both and
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
