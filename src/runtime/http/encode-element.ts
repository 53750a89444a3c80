import { ArgumentError } from "../errors/argument-error.js";
import { type Allowed, percentEncode } from "./percent-encode.js";

/**
 * Percent-encodes an element of a list or an object that is one value of a query. A comma between elements stands as it
 * is, and one inside of them is encoded, also with `allowReserved`. Space and bar are encoded in both places: a server
 * cannot tell which is which, and OpenAPI defines no escape.
 *
 * @param separator - what stands between elements, as in the URL: `,`, `%20`, `%7C`
 * @param query - `plain`: what is encoded here is decoded again before it is sent
 * @throws ArgumentError for an element that would become two
 */
export function encodeElement(
  text: string,
  separator: string,
  query: { readonly name: string; readonly plain?: true },
  allowed: Allowed,
): string {
  const character = decodeURIComponent(separator);
  const isEncoded = separator !== character || query.plain === true;
  if (isEncoded && text.includes(character))
    throw new ArgumentError({
      happened: `A value in "${query.name}" has ${names[character] ?? "a comma"}, which would make two values of it.`,
      remedy:
        "Give the values without it: the contract writes it between them, and it has no other form there.",
    });
  return percentEncode(text, allowed).replaceAll(",", "%2C");
}

const names: Readonly<Record<string, string>> = {
  " ": "a space",
  "|": "a bar (|)",
};
