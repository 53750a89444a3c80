import type { Document, NormalizedProblem } from "@redocly/openapi-core";
import { pointerKeys, toPointer } from "../text/json-pointer.js";
import type { ContractResolver } from "./contract-resolver.js";
import { followReference, type Found, hopLimit } from "./follow-reference.js";
import type { Documents } from "./read-documents.js";
import { referenceOf, valueAt } from "./walk-tree.js";

/** A reference that leads nowhere, as the rule of the bundler's library says it when nothing else is known. */
const BARE = "Can't resolve $ref";

/** Whether a problem is a reference that leads nowhere. */
export function isDangling({ message }: NormalizedProblem): boolean {
  return message.startsWith(BARE);
}

/**
 * The problems, each reference that leads to another one that leads nowhere, or through it, told of at that one, in any document: many
 * problems of one cause are equal then, and the same problem is said once.
 */
export function rootCauses(
  problems: readonly NormalizedProblem[],
  documents: Documents,
  resolver: ContractResolver,
): readonly NormalizedProblem[] {
  return problems.map((problem) => {
    const found = isDangling(problem) ? referenceAt(problem, resolver) : undefined;
    const cause = found && brokenBehind(found, documents, resolver);
    const origin = typeof cause === "object" && cause !== null ? resolver.originOf(cause) : undefined;
    if (cause === found?.node || origin === undefined) return problem;
    return { ...problem, location: [{ source: origin.source, pointer: toPointer(origin.keys) }] };
  });
}

/** The object with the reference that a problem is about. */
function referenceAt(
  { location: [at] }: NormalizedProblem,
  resolver: ContractResolver,
): { readonly node: object; readonly document: Document } | undefined {
  const document = at === undefined ? undefined : resolver.documentOf(at.source);
  if (at?.pointer === undefined || document === undefined) return undefined;
  const node = valueAt(document.parsed, pointerKeys(at.pointer));
  if (typeof node !== "object" || node === null || referenceOf(node) === undefined) return undefined;
  return { node, document };
}

/** The reference that breaks, of those that one leads to and goes through; undefined where none does. */
function brokenBehind(start: Found, documents: Documents, resolver: ContractResolver): unknown {
  // Loops were refused before: this one ends.
  for (let at = start; referenceOf(at.node) !== undefined;) {
    const found = followReference(at.node, at.document, documents, resolver, { hops: hopLimit });
    if (found === "loop") return undefined;
    if (found.node === undefined) return found.broken;
    at = found;
  }
  return undefined;
}

/** The problem with what the reference names in its message, where the library leaves that to the code frame. */
export function nameMissingTarget(problem: NormalizedProblem, resolver: ContractResolver): NormalizedProblem {
  const found = problem.message === BARE ? referenceAt(problem, resolver) : undefined;
  const reference = referenceOf(found?.node);
  if (reference === undefined) return problem;
  const [uri = "", fragment = ""] = reference.split("#");
  const missing =
    uri === "" ? `\`#${fragment}\` does not exist` : `\`${uri}\` has nothing at \`#${fragment}\``;
  return { ...problem, message: `${BARE}: ${missing}.` };
}
