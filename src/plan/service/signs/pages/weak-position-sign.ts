import { clausesOf, negates } from "../../../../text/without-denials.js";
import { jsonContent } from "../../responses.js";
import { isCalledSearch, isNamedRead } from "../../traits/pagination/only-reads.js";
import { isOther } from "../../traits/pagination/other-things.js";
import { findOffset } from "../../traits/pagination/page-fields.js";
import { isOneThing } from "../../traits/pagination/one-thing.js";
import type { Field } from "../../traits/pagination/request-fields.js";
import type { ShownPages } from "../../traits/pagination/shown-pages.js";
import { deniesPages, isDenial } from "./described-pages-sign.js";
import { FIRST_ITEM, fieldName, linesOf, nextPlaceholder, positionLines } from "./paging-lines.js";
import {
  candidateLists,
  type FoundSign,
  isCalledFilter,
  isCalledPosition,
  lackOfList,
  lackOfPosition,
  shownField,
  takesPosition,
} from "./shown-position.js";

/*
 * Positions that neither their names nor their types make certain: a text says what they are for, or a size is beside a word of position.
 */

/** That a field is one of pages. */
const OF_PAGES =
  /\bpaginat\w*|\bpaged\b|\bpaging\b|\bpage offset\b|\bpages?(?: \(\w+\))? of (?:the |all |entire )?(?:\w+ )?(?:items|list|records|results?)\b|\b(?:following|next|subsequent) (?:\w+ )?(?:batch|page|records|results|set)\b/iu;

/** That a field is what came last: "The last identifier received by the client". */
const OF_LAST = /\blast (?:\w+ ){0,2}(?:fetched|processed|received|retrieved|returned|seen)\b/iu;

/** What is fetched, or who fetches it. A device and a person are seen, too. */
const FETCHED =
  /\b(?:cursor|entry|id|identifier|index|item|key|offset|position|record|result|row|sequence|token)\b|\bby (?:the )?(?:caller|client|consumer|you)\b|\byou (?:have )?(?:fetch|receiv|retriev)/iu;

/** Names of what came last, or where a list begins; `last_seen` is when something was seen. */
const CALLED_LAST = /^(?:after|from|last|since)_(?!(?:\w+_)?(?:at|days?|ed|hours?|on|seen)$)|(?:^|_)start$/u;

/** That a field says whether something is so. */
const OF_FLAG = /^\W*(?:boolean|flag|if|true|whether)\b/iu;

/** Names of sizes, ends, orders and choices, whose texts name pages, too. */
const NO_POSITION =
  /(?:^|_)(?:by|count|direction|end|expand|fields?|filter|format|group|include|layout|length|limit|mode|max(?!_?id$)\w*|num_(?:items|of|records|results|rows)|per_?page|order(?:ing)?|rows|size|sort\w*|stop|style|take|to|top|total|until)(?:_|$)|size$/u;

/** That a field is not used, or has been replaced. */
const OLD = /\bdeprecated\b|\bignored\b|\bno longer\b|\bobsolete\b/iu;

/** Numbers that say where a list begins, where a size is beside them. */
const BEGINS = /^(?:begin|first|from|start)$/u;

/** The other end of a range, which is not one of a list. */
const ENDS = /^(?:end|last|stop|to|until)(?:_|$)/u;

/** Identifiers of items at either end of a page, where a size is beside them. */
const OF_ITEM =
  /^(?:after|before|last|max|min|since|start)_?(?:id|key|record|seq(?:uence)?(?:_?num(?:ber)?)?)$/u;

/** Names of texts that say where a list goes on, where a size is beside them. */
const POINTER = /(?:^|_)marker$|(?:bookmark|cursor|iterator|pointer)$/u;

/** Words of a text about a place in a list: a map has markers, too. */
const OF_SEQUENCE = /\b(?:begin|continu|cursor|fetch|last|list|next|page|previous|result|start)\w*/iu;

/** Values of items that begin somewhere, too. */
const VALUES =
  /\b(?:amounts?|dates?|days?|epoch|hours?|intervals?|milliseconds?|minutes?|months?|periods?|prices?|seconds?|times?|timestamps?|years?)\b/iu;

/** Ends of a path of which the response has the best matches. */
const BEST = /(?:complet\w*|search\w*|suggest\w*|typeahead)\/?$/iu;

/** Names of the size of a page. */
const PAGE_SIZE = /^(?:\w+_)?(?:page_?size|per_?page)$/u;

/** A position that only a text or a size beside it tells, where nothing else of the operation shows pages. */
export function weakPositionSign(shown: ShownPages): FoundSign {
  const { operation, size } = shown;
  const isPost = operation.method === "POST";
  if ((isPost && !(isNamedRead(shown) && mayReturnList(shown))) || isOneThing(shown) || deniesPages(shown))
    return undefined;
  const open = shown.fields.filter((field) => field !== size && mayTake(field, shown));
  const ordered = open.toSorted((left, right) => rankOf(left) - rankOf(right));
  const position =
    ordered.find(isDescribed) ??
    (isPost || operation.path.endsWith("}") ? undefined : ordered.find((field) => isNamed(field, shown)));
  return position && signOf(position, shown);
}

function signOf(position: Field, shown: ShownPages): FoundSign {
  const { list } = shown;
  const name = shownField(position);
  const seen = list === undefined ? `it takes "${name}"` : `it takes "${name}" and returns a list`;
  if (position.kind === "other" && typeOf(position, shown) === "array")
    return {
      shown: seen,
      missing:
        "it is declared as a list, and a page has one value: the contract, or an overlay, has to declare that",
      lines: [],
    };
  const lack = list === undefined ? lackOfList(shown) : undefined;
  const missing = lack?.missing ?? "nothing says how the next position is found";
  return {
    shown: seen,
    // The configuration takes what has no type as it is.
    missing: position.kind === "other" ? `nothing declares its type, and ${missing}` : missing,
    lines: lack?.isSayable === false ? [] : positionLines(shown, position),
  };
}

/** What has a name of positions comes first. */
function rankOf(field: Field): number {
  return isCalledPosition(field) ? 0 : BEGINS.test(field.key) || OF_ITEM.test(field.key) ? 1 : 2;
}

/** Whether a field may be a position: one value, and neither a filter, a date nor a size; or one with a name of positions, whatever its type. */
function mayTake(field: Field, shown: ShownPages): boolean {
  const { at, key, kind, description } = field;
  if (at.in === "path" || NO_POSITION.test(key) || OLD.test(description)) return false;
  if (isCalledFilter(key) && !OF_ITEM.test(key)) return false;
  if (isOther(field, shown.nouns, shown.reader)) return false;
  return kind !== "other" || (isCalledPosition(field) && ["any", "array"].includes(typeOf(field, shown)));
}

function typeOf({ schema }: Field, { reader }: ShownPages): string {
  return reader.resolve(schema).type.kind;
}

/** Whether a text says that a field is one of pages. */
function isDescribed({ key, description, isNumeric }: Field): boolean {
  if (OF_FLAG.test(description)) return false;
  return clausesOf(description.slice(0, 1000))
    .flat()
    .some(
      (clause) =>
        !negates(clause) &&
        !isDenial(clause) &&
        (OF_PAGES.test(clause) ||
          (CALLED_LAST.test(key) && OF_LAST.test(clause) && FETCHED.test(clause)) ||
          (isNumeric && FIRST_ITEM.test(clause))),
    );
}

/** Whether a field beside a size has a name of positions that is also one of other things. */
function isNamed(field: Field, shown: ShownPages): boolean {
  const { key, kind, isNumeric, description } = field;
  const { size, fields } = shown;
  if (kind === "other") return fields.some(({ key: other }) => PAGE_SIZE.test(other) || other === "limit");
  // Digits of a number are from one to another, too.
  if (VALUES.test(description)) return false;
  if (key !== "from" && isUntyped(shown) && findOffset([field]) !== undefined) return true;
  if (size === undefined) return false;
  if (OF_ITEM.test(key)) return true;
  if (POINTER.test(key)) return kind === "text" && (description === "" || OF_SEQUENCE.test(description));
  const hasEnd = fields.some(({ key: other }) => ENDS.test(other));
  return BEGINS.test(key) && isNumeric && !hasEnd && isUntyped(shown);
}

/** Whether a response has a list or several, or nothing is declared of it. */
function mayReturnList(shown: ShownPages): boolean {
  const { list, response, reader } = shown;
  return list !== undefined || candidateLists(response, reader).length > 0 || isUntyped(shown);
}

/** Whether nothing is declared of what a response has. */
function isUntyped({ response, reader }: ShownPages): boolean {
  if (response === undefined) return false;
  const media = jsonContent(response, reader);
  return media === undefined ? response.content.length === 0 : media.schema === undefined;
}

/** The size of a page, where nothing of the request is called a position. */
export function pageSizeSign(shown: ShownPages): FoundSign {
  const { operation, list, size } = shown;
  if (operation.method !== "GET" || size === undefined || !PAGE_SIZE.test(size.key)) return undefined;
  // Paper has a page size, too, and the best matches of a search are one page.
  const isOfList = size.isNumeric || /per_?page$/u.test(size.key);
  if (!isOfList || BEST.test(operation.path) || isCalledSearch(operation)) return undefined;
  if (!(list !== undefined || isUntyped(shown)) || operation.path.endsWith("}")) return undefined;
  if (isOneThing(shown) || deniesPages(shown)) return undefined;
  const seen = `it takes "${shownField(size)}"${list === undefined ? "" : " and returns a list"}`;
  const lack = list === undefined ? lackOfList(shown) : undefined;
  if (lack?.isSayable === false) return { shown: seen, missing: lack.missing, lines: [] };
  const next = nextPlaceholder(shown);
  if (!takesPosition(shown)) return { shown: seen, ...lackOfPosition(shown, next) };
  const [position] = shown.positions;
  return {
    shown: seen,
    missing: "nothing of the request clearly takes a position",
    lines: linesOf(shown, next, `cursor: ${position === undefined ? '"?"' : fieldName(shown, position)}`),
  };
}
