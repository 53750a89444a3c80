import type { Field } from "./request-fields.js";
import type { findFlag, Member } from "./response-members.js";

/*
 * The offset of the next page, where the service says it: what it omits from a page, or has twice, a count of items does not know.
 */

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** That a number is there only where another page follows: "Absent on the last page", "If there are more results, where they begin". */
const ENDS =
  /\b(?:absent|empty|missing|null|omitted|unset)\b|\bnot\s(?:included|present|returned|set)\b|\bonly\s(?:if|present|returned|set|when)\b|\b(?:if|when|where)\s(?:the\sresponse\shas|there\s(?:are|is))\s(?:\w{1,20}\s)?(?:additional|another|further|more|next)\b/iu;

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
  return canBeNull || more !== undefined || last !== undefined || ENDS.test(description.slice(0, LONGEST));
}

/** A name in one spelling, whether or not it separates its words. */
function squeezed(key: string): string {
  return key.replaceAll("_", "");
}
