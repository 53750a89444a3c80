import type { OperationModel } from "../../../../model/api-model.js";
import { nameBeforeAction } from "../../../../openapi/operations.js";
import { words } from "../../../../text/words.js";
import { findIdempotencyHeader } from "../../idempotency-fields.js";
import { withoutSubject } from "../../operation-subject.js";
import { findHeaderParameter, startsSomething, successResponses } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import type { FoundList } from "./find-list.js";
import type { Field } from "./request-fields.js";

/** What shows whether a POST reads. */
interface ListingPost {
  readonly operation: OperationModel;
  readonly list: FoundList | undefined;
  readonly size: Field | undefined;
  readonly positions: readonly Field[];
  readonly reader: SchemaReader;
}

/**
 * Whether a POST that returns a list only reads: its pages can be asked for then. Nothing may say that it writes, and one of
 * these must say that it reads: it is called a search, its request takes a position beside a size, or all its scopes are for
 * reading and its request takes one of the two.
 */
export function onlyReads(post: ListingPost): boolean {
  const { operation } = post;
  const isOk = successResponses(operation).every(({ status }) => status === "200");
  return isOk && !startsSomething(operation) && readSign(post) !== undefined;
}

/**
 * Whether a POST changes something by its responses, its idempotency key, or the verb that its name or a text of it begins with: each request for
 * a page would do that again.
 */
export function changesEachTime(operation: OperationModel): boolean {
  if (operation.method !== "POST") return false;
  const verb = firstChange(operation);
  const isOfChange = verb !== undefined && !isOfSearch(operation, verb);
  return isOfChange || startsSomething(operation) || findIdempotencyHeader(operation) !== undefined;
}

/** What says that a POST reads, whatever its status, as a clause; undefined where nothing does, or something says that it writes. */
export function readSign({ operation, list, size, positions, reader }: ListingPost): string | undefined {
  if (mayChange({ operation, list, reader })) return undefined;
  const takesOne = size !== undefined || positions.length > 0;
  const scopes = takesOne ? readScopes(operation) : undefined;
  if (scopes !== undefined) return `it needs only ${scopes.map((scope) => `"${scope}"`).join(", ")}`;
  if (isCalledSearch(operation)) return "it is called a search";
  return size !== undefined && positions.length > 0 ? "it takes a position and a size" : undefined;
}

/**
 * Whether a POST that returns a list may be repeated at will: it only reads, and all its scopes are for reading, whatever texts say (VER-3);
 * or no text has a verb of a change at its beginning or beside it, and its name, its path or the beginning of its text is of a read. What
 * takes a position and a size may change each item of a page.
 */
export function readsSafely(post: ListingPost): boolean {
  const { operation } = post;
  if (!onlyReads(post)) return false;
  if (readScopes(operation) !== undefined) return true;
  const change = leadingChange(operation);
  if (secondChange(operation) !== undefined) return false;
  if (change !== undefined) return isOfSearch(operation, change);
  return isCalledSearch(operation) || isCalledRead(operation);
}

/** Whether a POST is called a read or a search, and no name, scope or text of it is of a change: whatever it takes, as a text alone changes no client. */
export function isNamedRead(post: Pick<ListingPost, "operation" | "list" | "reader">): boolean {
  const { operation } = post;
  const isOfChange = leadingChange(operation) ?? secondChange(operation);
  return (
    !mayChange(post) && isOfChange === undefined && (isCalledSearch(operation) || isCalledRead(operation))
  );
}

/** What a text may say that a search does: "Creates a list of matches", "Starts a search", "Applies a filter". */
const OF_SEARCHES = /^(?:add|appl|creat|generat|send|start)/;

/** Whether a verb of a change at the beginning of a text may be what a search does. */
export function isOfSearch(operation: OperationModel, verb: string): boolean {
  return isCalledSearch(operation) && OF_SEARCHES.test(verb);
}

/** Verbs of reading, wherever a name has them, and those that are of one only at the beginning: `markRead`. */
const READS = new Set([
  ...["list", "get", "find", "search", "query", "fetch", "retrieve", "lookup", "browse", "show", "describe"],
  ...[
    "filter",
    "count",
    "return",
    "compare",
    "discover",
    "explore",
    "getall",
    "getlist",
    "listall",
    "fetchall",
  ],
]);
const LEADING_READS = new Set([...READS, "look", "read", "report", "scan", "select", "view"]);

/** "A paginated list of users", "Performs a search" */
const OF_READ =
  /^\W{0,20}(?:(?:an?|the)\s(?:\w{1,20}\s){0,2}?(?:list|listing|page|query|report|results?|search)|listing|lists?|performs?\s(?:an?|the)\s(?:\w{1,20}\s){0,2}?(?:lookup|query|search))\b/iu;

/** Whether the name of a POST, its path or the beginning of its texts is of a read. */
function isCalledRead({ operationId = "", path, summary = "", description = "" }: OperationModel): boolean {
  const last = path.split("/").findLast((segment) => segment !== "" && !segment.startsWith("{")) ?? "";
  const [first = ""] = words(operationId);
  return (
    LEADING_READS.has(first) ||
    [...words(operationId), ...words(last)].some((word) => READS.has(word)) ||
    [summary, description].some((text) => {
      const { plain, stems } = beginningOf(text);
      return OF_READ.test(plain) || stems.some((stem) => LEADING_READS.has(stem));
    })
  );
}

/** Whether something says that a POST changes what it returns: its names, scopes and parameters, or the list that it takes. */
export function mayChange({
  operation,
  list,
  reader,
}: Pick<ListingPost, "operation" | "list" | "reader">): boolean {
  return mayWrite(operation) || writesList(operation, list, reader);
}

/** The scopes of an operation where all of them are for reading, and it has some. */
export function readScopes(operation: OperationModel): readonly string[] | undefined {
  const scopes = scopesOf(operation);
  return scopes.length > 0 && scopes.every((scope) => /[:.]read$/.test(scope)) ? scopes : undefined;
}

/** Words of a scope that lets its holder change something. */
const WRITES = new Set([
  ...["write", "writer", "readwrite", "rw", "create", "insert", "update", "modify", "edit", "delete"],
  ...["remove", "manage", "admin", "send", "publish", "purchase", "full"],
]);

/** First words of the name of an operation that changes something, whatever noun follows: `createList`. */
const CHANGES = new Set([
  ...["create", "add", "insert", "save", "upsert", "update", "replace", "delete", "remove", "register"],
  ...["claim", "take", "lease", "reserve", "assign", "acquire", "buy", "purchase", "send", "publish"],
  ...["generate", "import", "start", "cancel", "apply", "approve", "reject"],
]);

function mayWrite(operation: OperationModel): boolean {
  const { operationId = "", summary = "" } = operation;
  const named = callsByPath(operation) ? nameBeforeAction(operationId, operation.method) : words(operationId);
  const inSummary = words(summary.slice(0, 50));
  // A summary of one word is a name like the other: `query_create`.
  const verbs = [named[0], named.at(-1), inSummary[0], ...(/\s/.test(summary) ? [] : inSummary.slice(-1))];
  return (
    findIdempotencyHeader(operation) !== undefined ||
    findHeaderParameter(operation, "If-Match") !== undefined ||
    scopesOf(operation).some((scope) => words(scope).some((word) => WRITES.has(word))) ||
    doesMore(operation) ||
    verbs.some((verb) => CHANGES.has(verb ?? ""))
  );
}

/** Words between two verbs. */
const LINKS = new Set(["and", "or", "then"]);

/** What is done with what was found, and changes nothing: "Search and sort". A list of verbs that change something is never complete. */
const WITH_FOUND = new Set([
  ...["aggregate", "download", "export", "group", "load", "page", "paginate", "rank", "sort"],
  ...["autocomplete", "suggest", "summarize", "validate"],
]);

/** Whether a name or a text begins with a read and another verb: `findAndDelete`, `/users/get-or-create`, "Search and hold seats". */
function doesMore({ operationId = "", path, summary = "", description = "" }: OperationModel): boolean {
  const texts = [summary, description].map((text) => beginningOf(text).plain.slice(0, 60));
  const own = operationId.split(/[^A-Za-z0-9]+/);
  return [operationId, ...own, ...path.split("/"), ...texts].some((text) => {
    const [first = "", ...next] = words(text);
    // "Search and/or delete"
    const at = next.findIndex((word) => !LINKS.has(word));
    const [second = "", ...rest] = at > 0 ? next.slice(at) : [];
    if (second === "" || !isReading(first)) return false;
    // "Filter and perform a weighted search"
    const isSearch = /^performs?$/.test(second) && rest.slice(0, 3).some((word) => SEARCH.has(word));
    return !isReading(second) && !stemsOf(second).some((stem) => WITH_FOUND.has(stem)) && !isSearch;
  });
}

/** Whether a word is a verb of a read, in any form. */
export function isReading(word: string): boolean {
  return stemsOf(word).some((stem) => LEADING_READS.has(stem));
}

/** Whether an operationId has only what the path of a search has: `deals_search_create` of `POST /deals/search`. */
function callsByPath({ operationId = "", path, method }: OperationModel): boolean {
  const name = nameBeforeAction(operationId, method).join(" ");
  const nouns = words(path.replace(/\{[^{}]*\}/g, "")).join(" ");
  return name !== "" && SEARCH_PATH.test(path) && ` ${nouns}`.endsWith(` ${name}`);
}

/** Verbs of changes that only a text begins with: as names they are nouns, too. */
const MORE_CHANGES = new Set([
  ...["activate", "archive", "attach", "block", "book", "charge", "close", "copy"],
  ...["deactivate", "detach", "disable", "disassociate", "enable", "hide"],
  ...["lock", "mark", "merge", "modify", "move", "pay", "reboot", "refund", "reset", "restart", "review"],
  ...["revoke", "rotate", "set", "settle", "shutdown", "stop", "subscribe", "suspend", "terminate"],
  ...["transfer", "unlock", "unsubscribe", "withdraw"],
]);

/** The first word of a text; a noun is followed by what it is of: "Purchases of a customer", "Book search". */
const BEGINS =
  /^\W{0,20}(?:\w{1,20}ly\s)?(?<verb>[a-z]{2,20}),?\s(?!(?:by|for|from|history|in|matching|of|on|per|search|since|that|which|with)\b)/iu;

/** A text without its marks, its first verb, and what that may be a form of. */
function beginningOf(text: string): {
  readonly plain: string;
  readonly verb: string;
  readonly stems: readonly string[];
} {
  const plain = text.slice(0, 200).replace(/<[^>]{0,100}>|^\s*\[[^\]]{0,30}\]|[*_`#]/gu, " ");
  const verb = BEGINS.exec(withoutSubject(plain))?.groups?.verb?.toLowerCase() ?? "";
  return { plain, verb, stems: stemsOf(verb) };
}

/** The verb of a change that a summary or a description begins with: "Assigns a deal", "Applies a discount". */
export function leadingChange({ summary = "", description = "" }: OperationModel): string | undefined {
  return [summary, description].map(beginningOf).find(({ stems }) => stems.some(isChange))?.verb;
}

/** The first verb of a text, and what that may be a form of: "Assigns a deal" → `assigns`, `assign`. */
export function verbsOf(text: string): readonly string[] {
  return beginningOf(text).stems;
}

/** The verb of a change that a POST begins with; a text that begins with a read decides before the texts and the name after it. */
function firstChange(operation: OperationModel): string | undefined {
  const { operationId = "", summary = "", description = "" } = operation;
  const first = [summary, description]
    .map(beginningOf)
    .find(({ stems }) => stems.some((stem) => isChange(stem) || LEADING_READS.has(stem)));
  if (first !== undefined) return first.stems.some(isChange) ? first.verb : undefined;
  // `claimSearch` is a search of claims.
  const [verb = ""] = words(operationId);
  return CHANGES.has(verb) && !isCalledSearch(operation) ? verb : undefined;
}

/** A second verb, and what it changes: "Finds open invoices and pays them". */
const SECOND =
  /\b(?:and|then)\s(?:\w{1,20}ly\s)?([a-z]{2,20})\s(?:all|an?|any|each|every|it|its|the|their|them|these|those)\b/giu;

/** The verb of a change that a text has beside what comes first. */
export function secondChange({ summary = "", description = "" }: OperationModel): string | undefined {
  return [summary, description]
    .flatMap((text) => [...text.slice(0, 1000).matchAll(SECOND)].map(([, verb = ""]) => verb.toLowerCase()))
    .find((verb) => stemsOf(verb).some(isChange));
}

function stemsOf(verb: string): readonly string[] {
  return [verb, verb.replace(/ies$/, "y"), verb.replace(/es$/, ""), verb.replace(/s$/, "")];
}

/** Whether a word is a verb of a change: not "Takes a filter, and returns its matches". */
export function isChange(stem: string): boolean {
  return stem !== "take" && (CHANGES.has(stem) || MORE_CHANGES.has(stem));
}

function scopesOf({ security }: OperationModel): readonly string[] {
  return security.flat().flatMap(({ scopes }) => scopes);
}

/** Whether the request has the list of the response, or is it or one of its items. */
function writesList({ body }: OperationModel, list: FoundList | undefined, reader: SchemaReader): boolean {
  const sent = body?.content[0]?.schema;
  if (sent === undefined || list === undefined) return false;
  const [name] = list.path;
  if (name !== undefined) return reader.property(sent, name) !== undefined;
  const own = reader.resolve(sent);
  return own.type.kind === "array" || list.items.some((item) => reader.resolve(item) === own);
}

/** Ends of a path that say it: `/pets/search`, `/pets:query`, `/advanced-search`; a `price-list` is a thing. */
const SEARCH_PATH = /[-_:./](?:search|query|find|lookup)\/?$|[:./]_?(?:filter|list)\/?$/i;

const SEARCH = new Set(["search", "query", "find", "lookup", "filter", "list"]);

/** Whether the path or the `operationId` of a POST calls it a search. */
export function isCalledSearch({ path, operationId = "" }: OperationModel): boolean {
  return SEARCH_PATH.test(path) || SEARCH.has(words(operationId)[0] ?? "");
}
