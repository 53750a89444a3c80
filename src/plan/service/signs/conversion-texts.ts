/*
 * What texts say of a call that works something out from what it is given. Others use its verbs of a change: "Convert HTML to PDF" is one of these,
 * "Convert a quote to an order" is not.
 */
import type { OperationModel } from "../../../model/api-model.js";
import { clausesOf } from "../../../text/without-denials.js";
import { withoutSubject } from "../operation-subject.js";
import { namesOwnChange } from "./change-texts.js";

/** Words of what files and texts are written in. */
const FORMAT =
  "(?:ascii|base64|bytes|csv|docx?|excel|formats?|gif|html|images?|jpe?gs?|json|latex|markdown|mp3|pdfs?|plain\\stext|pngs?|pptx?|screenshots?|svg|text|thumbnails?|tiff|webp|wikitext|xlsx?|xml|ya?ml)";

/** Words before what is worked on. */
const BEFORE = "(?:(?:an?|any|each|given|multiple|one|proposed|provided|raw|several|the|this|your)\\s){0,3}";

/** What a check leaves as it is; a voucher, a licence or a domain may be marked by one. */
const CHECKED =
  "(?:address(?:es)?|configurations?|definitions?|expressions?|formulas?|ibans?|json|manifests?|passwords?|payloads?|quer(?:y|ies)|(?:phone|tax|vat)\\snumbers?|schemas?|specifications?|syntax|templates?|xml|yaml)";

/** How the text of such a call begins. */
const BEGINNINGS: readonly string[] = [
  `(?:compress|convert|decod|encod|minif|render|resiz|sanitiz|transform|watermark)(?:e|es|ies|s|y)?\\s[^.;]{0,60}?(?<![\\w./-])${FORMAT}\\b`,
  "cleans?\\sand\\ssaniti[sz]es?\\s",
  `(?:convert|transform)s?\\s${BEFORE}[\\w-]{2,20}\\s(?:in)?to\\sits\\s`,
  "performs?\\san?\\s(?:[\\w-]+\\s){1,3}?to\\s(?:[\\w-]+\\s)?conversion\\b",
  `extracts?\\s[^.;]{1,60}?\\sfrom\\s${BEFORE}(?:[\\w-]+\\s)?(?:documents?|html|images?|pages?|pdfs?|pictures?|texts?|urls?|webpages?)\\b`,
  `validates?\\s${BEFORE}(?:[\\w-]+\\s){0,2}?${CHECKED}\\b`,
  "checks?\\s(?:the\\s|for\\s(?:the\\s)?)?(?:availability|compatibility|eligibility|existence|status|validity)\\sof\\b",
  "(?:analy[sz]es?|determines?|predicts?)\\s(?:how|if|the|what|whether|which)\\b",
  "analy[sz]es?\\s(?:an?|one|up\\sto|your)\\s(?:[\\w-]+\\s){0,2}?(?:images?|pictures?|sentences?|texts?)\\b",
  "previews?\\s(?:an?|how|the|what)\\b",
];

const BEGINS = new RegExp(`^\\W{0,8}(?:${BEGINNINGS.join("|")})`, "iu");

/** What keeps the result, or does something with it, beside the verbs of changes. */
const KEEPS =
  /\b(?:added|adds?|attach|deduct|hosted|jobs?|kept|keeps|library|linked|persist|plays?|saves?|webhooks?)\b/iu;

/** Characters of a text that are searched. */
const LONGEST = 2000;

/** Whether a text begins as that of such a call does, and no sentence names a change. */
export function worksOut({ summary = "", description = "" }: OperationModel): boolean {
  const texts = [summary, description].filter((text) => text !== "").map((text) => text.slice(0, LONGEST));
  const all = texts.map((text) => clausesOf(text).map((clauses) => clauses.join("")));
  return (
    all.some(([first = ""]) => BEGINS.test(withoutSubject(first))) &&
    all.flat().every((sentence) => !namesOwnChange(sentence) && !KEEPS.test(sentence))
  );
}
