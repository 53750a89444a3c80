import { AuthenticationError } from "../errors/authentication-error.js";
import type { SecretSource } from "./credential-provider.js";

/**
 * The secret, fetched now, checked to be one that a header or URL can carry: the platform's own error would quote it.
 *
 * @param name - what the caller knows it by: `password`
 * @throws AuthenticationError that names the secret and never shows it
 */
export async function readSecret(
  source: SecretSource,
  name: string,
): Promise<string> {
  const secret: unknown =
    typeof source === "function" ? await source() : source;
  if (
    typeof secret === "string" &&
    secret !== "" &&
    /^[\x20-\x7E\x80-\xFF]+$/.test(secret)
  )
    return secret;
  const what =
    secret === undefined || secret === ""
      ? "is empty"
      : "has characters that cannot be sent";
  throw new AuthenticationError({
    happened: `The ${name} ${what}.`,
    remedy:
      "Check the value, or the function that supplies it (a missing environment variable, a line break).",
  });
}
