import type { NormalizedProblem } from "@redocly/openapi-core";
import { displayName } from "./problem-frames.js";
import { judge } from "./structural-rules.js";

/**
 * Problems that do not stop a generation, ready to print: one line for each kind, with how often and where first, since
 * a published contract may hold the same flaw a hundred times.
 */
export function summariseWarnings(problems: readonly NormalizedProblem[]): string[] {
  const kinds = new Map<string, { first: NormalizedProblem; places: Set<string> }>();
  for (const problem of problems) {
    const key = kindOf(problem);
    const kind = kinds.get(key) ?? { first: problem, places: new Set() };
    kind.places.add(place(problem));
    kinds.set(key, kind);
  }
  return [...kinds.values()].map(({ first, places }) => {
    const count = places.size === 1 ? "" : `, and ${places.size - 1} more`;
    return `${first.message.replace(/\.?$/u, ".")}${consequence(first)} (${place(first)}${count})`;
  });
}

/** Problems that name what they are about are one kind all the same: unusual keys, and the bundler's new names. */
function kindOf({ ruleId, message }: NormalizedProblem): string {
  if (ruleId === "spec-components-invalid-map-name") return ruleId;
  return message.replace(/ Renamed .*$/u, "");
}

function consequence(problem: NormalizedProblem): string {
  // OpenAPI 3.0 alone has it, and many a 3.1 document still.
  if (problem.message.startsWith("Property `nullable` is not expected"))
    return " In a schema, `nullable: true` is understood all the same.";
  const verdict = judge(problem);
  if (verdict === "ignore-value") return " The value is ignored.";
  if (verdict === "understood") return " It is understood all the same.";
  return verdict === "write-as-text" ? " It is taken as a text." : "";
}

function place(problem: NormalizedProblem): string {
  const at = problem.location[0];
  return at === undefined ? "the document" : `${displayName(at.source)} ${at.pointer ?? ""}`.trimEnd();
}
