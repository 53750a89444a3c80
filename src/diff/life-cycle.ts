import type { Json } from "../load/loaded-contract.js";

/** What a contract says of the life of an operation, parameter, header or property. */
export interface LifeCycle {
  readonly isDeprecated: boolean;
  /** As written. */
  readonly sunset?: Json | undefined;
  /** As written. */
  readonly stability?: Json | undefined;
}

/** What sunset dates are judged by. */
export interface SunsetNotice {
  /** ISO 8601 date, `2026-11-30`: sunset dates before it have passed. */
  readonly today: string;
  /** A new sunset date is at least as many days ahead. */
  readonly sunsetDays: number;
}

/** A change of a life cycle: the key of its rule without the subject, and the values of its texts. */
export interface LifeCycleChange {
  readonly change: string;
  readonly about: "deprecated" | "stability" | "sunset";
  readonly values: Readonly<Record<string, number | string>>;
}

const STABILITY = ["draft", "alpha", "beta", "stable"];

/** Compares deprecation, sunset dates and stability levels: rows B5 to B12 of the catalogue. */
export function compareLives(
  old: LifeCycle,
  now: LifeCycle,
  notice: SunsetNotice,
): readonly LifeCycleChange[] {
  const [was, is] = [old.isDeprecated, now.isDeprecated];
  const change = is ? "deprecated" : "deprecation-withdrawn";
  return [
    ...(was === is ? [] : [{ change, about: "deprecated", values: {} } as const]),
    ...sunsetChanges(old, now, notice).map((one) => ({ ...one, about: "sunset" }) as const),
    ...stabilityChanges(old, now).map((one) => ({ ...one, about: "stability" }) as const),
  ];
}

type Changed = Omit<LifeCycleChange, "about">;

function sunsetChanges(
  old: LifeCycle,
  now: LifeCycle,
  { today, sunsetDays }: SunsetNotice,
): readonly Changed[] {
  const [before, after] = [readSunset(old.sunset), readSunset(now.sunset)];
  if (after === undefined) {
    if (!now.isDeprecated) return [];
    if (!old.isDeprecated) return [{ change: "sunset-missing", values: {} }];
    return before === undefined ? [] : [{ change: "sunset-removed", values: { date: before.written } }];
  }
  if (before?.written === after.written) return [];
  if (after.date === undefined) return [{ change: "sunset-invalid", values: { date: after.written } }];
  const values = { old: before?.written ?? "", date: after.written };
  const days = daysBetween(today, after.date);
  const isNearer = before?.date === undefined || after.date < before.date;
  const isLater = before?.date !== undefined && after.date > before.date;
  return [
    ...(before?.date === undefined ? [{ change: "sunset-added", values: { date: after.written } }] : []),
    ...(isNearer && before?.date !== undefined ? [{ change: "sunset-brought-forward", values }] : []),
    ...(isLater ? [{ change: "sunset-postponed", values }] : []),
    ...(isNearer && days < sunsetDays
      ? [{ change: "sunset-too-near", values: { date: after.written, days, notice: sunsetDays } }]
      : []),
  ];
}

function stabilityChanges({ stability: old }: LifeCycle, { stability: now }: LifeCycle): readonly Changed[] {
  if (typeof now !== "string" || old === now) return [];
  const rank = STABILITY.indexOf(now);
  if (rank < 0) return [{ change: "stability-invalid", values: { new: now } }];
  // What has no level is stable.
  const before = typeof old === "string" ? STABILITY.indexOf(old) : STABILITY.length - 1;
  if (before < 0 || rank === before) return [];
  const change = rank < before ? "stability-lowered" : "stability-raised";
  return [{ change, values: { old: STABILITY[before] ?? "", new: now } }];
}

/** A sunset date as written, and as `2026-11-30` where it is one. */
export interface Sunset {
  readonly written: string;
  readonly date?: string;
}

/** Reads a sunset date; undefined: there is none. */
export function readSunset(value: Json | undefined): Sunset | undefined {
  if (value === undefined) return undefined;
  const written = typeof value === "string" ? value : JSON.stringify(value);
  const date = dateOf(written);
  return { written, ...(date !== undefined && { date }) };
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
