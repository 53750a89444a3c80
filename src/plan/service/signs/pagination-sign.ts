import { findHeader, jsonContent, successResponses } from "../responses.js";
import { isCalledSearch, readSign } from "../traits/pagination/only-reads.js";
import { mayBeOfPages, PAGE_WORDS } from "../traits/pagination/find-token.js";
import { keyOf } from "../traits/pagination/find-list.js";
import {
  countsOthers,
  type Field,
  findOffset,
  findPageNumber,
  startsWithPage,
} from "../traits/pagination/request-fields.js";
import { ALL_WITHOUT, firstPage, FIXED_PAGES } from "../traits/pagination/page-number.js";
import {
  collectShownPages,
  isOneThing,
  LINK_HEADER,
  type ShownPages,
} from "../traits/pagination/recognise-pagination.js";
import { findNextUrl, findPages, type Member } from "../traits/pagination/response-members.js";
import { memberPath } from "../traits/pagination/paths.js";
import { configuredPath, fieldName, itemsOf, linesOf } from "./paging-lines.js";
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
  // Without a list, the request says that the response is a page, or an address of the next one does.
  if (shown === undefined) return undefined;
  const hasAddress = findNextUrl(shown.members, []) !== undefined;
  if (shown.list === undefined && !requestsPage(shown) && !hasAddress) return undefined;
  const signs = [
    nextSign,
    linksSign,
    linkTextSign,
    lastItemSign,
    positionSign,
    flagSign,
    countSign,
    headerSign,
  ];
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

/**
 * A read that takes both a size and a position, or a position where its response has no schema; a POST that takes a position and says
 * whether and where it goes on.
 */
function requestsPage(shown: ShownPages): boolean {
  const { operation, positions, size, flag, response } = shown;
  if (positions.length === 0 && positionOf(shown) === undefined) return false;
  if (operation.method !== "POST" && response?.content.length === 0) return true;
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
      : shown.list === undefined
        ? "its response does not show which list has the items"
        : "nothing of the request takes a size or a position",
    lines: operationLines(shown.operation, [`pagination: { style: link${itemsOf(shown)}, next: ${next} }`]),
  };
}

/** A list of links with relations, which may have the next page: `[{ "rel": "next", "href": "…" }]`. */
function linksSign(shown: ShownPages): Found {
  const { operation, response, list, reader, positions, size } = shown;
  const body = response === undefined ? undefined : jsonContent(response, reader)?.schema;
  if (body === undefined || list === undefined || list.path.length === 0 || operation.method === "POST")
    return undefined;
  if (positions.length === 0 && size === undefined) return undefined;
  const links = (reader.properties(body) ?? []).find(({ schema }) => {
    const { type } = reader.resolve(schema);
    const has = (name: string) => type.kind === "array" && reader.property(type.items, name) !== undefined;
    return has("rel") && has("href");
  });
  if (links === undefined) return undefined;
  const isPlain = /^[\w$-]+$/.test(links.name);
  const next = isPlain
    ? `${links.name}.rel=next.href`
    : JSON.stringify(`/${memberPath([links.name])}/rel=next/href`);
  return {
    shown: `its response has links in "${links.name}"`,
    missing: "nothing says that one of them is that of the next page",
    lines: operationLines(operation, [`pagination: { style: link${itemsOf(shown)}, next: ${next} }`]),
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
  if (position === undefined) return undefined;
  if (!/\bpaginat/i.test(position.description) && !mayBeOfPages(position)) return undefined;
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
  const isPage = key.includes("page") || startsWithPage(position);
  const style = isPage ? "number" : /offset|skip|start/.test(key) ? "offset" : undefined;
  if (kind !== "number" || style === undefined || countsOthers(position))
    return linesOf(shown, 'next: "?"', `cursor: ${name}`);
  const isZero = style === "number" && firstPage(position, shown.reader) === 0;
  return operationLines(shown.operation, [
    `pagination: { style: ${style}${itemsOf(shown)}, ${style}: ${name}${isZero ? ", first: 0" : ""} }`,
  ]);
}

/** Names of positions that can be the identifier of an item; first those whose direction is that of time. */
const LAST_ITEM = [
  /^(?:before|max)_id$/,
  /^after(?:_id)?$/,
  /^before$/,
  /^(?:last|from|max|since)_(?:[a-z]+_)?id$/,
  /^from_[a-z]+$/,
];

/** That a position is an identifier which those of the items are compared with. */
const COMPARED =
  /\bids? (?:that (?:is|are) )?(?:lower|smaller|less|greater|higher|larger|older|newer) than\b|\b(?:before|after|from) the (?:one|event|item)\b/i;

/** A position that takes a member of the last item, where the order of the items is not known. */
function lastItemSign(shown: ShownPages): Found {
  const { operation, list, fields, size, reader } = shown;
  const [item] = list?.items ?? [];
  if (item === undefined || operation.method === "POST") return undefined;
  const members = (reader.properties(item) ?? []).map(({ name }) => name);
  const position = LAST_ITEM.flatMap((names) => fields.filter(({ key }) => names.test(key))).find(
    ({ kind, key, description }) =>
      kind !== "other" &&
      (COMPARED.test(description) ||
        (size !== undefined && (description !== "" || key.startsWith("last_"))) ||
        /\bpaginat/i.test(description)),
  );
  if (position === undefined) return undefined;
  const { description, key } = position;
  const named = members.find((name) => new RegExp(`\\bspecified ${name}\\b`).test(description));
  const own = key.replace(/^(?:last|from|max|since)_(?:seen_)?/, "");
  const isId =
    /\b(?:ids?|identifier)\b/i.test(description) || COMPARED.test(description) || key.startsWith("last_");
  const id =
    named ?? (isId ? members.find((name) => [own, `${own}_id`, "id"].includes(keyOf(name))) : undefined);
  if (id === undefined && !COMPARED.test(description)) return undefined;
  const isBefore =
    /^(?:before|last|max)/.test(key) || /\b(?:lower|smaller|less|older|before)\b/i.test(description);
  return {
    shown: `it takes "${position.at.name}"${id === undefined ? " and returns a list" : `, and its items have "${id}"`}`,
    missing: `nothing says that the ${isBefore ? "newest" : "oldest"} items come first`,
    lines: operationLines(operation, [
      `pagination: { style: last-item${itemsOf(shown)}, after: ${fieldName(shown, position)}, id: ${id === undefined ? '"?"' : configuredPath([id])} }`,
    ]),
  };
}

/** The position of a request; of several types, one that can take the token. */
function positionOf({ fields, reader }: ShownPages, token?: Member): Field | undefined {
  const named = fields.find(({ key, kind, schema, description }) => {
    const { type } = reader.resolve(schema);
    const isTime = type.kind === "string" && /^date/.test(type.format ?? "");
    const canTake = token?.kind !== "text" || kind === "text";
    const isPosition = POSITION.test(key) || (key === "start" && /\bpage\b/i.test(description));
    return kind !== "other" && isPosition && !isTime && canTake;
  });
  return named ?? (token === undefined ? (findPageNumber(fields) ?? findOffset(fields)) : undefined);
}

/** That there are more items, and nothing that requests them. */
function flagSign(shown: ShownPages): Found {
  const { more } = shown.flag;
  if (more === undefined || shown.operation.method === "POST") return undefined;
  const path = configuredPath(more);
  return {
    shown: `its response has "${path}"`,
    missing: requestsPage(shown)
      ? "nothing says how the next position is found"
      : "nothing of the request takes a position",
    lines: linesOf(shown, 'next: "?"', 'cursor: "?"', `more: ${path}`),
  };
}

/** The number of pages, and nothing that requests one. */
function countSign(shown: ShownPages): Found {
  const { operation, members, list } = shown;
  const pages = findPages(members);
  if (pages === undefined || list === undefined || operation.method === "POST" || isOneThing(shown))
    return undefined;
  // A document has pages too: only beside the number of this one, or of the items, are they pages of a list.
  const above = pages.slice(0, -1).join("/");
  const isOfList = members.some(
    ({ path, keys }) =>
      path.slice(0, -1).join("/") === above &&
      /^(?:(?:current|this)_)?page(?:_(?:number|no|num|index))?$|^total|^per_page$|^page_size$/.test(
        keys.at(-1) ?? "",
      ) &&
      path.join("/") !== pages.join("/"),
  );
  if (!isOfList || operation.path.endsWith("}")) return undefined;
  return {
    shown: `its response has the number of pages in "${configuredPath(pages)}"`,
    missing: "nothing of the request takes a page",
    lines: [],
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
