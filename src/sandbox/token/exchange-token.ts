import type { Credential, CredentialStore } from "../access/credential-store.js";
import { readScopes, type Scope } from "../access/scope.js";
import { jsonResponse, type SandboxResponse } from "../server/sandbox-response.js";
import { TokenError } from "./token-error.js";
import type { TokenIssuer } from "./token-issuer.js";

/** The constants of the exchange (part 4 of the contract's source). */
const grantType = "urn:ietf:params:oauth:grant-type:token-exchange";
const accessTokenType = "urn:ietf:params:oauth:token-type:access_token";

/** The six form fields, each needed (TOK-1). */
const fields = [
  "grant_type",
  "subject_token_type",
  "subject_token",
  "requested_token_type",
  "resource",
  "scope",
] as const;

type ExchangeForm = Readonly<Record<(typeof fields)[number], string>>;

/** Exchanges access keys for JWTs (RFC 8693). */
export interface TokenExchange {
  /** @param form the form as it was sent. @throws TokenError when the exchange is refused */
  exchange(form: string): Promise<SandboxResponse>;
}

/**
 * @param settings.vendor the URN namespace word of `subject_token_type`
 * @param settings.resource `{api_url}`
 * @param settings.lifetimeSeconds read at each exchange, since a deployment may lower it
 */
export function createTokenExchange(
  credentials: CredentialStore,
  issuer: TokenIssuer,
  settings: { vendor: string; resource: string; lifetimeSeconds: () => number },
): TokenExchange {
  const subjectTokenType = `urn:${settings.vendor}:params:oauth:token-type:external-access-credential`;
  return {
    exchange: async (text) => {
      const form = readForm(text);
      expectConstant(form.grant_type, grantType, "unsupported_grant_type", "grant_type");
      expectConstant(form.subject_token_type, subjectTokenType, "invalid_request", "subject_token_type");
      expectConstant(form.requested_token_type, accessTokenType, "invalid_request", "requested_token_type");
      expectConstant(form.resource, settings.resource, "invalid_target", "resource");
      const credential = credentials.findByKey(form.subject_token);
      // RFC 8693 section 2.2.2: a subject token that is not valid is an `invalid_request`.
      if (credential === undefined)
        throw new TokenError("invalid_request", "The subject token is not a valid access key.");
      const scopes = grant(form.scope, credential);
      const lifetime = settings.lifetimeSeconds();
      const body = {
        access_token: await issuer.issue(credential, scopes, lifetime),
        issued_token_type: accessTokenType,
        token_type: "Bearer",
        expires_in: lifetime,
        scope: scopes.join(" "),
        resource: settings.resource,
      };
      return jsonResponse(200, body, { "Cache-Control": "no-store" });
    },
  };
}

/** Each field once, as RFC 6749 section 3.2 demands. Fields that are not known are ignored, as it also demands. */
function readForm(text: string): ExchangeForm {
  const form = new URLSearchParams(text);
  const entries = fields.map((name) => {
    const [value, ...others] = form.getAll(name);
    if (value === undefined || value === "")
      throw new TokenError("invalid_request", `The field ${name} is missing.`);
    if (others.length > 0)
      throw new TokenError("invalid_request", `The field ${name} is sent more than once.`);
    return [name, value] as const;
  });
  return Object.fromEntries(entries) as ExchangeForm;
}

function expectConstant(
  value: string,
  expected: string,
  code: "invalid_request" | "invalid_target" | "unsupported_grant_type",
  name: string,
): void {
  if (value !== expected) throw new TokenError(code, `The field ${name} must be ${expected}.`);
}

/** The requested scopes that the key has; a scope only ever restricts. */
function grant(requested: string, credential: Credential): Scope[] {
  const granted = readScopes(requested).filter((scope) => credential.scopes.includes(scope));
  if (granted.length > 0) return granted;
  throw new TokenError("invalid_scope", "None of the requested scopes is granted to this access key.");
}
