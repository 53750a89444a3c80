import { addCookies } from "../http/add-cookies.js";
import { percentEncode } from "../http/percent-encode.js";
import { AuthenticationError } from "../errors/authentication-error.js";
import type {
  CredentialProvider,
  SecretSource,
} from "./credential-provider.js";
import { readSecret } from "./read-secret.js";

/** An API key and its place (OpenAPI, Security Scheme Object of type `apiKey`). */
export interface ApiKeyCredential {
  readonly in: "header" | "query" | "cookie";
  /** Name of the header, parameter or cookie. */
  readonly name: string;
  readonly value: SecretSource;
}

/** An API key in a header, the query or a cookie; a function is asked for every attempt, once more after a refusal. */
export function apiKey({
  in: place,
  name,
  value,
}: ApiKeyCredential): CredentialProvider {
  return {
    async apply({ headers, url }) {
      const key = await readSecret(value, "API key");
      switch (place) {
        case "header":
          if (name.toLowerCase() === "cookie") addCookies(headers, key);
          else headers.set(name, key);
          break;
        case "query":
          // Written by hand: URLSearchParams would write every other parameter anew, in another encoding.
          url.search = `${url.search === "" ? "" : `${url.search.slice(1)}&`}${percentEncode(name)}=${percentEncode(key)}`;
          break;
        case "cookie":
          addCookies(headers, `${name}=${requireCookieValue(key)}`);
          break;
      }
      return { refused: () => typeof value === "function" };
    },
  };
}

/** A key goes as it is, for a server would take an encoded one for another (RFC 6265 section 4.1.1, cookie-octet). */
function requireCookieValue(key: string): string {
  if (/^[\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]*$/.test(key)) return key;
  throw new AuthenticationError({
    happened: "The API key has characters that a cookie cannot carry.",
    remedy:
      "Give it as the service takes it in a cookie: without blanks, quotes, commas, semicolons and backslashes.",
  });
}
