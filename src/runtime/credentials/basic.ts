import { AuthenticationError } from "../errors/authentication-error.js";
import type {
  CredentialProvider,
  SecretSource,
} from "./credential-provider.js";

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
  return {
    async apply({ headers }) {
      const name = await readPart(username, "user name");
      if (name.includes(":")) {
        throw new AuthenticationError({
          happened:
            "The user name holds a colon, which Basic authentication cannot carry.",
          remedy: "Use a user name without one.",
        });
      }
      headers.set(
        "authorization",
        `Basic ${base64(`${name}:${await readPart(password, "password")}`)}`,
      );
      return {};
    },
  };
}

/** Any text will do, since it travels encoded; an empty one is allowed (many services take a key as the name alone). */
async function readPart(source: SecretSource, name: string): Promise<string> {
  const part: unknown = typeof source === "function" ? await source() : source;
  if (typeof part === "string") return part;
  throw new AuthenticationError({
    happened: `The ${name} is no text.`,
    remedy: "Check the value, or the function that supplies it.",
  });
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
