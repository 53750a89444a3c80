import { words } from "../../../text/words.js";

/** What the client counts limits in, by the name that it knows them under; the others have no unit. */
const OWN: Readonly<Record<string, "bytes" | "days" | "minutes">> = {
  readsPerMinute: "minutes",
  writesPerMinute: "minutes",
  retentionDays: "days",
  maxBodyBytes: "bytes",
};

/** Units by the words of a name, in one spelling: `_ttl_hours_`. The larger sizes come before bytes, which end their words. */
const UNITS: readonly (readonly [unit: string, wording: RegExp])[] = [
  ["gigabytes", /_(?:gi(?:ga|bi)_?bytes?|g(?:i|i_)?b_$)/],
  ["megabytes", /_(?:me(?:ga|bi)_?bytes?|m(?:i|i_)?b_$)/],
  ["kilobytes", /_(?:ki(?:lo|bi)_?bytes?|kbytes?|k(?:i|i_)?b_$)/],
  ["bytes", /_(?:bytes?|octets?)_/],
  ["minutes", /_(?:minutes?|mins|rpm)_|_per_min_|_60_(?:seconds|secs|s)_/],
  ["days", /_(?:days?|daily)_|_d_$/],
  ["milliseconds", /_(?:milliseconds?|millis|msecs?|ms)_/],
  ["seconds", /_(?:seconds?|secs?|rps|qps)_|_s_$/],
  ["hours", /_(?:hours?|hrs?|hourly)_|_h_$/],
  ["weeks", /_(?:weeks?|weekly)_/],
  ["months", /_(?:months?|monthly)_/],
  ["years", /_(?:years?|yearly)_/],
];

/** Several of one unit: five minutes are another unit than one. */
const SEVERAL = /_(?:per)?(?!1_|60_s)(\d{1,6})_(days|hours|mins|minutes|secs|seconds)_/;

/** The unit that a path says by its names: the innermost one decides. */
export function statedUnit(path: readonly string[]): string | undefined {
  return path.map(unitOf).findLast((unit) => unit !== undefined);
}

function unitOf(name: string): string | undefined {
  const key = `_${words(name).join("_")}_`;
  const [, count, several] = SEVERAL.exec(key) ?? [];
  if (count !== undefined) return `${count} ${several ?? ""}`;
  return UNITS.find(([, wording]) => wording.test(key))?.[0];
}

/** The unit that a limit is counted in; undefined: it has none. */
export function unitOfLimit(limit: string): string | undefined {
  return Object.hasOwn(OWN, limit) ? OWN[limit] : undefined;
}

/** Whether a unit is one of sizes; the others are of time. */
export function isOfSize(unit: string): boolean {
  return unit.endsWith("bytes");
}

const WORD = "([kmg]i?b|[a-z]{3,12})";

/** Where a description says what a number is counted in: "Hours that", "in hours", "number of hours", "(KiB)". */
const COUNTED = new RegExp(`^\\W{0,3}${WORD}\\b|\\b(?:in|number of)\\s${WORD}\\b|\\(${WORD}\\b`, "giu");

/** The same of a rate: "per second", "each second". */
const RATED = new RegExp(`\\b(?:per|an?|each|every)\\s${WORD}\\b`, "giu");

/** Characters of a description that are searched. */
const LONGEST = 1000;

/**
 * The unit of a member, where it is another one of the same kind than that of a limit: by its path, else by what the contract says of it.
 *
 * @param text - what the contract says of it
 */
export function otherUnit(limit: string, path: readonly string[], text = ""): string | undefined {
  const own = unitOfLimit(limit);
  if (own === undefined) return undefined;
  const inPath = statedUnit(path);
  const isOther = (unit: string | undefined): unit is string =>
    unit !== undefined && unit !== own && isOfSize(unit) === isOfSize(own);
  if (inPath !== undefined) return isOther(inPath) ? inPath : undefined;
  const searched = text.slice(0, LONGEST);
  if (unitsAmong(searched.match(/[a-z]+/giu) ?? []).includes(own)) return undefined;
  const wording = own === "minutes" ? RATED : COUNTED;
  const named = [...searched.matchAll(wording)].flatMap((match) => match.slice(1));
  return unitsAmong(named).find(isOther);
}

function unitsAmong(all: readonly (string | undefined)[]): readonly string[] {
  return all.flatMap((word) => (word === undefined ? [] : (unitOf(word.toLowerCase()) ?? [])));
}
