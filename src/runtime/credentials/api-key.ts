import { addCookies } from "../http/add-cookies.js";
import { percentEncode } from "../http/percent-encode.js";
import { AuthenticationError } from "../errors/authentication-error.js";
import type {
  CredentialProvider,
  SecretSource,
} from "./credential-provider.js";
import { keepSecret } from "./keep-secret.js";

/** An API key and its place (OpenAPI, Security Scheme Object of type `apiKey`). */
export interface ApiKeyCredential {
  readonly in: "header" | "query" | "cookie";
  /** Name of the header, parameter or cookie. */
  readonly name: string;
  readonly value: SecretSource;
}

/** An API key in a header, the query or a cookie, or a function that obtains it when it is needed. */
export function apiKey({
  in: place,
  name,
  value,
}: ApiKeyCredential): CredentialProvider {
  const take = keepSecret(value, "API key");
  return {
    async apply({ headers, url }, _scopes, context) {
      const { text: key, refused } = await take(context);
      switch (place) {
        case "header":
          if (name.toLowerCase() === "cookie") addCookies(headers, key);
          else headers.set(name, key);
          break;
        case "query":
          // Written by hand: URLSearchParams would write every other parameter anew, in another encoding.
          url.search = [
            ...othersIn(url, name),
            `${percentEncode(name)}=${percentEncode(key)}`,
          ].join("&");
          break;
        case "cookie":
          addCookies(headers, `${name}=${requireCookieValue(key)}`);
          break;
      }
      return { refused, secrets: () => [key] };
    },
  };
}

/** The parameters of a query but one: a redirect can repeat the key that the redirected request had. */
function othersIn({ search }: URL, name: string): readonly string[] {
  const parts = search.slice(1).split("&");
  return parts.filter(
    (part) => part !== "" && !new URLSearchParams(part).has(name),
  );
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
