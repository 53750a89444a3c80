import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { words } from "../../text/words.js";
import type { PollExtension } from "../api-model.js";
import { isObject, objectMember } from "../json-members.js";

/** Characters of the longest name and value of an extension that are read. */
const LONGEST = 100;

/** What an extension of an operation, else of one of its responses, says of how often it is polled: `x-min-poll-interval: PT5S`. */
export function pollExtension(operation: JsonObject): PollExtension | undefined {
  const responses = Object.values(objectMember(operation, "responses") ?? {}).filter(isObject);
  for (const holder of [operation, ...responses])
    for (const [name, value] of Object.entries(holder)) {
      const milliseconds = isInterval(name) ? readInterval(name, value) : undefined;
      if (milliseconds !== undefined)
        return { name, written: JSON.stringify(value).replaceAll('"', ""), milliseconds };
    }
  return undefined;
}

/** Whether a name is that of an interval of polls; not the longest one, or what comes before the first poll. */
function isInterval(name: string): boolean {
  if (!name.startsWith("x-") || name.length > LONGEST) return false;
  const all = words(name);
  return (
    all.some((word) => word === "poll" || word === "polling") &&
    all.some((word) => word === "interval" || word === "period") &&
    !all.some((word) => OTHERS.has(word))
  );
}

const OTHERS = new Set("first initial long max maximum timeout".split(" "));

/** Milliseconds by the unit that a name or a value ends with. */
const UNITS: readonly (readonly [unit: RegExp, milliseconds: number])[] = [
  [/^(?:ms|millis|milliseconds?)$/i, 1],
  [/^(?:s|secs?|seconds?)$/i, 1000],
  [/^(?:m|mins?|minutes?)$/i, 60_000],
];

/** Milliseconds: of a number with a unit or in the unit of the name, or of an ISO 8601 duration. */
function readInterval(name: string, value: Json): number | undefined {
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  const text = String(value).slice(0, LONGEST).trim();
  const [iso, minutes = "", seconds = ""] = /^PT(?:(\d{1,4})M)?(?:(\d{1,6})S)?$/.exec(text) ?? [];
  if (iso !== undefined) return positive(Number(minutes) * 60_000 + Number(seconds) * 1000);
  const [, count, unit = ""] = /^(\d{1,7})\s?([a-z]*)$/i.exec(text) ?? [];
  if (count === undefined) return undefined;
  const written = unit === "" ? (words(name).at(-1) ?? "") : unit;
  const [, times] = UNITS.find(([pattern]) => pattern.test(written)) ?? [];
  if (times !== undefined || unit !== "") return positive(Number(count) * (times ?? 0));
  // Without a unit, a small number has seconds and a large one milliseconds. Between these, nothing tells.
  if (Number(count) <= MOST_SECONDS) return positive(Number(count) * 1000);
  return Number(count) >= LEAST_MILLISECONDS ? Number(count) : undefined;
}

/** Numbers without a unit that are seconds, and those that are milliseconds. */
const MOST_SECONDS = 120;
const LEAST_MILLISECONDS = 1000;

function positive(milliseconds: number): number | undefined {
  return milliseconds > 0 ? milliseconds : undefined;
}
