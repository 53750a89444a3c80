import { defaultAddress, isRelativeServer, takesCredentials } from "../../text/server-address.js";
import { appendPointer } from "../../text/json-pointer.js";
import type { JsonObject } from "../../load/loaded-contract.js";
import type { OperationModel, ServerModel } from "../api-model.js";
import { listMember } from "../document/json-members.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import type { SchemaNote } from "../schema/schema-note.js";
import { buildServers } from "./build-servers.js";

/** Servers that requests go to, and where they stand. */
interface UsedServers {
  readonly servers: readonly ServerModel[];
  readonly pointer: string;
  /** Undefined: they are the contract's. */
  readonly path?: string;
}

/**
 * What a person should know of servers that are called by default and are neither https nor the machine itself, where
 * operations need credentials: clients send none there (RFC 6750 section 5.3, RFC 7617 section 4). One note a list.
 */
export function noteUnprotectedServers(
  document: JsonObject,
  raw: readonly RawOperation[],
  operations: readonly OperationModel[],
): readonly SchemaNote[] {
  const needing = new Set(
    operations
      .filter(({ security }) => security.some((alternative) => alternative.length > 0))
      .map(({ origin }) => origin.pointer),
  );
  const used = raw
    .filter(({ pointer }) => needing.has(pointer))
    .map((operation) => serversOf(document, operation));
  return [...new Map(used.map((one) => [one.pointer, one])).values()].flatMap(noteOf);
}

/** A server whose address is relative is at the host of the contract's. */
function serversOf(document: JsonObject, { json, pathItem, path, ...at }: RawOperation): UsedServers {
  const [owner, pointer] =
    listMember(json, "servers").length > 0 ? [json, at.pointer] : [pathItem, at.pathPointer];
  const servers = buildServers(owner);
  const isOwn = servers[0] !== undefined && !isRelativeServer(servers[0]);
  return isOwn
    ? { servers, pointer: appendPointer(pointer, "servers", 0, "url"), path }
    : { servers: buildServers(document), pointer: "#/servers/0/url" };
}

function noteOf({ servers, pointer, path }: UsedServers): readonly SchemaNote[] {
  const [first, ...others] = servers;
  const address = first === undefined ? undefined : defaultAddress(first);
  if (first === undefined || address === undefined || takesCredentials(address)) return [];
  const variable = protectingVariable(first);
  const other = path === undefined ? undefined : others.find(isProtected);
  const ways = [
    ...(variable === undefined ? [] : [`\`serverVariables: ${variable}\``]),
    ...(other === undefined ? [] : [`\`operationServers: ${member(first.url, other.url)}\``]),
    "`baseUrl` or `serverUrl` with an https address",
  ].join(", or ");
  const which = path === undefined ? "the first server" : `the server of ${path}`;
  const text = `Credentials are sent over https alone, and ${which} is ${JSON.stringify(first.url)}: the client needs ${ways}.`;
  return [{ text, pointer }];
}

/** A variable and a value of it with which a server takes credentials: `{ "scheme": "https" }`. */
function protectingVariable(server: ServerModel): string | undefined {
  for (const { name, values } of server.variables) {
    // Where the contract lists none, the one that a scheme can have will do.
    const value = (values.length === 0 ? ["https"] : values).find((one) =>
      isProtected({
        ...server,
        variables: server.variables.map((each) => (each.name === name ? { ...each, default: one } : each)),
      }),
    );
    if (value !== undefined) return member(name, value);
  }
  return undefined;
}

function isProtected(server: ServerModel): boolean {
  const address = defaultAddress(server);
  return address !== undefined && takesCredentials(address);
}

function member(name: string, value: string): string {
  return `{ ${JSON.stringify(name)}: ${JSON.stringify(value)} }`;
}
