/** Whether a server's URL is a network-path reference, `//api.example.com/v2` (RFC 3986 section 4.2): a host, no scheme. */
export function namesHostAlone(url: string): boolean {
  return /^\/\/[^/?#]/.test(url);
}

/**
 * A server's URL with the scheme that clients take where it names a host alone: https, which credentials are sent over.
 * That of the address which the document came from would make two clients of one contract.
 */
export function withScheme(url: string): string {
  return namesHostAlone(url) ? `https:${url}` : url;
}
