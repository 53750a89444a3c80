import { words } from "../text/words.js";
import { codeSpan } from "../text/printable.js";

/** The fixed fields of a Path Item Object that hold operations; `query` since OpenAPI 3.2. */
export const operationFields: readonly string[] = [
  ...["delete", "get", "head", "options", "patch", "post", "put", "query", "trace"],
];

/** Whether a method changes nothing (RFC 9110 section 9.2.1); QUERY is safe by its own definition. */
export function isSafeMethod(method: string): boolean {
  return SAFE_METHODS.has(method);
}

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "QUERY", "TRACE"]);

/** An operation of `paths`, and the keys that lead from it to a position in it. */
export interface OperationPosition {
  /** As it is sent: upper case, but for methods of `additionalOperations` (OpenAPI 3.2), which are as written. */
  readonly method: string;
  readonly path: string;
  readonly below: readonly string[];
}

/** The operation that the keys of a JSON pointer lead to or into; undefined: none of `paths`. */
export function operationPosition(keys: readonly string[]): OperationPosition | undefined {
  const [top, path, field = "", ...rest] = keys;
  if (top !== "paths" || path === undefined) return undefined;
  if (operationFields.includes(field)) return { method: field.toUpperCase(), path, below: rest };
  const [method, ...below] = rest;
  return field === "additionalOperations" && method !== undefined ? { method, path, below } : undefined;
}

/** `get  /a` → `GET /a`; undefined: it is not a method and a path. */
export function canonicalKey(key: string): string | undefined {
  const [, method = "", path] = /^\s*([A-Za-z]+)\s+(\/.*)$/su.exec(key) ?? [];
  return path === undefined ? undefined : `${method.toUpperCase()} ${path}`;
}

/**
 * Finds the operation of a contract that a method and a path name, which may lack the slash at its end: where the contract has both
 * paths, they are two.
 *
 * @param keys - of all operations of the contract, also of those that the client does not have.
 * @returns the key as the contract has it.
 */
export function keyFinder(keys: ReadonlySet<string>): (key: string) => string | undefined {
  return (key) => {
    const own = canonicalKey(key);
    return own === undefined ? undefined : [own, `${own}/`].find((one) => keys.has(one));
  };
}

/** A path template, or what has one, without the names of path parameters, which no request has: `/pets/{}`. */
export function withoutParameterNames(text: string): string {
  return text.replace(/\{[^{}]*\}/gu, "{}");
}

/** An operation key for people, with its names as code: "`GET /pets`", "webhook `petLost` (POST)". */
export function operationTitle(key: string): string {
  const [, webhook, sent] = /^webhook (.+) (\S+)$/su.exec(key) ?? [];
  if (webhook !== undefined && sent !== undefined) return `webhook ${codeSpan(webhook)} (${sent})`;
  const [, callback, caller, method] = /^callback (\S+) of (.+) (\S+)$/su.exec(key) ?? [];
  if (callback === undefined || caller === undefined || method === undefined) return codeSpan(key);
  return `callback ${codeSpan(callback)} (${method}) of ${operationTitle(caller)}`;
}

/** What Django REST framework calls each change, whatever that does: `deals_search_create` of `POST /deals/search`. */
const ACTIONS: ReadonlyMap<string, RegExp> = new Map([
  ["DELETE", /^([a-z][a-z\d_]*)_destroy$/u],
  ["PATCH", /^([a-z][a-z\d_]*)_partial_update$/u],
  ["POST", /^([a-z][a-z\d_]*)_create$/u],
  ["PUT", /^([a-z][a-z\d_]*)_update$/u],
]);

/**
 * The words of an operationId before what Django REST framework ends it with; none without that. Where they are the path without its
 * parameters, a program wrote them, and the verb says what the method does.
 */
export function nameBeforeAction(operationId: string, method: string): readonly string[] {
  return words(ACTIONS.get(method)?.exec(operationId)?.[1] ?? "");
}

/** An operationId without the route that FastAPI ends it with: path and method, with `_` for every character except letters, digits and `_`. */
export function withoutRoute(operationId: string, path: string, method: string): string {
  const route = `${path.replace(/\W/g, "_")}_${method.toLowerCase()}`;
  const isRoute = operationId.endsWith(route) && operationId.length > route.length;
  return isRoute ? operationId.slice(0, -route.length) : operationId;
}
