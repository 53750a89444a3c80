import type { ParameterDescriptor } from "../descriptors/parameter-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { type EncodedPair, joinPairs, queryPairs } from "./expand-query.js";
import { asciiJson } from "./json-parameter.js";
import { plainValue } from "./plain-value.js";

/**
 * Writes a cookie parameter that is more than one text, has style `cookie`, or is described by `content` (RFC 6265 section
 * 4.2.1). In style `form` values are percent-encoded; in style `cookie` of OpenAPI 3.2 they stay as they are. Elements of
 * an exploded list repeat the name.
 *
 * @returns undefined when nothing is to be sent
 * @throws ArgumentError when a value has no such form
 */
export function cookieStyle(
  parameter: ParameterDescriptor,
  value: unknown,
): string | undefined {
  const isRaw = parameter.style === "cookie" && parameter.content === undefined;
  const pairs = isRaw
    ? rawPairs(parameter, value)
    : queryPairs(parameter, value);
  return joinPairs(pairs, "; ");
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
