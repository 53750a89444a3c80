import type { OperationModel } from "../../../../model/api-model.js";
import { words } from "../../../../text/words.js";
import { findIdempotencyHeader } from "../../idempotency-fields.js";
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
 * Whether a POST that returns a list only reads, for certain: a client may repeat it then. Nothing may say that it writes, and one of
 * these must say that it reads: it is called a search, its request takes a position beside a size, or all its scopes are for
 * reading and its request takes one of the two.
 */
export function onlyReads(post: ListingPost): boolean {
  const { operation } = post;
  const isOk = successResponses(operation).every(({ status }) => status === "200");
  return isOk && !startsSomething(operation) && readSign(post) !== undefined;
}

/** Whether a POST creates or starts something, by its responses or its idempotency key: each request for a page would do that again. */
export function createsEachTime(operation: OperationModel): boolean {
  return (
    operation.method === "POST" &&
    (startsSomething(operation) || findIdempotencyHeader(operation) !== undefined)
  );
}

/** What says that a POST reads, whatever its status, as a clause; undefined where nothing does, or something says that it writes. */
export function readSign({ operation, list, size, positions, reader }: ListingPost): string | undefined {
  if (mayChange({ operation, list, reader })) return undefined;
  const takesOne = size !== undefined || positions.length > 0;
  const scopes = takesOne ? readScopes(operation) : undefined;
  if (scopes !== undefined) return `it needs only ${scopes.map((scope) => `"${scope}"`).join(", ")}`;
  if (isCalledSearch(operation)) return "it is called a search";
  return size !== undefined && positions.length > 0 && isCalledRead(operation)
    ? "it takes a position and a size"
    : undefined;
}

/** Words for reading: of names as they are, of texts at their beginning. */
const READS = new Set([
  ...[
    "list",
    "get",
    "find",
    "search",
    "query",
    "fetch",
    "retrieve",
    "read",
    "lookup",
    "look",
    "browse",
    "view",
  ],
  ...[
    "show",
    "describe",
    "filter",
    "count",
    "return",
    "report",
    "compare",
    "discover",
    "explore",
    "scan",
    "select",
  ],
  ...[
    "history",
    "results",
    "statistics",
    "stats",
    "analytics",
    "metrics",
    "feed",
    "page",
    "pages",
    "paginated",
  ],
]);

/** Whether the name of a POST, its path or the beginning of its texts is of a read: what pages a list may change each item of it. */
function isCalledRead({ operationId = "", path, summary = "", description = "" }: OperationModel): boolean {
  const last = path.split("/").findLast((segment) => segment !== "" && !segment.startsWith("{")) ?? "";
  const texts = [summary, description].flatMap((text) => words(text.slice(0, 50)).slice(0, 1));
  return [...words(operationId), ...words(last), ...texts].some(
    (word) => READS.has(word) || (word.endsWith("s") && READS.has(word.replace(/(?:es|s)$/, ""))),
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
  const named = words(operationId);
  const inSummary = words(summary.slice(0, 50));
  // A summary of one word is a name like the other: `query_create`.
  const verbs = [named[0], named.at(-1), inSummary[0], ...(/\s/.test(summary) ? [] : inSummary.slice(-1))];
  return (
    findIdempotencyHeader(operation) !== undefined ||
    findHeaderParameter(operation, "If-Match") !== undefined ||
    scopesOf(operation).some((scope) => words(scope).some((word) => WRITES.has(word))) ||
    verbs.some((verb) => CHANGES.has(verb ?? ""))
  );
}

/** Verbs of changes at the beginning of a text; a noun is followed by what it is of: "Purchases of a customer". */
const BEGINS =
  /^\W{0,20}(?:(?:it|this\s(?:api\s)?(?:call|endpoint|method|operation|request))\s)?(?:\w{1,20}ly\s)?(?<verb>[a-z]{2,20}),?\s(?!(?:by|for|from|in|of|on|per|since|that|which|with)\b)/iu;

const MORE_CHANGES = new Set([
  ...[
    "archive",
    "book",
    "charge",
    "close",
    "copy",
    "merge",
    "modify",
    "move",
    "pay",
    "refund",
    "reset",
    "revoke",
  ],
  ...["rotate", "set", "settle", "transfer", "withdraw"],
]);

/** The verb of a change that a summary or a description begins with: "Assigns a deal", "Applies a discount". */
export function leadingChange({ summary = "", description = "" }: OperationModel): string | undefined {
  for (const text of [summary, description]) {
    const plain = text.slice(0, 200).replace(/<[^>]{0,100}>|[*_`#]/gu, " ");
    const verb = BEGINS.exec(plain)?.groups?.verb?.toLowerCase() ?? "";
    const stems = [verb, verb.replace(/ies$/, "y"), verb.replace(/es$/, ""), verb.replace(/s$/, "")];
    // "Takes a filter, and returns its matches"
    if (stems.some((stem) => stem !== "take" && (CHANGES.has(stem) || MORE_CHANGES.has(stem)))) return verb;
  }
  return undefined;
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
const SEARCH_PATH = /[-_:./](?:search|query|find|lookup)$|[:./]_?(?:filter|list)$/i;

const SEARCH = new Set(["search", "query", "find", "lookup", "filter", "list"]);

/** Whether the path or the `operationId` of a POST calls it a search. */
export function isCalledSearch({ path, operationId = "" }: OperationModel): boolean {
  return SEARCH_PATH.test(path) || SEARCH.has(words(operationId)[0] ?? "");
}
