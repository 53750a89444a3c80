import type { Document, NormalizedProblem } from "@redocly/openapi-core";
import { ContractError } from "../../diagnostics/contract-error.js";
import { type Diagnostic, diagnostic, messageOf, uniqueDiagnostics } from "../../diagnostics/diagnostic.js";
import { locateProblem } from "../structural-rules.js";
import { isDangling } from "./dangling-references.js";
import { type ContractProblem, describeProblems, displayName, type Location } from "./problem-frames.js";
import { type LostReferences, MOST_REFERENCES } from "./reference-problems.js";
import type { RepairOverlay } from "./repair-overlay.js";

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

/** What lets a contract with references without a target be read nevertheless. */
interface DanglingRepair {
  readonly overlay: RepairOverlay | undefined;
  /** `--lenient` replaces the target of some, and is not given. */
  readonly canBeLenient: boolean;
  /** It replaces none of others, given or not. */
  readonly hasIrreplaceable: boolean;
}

/** What `--lenient` does not do. */
const IRREPLACEABLE =
  " --lenient replaces no security scheme: each call would lack its credentials. Declare the scheme.";

/** What `--lenient` does. */
const LENIENT = "With --lenient, such a value has the type `unknown`, or the client omits it.";

function remedyFor(
  problems: readonly NormalizedProblem[],
  { overlay, canBeLenient, hasIrreplaceable }: DanglingRepair,
  document: Document,
): string {
  const others = hasIrreplaceable ? IRREPLACEABLE : "";
  if (problems.some(({ message }) => message.includes("--allow-host")))
    return "Fix the contract, or allow the host by name: --allow-host HOST.";
  if (overlay !== undefined) {
    const rest = overlay.isComplete ? "" : " It does not reach all references.";
    const lenient = canBeLenient ? ` ${LENIENT}` : "";
    return `Fix the contract, or save the overlay below as ${overlay.file} and name it in \`overlays\` of cabinetry.yaml.${rest}${lenient}${others}`;
  }
  if (canBeLenient)
    return `Fix the contract. A $ref is resolved from the file that contains it. An overlay cannot add these targets: it changes ${displayName(document.source)} alone. ${LENIENT}${others}`;
  return problems.some(isDangling)
    ? `Fix the contract. A $ref is resolved from the file that contains it.${others}`
    : "Fix the contract, or report the problem to its publisher.";
}

/**
 * Refuses a contract for its problems, all at once; nothing where there are none.
 *
 * @param repair - for some of them.
 * @throws UserError (3).
 */
export function refuse(
  problems: readonly ContractProblem[],
  color: boolean,
  document: Document,
  repair?: DanglingRepair,
): void {
  if (problems.length > 0) throw refusal(problems, color, document, repair);
}

function refusal(
  problems: readonly ContractProblem[],
  color: boolean,
  document: Document,
  repair: DanglingRepair = { overlay: undefined, canBeLenient: false, hasIrreplaceable: false },
): ContractError {
  const { overlay } = repair;
  return new ContractError(
    `${displayName(document.source)} is not a contract that a client can be generated from.`,
    {
      where: describeProblems(problems, color),
      remedy: remedyFor(problems, repair, document),
      ...(overlay !== undefined && { overlay: overlay.text }),
    },
    uniqueDiagnostics(
      problems.map((problem) => locateProblem(problem, (pointer) => describeError(problem, pointer))),
    ),
  );
}
