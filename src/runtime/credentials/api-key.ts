import { percentEncode } from "../http/percent-encode.js";
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
          headers.set(name, key);
          break;
        case "query":
          // Written by hand: URLSearchParams would write every other parameter anew, in another encoding.
          url.search = `${url.search === "" ? "" : `${url.search.slice(1)}&`}${percentEncode(name)}=${percentEncode(key)}`;
          break;
        case "cookie": {
          const others = headers.get("cookie");
          headers.set(
            "cookie",
            `${others === null ? "" : `${others}; `}${name}=${percentEncode(key)}`,
          );
          break;
        }
      }
      return { refused: () => typeof value === "function" };
    },
  };
}
