import { strikerOf } from "../secrets/striker.js";

/**
 * Where a redirect leads to (RFC 9110 section 10.2.2): an absolute URL, without the credentials of the call, which a server
 * can repeat in it.
 *
 * @param base - the URL that was requested; a relative `Location` is resolved against it without its query, which can hold
 *   a credential: an address goes to whom it may concern (SEC-1)
 * @returns undefined where there is no `Location`, or none that is a URL
 */
export function redirectAddress(
  headers: Headers,
  base: string,
): string | undefined {
  const striker = strikerOf(headers);
  // Struck before it is resolved and after: a URL spells some characters of a credential in another way.
  const location = striker.whole(headers.get("location") ?? "");
  const from = new URL(base);
  from.search = "";
  return headers.has("location") && URL.canParse(location, from.href)
    ? striker.whole(new URL(location, from).href)
    : undefined;
}
