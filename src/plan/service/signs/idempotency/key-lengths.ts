import type { KeyLengths } from "../../../../config/client-overrides.js";
import { clausesOf, negates } from "../../../../text/without-denials.js";

/** Characters of a description that are searched. */
const LONGEST = 2000;

const COUNT =
  "(?<!\\d[\\s.,])\\b(\\d{1,3})[\\s-](?:(?:alphanumeric|ascii|printable|utf-?8|visible)\\s){0,2}(?:characters?|chars)\\b(?!\\s(?:from|in)\\b)";

/** "between 16 and 64 characters", "16 to 64 characters long", "8-64 characters" */
const BOTH = new RegExp(`\\b(\\d{1,4})\\s?(?:and|to|-|–)\\s?${COUNT}`, "iu");

/** "restricted to 36 characters", "a maximum length of 40 characters", "up to 255 characters", "must not exceed 64 characters" */
const AT_MOST: readonly RegExp[] = [
  new RegExp(
    `\\b(?:(?:limited|restricted)\\sto|max(?:imum)?(?:\\s(?:length|size))?(?:\\s(?:is|of)|:)?|up\\sto|at\\smost|(?:no|not(?:\\sbe)?|never(?:\\sbe)?)\\s(?:more|longer)\\sthan|(?:must|may|can)\\s?not\\s(?:be\\slonger\\sthan|exceed))\\s(?:a\\smaximum\\sof\\s)?${COUNT}`,
    "iu",
  ),
  // 40 characters maximum | 40 characters or less
  new RegExp(`\\b${COUNT}\\s\\(?(?:max(?:imum)?\\b|at\\smost\\b|or\\s(?:less|fewer)\\b)`, "iu"),
];

/** "at least 16 characters", "a minimum of 16 characters" */
const AT_LEAST = new RegExp(`\\b(?:at\\sleast|min(?:imum)?(?:\\slength)?(?:\\sof|:)?)\\s${COUNT}`, "iu");

/** Sentences about what is advised, was so once, or is so elsewhere. */
const OTHER =
  /\b(?:advis\w+|e\.g\.|example|formerly|ideally|prefer\w*|previously|recommend\w*|sandbox|should|suggest\w*|test)\b/iu;

/** What may be before a length: the key, and no part of it or other thing. */
const OF_KEY =
  /^\W*(?:(?:a|an|and|any|be|can|client-generated|has|have|header|id|idempotency|identifier|is|it|its|key|length|may|must|of|random|request|string|text|that|the|this|token|unique|uuid|value|which|with|idempotency-key)\W+)*$/iu;

/** The lengths of keys that the description of their header states; of two that differ, neither counts. */
export function describedLengths(text: string): KeyLengths {
  const least = new Set<number>();
  const most = new Set<number>();
  for (const clauses of clausesOf(text.slice(0, LONGEST).replaceAll(/\b(max|min)\./giu, "$1"))) {
    const sentence = clauses.join("");
    if (OTHER.test(sentence)) continue;
    const both = BOTH.exec(sentence);
    if (both !== null && OF_KEY.test(sentence.slice(0, both.index).replace(/\bbetween\s$/iu, ""))) {
      least.add(Number(both[1]));
      most.add(Number(both[2]));
      continue;
    }
    const counts = AT_MOST.flatMap((pattern) => {
      const found = pattern.exec(sentence);
      if (found === null || !OF_KEY.test(sentence.slice(0, found.index))) return [];
      return negates(sentence.slice(0, found.index)) ? [] : [Number(found[1])];
    });
    for (const count of counts) most.add(count);
    const at = AT_LEAST.exec(sentence);
    if (at !== null && OF_KEY.test(sentence.slice(0, at.index))) least.add(Number(at[1]));
  }
  const [minLength] = least.size === 1 ? least : [];
  const [maxLength] = most.size === 1 ? most : [];
  return minLength !== undefined && maxLength !== undefined && minLength > maxLength
    ? {}
    : {
        ...(minLength !== undefined && { minLength }),
        ...(maxLength !== undefined && maxLength > 0 && { maxLength }),
      };
}
