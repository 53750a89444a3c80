import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import { isObject, objectMember, sortedMembers } from "../document/json-members.js";
import { resolveReference } from "../document/resolve-reference.js";

/** An operation as the document has it, with what its path item says for it. */
export interface RawOperation {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly json: JsonObject;
  readonly pathItem: JsonObject;
  readonly pointer: string;
  /** Where the path item stands, for its own parameters. */
  readonly pathPointer: string;
}

/** The fixed fields of a Path Item Object that hold operations; `query` since OpenAPI 3.2. */
const METHODS = ["delete", "get", "head", "options", "patch", "post", "put", "query", "trace"];

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
  const standard = METHODS.flatMap((name) => {
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
