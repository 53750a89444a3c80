import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { operationFields } from "../../openapi/operations.js";
import { byText } from "../../text/by-text.js";
import { appendPointer } from "../../text/json-pointer.js";
import {
  isObject,
  type Located,
  objectMember,
  resolveReference,
  sortedMembers,
  textMember,
} from "../json-members.js";

/** An operation as the document has it, with what its path item says for it. */
export interface RawOperation {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly json: JsonObject;
  readonly pathItem: JsonObject;
  readonly pointer: string;
  /** The position of the path item, for its own parameters. */
  readonly pathPointer: string;
}

/** Every operation of `paths`, sorted by path, then method. */
export function listRawOperations(document: JsonObject): readonly RawOperation[] {
  return sortedMembers(objectMember(document, "paths"), "without-extensions").flatMap(([path, item]) =>
    listOfPathItem(document, path, item, appendPointer("#/paths", path)),
  );
}

/** The operations of one path item (OpenAPI, Path Item Object); also those of callbacks and webhooks. */
export function listOfPathItem(
  document: JsonObject,
  path: string,
  item: Json,
  pointer: string,
): readonly RawOperation[] {
  const located = resolveReference(document, item, pointer);
  if (located === undefined) return [];
  const { json: pathItem, pointer: pathPointer } = located;
  const standard = operationFields.flatMap((name) => {
    const json = objectMember(pathItem, name);
    return json === undefined
      ? []
      : [{ method: name.toUpperCase(), json, pointer: appendPointer(pathPointer, name) }];
  });
  // OpenAPI 3.2: methods beyond the fixed fields, spelt exactly as they are sent.
  const additional = sortedMembers(objectMember(pathItem, "additionalOperations")).flatMap(
    ([method, json]) =>
      isObject(json)
        ? [{ method, json, pointer: appendPointer(pathPointer, "additionalOperations", method) }]
        : [],
  );
  return [...standard, ...additional].map((operation) => ({ ...operation, path, pathItem, pathPointer }));
}

/**
 * Diagnostics for an `operationId` that several operations have (OpenAPI, Operation Object: it must be
 * unique): one per id. Every operation still has a name, made from method and path where two would be equal;
 * a link by that id has no target, because the id is ambiguous.
 */
export function diagnoseRepeatedIds(operations: readonly RawOperation[]): readonly Diagnostic[] {
  return [...operationsById(operations)]
    .filter(([, sharing]) => sharing.length > 1)
    .map(([id, sharing]) => {
      const [, second] = sharing;
      const named = sharing.map(({ method, path }) => `${method} ${path}`);
      const pointer = appendPointer(second?.pointer ?? "#/paths", "operationId");
      return diagnostic("operation/repeated-id", pointer, { id, operations: named });
    });
}

/** The operations that have each `operationId`, in the order given. */
export function operationsById(
  operations: readonly RawOperation[],
): ReadonlyMap<string, readonly RawOperation[]> {
  const byId = new Map<string, RawOperation[]>();
  for (const operation of operations) {
    const id = textMember(operation.json, "operationId");
    if (id === undefined) continue;
    const sharing = byId.get(id);
    if (sharing === undefined) byId.set(id, [operation]);
    else sharing.push(operation);
  }
  return byId;
}

/** A Response Object of an operation, references followed. */
interface LocatedResponse {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly located: Located;
}

/** The responses of an operation as the document has them: codes, then ranges (`4XX`), then `default`. */
export function locateResponses(document: JsonObject, operation: RawOperation): readonly LocatedResponse[] {
  const before = known.get(operation);
  if (before !== undefined) return before;
  const located = locate(document, operation);
  known.set(operation, located);
  return located;
}

/** Several builders and diagnostics need the responses of one operation. */
const known = new WeakMap<RawOperation, readonly LocatedResponse[]>();

function locate(document: JsonObject, operation: RawOperation): readonly LocatedResponse[] {
  const pointer = appendPointer(operation.pointer, "responses");
  return sortedMembers(objectMember(operation.json, "responses"), "without-extensions")
    .flatMap(([status, json]) => {
      const key = canonicalStatus(status);
      if (key === undefined) return [];
      const located = resolveReference(document, json, appendPointer(pointer, status));
      return located === undefined ? [] : [{ status: key, located }];
    })
    .sort((left, right) => rank(left.status) - rank(right.status) || byText(left.status, right.status));
}

/**
 * `4xx` is written as the specification spells it, `4XX`; `default` in lower case. Undefined: no status is meant, and the diagnostic
 * `openapi/struct` or `response/invalid-status` reports the key.
 */
export function canonicalStatus(status: string): string | undefined {
  const key = status.toLowerCase() === "default" ? "default" : status.toUpperCase();
  return /^(?:default|[1-9]\d\d|[1-5]XX)$/u.test(key) ? key : undefined;
}

function rank(status: string): number {
  return status === "default" ? 2 : status.endsWith("XX") ? 1 : 0;
}
