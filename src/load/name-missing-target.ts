import type { NormalizedProblem } from "@redocly/openapi-core";
import { pointerKeys } from "../text/json-pointer.js";
import type { ContractResolver } from "./contract-resolver.js";
import { referenceOf, valueAt } from "./walk-tree.js";

/** A reference that leads nowhere, as the rule of the bundler's library says it when nothing else is known. */
const BARE = "Can't resolve $ref";

/** Whether a problem is a reference that leads nowhere. */
export function isDangling({ message }: NormalizedProblem): boolean {
  return message.startsWith(BARE);
}

/**
 * The problems without those that only lead to another: a reference to a place of its own document that exists, and is itself a
 * reference that leads nowhere. Where nothing else would be left, all.
 */
export function rootCauses(
  problems: readonly NormalizedProblem[],
  resolver: ContractResolver,
): readonly NormalizedProblem[] {
  const causes = problems.filter((problem) => !leadsOn(problem, resolver));
  return causes.some(isDangling) ? causes : problems;
}

function leadsOn({ message, location: [at] }: NormalizedProblem, resolver: ContractResolver): boolean {
  if (message !== BARE || at?.pointer === undefined) return false;
  const parsed = resolver.documentOf(at.source)?.parsed;
  const reference = referenceOf(valueAt(parsed, pointerKeys(at.pointer)));
  if (reference?.startsWith("#/") !== true) return false;
  return referenceOf(valueAt(parsed, pointerKeys(reference))) !== undefined;
}

/** The problem with what the reference names in its message, where the library leaves that to the code frame. */
export function nameMissingTarget(problem: NormalizedProblem, resolver: ContractResolver): NormalizedProblem {
  const [at] = problem.location;
  if (problem.message !== BARE || at?.pointer === undefined) return problem;
  const reference = referenceOf(valueAt(resolver.documentOf(at.source)?.parsed, pointerKeys(at.pointer)));
  if (reference === undefined) return problem;
  const [uri = "", fragment = ""] = reference.split("#");
  const missing =
    uri === "" ? `\`#${fragment}\` does not exist` : `\`${uri}\` has nothing at \`#${fragment}\``;
  return { ...problem, message: `${BARE}: ${missing}.` };
}
