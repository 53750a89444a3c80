import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { readTime, type StatedTime } from "../../text/durations.js";
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
      const time = isInterval(name) ? readInterval(name, value) : undefined;
      if (time !== undefined)
        return { name, time: { ...time, wording: JSON.stringify(value).replaceAll('"', "") } };
    }
  return undefined;
}

/** Whether a name is that of an interval of polls by callers: every word is known, except one for whose extension it is (`x-acme-…`). */
function isInterval(name: string): boolean {
  if (!name.startsWith("x-") || name.length > LONGEST) return false;
  const [first = "", ...others] = words(name).slice(1);
  const all = [first, ...others];
  return (
    all.some((word) => word === "poll" || word === "polling") &&
    all.includes("interval") &&
    !OTHERS.has(first) &&
    others.every((word) => KNOWN.has(word) || isUnit(word))
  );
}

/** Words of the name of an interval. */
const KNOWN = new Set(
  "client default job min minimum operation poll polling interval recommended status suggested".split(" "),
);

/** Words of the longest interval, of what comes before the first poll, and of what others poll. */
const OTHERS = new Set(
  "backend first initial internal long max maximum server service timeout upstream worker".split(" "),
);

function isUnit(word: string): boolean {
  return readTime(`1 ${word}`) !== undefined;
}

/** The time of a number with a unit or in the unit of the name, or of an ISO 8601 duration. */
function readInterval(name: string, value: Json): StatedTime | undefined {
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  const text = String(value).slice(0, LONGEST).trim();
  if (!/^\d{1,9}(?:\.\d{1,3})?$/u.test(text)) return readTime(text);
  const unit = words(name).at(-1) ?? "";
  // The least one, or minutes: nothing tells.
  if (unit === "min") return undefined;
  if (isUnit(unit)) return readTime(`${text} ${unit}`);
  // Without a unit, a small number has seconds and a large one milliseconds. Between these, nothing tells.
  if (Number(text) <= MOST_SECONDS) return readTime(`${text}s`);
  if (Number(text) < LEAST_MILLISECONDS) return undefined;
  const seconds = Number(text) / 1000;
  return readTime(Number.isInteger(seconds) ? `${String(seconds)}s` : `${text}ms`);
}

/** Numbers without a unit that are seconds, and those that are milliseconds. */
const MOST_SECONDS = 120;
const LEAST_MILLISECONDS = 1000;
