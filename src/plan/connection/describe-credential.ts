import type { OAuthFlowModel, SecuritySchemeModel } from "../../model/api-model.js";
import { codeSpan } from "../../text/code-span.js";

/** What a caller gives for a security scheme, and where it goes, in words (OpenAPI, Security Scheme Object). */
export function describeCredential(scheme: SecuritySchemeModel): string {
  switch (scheme.kind) {
    case "bearer":
      return `Bearer token${scheme.format === undefined ? "" : ` (${codeSpan(scheme.format)})`}, in \`Authorization\`.`;
    case "basic":
      return "User name and password, in `Authorization`.";
    case "http":
      return `The whole value of \`Authorization\`, for HTTP authentication ${codeSpan(scheme.scheme)}.`;
    case "apiKey":
      return `API key, in the ${scheme.in === "query" ? "query parameter" : scheme.in} ${codeSpan(scheme.parameter)}.`;
    case "oauth2":
      return `Obtains bearer tokens by OAuth 2.0${scheme.flows.length === 0 ? "" : `: ${scheme.flows.map(flowText).join("; ")}`}.`;
    case "openIdConnect":
      return `Obtains bearer tokens by OpenID Connect${scheme.url === "" ? "" : `, as ${codeSpan(scheme.url)} says`}.`;
    case "mutualTLS":
      return "";
  }
}

const FLOWS: Readonly<Record<OAuthFlowModel["kind"], string>> = {
  authorizationCode: "authorization code",
  clientCredentials: "client credentials",
  deviceAuthorization: "device authorization",
  implicit: "implicit",
  password: "password",
};

/** `password at `/token``: a flow and where tokens of it come from; of an implicit one, where the user is sent. */
function flowText({ kind, tokenUrl, authorizationUrl }: OAuthFlowModel): string {
  const url = tokenUrl ?? authorizationUrl;
  return url === undefined ? FLOWS[kind] : `${FLOWS[kind]} at ${codeSpan(url)}`;
}
