import { appendPointer } from "../../text/json-pointer.js";
import { member } from "../document/json-members.js";
import type { SchemaNote } from "../schema/schema-note.js";
import type { RawOperation } from "./list-raw-operations.js";

/**
 * Whether `fetch` sends a body with an operation's method (WHATWG Fetch, Request constructor). RFC 9110 sections 9.3.1
 * and 9.3.2 give a body of GET and HEAD no meaning, and OpenAPI 3.0 has it ignored.
 */
export function takesBody({ method }: RawOperation): boolean {
  return method !== "GET" && method !== "HEAD";
}

/** What a person should know of bodies that no client can send: one note each. */
export function noteUnsendableBodies(operations: readonly RawOperation[]): readonly SchemaNote[] {
  return operations
    .filter((operation) => !takesBody(operation) && member(operation.json, "requestBody") !== undefined)
    .map(({ method, path, pointer }) => ({
      text: `The body of ${method} ${path} is left out: fetch sends none with ${method}.`,
      pointer: appendPointer(pointer, "requestBody"),
    }));
}
