import type { JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import type { OperationName } from "../api-model.js";
import type { SchemaBuilder } from "../schema/build-schemas.js";
import { operationsById, type RawOperation } from "./list-raw-operations.js";

/** What the builders of one operation's parts read. Made once per operation, never written to. */
export interface OperationContext {
  readonly document: JsonObject;
  readonly schemas: SchemaBuilder;
  /** `CabinetsList`: what the names of the operation's inline schemas start with. */
  readonly typeName: string;
}

/** Names of all operations, for links that point at them by id or by pointer. */
export interface OperationIndex {
  /** Undefined for an id that no operation has, or more than one. */
  byId(operationId: string): OperationName | undefined;
  byPointer(pointer: string): OperationName | undefined;
}

/** Indexes the operations of a document by what a Link Object may name them with. */
export function indexOperations(names: ReadonlyMap<RawOperation, OperationName>): OperationIndex {
  const ids = operationsById([...names.keys()]);
  const pointers = new Map<string, OperationName>();
  for (const [operation, name] of names) {
    // A path item can be elsewhere than under its path; a reference may use either pointer.
    pointers.set(appendPointer("#/paths", operation.path, operation.method.toLowerCase()), name);
    pointers.set(operation.pointer, name);
  }
  const byId = (id: string): OperationName | undefined => {
    const [operation, ...others] = ids.get(id) ?? [];
    return operation === undefined || others.length > 0 ? undefined : names.get(operation);
  };
  return { byId, byPointer: (pointer) => pointers.get(pointer) };
}
