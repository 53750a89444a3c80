import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import {
  defaultAddress,
  isRelativeServer,
  refusedServer,
  takesCredentials,
} from "../../text/server-address.js";
import type { OperationModel, ServerModel } from "../api-model.js";
import { isObject, listMember, objectMember, sortedMembers, textMember } from "../json-members.js";
import type { RawOperation } from "./list-raw-operations.js";

/** The servers that a document, path item or operation states itself, in its order (OpenAPI, Server Object); https where one names no scheme. */
export function buildServers(owner: JsonObject): readonly ServerModel[] {
  return listMember(owner, "servers")
    .filter(isObject)
    .map((json) => {
      const description = textMember(json, "description");
      const written = textMember(json, "url") ?? "/";
      return {
        url: withScheme(written),
        ...(namesHostAlone(written) && { written }),
        ...(description === undefined ? {} : { description }),
        variables: sortedMembers(objectMember(json, "variables")).flatMap(([name, variable]) => {
          if (!isObject(variable)) return [];
          const text = textMember(variable, "description");
          return [
            {
              name,
              default: textMember(variable, "default") ?? "",
              values: listMember(variable, "enum").filter((value) => typeof value === "string"),
              ...(text === undefined ? {} : { description: text }),
            },
          ];
        }),
      };
    });
}

/** Whether a server's URL is a network-path reference, `//api.example.com/v2` (RFC 3986 section 4.2): a host, no scheme. */
function namesHostAlone(url: string): boolean {
  return /^\/\/[^/?#]/.test(url);
}

/**
 * A server's URL with the scheme that clients take where it names a host alone: https, which credentials are sent over.
 * That of the address which the document came from would make two clients of one contract.
 */
export function withScheme(url: string): string {
  return namesHostAlone(url) ? `https:${url}` : url;
}

/**
 * Diagnostics for the addresses of servers: which scheme clients take where one names none, and that clients
 * refuse the one that is called by default. One per server.
 */
export function diagnoseServerAddresses(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly Diagnostic[] {
  const owners = new Map<string, JsonObject>([["#", document]]);
  for (const { json, pointer, pathItem, pathPointer } of operations)
    owners.set(pathPointer, pathItem).set(pointer, json);
  return [...owners].flatMap(([owner, json]) => [...schemeless(owner, json), ...refused(owner, json)]);
}

function schemeless(owner: string, json: JsonObject): readonly Diagnostic[] {
  return listMember(json, "servers").flatMap((server, index) =>
    isObject(server) && namesHostAlone(textMember(server, "url") ?? "")
      ? [diagnostic("server/without-scheme", appendPointer(owner, "servers", index, "url"))]
      : [],
  );
}

/** Of a list the first is called, unless the caller chooses another. */
function refused(owner: string, json: JsonObject): readonly Diagnostic[] {
  const [server] = buildServers(json);
  const why = server === undefined ? undefined : refusedServer(server);
  if (why === undefined) return [];
  const index = listMember(json, "servers").findIndex(isObject);
  const pointer = appendPointer(owner, "servers", index, "url");
  // The address itself is not repeated where it holds a password.
  return why === "user information"
    ? [diagnostic("server/user-information", pointer)]
    : [diagnostic("server/not-http", pointer, { scheme: why.scheme })];
}

/** Servers that requests go to, and their positions. */
interface UsedServers {
  readonly servers: readonly ServerModel[];
  readonly pointer: string;
  /** Undefined: they are the contract's. */
  readonly path?: string;
}

/**
 * Diagnostics for servers that are called by default and are neither https nor the machine itself, where
 * operations need credentials: clients send none there (RFC 6750 section 5.3, RFC 7617 section 4). One per list.
 */
export function diagnoseUnprotectedServers(
  document: JsonObject,
  raw: readonly RawOperation[],
  operations: readonly OperationModel[],
): readonly Diagnostic[] {
  const needing = new Set(
    operations
      .filter(({ security }) => security.some((alternative) => alternative.length > 0))
      .map(({ origin }) => origin.pointer),
  );
  const used = raw
    .filter(({ pointer }) => needing.has(pointer))
    .map((operation) => serversOf(document, operation));
  return [...new Map(used.map((one) => [one.pointer, one])).values()].flatMap(diagnosticsOf);
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

function diagnosticsOf({ servers, pointer, path }: UsedServers): readonly Diagnostic[] {
  const [first, ...others] = servers;
  const address = first === undefined ? undefined : defaultAddress(first);
  if (first === undefined || address === undefined || takesCredentials(address)) return [];
  // An address with a password is reported as such, and never shown.
  if (refusedServer(first) === "user information") return [];
  const variable = protectingVariable(first);
  const other = path === undefined ? undefined : others.find(isProtected);
  const options = [
    ...(variable === undefined ? [] : [`serverVariables: ${variable}`]),
    ...(other === undefined ? [] : [`operationServers: ${member(first.url, other.url)}`]),
    "baseUrl",
    "serverUrl",
  ];
  return [diagnostic("server/unprotected", pointer, { server: first.url, options })];
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
