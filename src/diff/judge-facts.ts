import { fillTemplate } from "../diagnostics/diagnostic.js";
import { upperFirst } from "../text/words.js";
import type { Direction, Fact } from "./fact.js";
import { type Finding, fingerprintOf, type WireLevel } from "./finding.js";
import { bumpOf, wireLevel, worseWire } from "./law.js";
import type { Convention, DiffRule } from "./rules/diff-rule.js";
import { diffRule } from "./rules/rule-table.js";

/** Makes findings of the facts of the wire, in their order; places have no lines yet, and the client is not judged here. */
export function judgeFacts(facts: readonly Fact[]): readonly Finding[] {
  return facts.map(judgeFact);
}

function judgeFact(fact: Fact): Finding {
  const rule = diffRule(fact.change);
  const directions = rule.directed ? directionsOf(fact) : [];
  const [worst = rule.direction ?? "request", ...others] = directions.toSorted((left, right) =>
    heavier(levelOf(rule, fact, left), levelOf(rule, fact, right)),
  );
  // A directed change that no operation reaches changes nothing for a caller.
  const isReached = !rule.directed || directions.length > 0;
  const wire = isReached ? levelOf(rule, fact, worst) : "none";
  const id = rule.directed ? `${worst}.${fact.change}` : fact.change;
  const values = { ...fact.arguments, element: fact.element };
  const reasons = reasonsOf(rule, fact, wire);
  const why = typeof reasons === "string" ? reasons : reasons[worst];
  const runtime = typeof rule.runtime === "object" ? rule.runtime[worst] : rule.runtime;
  return {
    rule: id,
    effect: fact.effect,
    ...(rule.directed && isReached && { direction: others.length > 0 ? ("both" as const) : worst }),
    wire,
    sdk: "none",
    ...(runtime !== undefined && { runtime: fillTemplate(runtime, values) }),
    semver: bumpOf(wire, "none"),
    element: fact.element,
    title: upperFirst(fillTemplate(rule.title, values)),
    why: fillTemplate(isReached ? why : "No operation uses it.", values),
    ...(fact.old && { old: fact.old }),
    ...(fact.new && { new: fact.new }),
    reach: fact.uses,
    sdkNames: [],
    ...(wire === "breaking" && witnessOf(fact)),
    ...(fact.announced && { announced: fact.announced }),
    fingerprint: fingerprintOf(id, fact),
  };
}

function reasonsOf(rule: DiffRule, { effect }: Fact, wire: WireLevel): DiffRule["why"] {
  if (rule.directed && effect === "equal" && wire === "none") return "The same messages are valid as before.";
  if (effect === "unknown") return rule.whyUndecided ?? rule.why;
  return wire === "compatible" ? (rule.whyCompatible ?? rule.why) : rule.why;
}

function directionsOf({ uses }: Fact): readonly Direction[] {
  return [...new Set(uses.map(({ direction }) => direction))];
}

function heavier(left: WireLevel, right: WireLevel): number {
  if (left === right) return 0;
  return worseWire(left, right) === left ? -1 : 1;
}

/** The level of a change in one direction: the law's, or that of the rule's convention. */
function levelOf(rule: DiffRule, { effect, open }: Fact, direction: Direction): WireLevel {
  return conventionOf(rule, direction)?.level ?? wireLevel(effect, direction, open);
}

/** Where a rule departs from the law in a direction. */
export function conventionOf({ convention }: DiffRule, direction: Direction): Convention | undefined {
  return convention === undefined || "level" in convention ? convention : convention[direction];
}

function witnessOf({ witness }: Fact): Pick<Finding, "witness"> {
  const found = witness?.();
  return found === undefined ? {} : { witness: found };
}
