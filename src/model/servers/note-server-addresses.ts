import type { JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import { refusedServer } from "../../text/server-address.js";
import type { ServerModel } from "../api-model.js";
import { isObject, listMember, textMember } from "../document/json-members.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import type { SchemaNote } from "../schema/schema-note.js";
import { buildServers } from "./build-servers.js";
import { namesHostAlone } from "./schemeless-url.js";

/**
 * What a person should know of the addresses of servers: which scheme clients take where one names none, and that clients
 * refuse the one that is called by default. One note a server.
 */
export function noteServerAddresses(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly SchemaNote[] {
  const owners = new Map<string, JsonObject>([["#", document]]);
  for (const { json, pointer, pathItem, pathPointer } of operations)
    owners.set(pathPointer, pathItem).set(pointer, json);
  return [...owners].flatMap(([owner, json]) => [...schemeless(owner, json), ...refused(owner, json)]);
}

function schemeless(owner: string, json: JsonObject): readonly SchemaNote[] {
  const text =
    "The server's URL names no scheme; https is taken. `baseUrl` or `serverUrl` says another where that is wrong.";
  return listMember(json, "servers").flatMap((server, index) =>
    isObject(server) && namesHostAlone(textMember(server, "url") ?? "")
      ? [{ text, pointer: appendPointer(owner, "servers", index, "url") }]
      : [],
  );
}

/** Of a list the first is called, unless the caller chooses another. */
function refused(owner: string, json: JsonObject): readonly SchemaNote[] {
  const [server] = buildServers(json);
  const text = server === undefined ? undefined : textOfRefused(server);
  if (text === undefined) return [];
  const index = listMember(json, "servers").findIndex(isObject);
  return [{ text, pointer: appendPointer(owner, "servers", index, "url") }];
}

/** The address itself is not repeated where it holds a password. */
function textOfRefused(server: ServerModel): string | undefined {
  const why = refusedServer(server);
  if (why === undefined) return undefined;
  const otherwise =
    "The client refuses to call it: give `serverUrl`, the whole address, or correct the contract.";
  return why === "user information"
    ? `The server's URL must not have a user name or password. ${otherwise}`
    : `The server's URL must be an https or http URL (got one of "${why.scheme}"). ${otherwise}`;
}
