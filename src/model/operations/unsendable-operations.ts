import type { SchemaNote } from "../schema/schema-note.js";
import type { RawOperation } from "./list-raw-operations.js";

/** WHATWG Fetch, "forbidden method": compared without case. */
const FORBIDDEN = new Set(["CONNECT", "TRACE", "TRACK"]);

/** Whether `fetch` sends requests of an operation's method. */
export function isSendable({ method }: RawOperation): boolean {
  return !FORBIDDEN.has(method.toUpperCase());
}

/** What a person should know of the operations that no client can call: one note each. */
export function noteUnsendable(operations: readonly RawOperation[]): readonly SchemaNote[] {
  return operations
    .filter((operation) => !isSendable(operation))
    .map(({ method, path, pointer }) => ({
      text: `The operation ${method} ${path} is left out: fetch refuses to send ${method.toUpperCase()}.`,
      pointer,
    }));
}
