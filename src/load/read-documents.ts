import type { Document } from "@redocly/openapi-core";
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
