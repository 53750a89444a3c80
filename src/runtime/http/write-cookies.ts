import type { ParameterDescriptor } from "../call/operation-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { asciiJson } from "./ascii-json.js";
import { type EncodedPair, expandQuery } from "./expand-query.js";
import { plainValue } from "./plain-value.js";
import { type GivenParameter, contentPair } from "./write-url.js";

/**
 * Writes cookie parameters as one `Cookie` header (RFC 6265 section 4.2.1). In style `form` values are percent-encoded;
 * in style `cookie` of OpenAPI 3.2 they stand as they are. Elements of an exploded list repeat the name.
 *
 * @returns undefined when nothing is to be sent
 * @throws ArgumentError when a value has no such form
 */
export function writeCookies(
  cookies: readonly GivenParameter[],
): string | undefined {
  const pairs = cookies.flatMap(([parameter, value]) => {
    if (parameter.content !== undefined) return [contentPair(parameter, value)];
    return parameter.style === "cookie"
      ? rawPairs(parameter, value)
      : expandQuery(parameter, value);
  });
  return pairs.length === 0
    ? undefined
    : pairs.map((pair) => pair.join("=")).join("; ");
}

/** Like `form`, but nothing is encoded: what needs it has to be given encoded (OpenAPI 3.2, Style Values). */
function rawPairs(
  { name, explode = true }: ParameterDescriptor,
  value: unknown,
): readonly EncodedPair[] {
  const plain = plainValue(value, name);
  switch (plain.kind) {
    case "one":
      // Lists and objects within others are JSON.
      return [
        rawPair(
          name,
          typeof value === "object" ? asciiJson(plain.text) : plain.text,
        ),
      ];
    case "list":
      if (explode) return plain.texts.map((text) => rawPair(name, text));
      return plain.texts.length === 0
        ? []
        : [rawPair(name, plain.texts.join(","))];
    case "members":
      if (explode) return plain.members.map((member) => rawPair(...member));
      return plain.members.length === 0
        ? []
        : [rawPair(name, plain.members.flat().join(","))];
  }
}

function rawPair(name: string, text: string): EncodedPair {
  if (
    /^[\x21-\x3A\x3C\x3E-\x7E]+$/.test(name) &&
    /^[\x21-\x3A\x3C-\x7E]*$/.test(text)
  )
    return [name, text];
  throw new ArgumentError({
    happened: `The cookie "${name}" has characters that a cookie cannot carry.`,
    remedy:
      "Give it percent-encoded: the contract says that it is sent as it is.",
  });
}
