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

/** Whether a flow has its tokens from an operation (OpenAPI, OAuth Flow Object): its URL may be relative to a server. */
export function hasTokensFrom(
  { tokenUrl }: OAuthFlowModel,
  { path }: OperationModel,
  servers: ApiModel["servers"],
): boolean {
  if (tokenUrl === undefined || !isOfServer(tokenUrl, servers)) return false;
  const bases = ["", ...servers.map((server) => defaultPath(server).replace(/\/$/u, ""))];
  return bases.some((base) => {
    const from = `https://server.invalid${base}/`;
    const pathname = URL.canParse(tokenUrl, from) ? new URL(tokenUrl, from).pathname : undefined;
    return pathname === path || pathname === `${base}${path}`;
  });
}

/** Whether a URL is relative, or of a server of the contract; of a contract without one, any may be. */
function isOfServer(url: string, servers: ApiModel["servers"]): boolean {
  if (!URL.canParse(url)) return true;
  const origins = servers.flatMap((server) => defaultAddress(server)?.origin ?? []);
  return origins.length === 0 || origins.includes(new URL(url).origin);
}
