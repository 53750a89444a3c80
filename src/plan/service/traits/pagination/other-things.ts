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

/** Words of pages and positions that name nothing by themselves: "next page token". */
const GENERIC = new Set(
  "cursor id identifier index offset one page parameter position token value".split(" "),
);

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** Things whose pages, positions, cursors and tokens are not those of a list. */
const THINGS =
  /\b(?:atlas|ballot|brochure|chess|crosshair|csrf|css|fen|greenwich|latitude|longitude|magazine|mouse|newspaper|pdf|playback|teletext|video|wizard)\b/iu;

/** Collective nouns: their pages are those of a list. */
const COLLECTIVES = new Set(
  (
    "api archive batch catalog catalogue collection content data dataset directory feed history inbox index inventory list listing log output pagination " +
    "query report request response result resultset search selection sequence series set stream table timeline view"
  ).split(" "),
);

/** What comes next in a list. */
const PARTS = new Set(
  (
    "api batch block call chunk cursor element entry href item iteration key link list marker object offset one page part portion position query record request response result section segment " +
    "set slice subset time token uri url value"
  ).split(" "),
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

function isPlural(noun: string): boolean {
  return noun.endsWith("s") && singular([noun])[0] !== noun;
}

/** What an operation lists, in the singular: the words of its path and the name of its list. */
export type OwnNouns = ReadonlySet<string>;

/** What an operation lists. */
export function ownNouns({ path }: Pick<OperationModel, "path">, list: FoundList | undefined): OwnNouns {
  const names = [...path.split("/").filter((segment) => !segment.startsWith("{")), list?.path.at(-1) ?? ""];
  return new Set(names.flatMap((name) => singular(words(name)).slice(-1)));
}

/** That a text names pages of a list. */
const OF_PAGES =
  /\bpaginat\w*|\bpaging\b|\bpages? of (?:the )?(?:results?|list|items|records)\b|\bpages? (?:to (?:fetch|get|list|load|request|retrieve|return)\b)|\bnext (?:page of|set of)\b/iu;

/** A page that is told from others by what it has: "the page that has the blocks". */
const SOME_PAGE =
  /\bpages? (?:whose\b|(?:that|which) (?:contains?|ha(?:s|ve)(?! to\b)|holds?|shows?) (?!.{0,40}\b(?:entries|items|list|records|results|rows)\b))/iu;

/** Whether the number of a page or of an item is that of another thing, by what is written about it. */
export function countsOtherThing(field: Described, own: OwnNouns): boolean {
  const text = field.description.slice(0, LONGEST);
  if (OF_PAGES.test(text)) return false;
  const ofs = nounsAfter(text, PAGE_OF);
  const isOfOne =
    ofs.length > 0 &&
    ofs.every(
      (noun) => !isPlural(noun.at(-1) ?? "") && !noun.some((word) => COLLECTIVES.has(word) || own.has(word)),
    );
  return isOfOne || SOME_PAGE.test(text) || isOfThing(field, own);
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
const FILTER = /\b(?:born|created|dates?|modified|point in time|times?(?:tamps?)?|updated|years?)\b/iu;
const TOKEN = /\b(?:cursors?|ids?|identifiers?|pages?|paginat\w*|tokens?)\b/iu;

/** Whether what comes next may be another thing than a page, by its type or by what is written about it: "Date of the next delivery". */
export function leadsElsewhere(
  { keys, description, schema }: Pick<Member, "keys" | "description" | "schema">,
  own: OwnNouns,
  reader: SchemaReader,
): boolean {
  const text = description.slice(0, LONGEST);
  const key = keys.slice(-2).join("_");
  if (OF_PAGES.test(text)) return false;
  // `next_cursor` says by its name what it is; `next` does not.
  const isNamed = (keys.at(-1) ?? "").split("_").some((word) => PARTS.has(word));
  const nexts = nounsAfter(text, NEXT_OF);
  const isOfOne =
    !isNamed &&
    nexts.length > 0 &&
    nexts.every(
      (noun) =>
        !noun.some((word) => isPlural(word) || PARTS.has(word) || own.has(word)) &&
        !(noun.length === 1 && GENERIC.has(noun[0] ?? "")),
    );
  return isOfOne || isOther({ key, description, schema }, own, reader);
}

/** Whether what has the name of a position may take another thing than a token: "Mouse cursor style". */
export function takesOtherThing(
  field: Described & Pick<Field, "schema">,
  own: OwnNouns,
  reader: SchemaReader,
): boolean {
  const text = field.description.slice(0, LONGEST);
  if (OF_PAGES.test(text)) return false;
  return isOther(field, own, reader) || SOME_PAGE.test(text);
}

/** Relations of links that lead to other things than pages (RFC 8288 section 2.1.2). */
const RELATIONS =
  /\b(?:alternate|canonical|deprecat\w+|describedby|documentation|licen[cs]e|preload\w*|schema|sunset|successor|terms)\b/iu;

/** Whether a `Link` header is described as that of another relation. */
export function linksElsewhere({ description = "" }: { readonly description?: string }): boolean {
  return RELATIONS.test(description) && !/\bnext\b|\bpag(?:e|ing|inat)/iu.test(description);
}
