/**
 * Whether credentials may be sent to an address: over https, or to this machine itself (TOK-4).
 *
 * `localhost` and names under it are loopback by RFC 6761; 127.0.0.0/8 and ::1 by RFC 1122 and RFC 4291.
 */
export function mayCarryCredentials(url: URL): boolean {
  if (url.protocol === "https:") return true;
  const host = url.hostname.toLowerCase();
  const loopback =
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    /^127(?:\.\d{1,3}){3}$/.test(host);
  return url.protocol === "http:" && loopback;
}
