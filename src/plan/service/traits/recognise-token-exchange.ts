import type { ApiModel, OAuthFlowModel, OperationModel } from "../../../model/api-model.js";
import { bearerSchemes } from "../credentials/bearer-schemes.js";
import { hasTokensFrom } from "../credentials/token-endpoints.js";
import { operationKey } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import {
  EXCHANGE_GRANT,
  exchangeBody,
  exchangeGrant,
  readExchangeForm,
  readExchangeResponse,
} from "./exchange-form.js";
import type { TokenExchange, Trait } from "./trait.js";

/**
 * The operation that exchanges an access key for a token (RFC 8693 section 2.1, TOK-1): a POST of a form, or of JSON, whose `grant_type`
 * can be that of token exchange, or is left open where `subject_token` is required and nothing is of another grant; at the token URL of an
 * OAuth 2 scheme or, when there is only one scheme that takes Bearer tokens, for that one. An endpoint with other grants serves a scheme only when that one's flow is
 * `clientCredentials`, the nearest to an exchange that OpenAPI has.
 */
export function recogniseTokenExchange(
  operation: OperationModel,
  model: ApiModel,
  reader: SchemaReader,
): Trait<TokenExchange> | undefined {
  const form = exchangeBody(operation);
  if (operation.method !== "POST" || form === undefined) return undefined;
  const grant = exchangeGrant(form, reader);
  if (grant === undefined) return undefined;
  const otherGrants = grant === "among others";
  const scheme = findScheme(operation, model, otherGrants);
  const { facts, resourceReason } = readExchangeForm(form, model, reader);
  // What is only one grant among others, and not described, needs no diagnostic: tokens come another way.
  if (scheme === undefined || (otherGrants && facts.subjectTokenType === undefined)) return undefined;
  const isOpen = grant === "open";
  const { fields, at } = readExchangeResponse(operation, reader);
  return {
    facts: {
      scheme: scheme.name,
      grantType: EXCHANGE_GRANT,
      responseFields: fields,
      ...(at !== undefined && { responseAt: at }),
      ...facts,
    },
    reason: `The ${facts.mediaType === undefined ? "form" : "body"} of ${operationKey(operation)} has ${isOpen ? "a `subject_token`, as" : "the grant type of"} RFC 8693${isOpen ? " says" : ""}; its tokens serve "${scheme.name}", ${scheme.why}.${resourceReason === undefined ? "" : ` ${resourceReason}`}`,
  };
}

function findScheme(
  operation: OperationModel,
  model: ApiModel,
  otherGrants: boolean,
): { readonly name: string; readonly why: string } | undefined {
  const here = (flow: OAuthFlowModel): boolean => hasTokensFrom(flow, operation, model.servers);
  const byUrl = model.securitySchemes.find((scheme) => scheme.kind === "oauth2" && scheme.flows.some(here));
  if (byUrl?.kind === "oauth2") {
    // Tokens of the scheme come with a person's consent: the exchange is but one more thing that the endpoint can do.
    const personal = byUrl.flows.filter(here).every(({ kind }) => kind !== "clientCredentials");
    return otherGrants && personal ? undefined : { name: byUrl.name, why: "whose token URL it is" };
  }
  const bearers = bearerSchemes(model.securitySchemes).filter(({ kind }) => kind !== "openIdConnect");
  const described = bearers.filter(({ exchanged }) => exchanged !== undefined);
  const [first] = described;
  if (first !== undefined && described.length === 1 && bearers.length > 1)
    return { name: first.name, why: "which says that its tokens come from an exchange" };
  const [only] = bearers;
  return only !== undefined && bearers.length === 1
    ? { name: only.name, why: "the only scheme that takes Bearer tokens" }
    : undefined;
}
