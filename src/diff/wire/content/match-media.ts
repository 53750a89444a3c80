import type { Located } from "../document-nodes.js";

/** A media type of a body or response, or a range of them (`image/*`). */
export interface WireMedia {
  /** As written. */
  readonly name: string;
  /** In lower case, without parameters. */
  readonly type: string;
  /** In lower case, without white space. */
  readonly full: string;
  readonly self: Located;
}

/** Two media types that describe the same messages: those of `old` are described by `now`. */
export interface MediaPair {
  readonly old: WireMedia;
  readonly now: WireMedia;
  /** The side that is a range around the other, where both documents have the types of that range: nothing comes or goes. */
  readonly range?: "new" | "old";
}

/** What took the place of what: one range for several types, several types for one range, or one type for another. */
export interface RenamedMedia {
  readonly relation: "generalised" | "parameters-changed" | "specialised";
  readonly old: readonly WireMedia[];
  readonly now: readonly WireMedia[];
}

/** How the media types of two documents belong together. */
export interface MatchedMedia {
  readonly pairs: readonly MediaPair[];
  readonly renamed: readonly RenamedMedia[];
  readonly removed: readonly WireMedia[];
  readonly added: readonly WireMedia[];
}

/**
 * Matches the media types of two documents. A type with a suffix (`application/merge-patch+json`) is another type than
 * `application/json`: who sends or accepts one of them does not send or accept the other (RFC 6838, section 4.2.8).
 */
export function matchMedia(old: readonly WireMedia[], now: readonly WireMedia[]): MatchedMedia {
  const same = old.flatMap((before): readonly MediaPair[] => {
    const after = now.find(({ full }) => full === before.full);
    return after === undefined ? [] : [{ old: before, now: after }];
  });
  const inBoth = same.flatMap((pair) => [pair.old, pair.now]);
  const [gone, come] = [without(old, inBoth), without(now, inBoth)];
  // A type within a range that the other document has as well, or within a wider one, comes or goes without a loss.
  const covered = [
    ...gone.flatMap((before) =>
      closestRange(before, now)
        .filter((range) => closestRange(range, old).length > 0)
        .map((range): MediaPair => ({ old: before, now: range, range: "new" })),
    ),
    ...come.flatMap((after) =>
      closestRange(after, old)
        .filter((range) => closestRange(range, now).length > 0)
        .map((range): MediaPair => ({ old: range, now: after, range: "old" })),
    ),
  ];
  const known = [...inBoth, ...covered.map((pair) => (pair.range === "new" ? pair.old : pair.now))];
  const renamed = matchRenamed(without(old, known), without(now, known));
  const all = [...known, ...renamed.flatMap((each) => [...each.old, ...each.now])];
  return {
    pairs: [
      ...same,
      ...covered,
      ...renamed.flatMap((each) =>
        each.old.flatMap((one) => each.now.map((two) => ({ old: one, now: two }))),
      ),
    ],
    renamed,
    removed: without(old, all),
    added: without(now, all),
  };
}

function matchRenamed(old: readonly WireMedia[], now: readonly WireMedia[]): readonly RenamedMedia[] {
  const isSameType = (before: WireMedia) => (after: WireMedia) => before.type === after.type;
  const changed = old.flatMap((before): readonly RenamedMedia[] => {
    const [after, ...others] = now.filter(isSameType(before));
    const isOnly = others.length === 0 && old.filter(isSameType(before)).length === 1;
    return after === undefined || !isOnly
      ? []
      : [{ relation: "parameters-changed", old: [before], now: [after] }];
  });
  const taken = changed.flatMap((each) => [...each.old, ...each.now]);
  const [before, after] = [without(old, taken), without(now, taken)];
  const within = (types: readonly WireMedia[], ranges: readonly WireMedia[], range: WireMedia) =>
    types.filter((type) => closestRange(type, ranges).includes(range));
  return [
    ...changed,
    ...after.map((range): RenamedMedia => ({
      relation: "generalised",
      old: within(before, after, range),
      now: [range],
    })),
    ...before.map((range): RenamedMedia => ({
      relation: "specialised",
      old: [range],
      now: within(after, before, range),
    })),
  ].filter((each) => each.old.length > 0 && each.now.length > 0);
}

function without(all: readonly WireMedia[], some: readonly WireMedia[]): readonly WireMedia[] {
  return all.filter((media) => !some.includes(media));
}

/** The narrowest of several ranges around a type; none or one. */
function closestRange(media: WireMedia, ranges: readonly WireMedia[]): readonly WireMedia[] {
  return ranges
    .filter((range) => isWithin(media.full, range.full))
    .toSorted((left, right) => widthOf(left) - widthOf(right))
    .slice(0, 1);
}

function widthOf({ type }: WireMedia): number {
  return type.split("*").length;
}

/**
 * Whether a media type is another one, or among those of a range: `image/*`, or a type without parameters for all of its
 * parameters (RFC 9110, section 12.5.1). Both in lower case, without white space.
 */
export function isWithin(media: string, range: string): boolean {
  if (media === range || range === "*/*" || range === "*") return true;
  const [type = ""] = media.split(";", 1);
  return range.endsWith("/*") ? type.startsWith(range.slice(0, -1)) : type === range;
}
