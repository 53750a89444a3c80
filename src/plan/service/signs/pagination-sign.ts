import { pointerKeys } from "../../../text/json-pointer.js";
import { findHeader, successResponses } from "../responses.js";
import { isCalledSearch, readSign } from "../traits/pagination/only-reads.js";
import { mayBeOfPages, PAGE_WORDS } from "../traits/pagination/find-token.js";
import { memberPath, type Path } from "../traits/pagination/paths.js";
import type { Field } from "../traits/pagination/request-fields.js";
import {
  ALL_WITHOUT,
  collectShownPages,
  firstPage,
  FIXED_PAGES,
  isOneThing,
  LINK_HEADER,
  type ShownPages,
} from "../traits/pagination/recognise-pagination.js";
import { findNextUrl, type Member } from "../traits/pagination/response-members.js";
import { type LostSign, operationLines, type SignSource } from "./sign.js";

/** A position that is one by its name alone, in a request that has no page otherwise. */
const POSITION =
  /^(?:cursor|page_token|page_cursor|next_token|continuation_token|skip_token|marker|after|starting_after|offset|skip|start_(?:index|position|row)|page|page_(?:number|no|num|index))$/;

/** Names of what leads to the next page. */
const NEXT =
  /^next(?:_(?:page|cursor|token|marker|offset|start|position|key|link|ur[il]|href|page_(?:token|cursor|ur[il])))?$|^(?:continuation|skip)_token$|^end_cursor$/;

/** Names that are of pages whatever is written about them. */
const OF_PAGES = /page|cursor|token|offset|marker|link|ur[il]|href/;

/** A next cursor by its name; one in an object called the next page; beside a flag, any cursor. */
function findNext({ members, flag }: ShownPages): Member | undefined {
  return members.find(({ kind, keys, description }) => {
    const [key = "", above = ""] = keys.toReversed();
    if (kind === "boolean") return false;
    if (NEXT.test(key)) return OF_PAGES.test(key) || PAGE_WORDS.test(description) || description === "";
    const isInNext = /^next(?:_page)?$/.test(above) && /after|cursor|token/.test(key);
    return isInNext || (flag.more !== undefined && key === "cursor");
  });
}

/** Headers that lead to the next page: `Link` (RFC 8288), and names of their own. */
const NEXT_HEADER = /^(?:link|(?:x[-_])?next(?:[-_].+)?|x[-_](?:cursor|continuation)[-_]?\w*)$/i;

/** What leads to further pages: a next cursor that nothing takes back, a position that nothing gives, a flag, a header. */
export function paginationSign({ operation, traits, reader }: SignSource): LostSign | undefined {
  const { pagination, background, conditionalChange, idempotentCreate } = traits;
  // A change returns what a list has, too.
  if ([pagination, background, conditionalChange, idempotentCreate].some((one) => one !== undefined))
    return undefined;
  const shown = collectShownPages(operation, reader);
  // Without a list, only the request says that the response is a page.
  if (shown === undefined || (shown.list === undefined && !requestsPage(shown))) return undefined;
  const signs = [nextSign, linkTextSign, lastItemSign, positionSign, flagSign, headerSign];
  const found = signs.reduce<Found>((known, sign) => known ?? sign(shown), undefined);
  return found && { operation, trait: "pagination", ...found };
}

/** A POST that gives a list, shows that it reads, and has the status of a create: frameworks write 201 for every POST. */
export function safeSign({ operation, traits, reader }: SignSource): LostSign | undefined {
  const { safe, background, conditionalChange, idempotentCreate } = traits;
  const successes = successResponses(operation);
  if (operation.method !== "POST" || !successes.some(({ status }) => status === "201")) return undefined;
  if ([safe, background, conditionalChange, idempotentCreate].some((one) => one !== undefined))
    return undefined;
  const isCreated = successes.some(
    (response) => response.status !== "201" || findHeader(response, "Location") !== undefined,
  );
  const shown = isCreated ? undefined : collectShownPages(operation, reader);
  const sign = shown?.list && readSign(shown);
  if (sign === undefined) return undefined;
  return {
    operation,
    trait: "safe",
    shown: `it gives a list and ${sign}`,
    missing: "it responds with 201, as a create does",
    lines: operationLines(operation, ["safe: true"]),
  };
}

type Found = Pick<LostSign, "shown" | "missing" | "lines"> | undefined;

/** A read that takes both a size and a position; a POST that takes a position and says whether and where it goes on. */
function requestsPage(shown: ShownPages): boolean {
  const { operation, positions, size, flag } = shown;
  if (positions.length === 0) return false;
  return operation.method === "POST"
    ? flag.more !== undefined && findNext(shown) !== undefined
    : size !== undefined;
}

/** A next address or cursor. A create returns what a list has, too: it requests no page. */
function nextSign(shown: ShownPages): Found {
  const { operation, members, positions, size } = shown;
  const address = findNextUrl(members, shown.list?.path ?? []);
  const requests = positions.length > 0 || size !== undefined;
  const isNamed = address?.isUrl === true && isCalledSearch(operation);
  if (operation.method === "POST" && !requests && !isNamed) return undefined;
  if (address !== undefined) return isOneThing(shown) ? undefined : addressSign(shown, address);
  const token = findNext(shown);
  if (token === undefined) return undefined;
  const next = configuredPath(token.path);
  const position = positionOf(shown, token);
  return {
    shown: `its response has "${next}"`,
    missing:
      position === undefined
        ? "nothing of the request takes it back"
        : shown.list === undefined
          ? "its response does not show which list has the items"
          : `"${position.at.name}" does not clearly take it back`,
    lines: linesOf(
      shown,
      `next: ${next}`,
      `cursor: ${position === undefined ? '"?"' : fieldName(shown, position)}`,
    ),
  };
}

/** The address of the next page, which no position takes. */
function addressSign(shown: ShownPages, { path }: Member): Found {
  const next = configuredPath(path);
  const isPost = shown.operation.method === "POST";
  return {
    shown: `its response has the address "${next}"`,
    missing: isPost
      ? "nothing says that this POST only reads"
      : "nothing of the request takes a size or a position",
    lines: operationLines(shown.operation, [`pagination: { style: link${itemsOf(shown)}, next: ${next} }`]),
  };
}

/** `rel="next"` (RFC 8288 section 3.3), in prose. */
const NEXT_RELATION = /\brel\s*=\s*\W{0,2}next\b/i;

/** A description that names the `Link` header, which no response declares. */
function linkTextSign(shown: ShownPages): Found {
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

function positionSign(shown: ShownPages): Found {
  const position = positionOf(shown);
  if (position === undefined || !mayBeOfPages(position)) return undefined;
  if (position.key.includes("page") && FIXED_PAGES.test(position.description)) return undefined;
  const { name } = position.at;
  const isAll = ALL_WITHOUT.test(position.description);
  return {
    shown: shown.list === undefined ? `it takes "${name}"` : `it takes "${name}" and returns a list`,
    missing: isAll
      ? "a request without it gives all items"
      : shown.list === undefined
        ? "its response does not show which list has the items"
        : "nothing says how the next position is found",
    lines: isAll ? [] : positionLines(shown, position),
  };
}

function positionLines(shown: ShownPages, position: Field): readonly string[] {
  const { key, kind } = position;
  const name = fieldName(shown, position);
  const style = /offset|skip|start/.test(key) ? "offset" : key.includes("page") ? "number" : undefined;
  if (kind !== "number" || style === undefined) return linesOf(shown, 'next: "?"', `cursor: ${name}`);
  const isZero = style === "number" && firstPage(position, shown.reader) === 0;
  return operationLines(shown.operation, [
    `pagination: { style: ${style}${itemsOf(shown)}, ${style}: ${name}${isZero ? ", first: 0" : ""} }`,
  ]);
}

/** Names of positions that can be the identifier of an item; first those whose direction is that of time. */
const LAST_ITEM = [/^(?:before|max)_id$/, /^after(?:_id)?$/, /^before$/];

/** A position that takes a member of the last item, where the order of the items is not known. */
function lastItemSign(shown: ShownPages): Found {
  const { operation, list, fields, size, reader } = shown;
  const [item] = list?.items ?? [];
  if (item === undefined || operation.method === "POST") return undefined;
  const members = (reader.properties(item) ?? []).map(({ name }) => name);
  const position = LAST_ITEM.flatMap((names) => fields.filter(({ key }) => names.test(key))).find(
    ({ kind, description }) =>
      kind !== "other" && (size !== undefined || /\bpaginat/i.test(description)) && description !== "",
  );
  if (position === undefined) return undefined;
  const { description, key } = position;
  const named = members.find((name) => new RegExp(`\\bspecified ${name}\\b`).test(description));
  const isId = /\b(?:ids?|identifier)\b/i.test(description) && members.includes("id");
  const id = named ?? (isId ? "id" : undefined);
  if (id === undefined) return undefined;
  const isBefore = /^(?:before|max)/.test(key);
  return {
    shown: `it takes "${position.at.name}", and its items have "${id}"`,
    missing: `nothing says that the ${isBefore ? "newest" : "oldest"} items come first`,
    lines: operationLines(operation, [
      `pagination: { style: last-item${itemsOf(shown)}, after: ${fieldName(shown, position)}, id: ${configuredPath([id])} }`,
    ]),
  };
}

/** The position of a request; of several types, one that can take the token. */
function positionOf({ fields, reader }: ShownPages, token?: Member): Field | undefined {
  return fields.find(({ key, kind, schema }) => {
    const { type } = reader.resolve(schema);
    const isTime = type.kind === "string" && /^date/.test(type.format ?? "");
    const canTake = token?.kind !== "text" || kind === "text";
    return kind !== "other" && POSITION.test(key) && !isTime && canTake;
  });
}

/** A position as `cabinetry.yaml` takes it: a name is that of a query parameter first. */
function fieldName({ operation }: ShownPages, { at }: Field): string {
  if (at.in === "query")
    return at.member === undefined
      ? plainName(at.name)
      : configuredPath([at.name, ...pointerKeys(`/${at.member}`)]);
  const name = configuredPath(pointerKeys(`/${at.name}`));
  const isShadowed = operation.parameters.some((one) => one.in === "query" && one.name === at.name);
  return isShadowed ? `{ in: body, name: ${name} }` : name;
}

function plainName(name: string): string {
  return /^[\w$-]+$/.test(name) ? name : JSON.stringify(name);
}

/** That there are more items, and nothing that requests them. */
function flagSign(shown: ShownPages): Found {
  const { more } = shown.flag;
  if (more === undefined || !requestsPage(shown)) return undefined;
  const path = configuredPath(more);
  return {
    shown: `its response has "${path}"`,
    missing: "nothing says how the next position is found",
    lines: linesOf(shown, 'next: "?"', 'cursor: "?"', `more: ${path}`),
  };
}

function headerSign(shown: ShownPages): Found {
  const { list, response, operation } = shown;
  const name = response?.headers.map((header) => header.name).find((one) => NEXT_HEADER.test(one));
  if (name === undefined) return undefined;
  if (list !== undefined && list.path.length > 0) return undefined;
  return {
    shown: `its response has the header \`${name}\`${list === undefined ? "" : " and a list"}`,
    missing:
      name.toLowerCase() === "link"
        ? "nothing of the request takes a size or a position"
        : "a client follows only the `Link` header",
    // The configuration has a word for `Link` alone.
    lines:
      name.toLowerCase() === "link"
        ? operationLines(operation, [`pagination: { style: link${itemsOf(shown)} }`])
        : [],
  };
}

function linesOf(shown: ShownPages, ...parts: readonly string[]): readonly string[] {
  return operationLines(shown.operation, [
    `pagination: { style: cursor${itemsOf(shown)}, ${parts.join(", ")} }`,
  ]);
}

/** Where the items are; empty where the body is the list: the configuration finds that by itself. */
function itemsOf({ list }: ShownPages): string {
  if (list === undefined) return ', items: "?"';
  return list.path.length === 0 ? "" : `, items: ${configuredPath(list.path)}`;
}

/** A path as `cabinetry.yaml` takes it: names with `.` between them; a JSON pointer where a name has such a mark itself. */
export function configuredPath(path: Path): string {
  const isPlain = path.every((name) => /^[\w$-]+$/.test(name));
  return isPlain ? path.join(".") : JSON.stringify(`/${memberPath(path)}`);
}
