import type { JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import { isObject, listMember, textMember } from "../document/json-members.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import type { SchemaNote } from "../schema/schema-note.js";
import { namesHostAlone } from "./schemeless-url.js";

/** What a person should know of servers that name a host and no scheme: which one clients take. One note a server. */
export function noteSchemelessServers(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly SchemaNote[] {
  const owners = new Map<string, JsonObject>([["#", document]]);
  for (const { json, pointer, pathItem, pathPointer } of operations)
    owners.set(pathPointer, pathItem).set(pointer, json);
  const text =
    "The server's URL names no scheme; https is taken. `baseUrl` or `serverUrl` says another where that is wrong.";
  return [...owners].flatMap(([owner, json]) =>
    listMember(json, "servers").flatMap((server, index) =>
      isObject(server) && namesHostAlone(textMember(server, "url") ?? "")
        ? [{ text, pointer: appendPointer(owner, "servers", index, "url") }]
        : [],
    ),
  );
}
