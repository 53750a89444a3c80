import type { SchemaNode } from "../../../../model/schema-model.js";
import { clausesOf, negates, withoutUpcoming } from "../../../../text/without-denials.js";
import { mapValues } from "../../map-members.js";
import { jsonContent } from "../../responses.js";
import { alternatives, isUndescribed, type SchemaReader } from "../../schema-reader.js";
import { isCalledItems, keyOf } from "../../traits/pagination/find-list.js";
import type { Path } from "../../traits/pagination/paths.js";
import { isOneThing } from "../../traits/pagination/one-thing.js";
import { LINK_HEADER } from "../../traits/pagination/recognise-pagination.js";
import type { ShownPages } from "../../traits/pagination/shown-pages.js";
import { operationLines } from "../sign.js";
import { clausesOfTexts, deniesPages, describesPages, isDenial } from "./described-pages-sign.js";
import { isReadOfOne } from "./next-page-signs.js";
import { configuredPath, itemsOf } from "./paging-lines.js";
import { type FoundSign, shownField, takesPosition } from "./shown-position.js";

/*
 * Links of a response, where the contract does not say which ones there are: a list of relations and addresses, a map of links by their relation, or
 * a `Link` header that only the text of the contract names.
 */

/** Links of a response. */
interface FoundLinks {
  readonly name: string;
  /** The address of the next page; undefined where the contract does not say what a link is. */
  readonly next: Path | undefined;
  /** Whether the contract allows a link to the next page, and does not list others. */
  readonly isOpen: boolean;
}

/** Names of members that have links by their relation, and of objects that are of the page. */
const LINKS = /^links?$/;
const OF_PAGE = /^(?:page_info|pages?|paginat(?:ion|or)|paging)$/;

/** That a text names the link to the next page: "follow the next link", "a link to the next page", "follow `_links.next`". */
const NEXT_LINK =
  /\bnext[`"'*]{0,2}\s(?:page\s)?(?:href|links?|ur[il]s?)\b|\blinks?\sto\s(?:the\s)?next\b|\b_?links?\.next\b|\bnext[`"'*]{0,2}\sin\s(?:the\s)?[`"'*]{0,2}_?links?\b/iu;

/** Links that a list has beside it, where a text, a size, a position or an object of the page shows that it has pages. */
export function linksSign(shown: ShownPages): FoundSign {
  const { operation, response, list, reader, positions, size } = shown;
  const body = response === undefined ? undefined : jsonContent(response, reader)?.schema;
  if (body === undefined || list === undefined || list.path.length === 0 || operation.method === "POST")
    return undefined;
  const links = findLinks(body, list.path, reader);
  if (links === undefined) return pageObjectSign(shown, body);
  const clauses = clausesOfTexts(shown);
  const namesNext = clauses.some((clause) => NEXT_LINK.test(clause) && !negates(clause));
  const isDescribed = namesNext || describesPages(clauses);
  const requests = positions.length > 0 || size !== undefined;
  if (clauses.some(isDenial) || !(links.isOpen || namesNext)) return undefined;
  if (!(requests || isDescribed || hasPageObject(body, reader))) return undefined;
  const seen = `its response has links in "${links.name}"`;
  // Ids or names beside the links of a thing are its own.
  const isOfWords = list.items.every((item) => reader.properties(item) === undefined);
  const isThing = isOneThing(shown) || (isOfWords && !isCalledItems(list, operation.path));
  if (isThing && requests)
    return { shown: seen, missing: "its response is one thing, and the list a part of it", lines: [] };
  if (isThing || isReadOfOne(shown)) return undefined;
  return {
    shown: namesNext ? `its description names the link to the next page, and ${seen}` : seen,
    missing: namesNext
      ? "the contract does not declare that link"
      : "nothing says that one of them is that of the next page",
    lines: linkLines(shown, nextOf(links)),
  };
}

/** Characters of the text of a contract that are searched. */
const LONGEST = 50_000;

/** Whether the text of a contract says that the `Link` header of its lists has the next page. */
export function namesLinkHeader(text = ""): boolean {
  return clausesOf(withoutUpcoming(text.slice(0, LONGEST))).some((sentence) =>
    sentence.some(
      (clause) =>
        LINK_HEADER.test(clause) && /\bnext\b|\bpages?\b|\bpaginat/iu.test(clause) && !negates(clause),
    ),
  );
}

/** A list that takes a position or a size, in a contract whose text names the `Link` header. */
export function sharedLinkSign(shown: ShownPages, hasLinkHeader: boolean): FoundSign {
  const { operation, response, list, positions, size } = shown;
  if (!hasLinkHeader || list === undefined || operation.method !== "GET") return undefined;
  if (positions.length === 0 && size === undefined) return undefined;
  // What the response declares comes before what a text says of all.
  const isDeclared = response?.headers.some(({ name }) => /^link$|next|cursor/iu.test(name)) === true;
  if (isDeclared || isOneThing(shown) || isReadOfOne(shown) || deniesPages(shown)) return undefined;
  return {
    shown: "the contract says that the `Link` header has the next page",
    missing: "its response does not declare that header",
    lines: operationLines(operation, [`pagination: { style: link${itemsOf(shown)} }`]),
  };
}

/** An object of the page of which nothing is declared, beside a size: what leads to the next page may be in it. */
function pageObjectSign(shown: ShownPages, body: SchemaNode): FoundSign {
  const { size, reader } = shown;
  const page = (reader.properties(body) ?? []).find(
    ({ name, schema }) => OF_PAGE.test(keyOf(name)) && isUndescribedObject(schema, reader),
  );
  if (page === undefined || size === undefined || takesPosition(shown)) return undefined;
  if (isOneThing(shown) || isReadOfOne(shown) || clausesOfTexts(shown).some(isDenial)) return undefined;
  return {
    shown: `it takes "${shownField(size)}", and its response has "${page.name}"`,
    missing: `nothing declares what "${page.name}" has`,
    lines: linkLines(shown, '"?"'),
  };
}

function linkLines(shown: ShownPages, next: string): readonly string[] {
  return operationLines(shown.operation, [`pagination: { style: link${itemsOf(shown)}, next: ${next} }`]);
}

/** The address of the next page as `cabinetry.yaml` takes it; `?` where a person has to say what a link is. */
function nextOf({ next, isOpen }: FoundLinks): string {
  if (next === undefined) return '"?"';
  const path = configuredPath(next);
  return isOpen ? path : `{ member: ${path}, undeclared: true }`;
}

/** Links at the top of a response or beside its list, where none of them is declared to be that of the next page. */
function findLinks(body: SchemaNode, list: Path, reader: SchemaReader): FoundLinks | undefined {
  for (const { name, schema } of reader.properties(body) ?? []) {
    // Links alone are those of one thing.
    if (name === list[0]) continue;
    if (isListOfLinks(schema, reader)) return { name, next: [name, "rel=next", "href"], isOpen: true };
    const map = LINKS.test(keyOf(name)) ? linksOfMap(schema, reader) : undefined;
    if (map !== undefined) return { name, ...map, next: map.next && [name, ...map.next] };
  }
  return undefined;
}

/** Whether a schema is a list of links by relation, of which one may be `next`, and whose addresses are texts. */
function isListOfLinks(schema: SchemaNode, reader: SchemaReader): boolean {
  const { type } = reader.resolve(schema);
  if (type.kind !== "array") return false;
  const [rel, href] = ["rel", "href"].map((name) => reader.property(type.items, name)?.schema);
  if (rel === undefined || href === undefined) return false;
  const listed = reader.values(rel);
  const isText = (node: SchemaNode) =>
    alternatives(node, reader).every((one) => ["any", "null", "string"].includes(kindOf(one, reader)));
  return isText(href) && (listed.length > 0 ? listed.includes("next") : isText(rel));
}

/** Links by their relation, without a declared one to the next page. */
function linksOfMap(schema: SchemaNode, reader: SchemaReader): Omit<FoundLinks, "name"> | undefined {
  const ones = alternatives(schema, reader);
  const declared = ones.flatMap((one) => reader.properties(one) ?? []);
  const isObject = ones.every((one) => ["any", "intersection", "object"].includes(kindOf(one, reader)));
  if (!isObject || declared.some(({ name }) => /^next/.test(keyOf(name)))) return undefined;
  const values = ones.flatMap((one) => mapValues(one, reader));
  if (values.length > 0) return { next: addressIn(values, reader), isOpen: true };
  if (ones.every((one) => isUndescribed(one, reader))) return { next: undefined, isOpen: true };
  const others = declared.map(({ schema: link }) => link);
  const isClosed = ones.some((one) => isClosedObject(one, reader));
  return isClosed ? undefined : { next: addressIn(others, reader), isOpen: false };
}

/** Where links have the address of the next page: all are texts, or all have their address in `href`. */
function addressIn(links: readonly SchemaNode[], reader: SchemaReader): Path | undefined {
  const ones = links.flatMap((link) => alternatives(link, reader));
  const isText = (one: SchemaNode) => kindOf(one, reader) === "string";
  if (ones.length === 0) return undefined;
  if (ones.every(isText)) return ["next"];
  const hasAddress = (one: SchemaNode) => {
    const address = reader.property(one, "href");
    return address !== undefined && alternatives(address.schema, reader).every(isText);
  };
  return ones.every(hasAddress) ? ["next", "href"] : undefined;
}

function isClosedObject(node: SchemaNode, reader: SchemaReader): boolean {
  const { type } = reader.resolve(node);
  return type.kind === "object" && type.additional === "closed";
}

function hasPageObject(body: SchemaNode, reader: SchemaReader): boolean {
  return (reader.properties(body) ?? []).some(
    ({ name, schema }) => OF_PAGE.test(keyOf(name)) && kindOf(schema, reader) === "object",
  );
}

function isUndescribedObject(schema: SchemaNode, reader: SchemaReader): boolean {
  return kindOf(schema, reader) === "object" && isUndescribed(schema, reader);
}

function kindOf(node: SchemaNode, reader: SchemaReader): SchemaNode["type"]["kind"] {
  return reader.resolve(node).type.kind;
}
