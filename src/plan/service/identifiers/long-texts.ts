import { singular } from "../../../text/nouns.js";
import { affirmedClauses, clausesOf } from "../../../text/without-denials.js";
import { words } from "../../../text/words.js";

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
 * strings". The bits and the text are named in the same sentence, or one of them in the next.
 */
export function describesIdentifiers(description = ""): boolean {
  return longSentences(description.replace(OTHER_SPAN, ""), OF_IDENTIFIERS).length > 0;
}

/**
 * Names of identifiers by the things that a text names: `["cabinet id", "import job id"]` for "Identifiers of cabinets and import jobs are
 * 64-bit integers written as strings".
 */
export function describedThings(description = ""): readonly string[] {
  return longSentences(description, OF_THINGS).flatMap((sentence) =>
    (OF_THINGS.exec(sentence)?.[1] ?? "")
      .split(/,\s(?:and|or)\s|,\s|\s(?:and|or)\s/u)
      .map((thing) => singular(words(thing).filter((word) => !ARTICLE.test(word))).join(" "))
      .filter((thing) => thing !== "")
      .map((thing) => `${thing} id`),
  );
}

const ARTICLE = /^(?:all|an?|any|each|every|the)$/u;

/** Sentences that match, and say themselves or with the next one that this is an integer of 64 bits in text. */
function longSentences(description: string, subject: RegExp): readonly string[] {
  const text = description.slice(0, LONGEST_OF_CONTRACT);
  if (!LONG.test(text)) return [];
  const all = clausesOf(text);
  return all.flatMap((clauses, at) => {
    const sentence = clauses.join("");
    if (!subject.test(sentence)) return [];
    const next = all[at + 1] ?? [];
    const both = CONTINUES.test(next.join("")) ? [...clauses, ...next] : clauses;
    const isLong = [clauses, both].some((part) => affirmedClauses(part).some(isOfLong));
    return isLong && IN_TEXT.test(both.join("")) ? [sentence] : [];
  });
}

/** How a sentence starts that goes on about what the sentence before named: "They are written as strings". */
const CONTINUES = /^\W{0,9}(?:all|both|each|these|they)\b/iu;

/** Characters of the description of a contract that are searched. */
const LONGEST_OF_CONTRACT = 100_000;

/** A name in code marks, which says something of what has this name alone. */
const OTHER_SPAN = /`(?!ids?`)[^`\n]{1,100}`/giu;

/** Identifiers in general: not those of one thing; those of a request are not of the server. */
const OF_IDENTIFIERS =
  /(?<!\b(?:correlation|idempotency|nonce|request|session|span|trace)[\s-])(?<![\w-])(?:(?:identifiers|ids)(?![\w-])|(?:all|any|each|every)\s(?:\w{1,20}\s)?`?(?:identifier|id)(?![\w-]))(?!\s(?:for|in|of)\b(?!\s(?:the|this)\s(?:api|contract|platform|server|service|system)\b))/iu;

/** Identifiers of things that are named in a row: "ids of deals", "the identifiers of cabinets, projects and sources". */
const OF_THINGS =
  /(?<![\w-])(?:identifiers|ids)\s(?:for|of)\s((?:[a-z]{1,30},?\s){1,30}?)(?:are|is|can|may|have|travel|come|do|must|should|exceed)\b/iu;

const IN_TEXT = /\b(?:strings?|text)\b/iu;

function longClauses(text: string): readonly string[] {
  return clausesOf(text)
    .flatMap((clauses) => affirmedClauses(clauses))
    .filter(isOfLong);
}

function isOfLong(clause: string): boolean {
  return LONG.test(clause) && !NOT_LONG.test(clause) && !WAS_LONG.test(clause);
}

/** "They replaced the 64-bit integers", "used to be 64-bit integers" */
const WAS_LONG =
  /\b(?:formerly|instead\sof|once|previously|replac(?:e[ds]?|ing)|used\sto\sbe|was|were)\b[^.;]{0,40}?(?:64|u?int-?64)/iu;

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
