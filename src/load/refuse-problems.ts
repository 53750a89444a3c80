import type { Document, NormalizedProblem } from "@redocly/openapi-core";
import { UserError } from "../text/user-error.js";
import { isDangling } from "./name-missing-target.js";
import { describeProblems, displayName, type Place } from "./problem-frames.js";
import { type LostReferences, MOST_REFERENCES } from "./reference-loops.js";

/** Refuses references that no value can be found behind. */
export function refuseLost({ loops, long }: LostReferences, color: boolean, document: Document): void {
  const circle = "This $ref leads to references alone, round in a circle.";
  const row = `This $ref leads to a value only through more than ${String(MOST_REFERENCES)} references.`;
  const problems = [
    ...loops.map((place) => referenceProblem(circle, place)),
    ...long.map((place) => referenceProblem(row, place)),
  ];
  refuse(problems, color, document);
}

/** Refuses a contract whose references lead from one to the next until the stack ends, with the last of them. */
export function refuseDeep(place: Place, color: boolean, document: Document): never {
  const message = "References lead from schema to schema, and to this $ref, deeper than can be checked.";
  throw refusal([referenceProblem(message, place)], color, document);
}

function referenceProblem(message: string, { source, pointer }: Place): NormalizedProblem {
  return {
    message,
    ruleId: "no-unresolved-refs",
    severity: "error",
    location: [{ source, pointer }],
    suggest: [],
  };
}

function remedyFor(problems: readonly NormalizedProblem[]): string {
  if (problems.some(({ message }) => message.includes("--allow-host")))
    return "Mend the contract, or allow the host by name: --allow-host HOST.";
  return problems.some(isDangling)
    ? "Mend the contract. A $ref is resolved from the file that it stands in."
    : "Mend the contract, or tell those who publish it.";
}

/**
 * Refuses a contract for its problems, all at once; nothing where there are none.
 *
 * @throws UserError (3).
 */
export function refuse(problems: readonly NormalizedProblem[], color: boolean, document: Document): void {
  if (problems.length > 0) throw refusal(problems, color, document);
}

function refusal(problems: readonly NormalizedProblem[], color: boolean, document: Document): UserError {
  return new UserError(
    3,
    `${displayName(document.source)} is not a contract that a client can be generated from.`,
    {
      where: describeProblems(problems, color),
      remedy: remedyFor(problems),
    },
  );
}
