import type { JsonObject } from "../../load/loaded-contract.js";
import type { Fact, Use } from "../fact.js";
import { flagMember, type Located, member, shown, textMember } from "./document-nodes.js";
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

const STABILITY = ["draft", "alpha", "beta", "stable"];

/** Compares deprecation, sunset dates and stability levels. */
export function compareLifeCycle(comparison: WireComparison, pair: LivingPair): void {
  const { facts } = comparison;
  const add = (change: string, name: string, values: Fact["arguments"] = {}) => {
    facts.add({
      change: `${pair.subject}.${change}`,
      effect: "equal",
      element: pair.element,
      old: { pointer: pair.old.pointer, ...shown(member(pair.old.json, name)) },
      new: { pointer: pair.new.pointer, ...shown(member(pair.new.json, name)) },
      uses: pair.uses,
      arguments: values,
    });
  };
  const wasDeprecated = flagMember(pair.old.json, "deprecated");
  const isDeprecated = flagMember(pair.new.json, "deprecated");
  if (!wasDeprecated && isDeprecated) add("deprecated", "deprecated");
  if (wasDeprecated && !isDeprecated) add("deprecation-withdrawn", "deprecated");
  compareSunset(pair, isDeprecated && !wasDeprecated, comparison, add);
  compareStability(pair, add);
}

type Add = (change: string, name: string, values?: Fact["arguments"]) => void;

function compareSunset(
  pair: LivingPair,
  isNew: boolean,
  { today, sunsetDays }: WireComparison,
  add: Add,
): void {
  const isDeprecated = flagMember(pair.new.json, "deprecated");
  const old = sunsetOf(pair.old.json);
  const now = sunsetOf(pair.new.json);
  if (now === undefined) {
    if (isNew) add("sunset-missing", "x-sunset");
    else if (isDeprecated && old !== undefined) add("sunset-removed", old.name, { date: old.written });
    return;
  }
  if (old?.written === now.written) return;
  if (now.date === undefined) {
    add("sunset-invalid", now.name, { date: now.written });
    return;
  }
  const values = { old: old?.written ?? "", date: now.written };
  if (old?.date !== undefined && now.date < old.date) add("sunset-brought-forward", now.name, values);
  if (old?.date !== undefined && now.date > old.date) add("sunset-postponed", now.name, values);
  const days = daysBetween(today, now.date);
  const isNearer = old?.date === undefined || now.date < old.date;
  if (isNearer && days < sunsetDays) {
    add("sunset-too-near", now.name, { date: now.written, days, notice: sunsetDays });
  }
}

function compareStability(pair: LivingPair, add: Add): void {
  const name = "x-stability-level";
  const old = textMember(pair.old.json, name);
  const now = textMember(pair.new.json, name);
  if (now === undefined || old === now) return;
  const rank = STABILITY.indexOf(now);
  if (rank < 0) add("stability-invalid", name, { new: now });
  // What has no level is stable.
  const before = old === undefined ? STABILITY.length - 1 : STABILITY.indexOf(old);
  if (rank < 0 || before < 0 || rank === before) return;
  const values = { old: STABILITY[before] ?? "", new: now };
  add(rank < before ? "stability-lowered" : "stability-raised", name, values);
}

/** A sunset date as written, and as `2026-11-30` where it is one. */
export interface Sunset {
  readonly name: string;
  readonly written: string;
  readonly date?: string;
}

/** The sunset date of an operation, parameter or header, if it has one. */
export function sunsetOf(json: JsonObject): Sunset | undefined {
  const name = SUNSET.find((each) => member(json, each) !== undefined);
  if (name === undefined) return undefined;
  const value = member(json, name);
  const written = typeof value === "string" ? value : JSON.stringify(value);
  const date = dateOf(written);
  return { name, written, ...(date !== undefined && { date }) };
}

/** ISO 8601 date, alone or with a time (RFC 3339). */
function dateOf(written: string): string | undefined {
  const [, date = ""] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/iu.exec(written) ??
    [];
  const parsed = new Date(`${date}T00:00:00Z`);
  return date === "" || Number.isNaN(parsed.valueOf()) || !parsed.toISOString().startsWith(date)
    ? undefined
    : date;
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;
}

/** What a removal is, by the life cycle of what was removed. */
export type Removal = { readonly announced?: true } | { readonly earlyBefore: string };

/** Whether a removal was announced (deprecated, and its date has passed or there was none), or comes before its date. */
export function removalOf(json: JsonObject, today: string): Removal {
  const sunset = sunsetOf(json);
  if (sunset?.date !== undefined && sunset.date > today) return { earlyBefore: sunset.written };
  return flagMember(json, "deprecated") ? { announced: true } : {};
}
