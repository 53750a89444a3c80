import type { Members } from "../../../openapi/visit.js";
import { ANY, type Bound, type BoundName } from "./schema-form.js";

/** Whether a value of a keyword is a number. */
export function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** The limits of numbers and counts of one schema object. */
export function readBounds(json: Members, pointer: string): ReadonlyMap<BoundName, Bound> {
  const bounds = new Map<BoundName, Bound>();
  for (const name of [
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
  ] as const) {
    const limit = json[name];
    // A minimum of 0 says nothing of a count.
    if (isNumber(limit) && !(limit <= 0 && name.startsWith("min")))
      bounds.set(name, { limit, isExclusive: false, pointer: `${pointer}/${name}` });
  }
  for (const [name, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    const bound = readNumberBound(json, name, exclusive, pointer);
    if (bound !== undefined) bounds.set(name, bound);
  }
  const count = closedCount(json);
  if (count !== undefined && count.limit <= (bounds.get("maxItems")?.limit ?? Infinity))
    bounds.set("maxItems", {
      limit: count.limit,
      isExclusive: false,
      pointer: `${pointer}/${count.keyword}`,
    });
  const least = containedCount(json);
  if (least > (bounds.get("minItems")?.limit ?? 0))
    bounds.set("minItems", { limit: least, isExclusive: false, pointer: `${pointer}/contains` });
  return bounds.size === 0 ? ANY.bounds : bounds;
}

/** How many items a tuple has at most that allows none after those that it describes. */
function closedCount({ prefixItems, items, additionalItems }: Members) {
  if (Array.isArray(items))
    return additionalItems === false ? { limit: items.length, keyword: "additionalItems" } : undefined;
  const limit = Array.isArray(prefixItems) ? prefixItems.length : 0;
  return items === false ? { limit, keyword: "items" } : undefined;
}

/** How many items an array has at least, because it contains some. */
function containedCount({ contains, minContains }: Members): number {
  if (contains === undefined) return 0;
  return isNumber(minContains) ? minContains : 1;
}

/** `minimum` with `exclusiveMinimum`, which is a flag in 3.0 and a bound of its own later. */
function readNumberBound(
  json: Members,
  name: "maximum" | "minimum",
  exclusive: string,
  pointer: string,
): Bound | undefined {
  const [limit, sharp] = [json[name], json[exclusive]];
  const bound: Bound | undefined = isNumber(limit)
    ? { limit, isExclusive: sharp === true, pointer: `${pointer}/${name}` }
    : undefined;
  if (!isNumber(sharp)) return bound;
  const isStricter =
    bound === undefined || (name === "minimum" ? sharp >= bound.limit : sharp <= bound.limit);
  return isStricter ? { limit: sharp, isExclusive: true, pointer: `${pointer}/${exclusive}` } : bound;
}
