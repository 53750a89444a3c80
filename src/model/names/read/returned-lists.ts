import type { Json, JsonObject } from "../../../load/loaded-contract.js";
import { words } from "../../../text/words.js";
import { member } from "../../json-members.js";
import { endsWithNoun, isPlural, isSameNoun } from "../../../text/nouns.js";
import type { ReadItem } from "./read-item.js";
import type { Route } from "./route.js";
import { follow, isList, nameOf, propertiesOf, type Success } from "./success-schema.js";

/**
 * What an operation returns, as far as its name needs that: `list` for an array, `page` for an object that holds one, `more`
 * for one that leads to others, `whole` for one that has a version and facts of its own beside its list, `one` for a thing with an
 * identifier or a name, `bytes` for a file or text, `other` for anything else that the contract describes. Undefined: it describes neither
 * JSON nor a file.
 */
export type Returned = "list" | "page" | "more" | "whole" | "one" | "bytes" | "other" | undefined;

/** What is known of an operation before its response is read. */
export interface NamedRead {
  /** Of the resource and, last, of the path's end: a member that is called so holds the list. */
  readonly nouns: readonly (readonly string[])[];
  /** Whether it takes a position or a number of items. */
  readonly takesPages: boolean;
  /** Whether its path ends in a plural. */
  readonly isMany: boolean;
  /** What the `GET` of one item below the same path returns. */
  readonly item: ReadItem | undefined;
}

/** Members that hold the items of a page, whatever these are. */
const ENVELOPES = new Set(
  "collection content contents data elements entries hits items list objects records results rows values".split(
    " ",
  ),
);

/** Members whose object may be the page. */
const HOLDERS = new Set(["data", "embedded", "meta", "payload", "response", "result"]);

/** Lists that say something of a response, and hold no items. */
const BESIDE = new Set(["errors", "included", "links", "messages", "warnings"]);

/** Members that a thing has, and a page has not. */
const OF_THINGS = new Set(["guid", "id", "name", "title", "uuid"]);

/** Words of members that say something about a page, and not about a thing. */
const OF_PAGES = new Set(
  (
    "after at before chunk count cursor elements empty end errors etag first has href info is kind last limit link links marker max " +
    "meta metadata more next number object offset ok page pages pagination paging per position prev previous query request results " +
    "self size start status stream success token total truncated ts type uri url warnings"
  ).split(" "),
);

/** Those of them that lead to other pages. */
const OF_MORE = new Set("cursor marker more next offset page pages prev previous token".split(" "));

/** What the first success of an operation returns. */
export function returnedBy(
  document: JsonObject,
  { schema, headers, isBytes }: Success,
  read: NamedRead,
): Returned {
  if (schema === undefined) return isBytes ? "bytes" : undefined;
  if (isList(document, schema)) return "list";
  const found = pageOf(document, schema, read, 2) ?? (isThing(document, schema) ? "one" : "other");
  if (found !== "whole") return found;
  return headers.includes("etag") && !read.takesPages ? "whole" : "page";
}

/** Whether an object is a thing: it has what a thing has, and no list of objects. */
function isThing(document: JsonObject, schema: JsonObject): boolean {
  const members = propertiesOf(document, schema).map(([name, json]): Member => ({
    words: words(name),
    schema: follow(document, json),
  }));
  const isOfObjects = (one: Member) =>
    one.schema !== undefined && isList(document, one.schema) && !isOfValues(document, one);
  return members.some((one) => OF_THINGS.has(one.words.join(""))) && !members.some(isOfObjects);
}

/** Whether a response has a list of what is read alone. */
export function hasListOf(document: JsonObject, schema: JsonObject | undefined, item: ReadItem): boolean {
  const members = schema === undefined ? [] : propertiesOf(document, schema);
  return members.some(([, json]) => {
    const list = follow(document, json);
    if (list === undefined || !isList(document, list)) return false;
    const thing = follow(document, member(list, "items"));
    return thing !== undefined && item.isOne(thing);
  });
}

/** Whether a parameter is a position or a number of items. */
export function isPageParameter(name: string): boolean {
  const parts = words(name);
  const isOne = parts.some((word) => /^(?:page|limit|offset|cursor|after|starting|skip|top)$/u.test(word));
  return isOne || /^(?:max(?:items|results)|startat)$/u.test(parts.join(""));
}

/** A member of an object. */
interface Member {
  readonly words: readonly string[];
  readonly schema: JsonObject | undefined;
}

function pageOf(
  document: JsonObject,
  schema: JsonObject,
  read: NamedRead,
  depth: number,
): "page" | "more" | "whole" | undefined {
  const properties = [...new Map(propertiesOf(document, schema))].map(([name, json]): Member => ({
    words: words(name),
    schema: follow(document, json),
  }));
  const lists = properties.filter((one) => one.schema !== undefined && isList(document, one.schema));
  const others = properties.filter((one) => !lists.includes(one));
  const aboutPages = others.filter((one) => one.words.every((word) => OF_PAGES.has(word)));
  const isAlone = aboutPages.length === others.length;
  const isMore = aboutPages.some((one) => leadsOn(document, one));
  if ((isAlone || (isMore && properties.length <= MOST_MEMBERS)) && lists.some(isEnvelope))
    return isMore ? "more" : "page";
  const isNamed = lists.some((one) => read.nouns.some((noun) => isSameNoun(one.words, noun)));
  if (isNamed || isOnlyOne(lists, (one) => isOfResource(document, schema, one, read)))
    return isAlone ? "page" : "whole";
  // Beside `size` or `token`, values belong to one thing (`scopes`), unless pages follow or are taken.
  const isLed = aboutPages.some((one) => one.words.join("") !== "token" && leadsOn(document, one));
  if (
    isAlone &&
    others.length > 0 &&
    lists.length === 1 &&
    lists.every((one) => read.takesPages || isLed || !isOfValues(document, one))
  )
    return isMore ? "more" : "page";
  if (holdsItems(document, lists, others, read)) return isAlone ? "page" : "whole";
  if (depth === 0) return undefined;
  return others
    .filter(
      (one) =>
        (read.takesPages && properties.length === 1) ||
        HOLDERS.has(one.words.join("")) ||
        isHolderOf(one, read),
    )
    .map((one) => (one.schema === undefined ? undefined : pageOf(document, one.schema, read, depth - 1)))
    .find((page) => page !== undefined);
}

/** Whether a member is called as the end of the path: `categories` of `/categories`, whose object has the list. */
function isHolderOf({ words: own }: Member, { nouns }: NamedRead): boolean {
  return isPlural(own) && isSameNoun(own, nouns.at(-1) ?? []);
}

/** Whether a member leads to other pages: `next`, or `next` in an object of links. */
function leadsOn(document: JsonObject, { words: own, schema }: Member): boolean {
  if (own.some((word) => OF_MORE.has(word))) return true;
  return schema !== undefined && propertiesOf(document, schema).some(([name]) => words(name)[0] === "next");
}

/** Members of a page that has some of its own beside its list. */
const MOST_MEMBERS = 6;

function isEnvelope(one: Pick<Member, "words">): boolean {
  return ENVELOPES.has(one.words.join(""));
}

/** Whether a condition holds for one of some values alone. */
function isOnlyOne<Value>(values: readonly Value[], holds: (value: Value) => boolean): boolean {
  const first = values.findIndex(holds);
  return first !== -1 && !values.slice(first + 1).some(holds);
}

/** Whether a list has things of the resource: by the name of their schema, or since the `GET` of one returns such a thing. */
function isOfResource(
  document: JsonObject,
  holder: JsonObject,
  { schema }: Member,
  { nouns, item }: NamedRead,
): boolean {
  const items = member(schema, "items");
  const thing = follow(document, items);
  // A thing can have parts of its own kind.
  if (thing === undefined || thing === holder || holder === item?.schema) return false;
  const name = words(nameOf(items) ?? "");
  return nouns.some((noun) => endsWithNoun(name, noun)) || item?.isOne(thing) === true;
}

/**
 * Whether an object is a page though nothing relates its list to the resource: it has one list, and no member that a thing has. A list
 * without a usual name must be alone, or the path must end in a plural and the operation take pages.
 */
function holdsItems(
  document: JsonObject,
  lists: readonly Member[],
  others: readonly Member[],
  { takesPages, isMany }: NamedRead,
): boolean {
  if (others.some((one) => OF_THINGS.has(one.words.join("")))) return false;
  const possible = lists.filter((one) => !BESIDE.has(one.words.at(-1) ?? ""));
  if (possible.filter(isEnvelope).length === 1) return true;
  const [only, ...more] = possible.filter((one) => !isOfValues(document, one));
  return only !== undefined && more.length === 0 && ((takesPages && isMany) || others.length === 0);
}

const VALUES: ReadonlySet<Json | undefined> = new Set(["array", "boolean", "integer", "number", "string"]);

/** Whether a list has values or lists of them, and not objects. */
function isOfValues(document: JsonObject, { schema }: Member): boolean {
  const type = member(follow(document, member(schema, "items")), "type");
  const types: readonly (Json | undefined)[] = Array.isArray(type) ? type : [type];
  return types.every((one) => VALUES.has(one) || one === "null");
}

/** What says whether an operation returns many. */
export interface CollectionContext {
  readonly route: Route;
  readonly returned: Returned;
  /** Whether it takes a position or a number of items. */
  readonly takesPages: boolean;
  /** Whether it lists what a `GET` below its path reads alone: `/snippets/{workspace}/{id}`. */
  readonly listsItems: boolean;
  /** Whether a `GET` below its path reads one thing: `/settings/{id}`. */
  readonly hasItems: boolean;
}

/**
 * Whether an operation returns many: a list, a page, or what a plural promises where the contract says nothing, or shows nothing of a list
 * though pages are taken and one thing is read below it.
 */
export function isCollection({
  route,
  returned,
  takesPages,
  listsItems,
  hasItems,
}: CollectionContext): boolean {
  const isMany = isPlural(lastNoun(route));
  if (route.isItem || returned === "list") return returned === "list" || listsItems;
  if (returned === "page" || returned === "whole") return isMany || takesPages || listsItems;
  if (returned === "other") return isMany && takesPages && hasItems;
  return returned === "more" || (returned === undefined && isMany);
}

/** What a path ends in: also `orders` of `/orders/all`. */
function lastNoun({ nouns }: Route): readonly string[] {
  const [before, last] = nouns.slice(-2);
  return (last?.words.join("") === "all" ? before : (last ?? before))?.words ?? [];
}
