import type { JsonObject } from "../../load/loaded-contract.js";
import { isPlural, singular } from "../../text/nouns.js";
import { words } from "../../text/words.js";
import { objectMember, textMember } from "../json-members.js";
import { locateResponses, type RawOperation } from "../operations/list-raw-operations.js";
import { isCollection } from "./read/returned-lists.js";
import type { NamedOperation } from "./named-operation.js";
import { isWrittenOtherwise } from "./read/route.js";

/** An operation whose response is read, before the paths of the contract are compared. */
export type ReadOperation = Omit<
  NamedOperation,
  "creates" | "hasActions" | "isListed" | "isNounRead" | "words"
>;

/** The paths whose `GET` returns many. */
export function listedPaths(operations: readonly ReadOperation[]): ReadonlySet<string> {
  return new Set(
    operations
      .filter((one) => one.operation.method === "GET" && isCollection(one))
      .map((one) => one.operation.path),
  );
}

/**
 * The paths that end in a parameter and whose `POST` creates, since the parameter is the key of something else: their `GET` lists what is
 * there (`/flags/{projectKey}`); or nothing is read or changed there, the only success is 201 (RFC 9110 section 15.3.2), and the
 * operation begins with a verb that says so. NestJS responds to any `POST` with 201. What other paths have decides nothing: an operation
 * that is added there changes no name.
 */
export function creatingPaths(
  operations: readonly ReadOperation[],
  document: JsonObject,
): ReadonlySet<string> {
  const listed = listedPaths(operations);
  const creating = operations.filter(({ operation, route }) => {
    if (operation.method !== "POST" || !route.isItem) return false;
    if (listed.has(operation.path)) return true;
    if (objectMember(operation.pathItem, "get") !== undefined || isWrittenOtherwise(operation)) return false;
    return respondsWith201(operation, document) && beginsWithCreate(operation);
  });
  return new Set(creating.map(({ operation }) => operation.path));
}

/** Whether 201 is the only success. */
function respondsWith201(operation: RawOperation, document: JsonObject): boolean {
  const successes = locateResponses(document, operation)
    .map(({ status }) => status)
    .filter((status) => /^2(?:\d\d|XX)$/u.test(status));
  return successes.length === 1 && successes[0] === "201";
}

/** Whether the operationId or the summary begins with a verb of creating: `createDestination`, `Adds a destination`. */
function beginsWithCreate({ json }: RawOperation): boolean {
  const begins = ["operationId", "summary"].map((name) => words(textMember(json, name) ?? "")[0] ?? "");
  return begins.some((word) => CREATES.has(word.replace(/s$/u, "")));
}

const CREATES = new Set(["add", "create", "insert", "register"]);

/** The paths that have a `GET`, whatever their parameters are called. */
export function readPaths(operations: readonly RawOperation[]): ReadonlySet<string> {
  const reads = operations.filter(({ method }) => method === "GET");
  return new Set(reads.map(({ path }) => withoutNames(path)));
}

/**
 * The nouns, in the singular, that a `GET` reads as things of their own: `query` of `/queries/{id}`. What one thing has is not of others
 * (`/claims/{id}/queries/{query}`), and a verb does not count (`/orders/search`).
 */
export function readNouns(operations: readonly ReadOperation[]): ReadonlySet<string> {
  const ends = operations.map(({ operation, route: { nouns } }) => {
    const last = nouns.at(-1)?.words ?? [];
    const isOwn = operation.method === "GET" && nouns.slice(0, -1).every(({ isOne }) => !isOne);
    return isOwn && isPlural(last) ? singular(last).join("") : "";
  });
  return new Set(ends);
}

/** Whether the `actions` that a path has are things that are read: `GET /orders/{id}/actions`. */
export function readsActions(path: string, areRead: ReadonlySet<string>): boolean {
  const [actions = ""] = /^.*\/actions?(?=\/)/u.exec(withoutNames(path)) ?? [];
  return ["", "/", "/{}"].some((end) => areRead.has(`${actions}${end}`));
}

function withoutNames(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/gu, "{}");
}
