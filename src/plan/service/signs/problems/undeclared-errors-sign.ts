import type { ApiModel } from "../../../../model/api-model.js";
import { byText } from "../../../../text/by-text.js";
import { type Section, sectionsOf } from "../../../../text/prose/headings.js";
import { words } from "../../../../text/words.js";
import type { SchemaReader } from "../../schema-reader.js";
import { CODES, errorMedia, isHolder, serviceErrors, TRACES } from "../../traits/problems/error-models.js";
import { shownPath, type Path } from "../../traits/pagination/paths.js";
import type { ErrorSign } from "../sign.js";

/** Errors that the description of the contract has, with their codes. */
export type UndeclaredErrors = ErrorSign & { readonly codes: readonly string[] };

/** Characters of a text that are searched. */
const LONGEST = 50_000;

/**
 * Errors whose bodies no response declares, and whose codes or members the description of the contract has: an example of a body, or a
 * list of codes. The client reads the media type of RFC 9457 alone then, and knows no code.
 */
export function undeclaredErrorsSign(
  model: Pick<ApiModel, "contract" | "operations">,
  reader: SchemaReader,
): UndeclaredErrors | undefined {
  const { description = "" } = model.contract;
  if (serviceErrors(errorMedia(model, reader), reader).length > 0) return undefined;
  const text = description.slice(0, LONGEST);
  const path = exampleCode(text);
  const codes = listedCodes(text);
  if (path === undefined && codes.length === 0) return undefined;
  const [first, second, ...others] = codes.map((code) => JSON.stringify(code));
  const listed =
    second === undefined ? first : `${first}, ${second}${others.length === 0 ? "" : " and others"}`;
  const shown = [
    ...(path === undefined ? [] : [`an example of an error with ${JSON.stringify(shownPath(path))}`]),
    ...(listed === undefined ? [] : [`the codes ${listed} of errors`]),
  ];
  return {
    trait: "problems",
    rule: "trait/described-codes",
    shown: `the description of the contract has ${shown.join(" and ")}`,
    missing: "no error response declares a body with a code",
    codes,
    members: path === undefined ? {} : { code: shownPath(path) },
    origin: { pointer: "#/info/description" },
  };
}

/** A block of JSON in a text (CommonMark, fenced code blocks). */
const BLOCK = /^[^\S\n]{0,3}(?:```|~~~)[^\n]{0,40}\n([^]{2,4000}?)\n[^\S\n]{0,3}(?:```|~~~)[^\S\n]*$/gmu;

/** Members beside a code that only an error has. */
const BESIDE =
  /^(?:detail|error|error_description|error_message|message|msg|retryable|trace_id|request_id)$/u;

/** What a text about errors names. */
const ERRORS = /\b(?:errors?|problems?)\b/iu;

/** Characters before an example that say what it is of. */
const BEFORE = 400;

/** The path of the code in the first example that is an error. */
function exampleCode(text: string): Path | undefined {
  for (const { 1: block = "", index } of text.matchAll(BLOCK)) {
    const body = readObject(block);
    // An event or a voucher may have a code and a message, too.
    const isOfErrors = ERRORS.test(text.slice(Math.max(0, index - BEFORE), index));
    const own = body && isOfErrors ? codeOf(body) : undefined;
    if (own !== undefined) return [own];
    for (const [name, value] of Object.entries(body ?? {})) {
      const inner = isHolder(name) && isRecord(value) ? codeOf(value) : undefined;
      if (inner !== undefined && /^(?:errors?|problem)$/u.test(words(name).join("_"))) return [name, inner];
    }
  }
  return undefined;
}

function readObject(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(json);
    return isRecord(read) ? read : undefined;
  } catch {
    // A block of another language.
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The member of an error that is its code: a word, beside a text for people. */
function codeOf(body: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.keys(body);
  const code = names.find((name) => CODES.includes(words(name).join("_")));
  const value = code === undefined ? undefined : body[code];
  if (typeof value !== "string" || !/^[A-Za-z][\w.-]*$/u.test(value)) return undefined;
  return names.some((name) => BESIDE.test(words(name).join("_"))) ? code : undefined;
}

/** The first cell of a row, or the beginning of an item of a list, that is a code: several words, in code marks or not. */
const ROW =
  /^[^\S\n]{0,8}(?:\|[^\S\n]{0,20}|[-*+][^\S\n]{1,4})(?:\d{3}[^\S\n]{0,20}\|?[^\S\n]{0,20})?(?:\*\*)?`?([a-z][a-z0-9]{0,30}(?:[_.-][a-z0-9]{1,30}){1,8}|[A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,30}){1,8})`?(?:\*\*)?(?=[^\S\n]{0,20}(?:\||:|–|—|-[^\S\n]|\(|=|$))/gmu;

/** What is before a list of codes: a heading about errors, or a sentence or the head of a table about their codes. */
const OF_ERRORS = new RegExp(`^.{0,60}${ERRORS.source}`, "iu");
const OF_CODES =
  /\b(?:error|problem)s?\b[^.|]{0,60}\bcodes?\b|\bcodes?\b[^.|]{0,60}\b(?:errors?|problems?|fail\w*)\b/iu;

/** A text about what a browser brings back to a page of the caller: its codes are values of a query, and no bodies have them. */
const OF_REDIRECTS =
  /\b(?:redirect\w*|return\w*)\b[^.|]{0,40}\bto\s(?:[\w-]{1,20}\s){0,3}?(?:call-?back|redirect(?:ion)?|return)[\s_-](?:page|ur[il])\b|\b(?:parameters|query)\b[^.|]{0,40}\b(?:added|appended)\sto\s(?:the|your)\s(?:[\w-]{1,20}\s)?ur[il]\b/iu;

/** What lists in a text about errors are of beside codes of errors: "Country codes", "The locale code", "**Scopes**", "| Plan |". */
const OF_OTHERS = new RegExp(
  ["\\bX\\scodes?\\b", "^\\W*(?:rate\\s)?X(?:\\stypes?)?\\W*$", "^\\W*\\|\\s?X\\s?\\|"]
    .join("|")
    .split("X")
    .join(
      "(?:countr(?:y|ies)|currenc(?:y|ies)|events?|fields?|headers?|languages?|limits?|locales?|parameters?|plans?|roles?|scopes?)",
    ),
  "iu",
);

/** Headings of such texts, and of what a service sends to callers. */
const OF_CALLBACKS = /\b(?:call-?backs?|redirect(?:ion|s)?|web-?\s?hooks?)\b/iu;

/** Paragraphs before a list that may say what it is of: its own, and the one before that. */
const NEAR = 2;

/** The depth of a line in bold, and of a line across the page: they divide what is below one heading. */
const LINE = 7;

/** A paragraph that may have a list of codes, and what is before it. */
interface Listing {
  readonly text: string;
  /** The headings above it, the widest first. */
  readonly headings: readonly string[];
  /** Those of them, with their marks, that have no paragraph between. */
  readonly titles: readonly string[];
  /** The paragraphs before, the nearest first; over a heading, one that ends with a colon. */
  readonly before: readonly string[];
}

/** The codes that tables and lists about errors have, sorted: no list of members, and none of one entry. */
function listedCodes(text: string): readonly string[] {
  return [...new Set(listingsOf(text).flatMap(codesOf))].sort(byText);
}

function listingsOf(text: string): readonly Listing[] {
  const above: Section[] = [];
  let before: readonly string[] = [];
  let titles: readonly string[] = [];
  return sectionsOf(text).flatMap((section) => {
    while ((above.at(-1)?.depth ?? 0) >= section.depth) above.pop();
    above.push(section);
    const headings = above.map(({ heading }) => heading);
    if (section.depth < LINE) [before, titles] = [before.slice(0, 1).filter(isLeading), []];
    const paragraphs = section.text.split(/\n\s*\n/u).filter((one) => /\S/u.test(one));
    return paragraphs.flatMap((own, index) => {
      if (index === 0 && isTitle(own, section)) {
        titles = [...titles, own];
        return [];
      }
      const listing = { text: own, headings, titles, before };
      [before, titles] = [[own, ...before].slice(0, NEAR), []];
      return [listing];
    });
  });
}

function isLeading(paragraph: string): boolean {
  return paragraph.trimEnd().endsWith(":");
}

/** Whether the first paragraph of a section has its heading alone. */
function isTitle(paragraph: string, { heading }: Section): boolean {
  const [first = "", second = "", ...others] = paragraph.trim().split("\n");
  const isHeading = heading !== "" || /^[-*_]+\s*$/u.test(first);
  return isHeading && others.length === 0 && /^[\s=-]*$/u.test(second);
}

function codesOf({ text, headings, titles, before }: Listing): readonly string[] {
  const found = [...text.matchAll(ROW)].flatMap(([, code]) => code ?? []);
  if (found.length < 2 || found.some((name) => isMember(words(name).join("_")))) return [];
  const start = text.slice(0, text.search(ROW));
  if (isOfCallbacks(headings) || [start, ...before].some((one) => OF_REDIRECTS.test(one))) return [];
  const near = [start, ...titles, ...before.slice(0, 1)];
  const [nearest = ""] = [start, ...titles.slice(-1), ...before, ...headings.slice(-1)].filter((one) =>
    /\w/u.test(one),
  );
  if (OF_OTHERS.test(nearest) && !ERRORS.test(nearest)) return [];
  if (near.some((one) => OF_CODES.test(one))) return found;
  // Other lists of a section about errors are of members, headers and events.
  const isOfErrors = headings.some((one) => OF_ERRORS.test(one));
  return isOfErrors && near.some((one) => /\bcodes?\b/iu.test(one)) ? found : [];
}

/** Whether a heading is one of callbacks, and neither it nor one below it names errors. */
function isOfCallbacks(headings: readonly string[]): boolean {
  const last = headings.findLastIndex((one) => OF_ERRORS.test(one));
  return headings.slice(last + 1).some((one) => OF_CALLBACKS.test(one));
}

function isMember(name: string): boolean {
  return CODES.includes(name) || TRACES.includes(name) || BESIDE.test(name);
}
