import { addCookies } from "../http/header-fields.js";
import { percentEncode } from "../http/percent-encode.js";
import type {
  CredentialProvider,
  SecretSource,
} from "./credential-provider.js";
import { keepSecret, whatIsWrong } from "./keep-secret.js";

/** An API key and its place (OpenAPI, Security Scheme Object of type `apiKey`). */
interface ApiKeyCredential {
  readonly in: "header" | "query" | "cookie";
  /** Name of the header, parameter or cookie. */
  readonly name: string;
  readonly value: SecretSource;
}

/**
 * An API key in a header, the query or a cookie, or a function that obtains it when it is needed.
 *
 * @throws ArgumentError for a text that cannot be sent
 */
export function apiKey({
  in: location,
  name,
  value,
}: ApiKeyCredential): CredentialProvider {
  const take = keepSecret(
    value,
    "API key",
    location === "cookie" ? checkCookieValue : whatIsWrong,
  );
  return {
    async apply({ headers, url }, _scopes, context) {
      const { text: key, refused } = await take(context);
      switch (location) {
        case "header":
          if (name.toLowerCase() === "cookie") addCookies(headers, key);
          else headers.set(name, key);
          break;
        case "query":
          // Written by hand: URLSearchParams would write every other parameter again, in another encoding.
          url.search = [
            ...othersIn(url, name),
            `${percentEncode(name)}=${percentEncode(key)}`,
          ].join("&");
          break;
        case "cookie":
          addCookies(headers, `${name}=${key}`);
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
function checkCookieValue(key: unknown): string | undefined {
  const wrong = whatIsWrong(key);
  if (wrong !== undefined) return wrong;
  return /^[\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]*$/.test(String(key))
    ? undefined
    : "has characters that a cookie cannot carry: white space, quotes, commas, semicolons, backslashes, or those beyond ASCII";
}
