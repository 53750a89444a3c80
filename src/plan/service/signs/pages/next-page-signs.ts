import type { SchemaNode } from "../../../../model/schema-model.js";
import { isPlural } from "../../../../text/nouns.js";
import { yamlScalar } from "../../../../text/yaml-scalar.js";
import { successResponses } from "../../responses.js";
import { FEED_TEXT, PAGE_WORDS } from "../../traits/pagination/find-token.js";
import { isCalledItems, lastSegment } from "../../traits/pagination/find-list.js";
import { findSameHeaders } from "../../traits/pagination/find-header-token.js";
import { isCalledSearch, mayChange } from "../../traits/pagination/only-reads.js";
import { isOther, leadsElsewhere, linksElsewhere } from "../../traits/pagination/other-things.js";
import { shownPath } from "../../traits/pagination/paths.js";
import { isOneThing } from "../../traits/pagination/one-thing.js";
import { LINK_HEADER } from "../../traits/pagination/recognise-pagination.js";
import { type Field, listHeaderFields } from "../../traits/pagination/request-fields.js";
import type { ShownPages } from "../../traits/pagination/shown-pages.js";
import { findNextUrl, type Member } from "../../traits/pagination/response-members.js";
import { endsUnchanged, successHeaders } from "./page-headers.js";
import { configuredPath, fieldName, itemsOf, linesOf } from "./paging-lines.js";
import {
  type FoundSign,
  lackOfList,
  lackOfPosition,
  positionOf,
  shownField,
  takesPosition,
} from "./shown-position.js";
import { operationLines } from "../sign.js";

/*
 * What a response has of the next page: a cursor, an address, links, a header.
 */

/** Names of what leads to the next page. */
const NEXT =
  /^next(?:_?(?:page|cursor|token|marker|offset|start|position|key|link|ur[il]|href|page_?(?:token|cursor|ur[il])))?$|(?:^|_)continuation_(?:key|token)$|^skip_token$|^end_cursor$/;

/** Names that are of pages whatever is written about them. */
const OF_PAGES = /page|cursor|token|offset|marker|link|ur[il]|href/;

/** A next cursor by its name; one in an object called the next page; beside a flag, any cursor. */
export function findNext({ members, flag }: Pick<ShownPages, "members" | "flag">): Member | undefined {
  return members.find(({ kind, keys, description }) => {
    const [key = "", above = ""] = keys.toReversed();
    if (kind === "boolean") return false;
    if (NEXT.test(key)) return OF_PAGES.test(key) || PAGE_WORDS.test(description) || description === "";
    const isInNext = /^next(?:_page)?$/.test(above) && /after|cursor|token/.test(key);
    return isInNext || (flag.more !== undefined && key === "cursor");
  });
}

/** Headers that lead to the next page: `Link` (RFC 8288), and names of their own. */
const NEXT_HEADER = /^(?:link|(?:x[-_])?next(?:[-_].+)?|x[-_](?:ms[-_])?(?:cursor|continuation)[-_]?\w*)$/i;

/** Whether a POST gives a list at the top of its response, and nothing says that it changes that. */
function givesList({ operation, list, reader }: ShownPages): boolean {
  const isOk = successResponses(operation).every(({ status }) => status === "200");
  return isOk && list !== undefined && list.path.length < 2 && !mayChange({ operation, list, reader });
}

/** Whether a read is of one thing by its path: it requests no page, and the list is not called so. The envelope of a thing has links, too. */
export function isReadOfOne({ operation, list, positions, size }: ShownPages): boolean {
  const isOfOne = operation.path.endsWith("}") && size === undefined && positions.length === 0;
  return isOfOne && !(list !== undefined && isCalledItems(list, operation.path));
}

/** Whether a read is of one thing below another by its name, which no list belies: an envelope that all responses share has a next page, too. */
function isNamedAsOne({ operation: { path }, list, positions, size }: ShownPages): boolean {
  const requests = size !== undefined || positions.length > 0;
  return list === undefined && !requests && path.includes("{") && !isPlural(lastSegment(path).split("_"));
}

/** Whether what is called next is another thing than a page for certain. */
function isOtherMember({ keys, ...member }: Member, { nouns, reader }: ShownPages): boolean {
  return isOther({ ...member, key: keys.at(-1) ?? "" }, nouns, reader);
}

/** A next address or cursor. A create returns what a list has, too: it requests no page. */
function nextSign(shown: ShownPages): FoundSign {
  const { operation, members, positions, size } = shown;
  const address = findNextUrl(members, shown.list?.path ?? []);
  const requests = positions.length > 0 || size !== undefined;
  const isNamed = address?.isUrl === true && isCalledSearch(operation);
  // What says whether and where it goes on is a page, whatever is requested.
  const isPage = shown.list !== undefined && shown.flag.more !== undefined && findNext(shown) !== undefined;
  const isListing = address !== undefined && givesList(shown);
  if (operation.method === "POST" && !requests && !isNamed && !isPage && !isListing) return undefined;
  if (address !== undefined)
    return isOneThing(shown) || isReadOfOne(shown) || isNamedAsOne(shown) || isOtherMember(address, shown)
      ? undefined
      : addressSign(shown, address);
  const token = findNext(shown);
  if (token === undefined || isOtherMember(token, shown)) return undefined;
  const seen = `its response has "${shownPath(token.path)}"`;
  const position = positionOf(shown, token);
  if (position !== undefined && isOther(position, shown.nouns, shown.reader)) return undefined;
  const next = `next: ${configuredPath(token.path)}`;
  const { more } = shown.flag;
  const flag = more === undefined ? [] : [`more: ${configuredPath(more)}`];
  const times = position === undefined ? timesOf(shown, token) : [];
  if (times.length > 0)
    return {
      shown: seen,
      missing: `it is a time, and nothing says that ${times.map((one) => `"${shownField(one)}"`).join(" or ")} takes it back`,
      lines: linesOf(
        shown,
        next,
        `cursor: ${times.length === 1 ? times.map((one) => fieldName(shown, one)).join("") : '"?"'}`,
        ...flag,
      ),
    };
  if (position === undefined && !takesPosition(shown))
    return { shown: seen, ...lackOfPosition(shown, next, ...flag) };
  const lack = shown.list === undefined ? lackOfList(shown) : undefined;
  const cursor = position === undefined ? '"?"' : fieldName(shown, position);
  return {
    shown: seen,
    missing:
      position === undefined
        ? "nothing of the request clearly takes it back"
        : (lack?.missing ?? `"${shownField(position)}" does not clearly take it back`),
    lines: lack?.isSayable === false ? [] : linesOf(shown, next, `cursor: ${cursor}`, ...flag),
  };
}

/** That a value is a time. */
const TIME = /\b(?:dates?|epoch|time ?stamps?|times?)\b/iu;

/** Names of the ends of a range of times. */
const END_OF_TIME = /^(?:(?:start|end|from|to|until)_?(?:date|time)?|since|before|after|min_time|max_time)$/;

/** The ends of a range of times that a next position which is a time may be for. */
function timesOf({ fields }: ShownPages, { description, schema, kind }: Member): readonly Field[] {
  const isTimed = ({ type }: SchemaNode) => type.kind === "string" && /^date/.test(type.format ?? "");
  if (!TIME.test(description) && !isTimed(schema)) return [];
  return fields.filter(
    (field) =>
      END_OF_TIME.test(field.key) &&
      (TIME.test(field.description) || isTimed(field.schema)) &&
      (field.kind === "text" || field.kind === kind),
  );
}

/** The address of the next page, which no position takes. */
function addressSign(shown: ShownPages, member: Member): FoundSign {
  const { path } = member;
  const isPost = shown.operation.method === "POST";
  const lack = shown.list === undefined ? lackOfList(shown) : undefined;
  const next = configuredPath(path);
  return {
    shown: `its response has the address "${shownPath(path)}"`,
    missing: isPost
      ? "nothing shows for certain that this POST only reads"
      : (lack?.missing ??
        (leadsElsewhere(member, shown.nouns, shown.reader)
          ? "its description does not say that it is of the next page"
          : "nothing of the request takes a size or a position")),
    // Its pages would be requested by the same change, again and again.
    lines:
      lack?.isSayable === false || (isPost && !isCalledSearch(shown.operation))
        ? []
        : operationLines(shown.operation, [
            `pagination: { style: link${itemsOf(isListOfThing(shown) ? { ...shown, list: undefined } : shown)}, next: ${next} }`,
          ]),
  };
}

/** Whether an object inside the response has an identifier beside the list: that is a part of one thing, and may not be what pages have. */
function isListOfThing({ list, members }: ShownPages): boolean {
  const above = list?.path.slice(0, -1) ?? [];
  return (
    above.length > 1 &&
    members.some(
      ({ keys, path }) =>
        path.length === above.length + 1 &&
        above.every((name, depth) => path[depth] === name) &&
        /(?:^|_)(?:g?u?id|uuid)$/u.test(keys.at(-1) ?? ""),
    )
  );
}

/** An address or a cursor in an object that has another list than the response: which of both is meant is not known. */
function otherListSign(shown: ShownPages): FoundSign {
  const { others, operation, flag } = shown;
  if (operation.method === "POST") return undefined;
  const address = findNextUrl(others, []);
  const next = address ?? findNext({ members: others, flag });
  if (next === undefined) return undefined;
  const open = { ...shown, list: undefined };
  const found = `next: ${configuredPath(next.path)}`;
  const seen = {
    shown: `its response has "${shownPath(next.path)}"`,
    missing: `"${shownPath(next.path.slice(0, 1))}" has a list of its own, beside "${shownPath(shown.list?.path ?? [])}"`,
  };
  if (address !== undefined)
    return {
      ...seen,
      lines: operationLines(operation, [`pagination: { style: link${itemsOf(open)}, ${found} }`]),
    };
  const position = positionOf(shown, next);
  if (position === undefined) return { shown: seen.shown, ...lackOfPosition(open, found) };
  return { ...seen, lines: linesOf(open, found, `cursor: ${fieldName(shown, position)}`) };
}

/** `rel="next"` (RFC 8288 section 3.3), in prose. */
const NEXT_RELATION = /\brel\s*=\s*\W{0,2}next\b/i;

/** A description that names the `Link` header, which no response declares. */
function linkTextSign(shown: ShownPages): FoundSign {
  const { operation, response, list, positions, size } = shown;
  if (list === undefined || (positions.length === 0 && size === undefined)) return undefined;
  const texts = [operation.description, operation.summary, response?.description];
  const isNamed = texts.some((text = "") => LINK_HEADER.test(text) || NEXT_RELATION.test(text));
  if (!isNamed || response?.headers.some(({ name }) => NEXT_HEADER.test(name)) === true) return undefined;
  return {
    shown: "its description says that the `Link` header has the next page",
    missing: "its response does not declare that header",
    lines: operationLines(operation, [`pagination: { style: link${itemsOf(shown)} }`]),
  };
}

function headerSign(shown: ShownPages): FoundSign {
  const { list, response, operation, reader } = shown;
  const [same] = findSameHeaders(successHeaders(shown), listHeaderFields(operation, reader));
  if (same !== undefined && list !== undefined && endsUnchanged(shown, same.header))
    return {
      shown: `it takes the header \`${same.position.at.name}\`, and its responses have it`,
      missing: "the request after the last page gets 304, which the client raises as an error",
      lines: [],
    };
  if (same !== undefined && list !== undefined)
    return {
      shown: `it takes the header \`${same.position.at.name}\`, and its response has it`,
      missing: FEED_TEXT.test(same.text)
        ? "the last page may have it, too"
        : "nothing says that it leads to the next page",
      lines: linesOf(
        shown,
        `next: { header: ${yamlScalar(same.header)} }`,
        `cursor: { in: header, name: ${yamlScalar(same.position.at.name)} }`,
      ),
    };
  const header = response?.headers.find((one) => NEXT_HEADER.test(one.name));
  if (header === undefined || linksElsewhere(header)) return undefined;
  const { name } = header;
  if (list !== undefined && list.path.length > 0) return undefined;
  const seen = `its response has the header \`${name}\`${list === undefined ? "" : " and a list"}`;
  const lack = list === undefined ? lackOfList(shown) : undefined;
  if (lack?.isSayable === false) return { shown: seen, missing: lack.missing, lines: [] };
  if (name.toLowerCase() === "link")
    return {
      shown: seen,
      missing: lack?.missing ?? "nothing of the request takes a size or a position",
      lines: operationLines(operation, [`pagination: { style: link${itemsOf(shown)} }`]),
    };
  const next = `next: { header: ${yamlScalar(name)} }`;
  if (!takesPosition(shown)) return { shown: seen, ...lackOfPosition(shown, next) };
  return {
    shown: seen,
    missing: "nothing of the request clearly takes it back",
    lines: linesOf(shown, next, `cursor: ${textName(shown)}`),
  };
}

/** The only position of a request that can be a text; a placeholder where there is none or more than one. */
function textName(shown: ShownPages): string {
  const texts = shown.positions.filter(({ kind }) => kind === "text");
  const [only] = texts;
  return only === undefined || texts.length > 1 ? '"?"' : fieldName(shown, only);
}

/** The signs of a response that leads to the next page; the first that an operation has counts. */
export const NEXT_PAGE_SIGNS: readonly ((shown: ShownPages) => FoundSign)[] = [
  nextSign,
  linkTextSign,
  headerSign,
  otherListSign,
];
