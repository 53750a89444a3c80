import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { appendPointer, fragmentKeys, toPointer } from "../../text/json-pointer.js";
import type { LinkModel } from "../api-model.js";
import {
  isObject,
  type Located,
  member,
  objectMember,
  resolveReference,
  sortedMembers,
  textMember,
} from "../json-members.js";
import { locateResponses, operationsById, type RawOperation } from "./list-raw-operations.js";
import type { OperationIndex } from "./operation-context.js";

/** Links from the responses of an operation to operations of the same document (OpenAPI, Link Object). */
export function buildLinks(
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

/** A runtime expression as it is written; a constant as JSON. */
function expression(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
