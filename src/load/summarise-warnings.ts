import type { NormalizedProblem } from "@redocly/openapi-core";
import { displayName } from "./problem-frames.js";
import { judge } from "./structural-rules.js";

/**
 * Problems that do not stop a generation, ready to print: one line for each kind, with how often and where first, since
 * a published contract may hold the same flaw a hundred times.
 *
 * @param known - those whose value the model knows from another version, and reads as that has it.
 */
export function summariseWarnings(
  problems: readonly NormalizedProblem[],
  known: ReadonlySet<NormalizedProblem> = new Set(),
): string[] {
  const kinds = new Map<string, { first: NormalizedProblem; consequence: string; places: Set<string> }>();
  for (const problem of problems) {
    const means = known.has(problem) ? UNDERSTOOD : consequence(problem);
    const key = `${kindOf(problem)}${means}`;
    const kind = kinds.get(key) ?? { first: problem, consequence: means, places: new Set() };
    kind.places.add(place(problem));
    kinds.set(key, kind);
  }
  return [...kinds.values()].map(({ first, consequence: means, places }) => {
    const count = places.size === 1 ? "" : `, and ${places.size - 1} more`;
    return `${first.message.replace(/\.?$/u, ".")}${means} (${place(first)}${count})`;
  });
}

/** Problems that name what they are about are one kind all the same: unusual keys, and the bundler's new names. */
function kindOf({ ruleId, message }: NormalizedProblem): string {
  if (ruleId === "spec-components-invalid-map-name") return ruleId;
  return message.replace(/ Renamed .*$/u, "");
}

const UNDERSTOOD = " It is understood all the same.";

/** Keywords of OpenAPI 3.1 that the model reads in the schemas of a 3.0 document as well, and 3.0's that it reads in 3.1. */
const READ_EVERYWHERE = new Set(
  (
    "nullable const prefixItems patternProperties propertyNames if then else dependentSchemas dependentRequired " +
    "contains minContains maxContains contentEncoding contentMediaType unevaluatedProperties unevaluatedItems " +
    "examples $defs $id $anchor"
  ).split(" "),
);

/** `anyOf: [{ type: Date }, { type: number }]`: what is left of such an alternative takes whatever the others do not. */
function isTypeOfAlternative({ location }: NormalizedProblem): boolean {
  return /\/(?:anyOf|oneOf)\/\d+\/type$/u.test(location[0]?.pointer ?? "");
}

function consequence(problem: NormalizedProblem): string {
  const [, unexpected = ""] = /^Property `(.+)` is not expected here/u.exec(problem.message) ?? [];
  if (READ_EVERYWHERE.has(unexpected)) {
    const shown = unexpected === "nullable" ? "nullable: true" : unexpected;
    return ` In a schema, \`${shown}\` is understood all the same.`;
  }
  const verdict = judge(problem);
  if (verdict === "ignore-value" && isTypeOfAlternative(problem))
    return " The value is ignored: without it the alternative takes anything that its other keywords allow, and where it has none, the others are lost in `unknown`.";
  if (verdict === "ignore-value") return " The value is ignored.";
  if (verdict === "understood") return UNDERSTOOD;
  return verdict === "write-as-text" ? " It is taken as a text." : "";
}

function place(problem: NormalizedProblem): string {
  const at = problem.location[0];
  return at === undefined ? "the document" : `${displayName(at.source)} ${at.pointer ?? ""}`.trimEnd();
}
