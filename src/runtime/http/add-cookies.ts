/**
 * Adds cookies to those that a request has: it may carry one `Cookie` header, with all of them (RFC 6265 section 5.4).
 *
 * @param cookies - `name=value`, or several, divided by `; `
 */
export function addCookies(headers: Headers, cookies: string): void {
  const others = headers.get("cookie");
  headers.set("cookie", others === null ? cookies : `${others}; ${cookies}`);
}
