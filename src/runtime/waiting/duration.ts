import { ArgumentError, quoted } from "../errors/argument-error.js";

/** A length of time: milliseconds, or a number with a unit: `"250ms"`, `"30s"`, `"10m"`, `"2h"`, `"7d"`. */
export type Duration = number | `${number}${"ms" | "s" | "m" | "h" | "d"}`;

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/**
 * A length of time in milliseconds.
 *
 * @param option - its name, as the caller knows it
 * @throws ArgumentError when it is not a positive number of milliseconds or a number with a unit (`"250ms"`, `"10m"`)
 */
export function readDuration(duration: Duration, option: string): number {
  const given: unknown = duration;
  const milliseconds = typeof given === "string" ? readText(given) : given;
  if (
    typeof milliseconds === "number" &&
    Number.isFinite(milliseconds) &&
    milliseconds > 0
  )
    return milliseconds;
  throw new ArgumentError({
    happened: `\`${option}\` must be a length of time (got ${quoted(given)}).`,
    remedy:
      'Give positive milliseconds, or a number with a unit: "250ms", "30s", "10m", "2h", "7d".',
  });
}

function readText(text: string): number {
  const parts = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text);
  return Number(parts?.[1]) * (units[parts?.[2] ?? ""] ?? Number.NaN);
}
