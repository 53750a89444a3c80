import type { Field } from "./request-fields.js";
import type { findFlag, Member } from "./response-members.js";

/*
 * The offset of the next page, where the service says it: what it omits from a page, or has twice, a count of items does not know.
 */

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** That a number is there only where another page follows: "Absent on the last page". */
const ENDS =
  /\b(?:absent|omitted|unset)\b|\bnot\s(?:included|present|returned|set)\b|\bonly\s(?:if|included|present|returned|set|when)\b/iu;

/** That another value says so, or that none does: "0 if there are no more results", "never absent". */
const ENDS_OTHERWISE = /-1\b|\b0\b(?!-)|\b(?:always|never|zero)\b/iu;

/** That a number does not count items: "Opaque position of the log". */
const OPAQUE = /\b(?:opaque|tokens?)\b/iu;

/** That a number comes from another response: it may be of anything, unless the text says what it counts. */
const OF_PREVIOUS = /\b(?:of|from|by|in)\s(?:an?|the)\s(?:previous|prior|last)\s(?:call|page|response)\b/iu;

/** What a number counts: "Number of items to skip", "index of the first item", "one more than the last item". */
const COUNTS =
  /\b(?:count|number)\sof\s(?:\w{1,20}\s){1,3}to\s(?:omit|skip)\b|\b(?:index|number|position)\sof\sthe\sfirst\s(?:entry|item|record|result|row)\b|\bone\smore\sthan\sthe\slast\s(?:entry|item|record|result|row)\b/iu;

/** Whether clients cannot count what an offset or the next one is, by its text. */
export function isOpaque({ description }: Pick<Member, "description">): boolean {
  const text = description.slice(0, LONGEST);
  return OPAQUE.test(text) || (OF_PREVIOUS.test(text) && !COUNTS.test(text));
}

/** The number of a response that is the next value of an offset: `nextOffset` of `offset`. */
export function findNextOffset({ key }: Field, members: readonly Member[]): Member | undefined {
  const wanted = `next${squeezed(key)}`;
  return members.find(({ kind, keys }) => kind === "number" && squeezed(keys.at(-1) ?? "") === wanted);
}

/** Whether a page tells that it is the last one: it is without its next offset, or a flag says so. A number that is always there ends nothing. */
export function endsWithoutNext(
  { canBeNull, description }: Member,
  { more, last }: ReturnType<typeof findFlag>,
): boolean {
  const text = description.slice(0, LONGEST);
  if (ENDS_OTHERWISE.test(text)) return false;
  return canBeNull || more !== undefined || last !== undefined || ENDS.test(text);
}

/** A name in one spelling, whether or not it separates its words. */
function squeezed(key: string): string {
  return key.replaceAll("_", "");
}
