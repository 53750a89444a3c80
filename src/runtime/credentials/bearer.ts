import type {
  CredentialProvider,
  SecretSource,
} from "./credential-provider.js";
import { keepSecret } from "./keep-secret.js";

/** A bearer token (RFC 6750), or a function that obtains it when it is needed. */
export function bearer(token: SecretSource): CredentialProvider {
  const take = keepSecret(token, "bearer token");
  return {
    async apply({ headers }, _scopes, context) {
      const { text, refused } = await take(context);
      headers.set("authorization", `Bearer ${text}`);
      return { refused, secrets: () => [text] };
    },
  };
}
