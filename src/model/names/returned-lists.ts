import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { fragmentKeys } from "../../text/json-pointer.js";
import { words } from "../../text/words.js";
import { isObject, listMember, member, objectMember, textMember } from "../json-members.js";
import { locateResponses, type RawOperation } from "../operations/list-raw-operations.js";
import { isSameNoun } from "./nouns.js";

/**
 * What an operation returns, as far as its name needs that: `list` for an array, `page` for an object that holds one, `more`
 * for one that leads to others, `whole` for one that has a version and facts of its own beside its list, `other` for anything else that the contract describes. Undefined: it describes no JSON.
 */
export type Returned = "list" | "page" | "more" | "whole" | "other" | undefined;

/** Members that hold the items of a page, whatever these are. */
const ENVELOPES = new Set(
  "collection content contents data elements entries hits items list objects records results rows values".split(
    " ",
  ),
);

/** Members whose object may be the page. */
const HOLDERS = new Set(["data", "embedded", "meta", "payload", "response", "result"]);

/** Words of members that say something about a page, and not about a thing. */
const OF_PAGES = new Set(
  (
    "after before chunk count cursor elements empty end errors etag first has href info is kind last limit link links marker meta " +
    "metadata more next number object offset ok page pages pagination paging per position prev previous query request results " +
    "size start status stream success token total truncated ts type uri url warnings"
  ).split(" "),
);

/** Those of them that lead to other pages. */
const OF_MORE = new Set("cursor marker more next offset page pages prev previous token".split(" "));

/**
 * What the first success of an operation returns.
 *
 * @param nouns - of the resource and of the path's end: a member that is called so holds the list.
 * @param takesPages - whether it takes a position
 */
export function returnedBy(
  document: JsonObject,
  operation: RawOperation,
  nouns: readonly (readonly string[])[],
  takesPages: boolean,
): Returned {
  const success = locateResponses(document, operation).find(({ status }) => /^2(?:\d\d|XX)$/u.test(status));
  const content = objectMember(success?.located.json, "content") ?? {};
  const [, media] =
    Object.entries(content).find(([name]) => /[/+]json\s*(?:;|$)|^(?:\*|application)\/\*/iu.test(name)) ?? [];
  const schema = isObject(media) ? follow(document, member(media, "schema")) : undefined;
  if (schema === undefined || Object.keys(schema).length === 0) return undefined;
  if (isList(document, schema)) return "list";
  const found = pageOf(document, schema, nouns, 1) ?? "other";
  if (found !== "whole") return found;
  const headers = Object.keys(objectMember(success?.located.json, "headers") ?? {});
  const isVersioned = headers.some((name) => name.toLowerCase() === "etag");
  return isVersioned && !takesPages ? "whole" : "page";
}

/** Whether a parameter is a position or a number of items. */
export function isPageParameter(name: string): boolean {
  return words(name).some((word) => /^(?:page|limit|offset|cursor|after|starting)$/u.test(word));
}

function isList(document: JsonObject, schema: JsonObject): boolean {
  const type = member(schema, "type");
  const isArray = type === "array" || (Array.isArray(type) && type.includes("array"));
  return isArray || (type === undefined && isObject(follow(document, member(schema, "items"))));
}

function pageOf(
  document: JsonObject,
  schema: JsonObject,
  nouns: readonly (readonly string[])[],
  depth: number,
): "page" | "more" | "whole" | undefined {
  const properties = propertiesOf(document, schema).map(([name, json]) => ({
    words: words(name),
    schema: follow(document, json),
  }));
  const lists = properties.filter((one) => one.schema !== undefined && isList(document, one.schema));
  const others = properties.filter((one) => !lists.includes(one));
  const isEnvelope = lists.some((one) => ENVELOPES.has(one.words.join("")));
  const aboutPages = others.filter((one) => one.words.every((word) => OF_PAGES.has(word)));
  const isAlone = aboutPages.length === others.length;
  const isMore = aboutPages.some((one) => one.words.some((word) => OF_MORE.has(word)));
  if ((isAlone || (isMore && properties.length <= MOST_MEMBERS)) && isEnvelope)
    return isMore ? "more" : "page";
  if (lists.some((one) => nouns.some((noun) => isSameNoun(one.words, noun))))
    return isAlone ? "page" : "whole";
  if (isAlone && lists.length === 1 && others.length > 0) return isMore ? "more" : "page";
  if (depth === 0) return undefined;
  return others
    .filter((one) => HOLDERS.has(one.words.join("")))
    .map((one) => (one.schema === undefined ? undefined : pageOf(document, one.schema, nouns, depth - 1)))
    .find((page) => page !== undefined);
}

/** Members of a page that has some of its own beside its list. */
const MOST_MEMBERS = 6;

/** References in a row that are followed. */
const DEEPEST = 8;

/** Parts of a schema that are looked at. */
const MOST_PARTS = 200;

/** Properties of a schema and its parts (`allOf`), each part once: parts of parts may lead to each other in any number of ways. */
function propertiesOf(
  document: JsonObject,
  schema: JsonObject,
  seen = new Set<JsonObject>(),
): readonly (readonly [string, Json])[] {
  if (seen.has(schema) || seen.size > MOST_PARTS) return [];
  seen.add(schema);
  const parts = listMember(schema, "allOf").flatMap((part) => {
    const json = follow(document, part);
    return json === undefined ? [] : propertiesOf(document, json, seen);
  });
  return [...parts, ...Object.entries(objectMember(schema, "properties") ?? {})];
}

/** The schema behind references; undefined where one has no target, which the schemas' own builder reports. */
function follow(document: JsonObject, value: Json | undefined): JsonObject | undefined {
  let json = value;
  for (let step = 0; step <= DEEPEST; step += 1) {
    if (!isObject(json)) return undefined;
    const reference = textMember(json, "$ref");
    if (reference === undefined) return json;
    json = targetOf(document, reference);
  }
  return undefined;
}

function targetOf(document: JsonObject, reference: string): Json | undefined {
  let json: Json | undefined = reference.startsWith("#") ? document : undefined;
  for (const key of fragmentKeys(reference)) {
    json = isObject(json)
      ? member(json, key)
      : Array.isArray(json)
        ? (json as readonly Json[])[Number(key)]
        : undefined;
  }
  return json;
}
