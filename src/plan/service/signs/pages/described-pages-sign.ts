import { clausesOf, isUpcoming, negates, withoutUpcoming } from "../../../../text/without-denials.js";
import { mapValues } from "../../map-members.js";
import { jsonContent } from "../../responses.js";
import { isUndescribed } from "../../schema-reader.js";
import { readSign } from "../../traits/pagination/only-reads.js";
import { isOneThing } from "../../traits/pagination/one-thing.js";
import { LINK_HEADER } from "../../traits/pagination/recognise-pagination.js";
import { isIdentifier } from "../../traits/pagination/page-fields.js";
import type { ShownPages } from "../../traits/pagination/shown-pages.js";
import type { Field } from "../../traits/pagination/request-fields.js";
import { operationLines } from "../sign.js";
import { isReadOfOne } from "./next-page-signs.js";
import { describedHeader, fieldName, itemsOf, linesOf, nextPlaceholder } from "./paging-lines.js";
import { type FoundSign, lackOfList, lackOfPosition, takesPosition } from "./shown-position.js";

/*
 * Pages that only the text of an operation describes.
 */

/** What a text calls what an operation returns. */
const RETURNED =
  "(?:collections?|data|entries|items|list(?:ing)?s?|output|records|responses?|results?|rows|(?:the|this)\\s(?:api|call|endpoint|method|operation|request))";

/** "Results are paginated", "a paginated list", "to get further pages", "this endpoint supports pagination". */
const PAGED = new RegExp(
  [
    `\\b${RETURNED}\\s(?:set\\s)?(?:is|are|will\\sbe|can\\sbe)\\s(?:\\w{1,20}\\s)?(?:paginated|paged)\\b`,
    `\\b(?:paginated|paged)\\s(?:array|collection|list(?:ing)?|output|overview|response|results?|set|view)s?\\b`,
    `\\b(?:fetch|follow|get|load|obtain|request|retrieve)\\s(?:the\\s)?(?:additional|following|further|more|next|other|remaining|subsequent)\\spages?\\b`,
    `\\bfollow\\s(?:the\\s)?[\`"'*]{1,2}(?:links?\\.|_links\\.)?next[\`"'*]{1,2}`,
    `\\bpage\\sby\\spage\\b`,
    `[?&](?:p|page)=\\d`,
    `\\b${RETURNED}\\ssupports?\\spagination\\b`,
    "(?:\\b(?:it|they|these|this|which)\\s|^\\W*)(?:also\\s)?(?:can|may)\\s(?:also\\s)?be\\spaginated\\b",
    "\\bparameters?\\sfor\\s(?:[\\w-]{1,20},?\\s){0,5}(?:pagination|paging)\\b",
  ].join("|"),
  "iu",
);

/** About another operation, another page, or an earlier time. */
const OF_OTHERS =
  /\b(?:all\spages|another\s(?:call|endpoint|operation)|deprecated|documentation|future|instead|landing|other\s(?:calls?|endpoints?|operations?)|previously|rather\sthan|see|unlike|web\s?pages?|whether|whose|pdf|print\w*)\b|\b(?:DELETE|GET|PATCH|POST|PUT)\s\//iu;

/** Characters of a text that are searched. */
const LONGEST = 4000;

/** Words that deny pages. */
const NO_PAGES = /\b(?:no|non|without)\W(?:\w+\s)?pag(?:ed|es|inat\w*|ing)\b|\bun-?pag(?:ed|inated)\b/iu;

/** The clauses of the texts of an operation, without sentences about something else. */
export function clausesOfTexts({ operation, response }: ShownPages): readonly string[] {
  const texts = [operation.summary, operation.description, response?.description];
  return texts.flatMap((text = "") =>
    clausesOf(withoutUpcoming(text.slice(0, LONGEST)))
      .filter((sentence) => !sentence.some((clause) => OF_OTHERS.test(clause)))
      .flat(),
  );
}

/** Whether the texts of an operation deny that it has pages. */
export function deniesPages(shown: ShownPages): boolean {
  return clausesOfTexts(shown).some(isDenial);
}

/** Whether clauses say that what an operation returns has pages. */
export function describesPages(clauses: readonly string[]): boolean {
  return clauses.some((clause) => PAGED.test(clause) && !negates(clause));
}

/** Whether a clause denies that there are pages, or says that there will be some. */
export function isDenial(clause: string): boolean {
  return (
    NO_PAGES.test(clause) || ((negates(clause) || isUpcoming(clause)) && /\bpag(?:ed|inat)/iu.test(clause))
  );
}

/** Names of what takes a position, in a text: "use the `page` query parameter", "pass it as `page_token`", "?page=2". */
const NAMED =
  /\b(?:as|by|increment|increase|pass|provide|send|set|specify|through|use|using|via|with)\s(?:it\sas\s)?(?:the\s|a\s|an\s)?(?:query\s)?(?:param(?:eter)?\s)?["'`*]{1,3}([A-Za-z_][\w.[\]-]{0,40})["'`*]{1,3}|\b(?:the|a)\s([a-z]\w{0,30})\s(?:query\s)?param(?:eter)?\b|[?&]([A-Za-z_]\w{0,30})=/giu;

/** Names of positions that a contract need not declare to be recognised in a text. */
const IS_POSITION = /page|cursor|token|offset|skip|after|start|next|marker|^p$/i;
const IS_SIZE = /size|limit|per_?page|count|max/i;

/** Names of tokens that let a caller in. */
const OF_ACCESS = /access|api|auth|bearer|csrf|refresh|session/i;

/** Words of clauses whose names are those of positions. */
const OF_POSITION = /page|paging|paginat|cursor|offset/i;

/** The name of a position in texts: one that the request takes first, or a number that is described as that of a page. */
function namedPosition(
  text: string,
  { fields, size }: ShownPages,
): { readonly name: string; readonly field: Field | undefined } | undefined {
  const names = [...text.matchAll(NAMED)].map(([, code, word, query]) => code ?? word ?? query ?? "");
  const open = fields.filter(
    (field) =>
      field !== size && field.kind !== "other" && !IS_SIZE.test(field.key) && !/date|time/i.test(field.key),
  );
  const declared =
    open.find(({ at }) => names.includes(at.name)) ??
    open.find(
      ({ key, kind, description }) =>
        kind === "number" && key.startsWith("page") && /\bpage\b/i.test(description),
    );
  if (declared !== undefined) return { name: declared.at.name, field: declared };
  const name = names.find((one) => IS_POSITION.test(one) && !IS_SIZE.test(one) && !OF_ACCESS.test(one));
  return name === undefined ? undefined : { name, field: undefined };
}

/** A list whose text says that it has pages, where nothing else of the contract shows them. */
export function describedPagesSign(shown: ShownPages): FoundSign {
  const { operation, list } = shown;
  if (list === undefined || isOneThing(shown) || isReadOfOne(shown)) return undefined;
  if (operation.method === "POST" && readSign(shown) === undefined) return undefined;
  const clauses = clausesOfTexts(shown);
  if (clauses.some(isDenial)) return undefined;
  const isOfLink = clauses.some(
    (clause) =>
      LINK_HEADER.test(clause) && /\bpages?\b|\bnext\b|\bpaginat/iu.test(clause) && !negates(clause),
  );
  if (isOfLink)
    return {
      shown: "its description says that the `Link` header has the next page",
      missing: "its response does not declare that header",
      lines: operationLines(operation, [`pagination: { style: link${itemsOf(shown)} }`]),
    };
  if (describesPages(clauses) || isOfHeader(clauses))
    return { shown: "its description says that it returns pages", ...lackOf(shown, clauses) };
  const header = shown.response?.headers.find(({ name }) => PAGE_HEADER.test(name));
  return (
    header && {
      shown: `its response has the header ${JSON.stringify(header.name)}`,
      ...lackOf(shown, clauses),
    }
  );
}

/** Names of headers that say which page a response is, or how many there are: `X-Pagination-Page`, `X-Total-Pages`. */
const PAGE_HEADER =
  /(?:^|-)(?:current|last|next|prev(?:ious)?|total)-pages?$|(?:^|-)(?:pages?|paging|pagination)-(?:count|item\w*|limit|next|number|page|per-page|size|total)\b|(?:^|-)(?:paging|pagination)$/iu;

/** Headers or texts that say that a response is a page, where the contract says nothing of its body. */
export function openPageSign(shown: ShownPages): FoundSign {
  const { operation, response, reader } = shown;
  const media = response && jsonContent(response, reader);
  const isOpen = media === undefined ? response?.content.length === 0 : media.schema === undefined;
  if (response === undefined || !isOpen || operation.method !== "GET" || deniesPages(shown)) return undefined;
  const headers = response.headers.filter(({ name }) => PAGE_HEADER.test(name));
  const header = headers.find(({ name }) => /page$/iu.test(name)) ?? headers[0];
  if (header !== undefined) {
    const position = shown.fields.find((field) => field !== shown.size && isCalledPage(field));
    const lack = position && lackOfList(shown);
    return {
      shown: `its response has the header ${JSON.stringify(header.name)}`,
      missing:
        lack?.missing ??
        "nothing of the request takes a page: the contract, or an overlay, has to declare one first",
      lines:
        position === undefined || lack?.isSayable === false
          ? []
          : operationLines(operation, [
              `pagination: { style: number${itemsOf(shown)}, number: ${fieldName(shown, position)} }`,
            ]),
    };
  }
  return describesPages(clausesOfTexts(shown)) && !isReadOfOne(shown)
    ? {
        shown: "its description says that it returns pages",
        missing:
          "nothing declares what its response has: the contract, or an overlay, has to declare that first",
        lines: [],
      }
    : undefined;
}

/** Whether a number is that of a page, by its name or its text. */
function isCalledPage({ key, isNumeric, description }: Field): boolean {
  return (
    isNumeric && !IS_SIZE.test(key) && (/(?:^|_)page(?:_|$)/u.test(key) || /\bpage\b/iu.test(description))
  );
}

/** Whether texts name a header that has a next token, and say to send that back. */
function isOfHeader(clauses: readonly string[]): boolean {
  const text = clauses.join(" ");
  return describedHeader(text) !== undefined && /\bpass|\bsend/iu.test(text) && /page/iu.test(text);
}

/** That a text says to follow a link, and that it calls the member with it `next`. */
const FOLLOW_NEXT = /\bfollow\s(?:the\s)?[`"'*]{0,2}(?:_?links?\.)?next\b/iu;
const FOLLOW_NAMED = /\bfollow\s(?:the\s)?[`"'*]{1,2}next[`"'*]/iu;

/** Whether an object beside the list may have members that the contract does not declare: `next` may be in it. */
function hasOpenObject({ response, list, reader }: ShownPages): boolean {
  const body = response && jsonContent(response, reader)?.schema;
  return (body === undefined ? [] : (reader.properties(body) ?? [])).some(
    ({ name, schema }) =>
      name !== list?.path[0] && (isUndescribed(schema, reader) || mapValues(schema, reader).length > 0),
  );
}

/** What is missing of pages that a text describes, and the lines that say it. */
function lackOf(shown: ShownPages, clauses: readonly string[]) {
  const { operation, list } = shown;
  const text = clauses.join(" ");
  const header = describedHeader(text);
  const next = nextPlaceholder(shown);
  const named = namedPosition(clauses.filter((clause) => OF_POSITION.test(clause)).join(" "), shown);
  if (named?.field !== undefined) {
    const { field } = named;
    const name = fieldName(shown, field);
    const style = /offset|skip|start/.test(field.key) ? "offset" : "number";
    const isCounted = field.kind === "number" && header === undefined;
    if (style === "offset" && isCounted && isIdentifier(field))
      return { missing: `${JSON.stringify(named.name)} takes the identifier of an item`, lines: [] };
    return {
      missing: `only descriptions say what ${JSON.stringify(named.name)} takes`,
      lines: isCounted
        ? operationLines(operation, [`pagination: { style: ${style}${itemsOf(shown)}, ${style}: ${name} }`])
        : linesOf(shown, next, `cursor: ${name}`),
    };
  }
  if (named !== undefined)
    return {
      missing: `its request does not declare ${JSON.stringify(named.name)}: the contract, or an overlay, has to declare it first`,
      lines: [],
    };
  if (FOLLOW_NEXT.test(text) && list !== undefined && list.path.length > 0) {
    const isAtTop = FOLLOW_NAMED.test(text) && !hasOpenObject(shown);
    const member = isAtTop ? "{ member: next, undeclared: true }" : '{ member: "?", undeclared: true }';
    return {
      missing: isAtTop
        ? 'its response does not declare "next"'
        : "its response does not declare what leads to the next page",
      lines: operationLines(operation, [`pagination: { style: link${itemsOf(shown)}, next: ${member} }`]),
    };
  }
  if (!takesPosition(shown)) return lackOfPosition(shown, next);
  return {
    missing: "nothing of the request clearly takes a position",
    lines: linesOf(shown, next, 'cursor: "?"'),
  };
}
