/**
 * Where a redirect leads to (RFC 9110 section 10.2.2): an absolute URL.
 *
 * @param base - the URL that was requested; a relative `Location` is resolved against it
 * @returns undefined where there is no `Location`, or none that is a URL
 */
export function redirectAddress(
  headers: Headers,
  base: string,
): string | undefined {
  const location = headers.get("location");
  return location !== null && URL.canParse(location, base)
    ? new URL(location, base).href
    : undefined;
}
