import { AuthenticationError } from "../errors/authentication-error.js";
import type {
  CredentialProvider,
  SecretSource,
} from "./credential-provider.js";
import { keepSecret } from "./keep-secret.js";

/** User name and password, or where to get them. */
export interface BasicCredential {
  readonly username: SecretSource;
  readonly password: SecretSource;
}

/** HTTP Basic authentication (RFC 7617), in UTF-8. */
export function basic({
  username,
  password,
}: BasicCredential): CredentialProvider {
  const takeName = keepSecret(username, "user name", checkPart);
  const takePassword = keepSecret(password, "password", checkPart);
  return {
    async apply({ headers }, _scopes, context) {
      const [name, word] = await Promise.all([
        takeName(context),
        takePassword(context),
      ]);
      if (name.text.includes(":")) {
        throw new AuthenticationError({
          happened:
            "The user name holds a colon, which Basic authentication cannot carry.",
          remedy: "Use a user name without one.",
        });
      }
      const pair = base64(`${name.text}:${word.text}`);
      headers.set("authorization", `Basic ${pair}`);
      return {
        refused: () => {
          const renewable = [name.refused(), word.refused()];
          return renewable.includes(true);
        },
        // Many services take a key as the name alone.
        secrets: () => [pair, word.text === "" ? name.text : word.text],
      };
    },
  };
}

/** Any text will do, since it travels encoded; an empty one is allowed (many services take a key as the name alone). */
function checkPart(part: unknown, name: string): string {
  if (typeof part === "string") return part;
  throw new AuthenticationError({
    happened: `The ${name} is not a string.`,
    remedy: "Check the value, or the function that supplies it.",
  });
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
