import type { CredentialProvider, SecretSource } from "./credential-provider.js";
import { readSecret } from "./read-secret.js";

/** A static bearer token (RFC 6750), or a function that gives the current one; it is asked for every attempt. */
export function bearer(token: SecretSource): CredentialProvider {
  return {
    async apply({ headers }) {
      headers.set("authorization", `Bearer ${await readSecret(token, "bearer token")}`);
      return {};
    },
  };
}
