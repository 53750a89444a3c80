import { pointerKeys } from "../../../../text/json-pointer.js";
import type { OperationModel, ResponseModel } from "../../../../model/api-model.js";
import { findHeader } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { findFirstPage, firstItem } from "./first-number.js";
import { findLastItem, statesNewestFirst } from "./find-last-item.js";
import type { FoundList } from "./find-list.js";
import { isFiltered } from "./filtered-pages.js";
import { findHeaderToken } from "./find-header-token.js";
import { findToken } from "./find-token.js";
import { changesEachTime, isCalledSearch, onlyReads, readSign } from "./only-reads.js";
import type { Pagination, RequestField, Trait } from "../trait.js";
import { endsWithoutNext, findNextOffset, isOpaque } from "./next-offset.js";
import { isOfDocument, leadsElsewhere, linksElsewhere } from "./other-things.js";
import { isAllWithout, isPageOfResults } from "./page-number.js";
import { isOneThing, isPartOfOne } from "./one-thing.js";
import { memberPath, type Path, shownMember, shownPath } from "./paths.js";
import { countsItems, findOffset, findPageNumber, findSizeOfPages, isOfOneItem } from "./page-fields.js";
import type { Field } from "./request-fields.js";
import {
  findLastNumber,
  findNextUrl,
  findNullAtEnd,
  findPages,
  findTotal,
  hasCount,
} from "./response-members.js";
import { collectShownPages, type ShownPages } from "./shown-pages.js";

/** What the rules look at: an operation that returns a list. */
interface Evidence extends ShownPages {
  readonly response: ResponseModel;
  readonly list: FoundList;
  /** The configuration says that it only reads. */
  readonly isSafe: boolean;
}

/**
 * How an operation is paged (RES-3, RES-5). Its request decides whether, its response how; where several are right, what the server
 * computes comes before what a client counts.
 *
 * @param isSafe - whether the configuration says that the operation only reads: else nothing that creates is paged
 */
export function recognisePagination(
  operation: OperationModel,
  reader: SchemaReader,
  isSafe = false,
): Trait<Pagination> | undefined {
  if (!isSafe && changesEachTime(operation)) return undefined;
  const shown = collectShownPages(operation, reader);
  if (shown === undefined) return undefined;
  const { list, response } = shown;
  if (list === undefined || response === undefined) return undefined;
  const evidence: Evidence = { ...shown, list, response, isSafe };
  for (const rule of RULES) {
    const found = rule(evidence);
    if (found !== undefined) return { facts: found.facts, reason: `${listReason(evidence)} ${found.reason}` };
  }
  return undefined;
}

/** The body is a list, or has one; what a rule says goes on from there. */
function listReason({ list }: Evidence): string {
  return list.path.length === 0
    ? "The response is a list."
    : `The response has the list "${shownPath(list.path)}".`;
}

type Found = Trait<Pagination> | undefined;

const RULES: readonly ((evidence: Evidence) => Found)[] = [
  byToken,
  byHeaderToken,
  byDeclaredLink,
  byUrl,
  byDescribedLink,
  byNumber,
  byOffset,
  byLastItem,
];

function partsOf({ list, size, flag: { more, last } }: Evidence) {
  return {
    items: memberPath(list.path),
    ...(list.optional && { itemsOptional: true as const }),
    ...(size !== undefined && { size: size.at }),
    ...(more !== undefined && { more: memberPath(more) }),
    ...(last !== undefined && { last: memberPath(last) }),
  };
}

/** The end of a sentence: what ends the sequence; empty where nothing but its last page does. */
function until({ flag: { more, last } }: Evidence): string {
  if (more !== undefined) return `, until "${shownPath(more)}" is false`;
  return last === undefined ? "" : `, until "${shownPath(last)}" is true`;
}

/** A field as a request carries it. */
function fieldText({ at }: Pick<Field, "at">, { operation }: Evidence): string {
  const isDeep = operation.parameters.some(({ name, style }) => name === at.name && style === "deepObject");
  const name =
    at.member === undefined
      ? `"${at.in === "body" ? shownMember(at.name) : at.name}"`
      : isDeep
        ? `"${at.name}${pointerKeys(`/${at.member}`)
            .map((key) => `[${key}]`)
            .join("")}"`
        : `"${shownMember(at.member)}" of "${at.name}"`;
  return `${name} in the ${at.in}`;
}

function hasFlag({ flag }: Evidence): boolean {
  return flag.more !== undefined || flag.last !== undefined;
}

function byToken(evidence: Evidence): Found {
  const { operation, size } = evidence;
  const found = findToken(evidence);
  if (found === undefined) return undefined;
  // What a POST takes and returns under such names may be anything else.
  const isRead = operation.method !== "POST" || isCalledSearch(operation);
  if (!isRead && !found.isDescribed && size === undefined && !hasFlag(evidence)) return undefined;
  return byCursor(evidence, found.next, found.position);
}

function byCursor(evidence: Evidence, path: Path, cursor: RequestField): Trait<Pagination> {
  return {
    facts: { ...partsOf(evidence), next: memberPath(path), cursor },
    reason: `It names the next page in "${shownPath(path)}"; ${fieldText({ at: cursor }, evidence)} takes that back${until(evidence)}.`,
  };
}

/** A token in a header of the response, which a position takes back. */
function byHeaderToken(evidence: Evidence): Found {
  const found = findHeaderToken(evidence);
  if (found === undefined || mayBeWrite(evidence)) return undefined;
  // Some contracts declare one of the items as the response: what it has deeper is a part of it.
  if (evidence.list.path.length > 1 && isOneThing(evidence)) return undefined;
  const { header, position, isDeclared } = found;
  return {
    facts: { ...partsOf(evidence), nextHeader: header, cursor: position.at },
    reason:
      `${isDeclared ? "It" : `The description of ${fieldText(position, evidence)} says that it`} names the next page in the header \`${header}\`; ` +
      `${fieldText(position, evidence)} takes that back${until(evidence)}.`,
  };
}

function byDeclaredLink(evidence: Evidence): Found {
  const { response, size, positions } = evidence;
  const field = size ?? positions[0];
  const link = findHeader(response, "Link");
  if (field === undefined || link === undefined || linksElsewhere(link)) return undefined;
  return {
    facts: { style: "link", ...partsOf(evidence) },
    reason: `Its \`Link\` header has the next page (RFC 8288), and ${fieldText(field, evidence)} requests a page.`,
  };
}

/** The address of the next page in a member, of a read: following it repeats the request there. */
function byUrl(evidence: Evidence): Found {
  const { operation, members, size, positions, list } = evidence;
  if (isOneThing(evidence)) return undefined;
  const requestsPage = size !== undefined || positions.length > 0;
  // HAL has the items in `_embedded`, and the addresses of all pages in `_links`.
  const isTop = list.path.length < 2 || list.path[0] === "_embedded";
  if (!requestsPage && !isTop) return undefined;
  const found = findNextUrl(members, list.path);
  if (found === undefined || leadsElsewhere(found, evidence.nouns, evidence.reader)) return undefined;
  if (operation.method === "POST" && !(found.isUrl && (evidence.isSafe || onlyReads(evidence))))
    return undefined;
  // An address says nothing of a page that the body counts.
  if (findPageNumber(evidence.fields)?.at.in === "body") return undefined;
  return {
    facts: { style: "link", ...partsOf(evidence), next: memberPath(found.path) },
    reason: `It has the address of the next page in "${shownPath(found.path)}"${until(evidence)}.`,
  };
}

/** A text that names the `Link` header. */
export const LINK_HEADER = /\blink\b`?\s*(?:response\s+)?headers?\b/i;

/** A position whose description says that its values come from the `Link` header, which the contract does not declare. */
function byDescribedLink(evidence: Evidence): Found {
  // What the response declares comes before prose, even where it is not enough.
  if (findNextUrl(evidence.members, evidence.list.path) !== undefined) return undefined;
  const described = evidence.fields.find(
    (field) =>
      LINK_HEADER.test(field.description) &&
      (evidence.positions.includes(field) || /\bpagin|\bpages?\b/i.test(field.description)),
  );
  if (described === undefined) return undefined;
  return {
    facts: { style: "link", ...partsOf(evidence) },
    reason: `The description of ${fieldText(described, evidence)} says that the \`Link\` header has the next page (RFC 8288).`,
  };
}

/** Whether a POST may write: then the client does not repeat it for further pages. */
function mayBeWrite(evidence: Evidence): boolean {
  return !evidence.isSafe && evidence.operation.method === "POST" && readSign(evidence) === undefined;
}

function byNumber(evidence: Evidence): Found {
  const { operation, fields, members, list, size, reader } = evidence;
  const pages = findPages(members);
  const page = findPageNumber(fields, pages !== undefined);
  if (page === undefined || isPartOfOne(evidence)) return undefined;
  const isCounted = pages !== undefined || hasFlag(evidence) || findTotal(members, list.path) !== undefined;
  if (!isCounted && isOfDocument(page)) return undefined;
  // A page left over on a POST is apart from what the request takes otherwise.
  const isApart = page.at.in === "query" && (list.path.length > 1 || size?.at.in === "body");
  if ((operation.method === "POST" && isApart) || mayBeWrite(evidence)) return undefined;
  // The sequence begins without a position.
  if ([page, size].some((field) => field !== undefined && isAllWithout(field.description))) return undefined;
  const isProven =
    size !== undefined ||
    pages !== undefined ||
    hasCount(members, list.path) ||
    hasFlag(evidence) ||
    isPageOfResults(page, operation, list, reader);
  // Without a number of pages or a flag, a page without items is the last one.
  const next = pages === undefined && !hasFlag(evidence) ? findNullAtEnd(members) : undefined;
  // The client ends at an empty page where the number of the next may be null.
  const hasEnd = pages !== undefined || hasFlag(evidence);
  if (!isProven || (!hasEnd && isFiltered(evidence))) return undefined;
  const { first, current } = findFirstPage(page, members, reader);
  const total = pages ?? (first === 1 ? findLastNumber(members) : undefined);
  const untilNull = next === undefined ? until(evidence) : `, until "${shownPath(next.path)}" is null`;
  const end = total === undefined ? untilNull : `, up to "${shownPath(total)}"`;
  const start = current === undefined ? String(first) : `"${shownPath(current)}" of the first (else 1)`;
  return {
    facts: {
      style: "number",
      ...partsOf({ ...evidence, size: findSizeOfPages(fields) }),
      ...(next !== undefined && { more: memberPath(next.path) }),
      number: page.at,
      ...(first !== undefined && { first }),
      ...(current !== undefined && { current: memberPath(current) }),
      ...(total !== undefined && { total: memberPath(total) }),
    },
    reason: `${fieldText(page, evidence)} counts the pages, from ${start} on${end}.`,
  };
}

function byOffset(evidence: Evidence): Found {
  const { fields, size, members, list, reader } = evidence;
  const offset = findOffset(fields);
  if (offset === undefined || isOfOneItem(offset)) return undefined;
  if (mayBeWrite(evidence) || isPartOfOne(evidence) || isFiltered(evidence)) return undefined;
  // What the service computes comes before what a client counts.
  const next = findNextOffset(offset, members);
  const total = findTotal(members, list.path);
  if (next !== undefined && endsWithoutNext(next, evidence.flag))
    return byCursor(evidence, next.path, offset.at);
  // Without a total, only the service knows where the pages end.
  if (next !== undefined && (total === undefined || isOpaque(next) || isOpaque(offset))) return undefined;
  const first = firstItem(offset, reader) === 1 ? { first: 1 as const } : {};
  // Without a size, a number called `offset` may be of anything.
  if (size === undefined && total === undefined && !countsItems(offset)) return undefined;
  return {
    facts: {
      style: "offset",
      ...partsOf(evidence),
      offset: offset.at,
      ...first,
      ...(total !== undefined && { total: memberPath(total) }),
    },
    reason:
      `${fieldText(offset, evidence)} ${"first" in first ? "is the number of an item" : "leaves items out"}${size === undefined ? "" : `, beside ${fieldText(size, evidence)}`}` +
      `${total === undefined ? until(evidence) : `, up to "${shownPath(total)}"`}.`,
  };
}

function byLastItem(evidence: Evidence): Found {
  const { operation, list, members, fields, reader } = evidence;
  const texts = [operation.summary, operation.description];
  const isNewestFirst = texts.some((text = "") => statesNewestFirst(text));
  const shows = { hasFlag: hasFlag(evidence), isNewestFirst };
  const found = findLastItem(list, members, fields, shows, reader);
  if (found === undefined) return undefined;
  const { position: after, next, id: path } = found;
  if (next !== undefined) return byCursor(evidence, next, after);
  if (path === undefined) return undefined;
  return {
    facts: { style: "last-item", ...partsOf(evidence), after, id: memberPath(path) },
    reason: `${fieldText({ at: after }, evidence)} takes "${shownPath(path)}" of the last item${until(evidence)}.`,
  };
}
