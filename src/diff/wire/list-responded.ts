import type { JsonObject } from "../../load/loaded-contract.js";
import { visitObjects } from "../../openapi/visit.js";
import { appendPointer, pointerKeys, toPointer } from "../../text/json-pointer.js";
import { follow, namedMembers, objectMember } from "./document-nodes.js";
import { readCallbacks, readOperations, readWebhooks, type WireOperation } from "./read-operations.js";

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
