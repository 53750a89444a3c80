import { singular } from "../../../../text/nouns.js";
import { words } from "../../../../text/words.js";
import { jsonContent } from "../../responses.js";
import { type FoundList, isCalledItems, keyOf, lastSegment } from "./find-list.js";
import { namesPages } from "./other-things.js";
import { findPages, findTotal, hasCount, type Member } from "./response-members.js";
import type { ShownPages } from "./shown-pages.js";

/*
 * Whether a response with a list is one thing, and not a page of things.
 */

/** Members of an object that is a thing, and not a page of things: more than a page has. */
const MOST_MEMBERS = 12;

/** Values beside a list that is one of pages: more than these are of a thing. */
const MOST_VALUES = 7;

/** What the identifier of a thing is called in the thing. */
const OWN_ID = /^(?:id|gid|guid|uid|uuid)$/;

/** Names of the text of a thing, which the envelope of a list does not have. */
const TITLE = /^(?:author|body|caption|headline|slug|title)$/;

/** Whether the identifier of a thing is beside or above a list. */
function hasOwnId(members: readonly Member[], list: FoundList | undefined): boolean {
  const deepest = Math.max(1, list?.path.length ?? 1);
  return members.some(({ keys, path }) => OWN_ID.test(keys.at(-1) ?? "") && path.length <= deepest);
}

/**
 * Whether the response is one thing, whose list is a part: neither the path nor a usual name calls that the items, and nothing says how
 * much there is of it.
 */
export function isPartOfOne(shown: ShownPages): boolean {
  const { operation, members, list, flag, size, positions } = shown;
  if (list === undefined || list.path.length === 0 || isCalledItems(list, operation.path)) return false;
  if (operation.path.endsWith("}") && isChosen(shown)) return true;
  if (flag.more !== undefined || flag.last !== undefined || findPages(members) !== undefined) return false;
  const top = members.filter(({ keys }) => keys.length === 1);
  const hasId = top.some(({ keys }) => OWN_ID.test(keys[0] ?? ""));
  // A size and a position request a page: left over at the path of one thing, or of things of which one is written as the response.
  if (size !== undefined && positions.length > 0) {
    if (operation.path.endsWith("}")) return hasOwnId(members, list);
    const ownId = [...singular(lastSegment(operation.path).split("_")), "id"].join("_");
    if (hasListAlone(shown)) return false;
    // A thing with many values has an identifier of its own name: `neo_reference_id`.
    const own = top.filter(({ keys }) => !shown.fields.some(({ key }) => key === keys[0]));
    const isNamed = own.some(({ keys: [key = ""] }) => ANY_ID.test(key) && !OF_REQUEST.test(key));
    const isThing = hasId || (own.length > MOST_VALUES && isNamed);
    const isOne = top.some(({ keys }) => keys[0] === ownId) || (isThing && !hasCount(members, list.path));
    return isOne && findTotal(members, list.path) === undefined;
  }
  const requestsPage = size !== undefined || positions.length > 0;
  const isOfOne = operation.path.endsWith("}") && !requestsPage;
  const hasTitle =
    !requestsPage &&
    top.some(({ keys, kind }) => kind === "text" && TITLE.test(keys[0] ?? "")) &&
    !members.some(namesPages);
  return isOfOne || hasId || hasTitle || top.length > MOST_MEMBERS;
}

/** Whether a parameter of the name of the list chooses which items of a thing it has: `tokens=used`. Then what pages count is another list. */
function isChosen({ fields, list, reader }: ShownPages): boolean {
  const own = keyOf(list?.path.at(-1) ?? "");
  return fields.some(
    ({ at, key, schema }) => at.in === "query" && key === own && reader.values(schema).length > 1,
  );
}

/** What an identifier is called: `id`, `query_id`. */
const ANY_ID = /^(?:\w+_)?(?:id|gid|guid|uid|uuid)$/;

/** Identifiers of a request, which an envelope has beside the items. */
const OF_REQUEST = /^(?:correlation|query|request|scroll|search|session|trace|transaction)_/;

/** What a body calls its kind. */
const KIND = /^(?:(?:object|resource)_)?(?:type|kind)$/;

/** Whether a response has a list of objects beside its identifier, and no more: a thing has more than that. */
function hasListAlone({ response, list, reader }: ShownPages): boolean {
  const body = response && jsonContent(response, reader)?.schema;
  if (body === undefined || list?.path.length !== 1) return false;
  const others = (reader.properties(body) ?? [])
    .filter(({ name }) => name !== list.path[0])
    .map(({ name }) => words(name).join("_"))
    .filter((key) => !KIND.test(key));
  return (
    others.length === 1 &&
    others.every((key) => ANY_ID.test(key)) &&
    list.items.every((item) => reader.properties(item) !== undefined)
  );
}

/** Whether the response is one thing with an identifier, whose `next` is another thing, and whose list is a part. */
export function isOneThing(shown: ShownPages): boolean {
  const { operation, members, list, size, positions } = shown;
  const hasId = hasOwnId(members, list);
  const requestsPage = size !== undefined || positions.length > 0;
  const isOfOne = operation.path.endsWith("}") || (operation.path.includes("{") && !requestsPage);
  return (hasId && list?.path.length !== 0 && isOfOne) || isPartOfOne(shown);
}
