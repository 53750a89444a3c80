import type { JsonObject } from "../../load/loaded-contract.js";
import { locateResponses } from "../operations/list-raw-operations.js";
import { isCollection, isWrittenOtherwise, type NamedOperation } from "./standard-names.js";

/** An operation whose response is read, before the paths of the contract are compared. */
export type ReadOperation = Omit<NamedOperation, "creates" | "isListed" | "words">;

/** The paths whose `GET` returns many. */
export function listedPaths(operations: readonly ReadOperation[]): ReadonlySet<string> {
  return new Set(
    operations
      .filter((one) => one.operation.method === "GET" && isCollection(one))
      .map((one) => one.operation.path),
  );
}

/**
 * The paths that end in a parameter and whose `POST` creates, since the parameter is the key of something else:
 * - `GET` lists what is there (`/flags/{projectKey}`);
 * - nothing is read or changed there, and each item has a path below it (`/flags/{projectKey}/{flagKey}`);
 * - nothing is read or changed there, and the response is 201, which means so (RFC 9110 section 15.3.2). NestJS responds to any
 *   `POST` with it: one below a `POST`, which creates, does not count.
 */
export function creatingPaths(
  operations: readonly ReadOperation[],
  document: JsonObject,
): ReadonlySet<string> {
  const listed = listedPaths(operations);
  const pathsOf = (method: string) =>
    new Set(
      operations.filter((one) => one.operation.method === method).map((one) => plain(one.operation.path)),
    );
  const [read, posted] = [pathsOf("GET"), pathsOf("POST")];
  const above = new Set(operations.map(({ operation }) => pathAbove(operation.path)));
  const creating = operations.filter(({ operation, route }) => {
    if (operation.method !== "POST" || !route.isItem) return false;
    const path = plain(operation.path);
    if (listed.has(operation.path)) return true;
    if (read.has(path) || isWrittenOtherwise(operation)) return false;
    const isCreated = locateResponses(document, operation).some(({ status }) => status === "201");
    return above.has(path) || (isCreated && !posted.has(pathAbove(path) ?? ""));
  });
  return new Set(creating.map(({ operation }) => operation.path));
}

function plain(path: string): string {
  return path.replace(/\/$/u, "");
}

/** The path before the parameter that a path ends in. */
function pathAbove(path: string): string | undefined {
  return /^(.*)\/\{[^{}/]*\}\/?$/u.exec(path)?.[1];
}
