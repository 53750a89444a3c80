import type { ApiModel, OAuthFlowModel, OperationModel } from "../../../model/api-model.js";
import { defaultAddress, defaultPath } from "../../../text/server-address.js";
import { jsonResponse } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { listBodyMembers } from "../traits/body-members.js";

/** Whether an operation takes a form. */
export function takesForm({ body }: OperationModel): boolean {
  return (
    body?.content.some(({ mediaType }) => mediaType.startsWith("application/x-www-form-urlencoded")) === true
  );
}

/** A POST that returns access tokens (RFC 6749 section 5.1). */
export function returnsTokens(operation: OperationModel, reader: SchemaReader): boolean {
  const isCalledSo = /token|oauth|auth\b|login|session/i.test(operation.path);
  if (operation.method !== "POST" || !(isCalledSo || takesForm(operation))) return false;
  const members = listBodyMembers(jsonResponse(operation, reader)?.schema, reader);
  const keys = new Set(members.map(({ key }) => key));
  return keys.has("access_token") && (keys.has("expires_in") || keys.has("token_type"));
}

/** Whether a flow of the contract has its tokens from an operation. */
export function isTokenUrl(
  operation: OperationModel,
  { securitySchemes, servers }: Pick<ApiModel, "securitySchemes" | "servers">,
): boolean {
  const flows = securitySchemes.flatMap((scheme) => (scheme.kind === "oauth2" ? scheme.flows : []));
  return flows.some((flow) => hasTokensFrom(flow, operation, servers));
}

/**
 * Whether a flow has its tokens from an operation (OpenAPI, OAuth Flow Object): its URL may be relative to a server, and is of one of the
 * operation's own or of the contract.
 */
export function hasTokensFrom(
  { tokenUrl }: OAuthFlowModel,
  { path, servers: own = [] }: OperationModel,
  servers: ApiModel["servers"],
): boolean {
  const all = [...own, ...servers];
  // Without servers, the contract has one that is relative (OpenAPI, OpenAPI Object).
  if (tokenUrl === undefined || (servers.length > 0 && !isOfServer(tokenUrl, all))) return false;
  const bases = ["", ...all.map((server) => defaultPath(server).replace(/\/$/u, ""))];
  return bases.some((base) => {
    const from = `https://server.invalid${base}/`;
    const pathname = URL.canParse(tokenUrl, from) ? new URL(tokenUrl, from).pathname : undefined;
    return pathname === path || pathname === `${base}${path}`;
  });
}

/** Whether a URL names no host, or that of a server, by whatever scheme: a server that names none may have any. */
function isOfServer(url: string, servers: ApiModel["servers"]): boolean {
  const host = hostOf(url);
  if (host === undefined) return true;
  return servers.some((server) => {
    const own = hostOf(server.url) ?? defaultAddress(server)?.host;
    return own === undefined || isSameHost(own, host) || isSameHost(host, own);
  });
}

/** The host of an address, with its variables; undefined: it is relative (RFC 3986 section 4.2), or a variable names the host. */
function hostOf(url: string): string | undefined {
  const host = /^(?:[^:/?#]{1,40}:)?\/\/([^/?#]{1,300})/u.exec(url)?.[1];
  return host?.toLowerCase().replace(/:(?:80|443)$/u, "");
}

/** Whether a host is one that a template can be: `https://{tenant}.acme.example` has many. */
function isSameHost(template: string, host: string): boolean {
  const parts = template.split(/\{[^{}]*\}/u);
  let rest = host;
  return (
    host.startsWith(parts[0] ?? "") &&
    host.endsWith(parts.at(-1) ?? "") &&
    (parts.length > 1 || template === host) &&
    parts.every((part) => {
      const at = rest.indexOf(part);
      rest = rest.slice(at + part.length);
      return at >= 0;
    })
  );
}
