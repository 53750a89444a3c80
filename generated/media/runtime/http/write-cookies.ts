import type { ParameterDescriptor } from "../call/operation-descriptor.js";
import { expandQuery } from "./expand-query.js";

/**
 * Writes cookie parameters (style `form`) as one `Cookie` header (RFC 6265 section 4.2.1). Values are percent-encoded,
 * which keeps them inside the characters that a cookie may have; elements of an exploded list repeat the name.
 *
 * @returns undefined when nothing is to be sent
 */
export function writeCookies(
  cookies: readonly (readonly [
    parameter: ParameterDescriptor,
    value: unknown,
  ])[],
): string | undefined {
  const pairs = cookies.flatMap(([{ name, explode, style }, value]) =>
    expandQuery(
      {
        name,
        ...(style !== undefined && { style }),
        ...(explode !== undefined && { explode }),
      },
      value,
    ),
  );
  // A comma between elements is no cookie-octet; encoded, servers that split by the style decode it first.
  const written = pairs.map(
    ([name, value]) => `${name}=${value.replaceAll(",", "%2C")}`,
  );
  return written.length === 0 ? undefined : written.join("; ");
}
