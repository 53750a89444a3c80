import { words } from "../../../../text/words.js";

/** What the client counts limits in, by the name that it knows them under; the others have no unit. */
const OWN: Readonly<Record<string, "bytes" | "days" | "minutes">> = {
  readsPerMinute: "minutes",
  writesPerMinute: "minutes",
  retentionDays: "days",
  maxBodyBytes: "bytes",
};

/** Units by the words of a name, in one spelling: `_ttl_hours_`. The larger sizes come before bytes, which end their words. */
const UNITS: readonly (readonly [unit: string, wording: RegExp])[] = [
  ["gigabytes", /_(?:gi(?:ga|bi)_?bytes?|gi?_?bytes?|g(?:i|i_)?b_$)/],
  ["megabytes", /_(?:me(?:ga|bi)_?bytes?|mi?_?bytes?|m(?:i|i_)?b_$)/],
  ["kilobytes", /_(?:ki(?:lo|bi)_?bytes?|ki?_?bytes?|k(?:i|i_)?b_$)/],
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
const SEVERAL =
  /_(?:per|in|each|every)?(?!1_|60_s)(\d{1,6})_(days?|d|hours?|hrs?|h|minutes?|mins?|m(?!_b)|seconds?|secs?|s)_/;

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

/** The unit of a member by the names of its path, where it is another one of the same kind than that of a limit. What a text counts may be anything. */
export function otherUnit(limit: string, path: readonly string[]): string | undefined {
  const own = unitOfLimit(limit);
  const stated = statedUnit(path);
  if (own === undefined || stated === undefined || stated === own) return undefined;
  return isOfSize(stated) === isOfSize(own) ? stated : undefined;
}
