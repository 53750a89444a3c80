import type { JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import type { OperationName } from "../api-model.js";
import type { SchemaBuilder } from "../schema/build-schemas.js";
import type { RawOperation } from "./list-raw-operations.js";

/** What the builders of one operation's parts read. Made once per operation, never written to. */
export interface OperationContext {
  readonly document: JsonObject;
  readonly schemas: SchemaBuilder;
  /** `CabinetsList`: what the names of the operation's inline schemas start with. */
  readonly typeName: string;
}

/** Names of all operations, for links that point at them by id or by pointer. */
export interface OperationIndex {
  byId(operationId: string): OperationName | undefined;
  byPointer(pointer: string): OperationName | undefined;
}

/** Indexes the operations of a document by what a Link Object may name them with. */
export function indexOperations(names: ReadonlyMap<RawOperation, OperationName>): OperationIndex {
  const ids = new Map<string, OperationName>();
  const pointers = new Map<string, OperationName>();
  for (const [operation, name] of names) {
    const id = operation.json["operationId"];
    if (typeof id === "string") ids.set(id, name);
    // A path item can stand elsewhere than under its path; a reference may lead by either way.
    pointers.set(appendPointer("#/paths", operation.path, operation.method.toLowerCase()), name);
    pointers.set(operation.pointer, name);
  }
  return { byId: (id) => ids.get(id), byPointer: (pointer) => pointers.get(pointer) };
}
