import type { Document } from "@redocly/openapi-core";
import { fragmentKeys, toPointer } from "../text/json-pointer.js";
import type { ContractResolver } from "./contract-resolver.js";
import type { Place } from "./problem-frames.js";
import { referenceOf, walkTree } from "./walk-tree.js";

/** References in a row before they count as a loop; contracts have three or four. */
const hopLimit = 100;

/**
 * Finds `$ref`s that lead to nothing but `$ref`s, in a circle: `A: {$ref: B}`, `B: {$ref: A}`. The bundler cannot stand
 * them. (A schema that contains itself is no loop: it leads to a value.) Reads every document of the contract on the way.
 */
export async function findReferenceLoops(root: Document, resolver: ContractResolver): Promise<Place[]> {
  const found: Place[] = [];
  const documents = await readAll(root, resolver);
  for (const document of documents.values()) {
    walkTree(document.parsed, (node, keys) => {
      if (referenceOf(node) === undefined || !isLoop(node, document, resolver, documents)) return;
      found.push({ source: document.source, pointer: toPointer(keys) });
    });
  }
  return found;
}

/** Absolute reference → document, for all that the references of the contract name and that can be read. */
async function readAll(root: Document, resolver: ContractResolver): Promise<ReadonlyMap<string, Document>> {
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
  } catch {
    return [absoluteRef, undefined];
  }
}

function isLoop(
  start: unknown,
  home: Document,
  resolver: ContractResolver,
  documents: ReadonlyMap<string, Document>,
): boolean {
  let hops = 0;
  return follow(start, home) === "loop";

  /** The value behind a node, through any references; `loop` when there is none. */
  function follow(node: unknown, document: Document): { node: unknown; document: Document } | "loop" {
    const reference = referenceOf(node);
    if (reference === undefined) return { node, document };
    hops += 1;
    if (hops > hopLimit) return "loop";
    const [uri = "", fragment = ""] = reference.split("#");
    const absoluteRef = resolver.resolveExternalRef(document.source.absoluteRef, uri);
    const target = uri === "" ? document : documents.get(absoluteRef);
    if (target === undefined) return { node: undefined, document };
    return descend(target, fragmentKeys(fragment));
  }

  /** A pointer may lead through further references on its way. */
  function descend(
    target: Document,
    keys: readonly string[],
  ): { node: unknown; document: Document } | "loop" {
    let at: { node: unknown; document: Document } = { node: target.parsed, document: target };
    for (const key of keys) {
      if (typeof at.node === "object" && at.node !== null && !Object.hasOwn(at.node, key)) {
        const behind = follow(at.node, at.document);
        if (behind === "loop") return "loop";
        at = behind;
      }
      if (typeof at.node !== "object" || at.node === null) return { node: undefined, document: at.document };
      at = { node: (at.node as Record<string, unknown>)[key], document: at.document };
    }
    return follow(at.node, at.document);
  }
}
