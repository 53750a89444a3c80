import { nearestWord } from "../text/nearest-word.js";
import { UserError } from "../text/user-error.js";
import type { Direction, Effect } from "./fact.js";
import { conventionOf } from "./judge-facts.js";
import { wireLevel } from "./law.js";
import type { DiffRule } from "./rules/diff-rule.js";
import { diffRules } from "./rules/rule-table.js";

/** The ids that findings have: `request.KEY` and `response.KEY` of a directed rule, the key of every other. */
export function listRuleIds(): readonly string[] {
  return Object.entries(diffRules)
    .flatMap(([key, { directed }]) => (directed ? [`request.${key}`, `response.${key}`] : [key]))
    .sort();
}

/**
 * How the level of a rule follows from the law, as lines of text.
 *
 * @throws UserError (2) for an id that no rule has.
 */
export function explainRule(id: string): readonly string[] {
  const { key, directions } = readId(id);
  const rule = Object.hasOwn(diffRules, key) ? diffRules[key] : undefined;
  if (rule === undefined) throw unknownRule(id);
  if (key.startsWith("sdk.")) return [id, "", ...SDK];
  return [
    id,
    "",
    `Reported as: ${rule.title.replaceAll(/\{(\w+)(?::\w+)?\}/gu, "<$1>")}`,
    ...directions(rule).flatMap((direction) => ["", ...explainDirection(rule, direction)]),
    "",
    typeof rule.mirror === "string"
      ? `The opposite edit is reported as ${rule.mirror}.`
      : `The opposite edit has no rule. ${rule.mirror.none}`,
    `Catalogue: ${rule.catalogue}.`,
  ];
}

function readId(id: string): {
  readonly key: string;
  readonly directions: (rule: DiffRule) => readonly Direction[];
} {
  const [, direction, key] = /^(request|response)\.(.+)$/u.exec(id) ?? [];
  if (key !== undefined && Object.hasOwn(diffRules, key) && diffRules[key]?.directed === true) {
    return { key, directions: () => [direction === "request" ? "request" : "response"] };
  }
  return {
    key: id,
    directions: ({ directed, direction: own = "request" }) => (directed ? ["request", "response"] : [own]),
  };
}

const FLOWS = {
  request: "Towards the API: every value that was accepted must still be accepted.",
  response: "Towards the caller: no value may come that could not come before.",
} as const;

const EFFECTS: readonly (readonly [Effect, string])[] = [
  ["wider", "allows more values than before"],
  ["narrower", "allows fewer values than before"],
  ["other", "allows other values than before, and no longer all of the old ones"],
  ["unknown", "changes the allowed values in a way that cannot be computed"],
];

function explainDirection(rule: DiffRule, direction: Direction): readonly string[] {
  const why = typeof rule.why === "string" ? rule.why : rule.why[direction];
  const convention = conventionOf(rule, direction);
  const levels =
    convention === undefined
      ? EFFECTS.map(([effect, text]) => `  ${wireLevel(effect, direction).padEnd(10)}  if it ${text}`)
      : [`  ${convention.level} by convention: ${convention.reason}`];
  const open =
    direction === "response" && convention === undefined
      ? ["  risky       if it allows more values where generated clients accept unknown ones"]
      : [];
  return [FLOWS[direction], ...levels, ...open, `  Why: ${why.replaceAll(/\{(\w+)(?::\w+)?\}/gu, "<$1>")}`];
}

const SDK = [
  "This rule is about code that is compiled against the generated client.",
  "  breaking    if code that compiles with the old client does not compile with the new one",
  "  compatible  if all of it still compiles",
  "What callers construct (inputs, options) breaks when it allows less or needs more.",
  "What callers read (results, errors) breaks when it allows more or has less.",
  "An exported name that is removed breaks.",
];

function unknownRule(id: string): UserError {
  const near = nearestWord(id, listRuleIds());
  return new UserError(2, `There is no rule ${JSON.stringify(id)}.`, {
    remedy:
      near === undefined
        ? "Each finding of a report has the id of its rule. --explain list prints all ids."
        : `Did you mean ${near}? --explain list prints all ids.`,
  });
}
