import type { Document, NormalizedProblem } from "@redocly/openapi-core";
import { ContractError } from "../../diagnostics/contract-error.js";
import { type Diagnostic, diagnostic, messageOf, uniqueDiagnostics } from "../../diagnostics/diagnostic.js";
import { pointerKeys, toPointer } from "../../text/json-pointer.js";
import type { ContractResolver } from "../contract-resolver.js";
import { describeProblems, displayName, type Location } from "./problem-frames.js";
import { type Documents, followReference, type Found, hopLimit } from "../read-documents.js";
import { type LostReferences, MOST_REFERENCES } from "./reference-problems.js";
import { locateProblem } from "../structural-rules.js";
import { referenceOf, valueAt } from "../walk-tree.js";

/** Refuses references that no value can be found behind. */
export function refuseLost({ own, loops, long }: LostReferences, color: boolean, document: Document): void {
  const problems = [
    ...own.map((location) => referenceProblem("reference/to-itself", location)),
    ...loops.map((location) => referenceProblem("reference/circle", location)),
    ...long.map((location) => referenceProblem("reference/too-many-steps", location)),
  ];
  refuse(problems, color, document);
}

/** Refuses a contract whose references lead from one to the next until the stack ends, with the last of them. */
export function refuseDeep(location: Location, color: boolean, document: Document): never {
  throw refusal([referenceProblem("reference/too-deep", location)], color, document);
}

/** Rules of references that Cabinetry checks itself. */
type ReferenceRule =
  "reference/circle" | "reference/to-itself" | "reference/too-deep" | "reference/too-many-steps";

function referenceProblem(ruleId: ReferenceRule, { source, pointer }: Location): NormalizedProblem {
  return {
    message: messageOf(referenceDiagnostic(ruleId, pointer)),
    ruleId,
    severity: "error",
    location: [{ source, pointer }],
    suggest: [],
  };
}

function referenceDiagnostic(id: ReferenceRule, pointer: string): Diagnostic {
  return id === "reference/too-many-steps"
    ? diagnostic(id, pointer, { limit: MOST_REFERENCES })
    : diagnostic(id, pointer);
}

function describeError({ ruleId, message }: NormalizedProblem, pointer: string): Diagnostic {
  switch (ruleId) {
    case "reference/circle":
    case "reference/to-itself":
    case "reference/too-deep":
    case "reference/too-many-steps":
      return referenceDiagnostic(ruleId, pointer);
    case "no-unresolved-refs":
      return diagnostic("openapi/no-unresolved-refs", pointer, { problem: message });
    case "struct":
      return diagnostic("openapi/struct-error", pointer, { problem: message });
    default:
      return diagnostic("openapi/bundler-error", pointer, { problem: message });
  }
}

function remedyFor(problems: readonly NormalizedProblem[]): string {
  if (problems.some(({ message }) => message.includes("--allow-host")))
    return "Fix the contract, or allow the host by name: --allow-host HOST.";
  return problems.some(isDangling)
    ? "Fix the contract. A $ref is resolved from the file that contains it."
    : "Fix the contract, or report the problem to its publisher.";
}

/**
 * Refuses a contract for its problems, all at once; nothing where there are none.
 *
 * @throws UserError (3).
 */
export function refuse(problems: readonly NormalizedProblem[], color: boolean, document: Document): void {
  if (problems.length > 0) throw refusal(problems, color, document);
}

function refusal(problems: readonly NormalizedProblem[], color: boolean, document: Document): ContractError {
  return new ContractError(
    `${displayName(document.source)} is not a contract that a client can be generated from.`,
    {
      where: describeProblems(problems, color),
      remedy: remedyFor(problems),
    },
    uniqueDiagnostics(
      problems.map((problem) => locateProblem(problem, (pointer) => describeError(problem, pointer))),
    ),
  );
}

/** The message of the bundler's library for a reference without a target. */
const BARE = "Can't resolve $ref";

/** Whether a problem is a reference without a target. */
function isDangling({ message }: NormalizedProblem): boolean {
  return message.startsWith(BARE);
}

/**
 * Reports a reference that leads to, or through, a reference without a target at that second reference, in any document.
 * Problems with one cause are equal then, and are reported once.
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
