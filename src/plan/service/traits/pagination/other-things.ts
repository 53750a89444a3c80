import type { OperationModel } from "../../../../model/api-model.js";
import { singular } from "../../../../text/nouns.js";
import { words } from "../../../../text/words.js";
import type { SchemaReader } from "../../schema-reader.js";
import type { FoundList } from "./find-list.js";
import type { Field } from "./request-fields.js";
import type { Member } from "./response-members.js";

/*
 * What has the name of a position or of a next page, and is of another thing: the page of a document, the next step of a wizard, the cursor of a
 * mouse. Its type or its text has to say so: a text that names no list says nothing.
 */

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** Things whose positions, cursors and tokens are not those of a list. */
const THINGS =
  /\b(?:chess|crosshair|csrf|mouse|wizard)\b|\b(?:access|auth(?:entication|orization)?|bearer|device|push|refresh|session|sign-in)\stokens?\b|\btokens?\s(?:for|of)\s(?:the\s)?(?:next\s)?(?:device|log-?in|session|sign-in|user|visitor)\b/iu;

/** Things that have pages of their own, in the singular. */
const DOCUMENTS = new Set(
  "atlas ballot book booklet brochure document ebook fax form leaflet letter magazine newspaper passport pdf scan survey".split(
    " ",
  ),
);

/** Things that come one after another outside of lists. */
const STEPS = new Set(
  "appointment chapter crawl delivery departure episode level meeting occurrence payment question renewal shift stage step track".split(
    " ",
  ),
);

/** A page, and what it is of: "page of the document". */
const PAGE_OF = /\bpages?(?: numbers?| index)? (?:in|inside|of|on|within) (?:an? |the |this )?/giu;

/** What comes next: "the next delivery". */
const NEXT_OF = /\b(?:following|next|previous) /giu;

/** Where a noun with the words before it ends. */
const ENDS =
  /[^\p{L}\p{N}\s'’_-]|\b(?:after|and|are|as|at|by|for|from|has|have|if|in|is|must|of|on|or|should|that|to|was|when|where|which|will|with)\b/iu;

/** The words of the nouns that follow a pattern, the last one at the end, wherever a text has that. */
function nounsAfter(text: string, pattern: RegExp): readonly (readonly string[])[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: whole, index }) => {
    const rest = text.slice(index + whole.length, index + whole.length + 60);
    const noun = rest.split(ENDS, 1)[0]?.trim().toLowerCase().split(/\s+/u).slice(0, 4) ?? [];
    return /^\p{L}{2,}$/u.test(noun.at(-1) ?? "") ? [noun] : [];
  });
}

/** What an operation lists, in the singular: the last words of its path, without the thing that has the list, and the name of that. */
export type OwnNouns = ReadonlySet<string>;

/** What an operation lists. */
export function ownNouns({ path }: Pick<OperationModel, "path">, list: FoundList | undefined): OwnNouns {
  const isParameter = (segment: string) => segment.startsWith("{");
  const segments = path.split("/").filter((segment) => segment !== "");
  const end = segments.findLastIndex((segment) => !isParameter(segment));
  // `/episodes/{id}/comments` lists comments, and no episodes.
  const above = segments.slice(0, end).findLastIndex(isParameter);
  const names = [...segments.slice(above + 1, end + 1), list?.path.at(-1) ?? ""];
  return new Set(names.flatMap((name) => singular(words(name)).slice(-1)));
}

/** That a text names pages of a list. */
const OF_PAGES =
  /\bpaginat\w*|\bpaging\b|\bpages? of (?:the )?(?:results?|list|items|records)\b|\bpages? (?:to (?:fetch|get|list|load|request|retrieve|return)\b)|\bnext (?:page|set of)\b/iu;

/** Whether the number of a page is that of a document, by what is written about it. */
export function isOfDocument({ description }: Described): boolean {
  const text = description.slice(0, LONGEST);
  const ofs = nounsAfter(text, PAGE_OF);
  return !OF_PAGES.test(text) && ofs.length > 0 && ofs.every((noun) => DOCUMENTS.has(noun.at(-1) ?? ""));
}

/** Whether a text names pages of a list, or what comes after one. */
export function namesPages({ description }: Pick<Described, "description">): boolean {
  return OF_PAGES.test(description.slice(0, LONGEST));
}

/** What a contract says of a value with a name. */
interface Described {
  readonly key: string;
  readonly description: string;
}

/** Whether a text names a thing that has pages and positions of its own, and that is not listed. */
export function isOfThing({ description }: Pick<Described, "description">, own: OwnNouns): boolean {
  const text = description.slice(0, LONGEST);
  const named = THINGS.exec(text)?.[0].toLowerCase();
  return named !== undefined && !own.has(singular([named])[0] ?? "") && !OF_PAGES.test(text);
}

/** Formats of texts that lead to no page. */
const FORMATS = /^(?:date|date-time|duration|email|time)$/u;

/** Whether a value is of another thing for certain: by its type, by what a text names, or as a filter by time. */
export function isOther(
  value: Described & Pick<Field, "schema">,
  own: OwnNouns,
  reader: SchemaReader,
): boolean {
  const { key, description, schema } = value;
  if (OF_PAGES.test(description.slice(0, LONGEST))) return false;
  const { type } = reader.resolve(schema);
  const isFormatted = type.kind === "string" && FORMATS.test(type.format ?? "");
  const isFilter =
    /^(?:after|since|start)$/u.test(key) && FILTER.test(description) && !TOKEN.test(description);
  return isFormatted || reader.values(schema).length > 0 || isFilter || isOfThing(value, own);
}

/** That only some of the items are wanted: "Only orders created after this date". */
const FILTER =
  /\b(?:after|from|on|since) (?:a|that|the(?: given)?|this) (?:date|day|month|time|timestamp|year)\b/iu;
const TOKEN = /\b(?:cursors?|ids?|identifiers?|pages?|paginat\w*|positions?|tokens?)\b/iu;

/** Whether what comes next may be another thing than a page, by its type or by what is written about it: "Date of the next delivery". */
export function leadsElsewhere(
  { keys, description, schema }: Pick<Member, "keys" | "description" | "schema">,
  own: OwnNouns,
  reader: SchemaReader,
): boolean {
  const text = description.slice(0, LONGEST);
  const key = keys.slice(-2).join("_");
  if (OF_PAGES.test(text)) return false;
  const nexts = nounsAfter(text, NEXT_OF);
  const isOfOne =
    nexts.length > 0 &&
    nexts.every(([first = "", second = ""]) =>
      [first, second].some((word) => STEPS.has(word) && !own.has(word)),
    );
  return isOfOne || isOther({ key, description, schema }, own, reader);
}

/** Relations of links that lead to other things than pages (RFC 8288 section 2.1.2). */
const RELATIONS =
  /\b(?:alternate|canonical|deprecat\w+|describedby|documentation|licen[cs]e|preload\w*|schema|sunset|successor|terms)\b/iu;

/** Whether a `Link` header is described as that of another relation. */
export function linksElsewhere({ description = "" }: { readonly description?: string }): boolean {
  return RELATIONS.test(description) && !/\b(?:first|last|next|prev)|\bpag(?:e|ing|inat)/iu.test(description);
}
