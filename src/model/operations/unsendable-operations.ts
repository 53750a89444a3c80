import type { SchemaNote } from "../schema/schema-note.js";
import type { RawOperation } from "./list-raw-operations.js";

/** WHATWG Fetch, "forbidden method": compared without case. */
const FORBIDDEN = new Set(["CONNECT", "TRACE", "TRACK"]);

/**
 * Whether an operation is sent to the contract's server: `fetch` must accept its method, and its path must begin with a
 * slash (OpenAPI, Paths Object). Joined to a host, another path would go on with the host's name.
 */
export function isSendable({ method, path }: RawOperation): boolean {
  return isMethodSent(method) && path.startsWith("/");
}

/** What a person should know of the operations that no client can call: one note each. */
export function noteUnsendable(operations: readonly RawOperation[]): readonly SchemaNote[] {
  return operations
    .filter((operation) => !isSendable(operation))
    .map(({ method, path, pointer }) => {
      const reason = isMethodSent(method)
        ? "a path must begin with a slash"
        : `fetch refuses to send ${method.toUpperCase()}`;
      return { text: `The operation ${method} ${path} is left out: ${reason}.`, pointer };
    });
}

function isMethodSent(method: string): boolean {
  return !FORBIDDEN.has(method.toUpperCase());
}
