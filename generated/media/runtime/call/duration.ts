import { ArgumentError } from "../errors/argument-error.js";
import type { Duration } from "./call-options.js";

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
 * @throws ArgumentError when it is not a positive number of milliseconds or a number with a unit (`"250ms"`, `"10m"`)
 */
export function readDuration(duration: Duration): number {
  const given: unknown = duration;
  const milliseconds = typeof given === "string" ? readText(given) : given;
  if (
    typeof milliseconds === "number" &&
    Number.isFinite(milliseconds) &&
    milliseconds > 0
  )
    return milliseconds;
  throw new ArgumentError({
    happened: `${shown(given)} is no length of time.`,
    remedy:
      'Give positive milliseconds, or a number with a unit: "250ms", "30s", "10m", "2h", "7d".',
  });
}

/** Any value of plain JavaScript, without what could throw. */
function shown(given: unknown): string {
  return typeof given === "string" || typeof given === "number"
    ? JSON.stringify(given)
    : `A value of type ${typeof given}`;
}

function readText(text: string): number {
  const parts = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text);
  return Number(parts?.[1]) * (units[parts?.[2] ?? ""] ?? Number.NaN);
}
