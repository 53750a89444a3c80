/**
 * Whether credentials may be sent to an address: over https, or to this machine itself.
 *
 * `localhost` and names under it are loopback by RFC 6761; 127.0.0.0/8 and ::1 by RFC 1122 and RFC 4291.
 *
 * @param insecureHosts - hosts that the caller allows over plain http, with a port or for all ports; never for an access key
 */
export function maySendCredentials(
  url: URL,
  insecureHosts: readonly string[] = [],
): boolean {
  if (url.protocol === "https:") return true;
  const host = url.hostname.toLowerCase();
  const loopback =
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    /^127(?:\.\d{1,3}){3}$/.test(host);
  const isNamed = insecureHosts.some((name) => isAt(url, name));
  return url.protocol === "http:" && (loopback || isNamed);
}

/** Whether an http address is at a host: with a port, which can be 80, or at any. Read as URLs are, names beyond ASCII as well. */
function isAt(url: URL, name: string): boolean {
  const [, port] = /:(\d+)$/.exec(name) ?? [];
  const { hostname } = new URL(`http://${name}`);
  return (
    hostname === url.hostname &&
    (port === undefined || Number(port) === Number(url.port || 80))
  );
}
