import { affirmedClauses, clausesOf } from "../../../text/without-denials.js";

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** What a text says of 64 bits. */
const LONG = /(?<![\w-])(?:64[- ]?bits?|u?int[- ]?64|2\^53|2\*\*53|MAX_SAFE_INTEGER|snowflake)(?![\w-])/iu;

/** Whether a description says that a text has an integer of 64 bits. */
export function isDescribed(description = ""): boolean {
  const text = description.slice(0, LONGEST);
  return LONG.test(text) && longClauses(text).length > 0;
}

/**
 * Whether a text says of the identifiers of a contract that they are integers of 64 bits in text: "Identifiers are 64-bit numbers written as
 * strings". The text is named in the same sentence, or in the next.
 */
export function describesIdentifiers(description = ""): boolean {
  const text = description.slice(0, LONGEST_OF_CONTRACT);
  if (!LONG.test(text)) return false;
  const sentences = clausesOf(text.replace(OTHER_SPAN, "")).map((clauses) => ({
    clauses,
    sentence: clauses.join(""),
  }));
  return sentences.some(
    ({ clauses, sentence }, at) =>
      OF_IDENTIFIERS.test(sentence) &&
      affirmedClauses(clauses).some(isOfLong) &&
      (IN_TEXT.test(sentence) || continuesInText(sentences[at + 1]?.sentence)),
  );
}

/** Whether a sentence goes on about what the sentence before named: "They are written as strings". */
function continuesInText(sentence = ""): boolean {
  return /^\W{0,9}(?:all|both|each|these|they)\b/iu.test(sentence) && IN_TEXT.test(sentence);
}

/** Characters of the description of a contract that are searched. */
const LONGEST_OF_CONTRACT = 100_000;

/** A name in code marks, which says something of what has this name alone. */
const OTHER_SPAN = /`(?!ids?`)[^`\n]{1,100}`/giu;

/** Identifiers in general: not those of one thing; those of a request are not of the server. */
const OF_IDENTIFIERS =
  /(?<!\b(?:correlation|idempotency|nonce|request|session|span|trace)[\s-])(?<![\w-])(?:(?:identifiers|ids)(?![\w-])|(?:all|any|each|every)\s(?:\w{1,20}\s)?`?(?:identifier|id)(?![\w-]))(?!\s(?:for|in|of)\b(?!\s(?:the|this)\s(?:api|contract|platform|server|service|system)\b))/iu;

const IN_TEXT = /\b(?:strings?|text)\b/iu;

function longClauses(text: string): readonly string[] {
  return clausesOf(text)
    .flatMap((clauses) => affirmedClauses(clauses))
    .filter(isOfLong);
}

function isOfLong(clause: string): boolean {
  return LONG.test(clause) && !NOT_LONG.test(clause);
}

/**
 * `is not a 64-bit number`, `a 64-bit hash`, `16 hex digits (64 bits)`: no number that a program could round. One that is "encoded as a
 * string", or not to be converted "to a float", is.
 */
const NOT_LONG =
  /\b(?:not|no|never)\s(?:an?\s)?(?:\w+\s)?(?:64|u?int)|\b(?:hex\w*|hash(?:es)?|base-?64|encoded(?!\s(?:as|in)\s(?:an?\s)?(?:decimal\s|JSON\s)?(?:strings?|text)\b)|(?<!\b(?:to|into)\s(?:an?\s)?)float\w*|fingerprint)\b/iu;

/** Names that a contract's own description marks as code where it speaks of 64 bits: "`cabinetId` is a 64-bit number in a string". */
export function namesIn(description = ""): readonly string[] {
  return longClauses(description)
    .filter((clause) => IN_TEXT.test(clause))
    .flatMap((clause) =>
      [...clause.matchAll(/`([\p{ID_Continue}-]{1,64})`/gu)].flatMap(([, name]) => name ?? []),
    );
}
