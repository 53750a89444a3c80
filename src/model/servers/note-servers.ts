import { appendPointer } from "../../text/json-pointer.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import type { SchemaNote } from "../schema/schema-note.js";
import { buildServers } from "./build-servers.js";

/**
 * What a person should know of servers that an operation or its path has after its first: no option leads to them, as
 * `serverUrl` does to those of the contract. One note a list.
 */
export function noteServers(operations: readonly RawOperation[]): readonly SchemaNote[] {
  const notes = operations.flatMap(({ path, json, pathItem, pointer, pathPointer }) => {
    const own = buildServers(json);
    const [servers, owner] = own.length > 0 ? [own, pointer] : [buildServers(pathItem), pathPointer];
    const [first, ...others] = servers;
    if (first === undefined || others.length === 0) return [];
    const text = `Of the ${String(servers.length)} servers of ${path} the first is used: ${JSON.stringify(first.url)}.`;
    return [{ text, pointer: appendPointer(owner, "servers") }];
  });
  return [...new Map(notes.map((note) => [note.pointer, note])).values()];
}
