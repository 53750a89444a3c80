import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { operationFields, withoutParameterNames } from "../../openapi/operations.js";
import { visitObjects } from "../../openapi/visit.js";
import { appendPointer, pointerKeys, toPointer } from "../../text/json-pointer.js";
import {
  follow,
  isObject,
  type Located,
  member,
  namedEntries,
  namedMembers,
  objectMember,
  textMember,
} from "./document-nodes.js";

/** An operation of a document, with its path item. */
export interface WireOperation {
  /** Upper case; those of `additionalOperations` (OpenAPI 3.2) as written. */
  readonly method: string;
  /** The path template, the name of a webhook, or the expression of a callback. */
  readonly path: string;
  readonly id?: string;
  readonly self: Located;
  readonly pathItem: Located;
}

/** Every operation of `paths`, sorted by path, then method. */
export function readOperations(document: JsonObject): readonly WireOperation[] {
  return namedMembers(objectMember(document, "paths")).flatMap(([path, item]) =>
    readPathItem(document, path, item, appendPointer("#/paths", path)),
  );
}

/** Every operation of `webhooks`, sorted by name, then method. */
export function readWebhooks(document: JsonObject): readonly WireOperation[] {
  return namedEntries(objectMember(document, "webhooks")).flatMap(([name, item]) =>
    readPathItem(document, name, item, appendPointer("#/webhooks", name)),
  );
}

/** One callback of an operation: an operation with the expression that its address is read from. */
export interface WireCallback {
  readonly name: string;
  readonly operation: WireOperation;
}

/** Every callback of an operation, sorted by name, expression, then method. */
export function readCallbacks(document: JsonObject, { self }: WireOperation): readonly WireCallback[] {
  const pointer = appendPointer(self.pointer, "callbacks");
  return namedEntries(objectMember(self.json, "callbacks")).flatMap(([name, json]) => {
    const callback = follow(document, json, appendPointer(pointer, name));
    return namedMembers(callback?.json).flatMap(([expression, item]) =>
      readPathItem(document, expression, item, appendPointer(callback?.pointer ?? pointer, expression)).map(
        (operation) => ({ name, operation }),
      ),
    );
  });
}

function readPathItem(
  document: JsonObject,
  path: string,
  item: Json,
  pointer: string,
): readonly WireOperation[] {
  const pathItem = follow(document, item, pointer);
  if (pathItem === undefined) return [];
  const at = (
    method: string,
    json: Json | undefined,
    ...keys: readonly string[]
  ): readonly WireOperation[] => {
    if (!isObject(json)) return [];
    const self = { json, pointer: appendPointer(pathItem.pointer, ...keys) };
    const id = textMember(json, "operationId");
    return [{ method, path, self, pathItem, ...(id !== undefined && { id }) }];
  };
  const fixed = operationFields.flatMap((name) => at(name.toUpperCase(), member(pathItem.json, name), name));
  const additional = namedEntries(objectMember(pathItem.json, "additionalOperations")).flatMap(
    ([method, json]) => at(method, json, "additionalOperations", method),
  );
  return [...fixed, ...additional];
}

/** A path template as far as a request has it: a fragment is never sent (RFC 9110, section 7.1). */
function sentPath(path: string): string {
  const [sent = ""] = path.split("#", 1);
  return sent;
}

/** The names in a path template, in their order: `id` of `/pets/{id}`. */
export function templateNames(path: string): readonly string[] {
  return [...sentPath(path).matchAll(/\{([^{}]+)\}/gu)].map(([, name = ""]) => name);
}

/** A path template without the names of its parameters: `/pets/{}`. Two templates of one shape are the same URLs. */
export function pathShape(path: string): string {
  return withoutParameterNames(sentPath(path));
}

/**
 * The schemas of components that responses to webhooks and callbacks lead to: the server of the consumer makes values of them.
 * Pointers, each once.
 */
export function listRespondedSchemas(document: JsonObject): ReadonlySet<string> {
  const found = new Set<string>();
  for (const operation of deliveredOperations(document)) {
    const pointer = appendPointer(operation.self.pointer, "responses");
    for (const [status, json] of namedMembers(objectMember(operation.self.json, "responses"))) {
      const response = follow(document, json, appendPointer(pointer, status));
      if (response !== undefined) addSchemas(document, response.pointer, response.json, found);
    }
  }
  return found;
}

/** Every operation that the API sends, also those that are callbacks of one another. */
function deliveredOperations(document: JsonObject): readonly WireOperation[] {
  const delivered = new Map(readWebhooks(document).map((one) => [one.self.pointer, one]));
  const add = (operation: WireOperation) => {
    for (const callback of readCallbacks(document, operation))
      if (!delivered.has(callback.operation.self.pointer))
        delivered.set(callback.operation.self.pointer, callback.operation);
  };
  readOperations(document).forEach(add);
  // A map is iterated in the order of insertion, what is added on the way included.
  delivered.forEach(add);
  return [...delivered.values()];
}

function addSchemas(document: JsonObject, pointer: string, response: JsonObject, found: Set<string>): void {
  visitObjects(
    response,
    (_node, kind, keys) => {
      const [first, second] = keys;
      if (kind === "schema" && first === "components" && second === "schemas" && keys.length === 3)
        found.add(toPointer(keys));
      return kind === "link" ? "skip" : undefined;
    },
    { kind: "response", keys: pointerKeys(pointer), follow: document },
  );
}
