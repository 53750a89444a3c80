import type { CredentialProvider } from "./credential-provider.js";
import { checkGiven, checkSecret } from "./keep-secret.js";

/** The request that a value of `Authorization` is for. */
export interface AuthorizationRequest {
  /** HTTP authentication scheme of the contract, lower case: `digest`. */
  readonly authentication: string;
  readonly method: string;
  /**
   * Absolute, as it is sent: percent-encoded, with the whole query. API keys that the contract puts into the query are
   * part of it, so log no more than its path.
   */
  readonly url: string;
  /**
   * What the server's last refusal says in `WWW-Authenticate` (RFC 9110 section 11.6.1); absent: this server has refused
   * none so far.
   */
  readonly challenge?: string;
}

/**
 * Gives the whole value of `Authorization` for one attempt, with the name of its scheme: `Digest username=…`. Undefined: the
 * attempt goes without, so that the server responds with a challenge, which comes with the next question.
 */
export type AuthorizationCallback = (
  request: AuthorizationRequest,
) => string | undefined | Promise<string | undefined>;

/**
 * HTTP authentication that the client does not work out by itself (RFC 9110 section 11): the caller gives the value, or a
 * function that is asked for every attempt, once more after a refusal.
 *
 * @param authentication - name of the HTTP authentication scheme, lower case
 * @throws ArgumentError for a text that cannot be sent
 */
export function authorization(
  source: string | AuthorizationCallback,
  authentication: string,
): CredentialProvider {
  if (typeof source !== "function")
    checkGiven(source, "value of Authorization");
  // A challenge is for the server that made it (RFC 9110 section 11.5).
  const challenges = new Map<string, string>();
  return {
    last: true,
    async apply({ headers, method, url }) {
      const { href, origin } = url;
      const challenge = challenges.get(origin);
      const value =
        typeof source === "string"
          ? source
          : await source({
              authentication,
              method,
              url: href,
              ...(challenge !== undefined && { challenge }),
            });
      if (value !== undefined)
        headers.set(
          "authorization",
          checkSecret(value, "value of Authorization"),
        );
      return {
        refused: (given) => {
          if (given !== undefined) challenges.set(origin, given);
          return typeof source === "function";
        },
        secrets: () => (value === undefined ? [] : secretsOf(value)),
      };
    },
  };
}

/** The value, and what follows the name of its scheme. */
function secretsOf(value: string): readonly string[] {
  const [, credentials] = /^\S+ +(.+)$/.exec(value) ?? [];
  return credentials === undefined ? [value] : [value, credentials];
}
