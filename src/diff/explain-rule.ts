import { byText } from "../text/by-text.js";
import { nearestWord } from "../text/words.js";
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
    .sort(byText);
}

/** What a rule reports, as one sentence without the values of a contract: `<element> was removed.` */
export function describeRule(id: string): string {
  const { key } = readId(id);
  const rule = Object.hasOwn(diffRules, key) ? diffRules[key] : undefined;
  return rule === undefined ? (DIAGNOSTICS.get(id)?.[0] ?? id) : withoutValues(rule.title);
}

function withoutValues(template: string): string {
  return template.replaceAll(/\{(\w+)(?::\w+)?\}/gu, "<$1>");
}

/**
 * How the level of a rule follows from the law, as lines of text.
 *
 * @throws UserError (2) for an id that no rule has.
 */
export function explainRule(id: string): readonly string[] {
  const promise = DIAGNOSTICS.get(id);
  if (promise !== undefined) return [id, "", ...promise];
  const { key, directions } = readId(id);
  const rule = Object.hasOwn(diffRules, key) ? diffRules[key] : undefined;
  if (rule === undefined) throw unknownRule(id);
  if (key.startsWith("sdk.")) return [id, "", ...SDK];
  return [
    id,
    "",
    `Reported as: ${withoutValues(rule.title)}`,
    ...directions(rule).flatMap((direction) => ["", ...explainDirection(rule, direction)]),
    "",
    typeof rule.mirror === "string"
      ? `The opposite edit is reported as ${rule.mirror}.`
      : `The opposite edit has no rule. ${rule.mirror.none}`,
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
  const convention = conventionOf(rule, direction);
  const levels =
    convention === undefined
      ? EFFECTS.map(([effect, text]) => `  ${wireLevel(effect, direction).padEnd(10)}  if it ${text}`)
      : [`  ${convention.level} by convention: ${convention.reason}`];
  const open =
    direction === "response" && convention === undefined
      ? ["  risky       if it allows more values where generated clients accept unknown ones"]
      : [];
  return [FLOWS[direction], ...levels, ...open, ...explainReasons(rule, direction)];
}

/** The reasons that findings of a rule give, with the level that each is of. */
function explainReasons(
  { why, whyCompatible, whyUndecided }: DiffRule,
  direction: Direction,
): readonly string[] {
  const reasons = [
    ["Why", typeof why === "string" ? why : why[direction]],
    ["Why, where it is compatible", whyCompatible?.[direction]],
    ["Why, where it cannot be computed", whyUndecided?.[direction]],
  ] as const;
  const printed = new Set<string>();
  return reasons.flatMap(([label, reason]) => {
    if (reason === undefined || printed.has(reason)) return [];
    printed.add(reason);
    return [`  ${label}: ${withoutValues(reason)}`];
  });
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
  const near = nearestWord(id, listExplained());
  return new UserError(2, `The rule ${JSON.stringify(id)} does not exist.`, {
    remedy:
      near === undefined
        ? "Each finding of a report has the id of its rule. --explain list prints all ids."
        : `Did you mean ${near}? --explain list prints all ids.`,
  });
}

/** What a report says beside findings, by id: what it is, then where it is set. */
const DIAGNOSTICS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "policy/version-path",
    [
      "While the version in the path of an API stays (/v1), only compatible changes are made to it.",
      "It is broken by changes that break the wire. diff.policies.versionPath sets its level: error, warning or off.",
    ],
  ],
  [
    "policy/sunset",
    [
      "What is deprecated has a readable sunset date, which is not brought forward and leaves enough time.",
      "diff.policies.sunset sets its level, diff.policies.sunsetDays the days.",
    ],
  ],
  [
    "policy/stability",
    [
      "The stability level of an operation or a property is not lowered.",
      "diff.policies.stability sets its level: error, warning or off.",
    ],
  ],
  [
    "policy/version",
    [
      "The version of the document (info.version) is raised by at least what the report advises for the API.",
      "diff.policies.version sets its level: error, warning or off.",
    ],
  ],
  ["accept/unmatched", ["An entry of the acceptance file accepts no change of this comparison."]],
  [
    "accept/expired",
    ["An entry of the acceptance file has a last day that is over, and its change is still there."],
  ],
  ["levels/unknown-rule", ["The configuration sets a level for a rule that does not exist."]],
  [
    "generator/other-version",
    [
      "The old client was generated by another version of Cabinetry, which can ask for another version of the package.",
    ],
  ],
  [
    "used-by/no-tsconfig",
    ["The folder of the consumer has no tsconfig.json: its files are read without one."],
  ],
  ["used-by/other-contract", ["The consumer's client was generated from another contract than the old one."]],
  ["used-by/missing-package", ["A package that the consumer's code imports is not installed."]],
  ["used-by/unread-file", ["A file of the consumer is not read, so its uses of the client do not count."]],
  ["used-by/no-use", ["The consumer's code does not use the client."]],
]);

/** Every id that `explainRule` knows: those of rules, and those of what a report says beside findings. */
export function listExplained(): readonly string[] {
  return [...listRuleIds(), ...DIAGNOSTICS.keys()].sort(byText);
}
