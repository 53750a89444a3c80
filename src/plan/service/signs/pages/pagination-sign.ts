import type { ResponseModel } from "../../../../model/api-model.js";
import { isPlural } from "../../../../text/nouns.js";
import { words } from "../../../../text/words.js";
import { jsonContent } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { isCalledItems } from "../../traits/pagination/find-list.js";
import { isOfOtherThing, mayBeOfPages, takesToken } from "../../traits/pagination/find-token.js";
import { isOther, namesPages } from "../../traits/pagination/other-things.js";
import { shownPath } from "../../traits/pagination/paths.js";
import { changesEachTime, isCalledSearch, isNamedRead } from "../../traits/pagination/only-reads.js";
import { FIXED_PAGES, isAllWithout } from "../../traits/pagination/page-number.js";
import { isOneThing } from "../../traits/pagination/one-thing.js";
import { alternativePages, collectShownPages, type ShownPages } from "../../traits/pagination/shown-pages.js";
import { countsOthers } from "../../traits/pagination/page-fields.js";
import type { Field } from "../../traits/pagination/request-fields.js";
import { findLastNumber, findNextUrl, findPages } from "../../traits/pagination/response-members.js";
import { comparedIdSign } from "./compared-id-sign.js";
import { deniesPages, describedPagesSign, openPageSign } from "./described-pages-sign.js";
import { sameCursor, sameCursorSign } from "./cursor-sign.js";
import { filteredPagesSign } from "./filtered-pages-sign.js";
import { headerCursorSign, headerRangeSign } from "./header-cursor-sign.js";
import { bareLastItemSign, lastItemSign } from "./last-item-sign.js";
import { keyedSearchSign } from "./keyed-search-sign.js";
import { linksSign, sharedLinkSign } from "./links-sign.js";
import { findNext, NEXT_PAGE_SIGNS } from "./next-page-signs.js";
import { nextOffsetSign } from "./next-offset-sign.js";
import { objectCursorSign } from "./object-cursor-sign.js";
import { offsetSign } from "./offset-sign.js";
import { pageSizeSign, weakPositionSign } from "./weak-position-sign.js";
import {
  configuredPath,
  fieldName,
  headerOfTexts,
  linesOf,
  nextPlaceholder,
  positionLines,
} from "./paging-lines.js";
import { rangeSign } from "./range-sign.js";
import {
  candidateLists,
  type FoundSign,
  isCalledPosition,
  isCounted,
  lackOfList,
  lackOfPosition,
  positionOf,
  shownField,
  takesPosition,
} from "./shown-position.js";
import { envelopeSign, jsonParameterSign, markedTokenSign, mixedLinkSign } from "./unusual-pages-sign.js";
import type { LostSign, SignSource } from "../sign.js";

/**
 * What leads to further pages: a next cursor that nothing takes back, a position that nothing gives, a flag, a header.
 *
 * @param hasLinkHeader - whether the text of the contract says that the `Link` header of its lists has the next page
 */
export function paginationSign(
  { operation, traits, reader }: SignSource,
  hasLinkHeader = false,
): LostSign | undefined {
  const { pagination, background, conditionalChange, idempotentCreate, safe } = traits;
  const isKeyed =
    idempotentCreate !== undefined && background === undefined && conditionalChange === undefined;
  const keyed = isKeyed ? keyedSearchSign(operation, reader) : undefined;
  if (keyed !== undefined) return { operation, trait: "pagination", ...keyed };
  // A change returns what a list has, too.
  if ([pagination, background, conditionalChange, idempotentCreate].some((one) => one !== undefined))
    return undefined;
  if (safe === undefined && changesEachTime(operation)) return undefined;
  const shown = collectShownPages(operation, reader);
  if (shown === undefined) return undefined;
  const found = signOf(shown, hasLinkHeader) ?? alternativeSign(shown, hasLinkHeader);
  return found && { operation, trait: "pagination", ...found };
}

/** What is shown where one alternative of several that a response has is a page. */
function alternativeSign(shown: ShownPages, hasLinkHeader: boolean): FoundSign {
  const { operation } = shown;
  if (operation.method !== "GET") return undefined;
  const found = alternativePages(shown).reduce<FoundSign>(
    (known, one) => known ?? signOf(one, hasLinkHeader),
    undefined,
  );
  return found && { ...found, shown: `one of the alternatives of its response is a list: ${found.shown}` };
}

/** Without a list, the request says that the response is a page, or an address of the next one does. */
function signOf(shown: ShownPages, hasLinkHeader: boolean): FoundSign {
  const hasAddress = findNextUrl(shown.members, []) !== undefined;
  const isOpen = shown.list === undefined && !requestsPage(shown) && !hasAddress;
  const signs = isOpen ? OPEN_SIGNS : SIGNS;
  return signs.reduce<FoundSign>((known, sign) => known ?? sign(shown, hasLinkHeader), undefined);
}

/** The signs of an operation; the first that it has counts. */
const SIGNS: readonly ((shown: ShownPages, hasLinkHeader: boolean) => FoundSign)[] = [
  jsonParameterSign,
  nextOffsetSign,
  ...NEXT_PAGE_SIGNS,
  linksSign,
  sameCursorSign,
  markedTokenSign,
  lastItemSign,
  bareLastItemSign,
  sharedLinkSign,
  filteredPagesSign,
  positionSign,
  offsetSign,
  mixedLinkSign,
  flagSign,
  countSign,
  headerCursorSign,
  headerRangeSign,
  comparedIdSign,
  rangeSign,
  describedPagesSign,
  envelopeSign,
  objectCursorSign,
  weakPositionSign,
  pageSizeSign,
];

/** Those of an operation that shows no list, and whose request does not say that it gives a page. */
const OPEN_SIGNS: typeof SIGNS = [
  headerCursorSign,
  headerRangeSign,
  rangeSign,
  openPageSign,
  objectCursorSign,
  weakPositionSign,
  pageSizeSign,
];

/**
 * A read that takes both a size and a position, or a position that takes back a next token, or a position where its response has no schema; a POST that takes a position and says
 * where it goes on, with a size or a flag.
 */
function requestsPage(shown: ShownPages): boolean {
  const { operation, positions, size, flag, response } = shown;
  if (positions.length === 0 && positionOf(shown) === undefined) return false;
  if (operation.method !== "POST" && response?.content.length === 0) return true;
  const isCalledSo = size !== undefined || shown.fields.some(isCalledPosition);
  const isUntyped = response !== undefined && isUntypedJson(response, shown.reader);
  if (operation.method !== "POST" && isUntyped && isCalledSo) return true;
  if (operation.method === "GET" && shown.fields.some(isOffset) && mayHaveLists(shown)) return true;
  if (operation.method === "GET" && shown.fields.some(isPage) && hasLists(shown)) return true;
  if (isCalledSearch(operation) && size !== undefined && sameCursor(shown) !== undefined) return true;
  if (operation.method === "POST" && size !== undefined && isNamedRead(shown) && mayHaveLists(shown))
    return true;
  return operation.method === "POST"
    ? (flag.more !== undefined || size !== undefined) && findNext(shown) !== undefined
    : size !== undefined || takesNext(shown);
}

/** Whether a response has JSON of which nothing is declared. */
function isUntypedJson(response: ResponseModel, reader: SchemaReader): boolean {
  const media = jsonContent(response, reader);
  return media !== undefined && media.schema === undefined;
}

/** Whether a field is a number that says by its name how many items are skipped. */
function isOffset({ key, kind }: Field): boolean {
  return key === "offset" && kind === "number";
}

/** Whether a field is a number that is called the page. */
function isPage({ key, kind }: Field): boolean {
  return kind === "number" && /^page(?:_(?:number|no|num|index))?$/.test(key);
}

/** Whether a response that is not one thing by its path has several lists. */
function hasLists({ operation, response, reader }: ShownPages): boolean {
  return !operation.path.endsWith("}") && candidateLists(response, reader).length > 1;
}

/** Whether a response may have the items, in one of several lists. */
function mayHaveLists(shown: ShownPages): boolean {
  return lackOfList(shown).isSayable;
}

/** Whether a position takes back a text of the response that is called the next one. */
function takesNext(shown: ShownPages): boolean {
  const next = findNext(shown);
  return next?.kind === "text" && positionOf(shown, next) !== undefined;
}

/** Names of tokens of pages, whatever their descriptions. */
const PAGE_TOKEN = /^(?:page|skip|next|continuation)_?token$/;

/** Names that are those of positions only where `positionOf` finds them so. */
const COUNTED_SO = new Set(["p", "since"]);

function positionSign(shown: ShownPages): FoundSign {
  const position = positionOf(shown);
  if (position === undefined || isOther(position, shown.nouns, shown.reader)) return undefined;
  if (position.isNumeric && countsOthers(position) && !namesPages(position)) return undefined;
  // What a POST takes beside no size may be of anything.
  if (shown.operation.method === "POST" && shown.size === undefined && !isCalledPosition(position))
    return undefined;
  const isOfPages =
    /\bpaginat/i.test(position.description) ||
    mayBeOfPages(position) ||
    takesToken(position) ||
    COUNTED_SO.has(position.key) ||
    (PAGE_TOKEN.test(position.key) && isListAtTop(shown)) ||
    (isCounted(position, shown) &&
      (shown.size !== undefined || (isListAtTop(shown) && !isOfOtherThing(position))));
  if (!isOfPages) return undefined;
  if (position.key.includes("page") && FIXED_PAGES.test(position.description)) return undefined;
  const name = shownField(position);
  const isAll = [position, shown.size].some(
    (field) => field !== undefined && isAllWithout(field.description),
  );
  const lack = shown.list === undefined ? lackOfList(shown) : undefined;
  // Lines would have a list of whatever the thing has.
  if (shown.list !== undefined && isOneThing(shown))
    return {
      shown: `it takes "${name}"`,
      missing: "its response is one thing, and the list a part of it",
      lines: [],
    };
  return {
    shown: lack === undefined ? `it takes "${name}" and returns a list` : `it takes "${name}"`,
    missing: isAll
      ? "a request without it gives all items"
      : (lack?.missing ??
        (headerOfTexts(shown) === undefined
          ? "nothing says how the next position is found"
          : "only its description names the header that has the next position")),
    lines: isAll || lack?.isSayable === false ? [] : positionLines(shown, position),
  };
}

/** Whether a read gives its items at the top of its response, by their name. */
function isListAtTop({ operation, list }: ShownPages): boolean {
  const isCalledSo = list !== undefined && list.path.length < 2 && isCalledItems(list, operation.path);
  return operation.method !== "POST" && (isCalledSo || list?.path.length === 0);
}

/** That there are more items, and nothing that requests them. */
function flagSign(shown: ShownPages): FoundSign {
  const { more } = shown.flag;
  // The flag of a list that is a part of one thing says nothing of further things.
  const mayWrite = shown.operation.method === "POST" && !isCalledSearch(shown.operation);
  if (more === undefined || mayWrite || isOneThing(shown)) return undefined;
  const seen = `its response has "${shownPath(more)}"`;
  const flag = `more: ${configuredPath(more)}`;
  if (!takesPosition(shown)) return { shown: seen, ...lackOfPosition(shown, nextPlaceholder(shown), flag) };
  const [position] = shown.positions;
  return {
    shown: seen,
    missing:
      position === undefined
        ? "nothing of the request clearly takes a position"
        : "nothing says how the next position is found",
    lines: linesOf(
      shown,
      nextPlaceholder(shown),
      `cursor: ${position === undefined ? '"?"' : fieldName(shown, position)}`,
      flag,
    ),
  };
}

/** Names of the number of a page in its response. */
const OWN_PAGE = /^(?:(?:current|this)_)?page(?:_(?:number|no|num|index))?$/;

const SIZE_OF_PAGE = /^(?:items_)?per_page$|^(?:page_)?size$|^limit$/;

/** What is beside the number of a page, or of all: a document has pages too, but they have no size. */
const BESIDE_PAGES = new RegExp(`${OWN_PAGE.source}|^total|${SIZE_OF_PAGE.source}`);

/** Whether a read is called one of the newest of several things: `getLatestVersion`. Its response may be made as that of all. */
function isOfNewest({ path, operationId = "" }: ShownPages["operation"]): boolean {
  const names = [path.split("/").findLast((one) => one !== "") ?? "", operationId].map(words);
  const isNewest = (word = "") => NEWEST.has(word);
  return names.some((name) => name.some(isNewest) && !isNewest(name.at(-1)) && !isPlural(name));
}

const NEWEST = new Set(["current", "latest", "newest"]);

/** The number of the page, or of all pages, and nothing that requests one. */
function countSign(shown: ShownPages): FoundSign {
  const { operation, members, list } = shown;
  if (list === undefined || operation.method === "POST" || isOneThing(shown)) return undefined;
  const own = members.find(({ kind, keys }) => kind === "number" && OWN_PAGE.test(keys.at(-1) ?? ""))?.path;
  const pages = findPages(members) ?? findLastNumber(members);
  const found = pages ?? own;
  if (found === undefined || deniesPages(shown) || isOfNewest(operation)) return undefined;
  const above = found.slice(0, -1).join("/");
  const beside = members
    .filter(({ path }) => path.slice(0, -1).join("/") === above && path.join("/") !== found.join("/"))
    .map(({ keys }) => keys.at(-1) ?? "");
  // One thing has pages and a total, too; a page of things has its size as well: `/search/{query}`.
  const isSized = own !== undefined && beside.some((key) => SIZE_OF_PAGE.test(key));
  if (!beside.some((key) => BESIDE_PAGES.test(key)) || (operation.path.endsWith("}") && !isSized))
    return undefined;
  return {
    shown: `its response has the number of ${pages === undefined ? "its page" : "pages"} in "${shownPath(found)}"`,
    missing: "nothing of the request takes a page: the contract, or an overlay, has to declare one first",
    lines: [],
  };
}
