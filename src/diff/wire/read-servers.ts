import type { JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import { isObject, listMember, type Located, objectMember, textMember } from "./document-nodes.js";
import { pathShape, type WireOperation } from "./read-operations.js";

/** A server that requests of an operation go to. */
export interface WireServer {
  readonly url: string;
  /** Its URL with the start of the path, where the other document has that in the URL of its server. */
  readonly address: string;
  readonly self: Located;
}

/** The servers of an operation, in their order. */
export interface Servers {
  readonly pointer: string;
  readonly servers: readonly WireServer[];
}

/**
 * The servers of an operation, otherwise of its path item, otherwise of the document; `/` where nothing names one.
 *
 * @param prefix - start of the path of the operation that is a part of their addresses ({@link pathPrefixes}).
 */
export function readServers(
  document: JsonObject,
  { self, pathItem }: Pick<WireOperation, "pathItem" | "self">,
  prefix = "",
): Servers {
  const root = { json: document, pointer: "#" };
  const owner = [self, pathItem].find(({ json }) => listMember(json, "servers").length > 0) ?? root;
  const pointer = appendPointer(owner.pointer, "servers");
  const at = (json: JsonObject, own: string): WireServer => {
    const url = withoutEndSlash(textMember(json, "url") ?? "/");
    const address = prefix === "" ? url : `${url === "/" ? "" : url}${prefix}`;
    return { url, address, self: { json, pointer: own } };
  };
  const servers = listMember(owner.json, "servers").flatMap((json, index): readonly WireServer[] =>
    isObject(json) ? [at(json, appendPointer(pointer, index))] : [],
  );
  return { pointer, servers: servers.length === 0 ? [at({}, pointer)] : servers };
}

/** A path is appended to a server's URL, so that a slash at its end makes no other one. */
function withoutEndSlash(url: string): string {
  return url.length > 1 && url.endsWith("/") ? url.slice(0, -1) : url;
}

/**
 * The path that a call goes to by the first server of its operation: `/api/pets` of the path `/pets` and the server
 * `https://shop.example/api`. Variables of the server have their defaults.
 */
export function calledPath(document: JsonObject, operation: WireOperation): string {
  const [server] = readServers(document, operation).servers;
  const variables = objectMember(server?.self.json, "variables");
  const url = (server?.url ?? "").replace(
    /\{([^{}]*)\}/gu,
    (written, name: string) => textMember(objectMember(variables, name), "default") ?? written,
  );
  const path = withoutEndSlash(pathOf(url).replace(/[?#].*$/u, ""));
  return path.includes("{") || path === "/" ? operation.path : `${path}${operation.path}`;
}

/** An address without scheme and host. */
export function pathOf(address: string): string {
  return address.replace(/^(?:[^/?#]*:)?\/\/[^/?#]*/u, "");
}

/**
 * What the path of an operation starts with in one document, where the URL of the server ends with it in the other: `/api` of `/api/pets`,
 * which was `/pets` of a server with the path `/api`.
 */
export function pathPrefixes({
  old,
  new: now,
}: {
  readonly old: WireOperation;
  readonly new: WireOperation;
}): readonly [old: string, now: string] {
  const [before, after] = [pathShape(old.path), pathShape(now.path)];
  if (after.endsWith(before)) return ["", after.slice(0, after.length - before.length)];
  return before.endsWith(after) ? [before.slice(0, before.length - after.length), ""] : ["", ""];
}
