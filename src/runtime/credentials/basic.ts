import { ArgumentError } from "../errors/argument-error.js";
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

/**
 * HTTP Basic authentication (RFC 7617), in UTF-8. One of the two may be empty: many services take a key as the name alone.
 *
 * @throws ArgumentError for a text that cannot be sent
 */
export function basic(credential: BasicCredential): CredentialProvider {
  // Plain JavaScript can give null or a text, which have neither.
  const { username, password } = Object(credential) as BasicCredential;
  if (username === "" && password === "")
    throw new ArgumentError({
      happened: "The user name and the password are both empty.",
      remedy: "Check the values (a missing environment variable).",
    });
  const takeName = keepSecret(username, "user name", checkName);
  const takePassword = keepSecret(password, "password", checkPart);
  return {
    async apply({ headers }, _scopes, context) {
      const [name, word] = await Promise.all([
        takeName(context),
        takePassword(context),
      ]);
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

/** White space and all letters will do, since a part travels encoded; control characters will not (RFC 7617 section 2). */
function checkPart(part: unknown): string | undefined {
  if (typeof part !== "string") return "is not a string";
  return /[\0-\x1F\x7F]/.test(part)
    ? "has control characters in it"
    : undefined;
}

/** A colon ends the name (RFC 7617 section 2). */
function checkName(name: unknown): string | undefined {
  const wrong = checkPart(name);
  if (wrong !== undefined) return wrong;
  return String(name).includes(":")
    ? "holds a colon, which Basic authentication cannot carry"
    : undefined;
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
