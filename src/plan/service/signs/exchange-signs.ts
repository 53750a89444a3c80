import type { ApiModel, OperationModel, SecuritySchemeModel } from "../../../model/api-model.js";
import { defaultAddress } from "../../../text/server-address.js";
import { jsonResponse } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { listBodyMembers } from "../traits/body-members.js";
import type { LostSign, SignSource } from "./sign.js";

/** Kinds of schemes that a bearer token serves. */
const BEARER: readonly string[] = ["bearer", "oauth2", "openIdConnect"];

/**
 * Access tokens that the client could request by itself: of schemes that say that their tokens come from an exchange; where none does, of
 * operations that return some. None where an exchange is recognised.
 */
export function exchangeSigns(
  sources: readonly SignSource[],
  model: ApiModel,
  reader: SchemaReader,
): readonly LostSign[] {
  if (sources.some(({ traits }) => traits.tokenExchange !== undefined)) return [];
  const endpoints = model.operations.filter((operation) => returnsTokens(operation, reader));
  const schemes = model.securitySchemes.filter(({ kind }) => BEARER.includes(kind));
  const described = schemes.filter(({ exchanged }) => exchanged !== undefined);
  if (described.length > 0)
    return described.flatMap((scheme) => schemeSign(scheme, endpoints.filter(takesForm), model) ?? []);
  return schemes.length === 0 ? [] : endpoints.map((operation) => endpointSign(operation, schemes));
}

/** A scheme whose tokens come from an exchange that no operation describes: a caller might pass the key itself. */
function schemeSign(
  scheme: SecuritySchemeModel,
  [endpoint, ...others]: readonly OperationModel[],
  { operations, securitySchemes, servers }: ApiModel,
): LostSign | undefined {
  const isUsed = ({ security }: OperationModel) =>
    security.flat().some((need) => need.scheme === scheme.name);
  const operation = operations.find(isUsed) ?? operations[0];
  if (operation === undefined) return undefined;
  const { url = "?", subjectTokenType = "?", requestedTokenType, resource } = scheme.exchanged ?? {};
  const [server] = servers;
  const address = server && defaultAddress(server);
  const target =
    endpoint !== undefined && others.length === 0
      ? { operation: `POST ${endpoint.path}` }
      : { url: url.startsWith("/") && address !== undefined ? new URL(url, address).href : url };
  const isOnly = securitySchemes.filter(({ kind }) => BEARER.includes(kind)).length === 1;
  const keys = {
    ...target,
    ...(isOnly ? {} : { scheme: scheme.name }),
    subjectTokenType,
    ...(requestedTokenType === undefined ? {} : { requestedTokenType }),
    ...(resource === undefined ? {} : { resource }),
  };
  return {
    operation,
    scheme,
    trait: "tokenExchange",
    shown: `its security scheme "${scheme.name}" says that tokens come from an exchange`,
    missing: "no operation of the contract describes it",
    lines: [
      "tokenExchange:",
      ...Object.entries(keys).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`),
    ],
  };
}

/** A POST that returns access tokens, and does not say that it takes a token for them. */
function endpointSign(operation: OperationModel, schemes: readonly SecuritySchemeModel[]): LostSign {
  const sign = { operation, trait: "tokenExchange" as const, shown: "it returns access tokens" };
  if (!takesForm(operation))
    return { ...sign, missing: "it takes no form, as a token exchange (RFC 8693) does", lines: [] };
  return {
    ...sign,
    missing: "its form does not describe a token exchange (RFC 8693) alone",
    lines: [
      "tokenExchange:",
      `  operation: "POST ${operation.path}"`,
      ...(schemes.length === 1 ? [] : ['  scheme: "?"']),
      '  subjectTokenType: "?"',
    ],
  };
}

function takesForm({ body }: OperationModel): boolean {
  return (
    body?.content.some(({ mediaType }) => mediaType.startsWith("application/x-www-form-urlencoded")) === true
  );
}

function returnsTokens(operation: OperationModel, reader: SchemaReader): boolean {
  const isCalledSo = /token|oauth|auth\b|login|session/i.test(operation.path);
  if (operation.method !== "POST" || !(isCalledSo || takesForm(operation))) return false;
  const members = listBodyMembers(jsonResponse(operation, reader)?.schema, reader);
  const keys = new Set(members.map(({ key }) => key));
  return keys.has("access_token") && (keys.has("expires_in") || keys.has("token_type"));
}
