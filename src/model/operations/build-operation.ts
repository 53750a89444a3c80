import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { appendPointer, fragmentKeys, toPointer } from "../../text/json-pointer.js";
import type { LinkModel, OperationModel, OperationName } from "../api-model.js";
import { describedExchange } from "../described-exchange.js";
import { isLongRunning, rateExtension, requiredFeatures } from "../extensions.js";
import { possibleScopes, scopeExpression } from "../scope-extensions.js";
import { keyExtension } from "../idempotency-extension.js";
import {
  flagMember,
  isObject,
  listMember,
  type Located,
  member,
  objectMember,
  resolveReference,
  sortedMembers,
  textMember,
} from "../json-members.js";
import { buildBody } from "./build-media.js";
import { buildParameters } from "./build-parameters.js";
import { buildResponses } from "./build-responses.js";
import { buildSecurity, hasOwnSecurity, isAnonymous } from "./build-security.js";
import { buildServers } from "./build-servers.js";
import { findIgnoredAuthorization } from "./locate-parameters.js";
import { locateResponses, operationsById, type RawOperation } from "./list-raw-operations.js";
import { pollExtension } from "./poll-extension.js";
import type { OperationContext, OperationIndex } from "./operation-context.js";

/** One operation of `paths` in the model's form. */
export function buildOperation(
  context: OperationContext,
  operation: RawOperation,
  name: OperationName,
  index: OperationIndex,
): OperationModel {
  const operationId = textMember(operation.json, "operationId");
  const summary = textMember(operation.json, "summary") ?? textMember(operation.pathItem, "summary");
  const description =
    textMember(operation.json, "description") ?? textMember(operation.pathItem, "description");
  const servers = [operation.json, operation.pathItem].map(buildServers).find((list) => list.length > 0);
  const body = takesBody(operation) ? buildBody(context, operation) : undefined;
  const exchanged = operation.method === "POST" ? describedExchange(operation.json, "tokens") : undefined;
  const rate = rateExtension(operation.json);
  const poll = pollExtension(operation.json);
  const key = keyExtension(operation.json);
  const expression = scopeExpression(operation.json);
  const authorization = findIgnoredAuthorization(context.document, operation);
  return {
    name,
    ...(operationId === undefined ? {} : { operationId }),
    method: operation.method,
    ...pathsOf(operation.path, context.document),
    ...(servers === undefined ? {} : { servers }),
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    deprecated: flagMember(operation.json, "deprecated") === true,
    tags: listMember(operation.json, "tags").filter((tag) => typeof tag === "string"),
    features: requiredFeatures(operation.json),
    possibleScopes: possibleScopes(operation.json),
    ...(expression === undefined ? {} : { scopeExpression: expression }),
    parameters: buildParameters(context, operation),
    ...(body === undefined ? {} : { body }),
    ...(exchanged === undefined ? {} : { exchanged }),
    ...(isLongRunning(operation.json) ? { longRunning: true as const } : {}),
    ...(poll === undefined ? {} : { pollExtension: poll }),
    ...(rate === undefined ? {} : { rateExtension: rate }),
    ...(key === undefined ? {} : { keyExtension: key }),
    ...(authorization === undefined ? {} : { ignoredAuthorization: authorization }),
    ...(takesBody(operation) || member(operation.json, "requestBody") === undefined
      ? {}
      : { unsentBody: true as const }),
    responses: buildResponses(context, operation),
    security: buildSecurity(context.document, operation.json),
    ...(isAnonymous(operation.json) && { anonymous: true as const }),
    ...(hasOwnSecurity(operation.json) && { ownSecurity: true as const }),
    links: buildLinks(context.document, operation, index),
    origin: { pointer: operation.pointer },
  };
}

/** The path without a slash at its end, and with it; where the contract has both, they are two. */
function pathsOf(sentPath: string, document: JsonObject): Pick<OperationModel, "path" | "sentPath"> {
  const path = sentPath.replace(/(?<=[^/])\/$/u, "");
  const isOther = member(objectMember(document, "paths") ?? {}, path) !== undefined;
  return path === sentPath || isOther ? { path: sentPath } : { path, sentPath };
}

/**
 * Whether `fetch` sends a body with an operation's method (WHATWG Fetch, Request constructor). RFC 9110 sections 9.3.1
 * and 9.3.2 give a body of GET and HEAD no meaning, and OpenAPI 3.0 has it ignored.
 */
export function takesBody({ method }: RawOperation): boolean {
  return method !== "GET" && method !== "HEAD";
}

/**
 * Diagnostics for bodies that no client can send: those that `fetch` refuses, and those that are described
 * without any content. The texts name no operation, so that a contract which does so throughout is told of it once.
 */
export function diagnoseUnsendableBodies(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly Diagnostic[] {
  return operations.flatMap((operation) => {
    const { method, json } = operation;
    const pointer = appendPointer(operation.pointer, "requestBody");
    const body = resolveReference(document, member(json, "requestBody"), pointer)?.json;
    if (body === undefined) return [];
    const content = sortedMembers(objectMember(body, "content"));
    if (takesBody(operation)) {
      return content.length === 0 ? [diagnostic("body/without-content", pointer)] : [];
    }
    if (member(body, "required") !== true && content.every(([, media]) => isEmptyMedia(media))) return [];
    return [diagnostic("body/not-sent", pointer, { method })];
  });
}

/** Whether `{}` is all that a Media Type Object allows: some contracts describe a body of every operation so. */
function isEmptyMedia(media: Json): boolean {
  const schema = isObject(media) ? objectMember(media, "schema") : undefined;
  const isClosed = member(schema, "type") === "object" && member(schema, "additionalProperties") === false;
  return isClosed && Object.entries(schema ?? {}).every(([key, value]) => isNothing(key, value));
}

function isNothing(key: string, value: Json): boolean {
  if (key === "properties") return isObject(value) && Object.keys(value).length === 0;
  return /^(?:type|additionalProperties|title|description|x-.*)$/u.test(key);
}

/** WHATWG Fetch, "forbidden method": compared without case. */
const FORBIDDEN = new Set(["CONNECT", "TRACE", "TRACK"]);

/**
 * Whether an operation is sent to the contract's server: `fetch` must accept its method, and its path must begin with a
 * slash (OpenAPI, Paths Object). Joined to a host, another path would go on with the host's name.
 */
export function isSendable({ method, path }: RawOperation): boolean {
  return isMethodSent(method) && path.startsWith("/");
}

/** Diagnostics for the operations that no client can call: one each. */
export function diagnoseUnsendable(operations: readonly RawOperation[]): readonly Diagnostic[] {
  return operations
    .filter((operation) => !isSendable(operation))
    .map(({ method, path, pointer }) => {
      const operation = `${method} ${path}`;
      return isMethodSent(method)
        ? diagnostic("operation/path-without-slash", pointer, { operation })
        : diagnostic("operation/method-not-sent", pointer, { operation, method: method.toUpperCase() });
    });
}

function isMethodSent(method: string): boolean {
  return !FORBIDDEN.has(method.toUpperCase());
}

/** Links from the responses of an operation to operations of the same document (OpenAPI, Link Object). */
function buildLinks(
  document: JsonObject,
  operation: RawOperation,
  index: OperationIndex,
): readonly LinkModel[] {
  return locateLinks(document, operation).flatMap(({ name, status, link }) => {
    const target = linkTarget(link, index);
    return target === undefined ? [] : [{ name, status, target, ...linkDetails(link) }];
  });
}

/** Diagnostics for the links that lead to no operation of the document: one per link. */
export function diagnoseLostLinks(
  document: JsonObject,
  operations: readonly RawOperation[],
  index: OperationIndex,
): readonly Diagnostic[] {
  const ids = operationsById(operations);
  return operations
    .flatMap((operation) => locateLinks(document, operation))
    .filter(({ link }) => linkTarget(link, index) === undefined)
    .map(({ name, link }) => lostLink(name, link, ids));
}

interface LocatedLink {
  readonly name: string;
  readonly status: string;
  readonly link: Located;
}

function locateLinks(document: JsonObject, operation: RawOperation): readonly LocatedLink[] {
  return locateResponses(document, operation).flatMap(({ status, located }) =>
    sortedMembers(objectMember(located.json, "links")).flatMap(([name, json]) => {
      const link = resolveReference(document, json, appendPointer(located.pointer, "links", name));
      return link === undefined ? [] : [{ name, status, link }];
    }),
  );
}

function linkTarget(link: Located, index: OperationIndex): LinkModel["target"] | undefined {
  const id = textMember(link.json, "operationId");
  if (id !== undefined) return index.byId(id);
  const reference = textMember(link.json, "operationRef");
  return reference?.startsWith("#") === true
    ? index.byPointer(toPointer(fragmentKeys(reference)))
    : undefined;
}

function lostLink(
  link: string,
  { json, pointer }: Located,
  ids: ReadonlyMap<string, readonly RawOperation[]>,
): Diagnostic {
  const id = textMember(json, "operationId");
  const target = id ?? textMember(json, "operationRef");
  if (target === undefined) return diagnostic("link/without-operation", pointer, { link });
  const isRepeated = id !== undefined && (ids.get(id) ?? []).length > 1;
  return diagnostic(isRepeated ? "link/ambiguous-operation" : "link/unknown-operation", pointer, {
    link,
    target,
  });
}

function linkDetails({ json }: Located): Pick<LinkModel, "parameters" | "description" | "body" | "server"> {
  const parameters = member(json, "parameters");
  const description = textMember(json, "description");
  const body = member(json, "requestBody");
  const server = textMember(objectMember(json, "server"), "url");
  return {
    parameters: isObject(parameters)
      ? Object.fromEntries(sortedMembers(parameters).map(([name, value]) => [name, expression(value)]))
      : {},
    ...(description === undefined ? {} : { description }),
    ...(body === undefined ? {} : { body: expression(body) }),
    ...(server === undefined ? {} : { server }),
  };
}

/** A runtime expression in the words of the contract; a constant as JSON. */
function expression(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
