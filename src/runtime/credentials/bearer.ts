import type {
  CredentialProvider,
  SecretSource,
} from "./credential-provider.js";
import { keepSecret, whatIsWrong } from "./keep-secret.js";

/**
 * A bearer token (RFC 6750), or a function that obtains it when it is needed.
 *
 * @throws ArgumentError for a text that cannot be sent
 */
export function bearer(token: SecretSource): CredentialProvider {
  const take = keepSecret(token, "bearer token", checkToken);
  return {
    async apply({ headers }, _scopes, context) {
      const { text, refused } = await take(context);
      headers.set("authorization", `Bearer ${text}`);
      return { refused, secrets: () => [text] };
    },
  };
}

/** The header ends a token at the first blank (RFC 6750 section 2.1). */
function checkToken(token: unknown): string | undefined {
  const wrong = whatIsWrong(token);
  if (wrong !== undefined) return wrong;
  return /\s/.test(String(token)) ? "has white space in it" : undefined;
}
