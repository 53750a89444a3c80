import type {
  CredentialProvider,
  SecretSource,
} from "./credential-provider.js";
import { readSecret } from "./read-secret.js";

/**
 * A static bearer token (RFC 6750), or a function that gives the current one: asked for every attempt, once more after a
 * refusal (TOK-6).
 */
export function bearer(token: SecretSource): CredentialProvider {
  return {
    async apply({ headers }) {
      headers.set(
        "authorization",
        `Bearer ${await readSecret(token, "bearer token")}`,
      );
      return { refused: () => typeof token === "function" };
    },
  };
}
