import type { Json, JsonObject } from "../../load/loaded-contract.js";
import type { Use } from "../fact.js";
import { compareLives, type LifeCycle, readSunset } from "../life-cycle.js";
import { flagMember, type Located, member, shown } from "./document-nodes.js";
import type { WireComparison } from "./wire-comparison.js";

/** Something with a life cycle, in both documents. */
export interface LivingPair {
  /** Prefix of the rules: `operation`. */
  readonly subject: "header" | "operation" | "parameter";
  readonly old: Located;
  readonly new: Located;
  readonly element: string;
  readonly uses: readonly Use[];
}

/** The sunset members, the first that is there counts: `x-sunset` is what tools know. */
const SUNSET = ["x-sunset", "sunset"];

/** Compares deprecation, sunset dates and stability levels. */
export function compareLifeCycle({ facts, today, sunsetDays }: WireComparison, pair: LivingPair): void {
  const [old, now] = [lifeOf(pair.old.json), lifeOf(pair.new.json)];
  for (const { change, about, values } of compareLives(old, now, { today, sunsetDays })) {
    facts.add({
      change: `${pair.subject}.${change}`,
      effect: "equal",
      element: pair.element,
      old: { pointer: pair.old.pointer, ...shown(old[about]) },
      new: { pointer: pair.new.pointer, ...shown(now[about]) },
      uses: pair.uses,
      arguments: values,
    });
  }
}

function lifeOf(json: JsonObject): LifeCycle & { readonly deprecated: Json | undefined } {
  return {
    isDeprecated: flagMember(json, "deprecated"),
    deprecated: member(json, "deprecated"),
    sunset: sunsetOf(json),
    stability: member(json, "x-stability-level"),
  };
}

function sunsetOf(json: JsonObject): Json | undefined {
  return SUNSET.map((name) => member(json, name)).find((value) => value !== undefined);
}

/** What a removal is, by the life cycle of what was removed. */
export type Removal = { readonly announced?: true } | { readonly earlyBefore: string };

/** Whether a removal was announced (deprecated, and its date has passed or there was none), or comes before its date. */
export function removalOf(json: JsonObject, today: string): Removal {
  const sunset = readSunset(sunsetOf(json));
  if (sunset?.date !== undefined && sunset.date > today) return { earlyBefore: sunset.written };
  return flagMember(json, "deprecated") ? { announced: true } : {};
}
