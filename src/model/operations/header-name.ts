/** Whether a server or client can send a header of this name (RFC 9110 section 5.6.2, `token`). */
export function isHeaderName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}
