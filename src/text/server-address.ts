/** What a server's address is made of (OpenAPI, Server Object). */
interface Address {
  readonly url: string;
  readonly variables: readonly { readonly name: string; readonly default: string }[];
}

/**
 * The default target of requests: the server's address with the defaults of its variables.
 *
 * @returns undefined if that is not an absolute http or https URL: the caller must give
 */
export function defaultAddress(server: Address): URL | undefined {
  const filled = fillDefaults(server);
  if (!/^https?:\/\//i.test(filled) || !URL.canParse(filled)) return undefined;
  const address = new URL(filled);
  // A variable that the contract does not describe is left as it is, and platforms take braces for a host.
  return /[{}]/.test(address.hostname) ? undefined : address;
}

/** The path of a server's address with the defaults of its variables, whatever its host. */
export function defaultPath(server: Address): string {
  const filled = fillDefaults(server);
  return URL.canParse(filled, "http://host.invalid") ? new URL(filled, "http://host.invalid").pathname : "/";
}

/**
 * Why clients refuse to call a server, whatever host it names: a scheme that is not http or https (RFC 9110 section 4.2), or a user
 * name or password, which would reach every request and log (RFC 3986 section 3.2.1).
 *
 * @returns undefined where they call it, or the address is relative; a scheme ends with its colon: `ftp:`
 */
export function refusedServer(server: Address): { readonly scheme: string } | "user information" | undefined {
  const filled = fillDefaults(server);
  if (isRelativeServer(server) || !URL.canParse(filled)) return undefined;
  const { protocol, username, password } = new URL(filled);
  if (protocol !== "http:" && protocol !== "https:") return { scheme: protocol };
  return username === "" && password === "" ? undefined : "user information";
}

/** Whether a server's address names no scheme and no host, but is resolved against another (RFC 3986 section 4.2). */
export function isRelativeServer(server: Address): boolean {
  return !/^[a-z][a-z\d+.-]*:/i.test(fillDefaults(server));
}

/** Replaces variables by their defaults, and leaves those alone that the contract does not describe. */
function fillDefaults({ url, variables }: Address): string {
  const defaults = new Map(variables.map(({ name, default: initial }) => [name, initial]));
  return url.replace(/\{([^{}]+)\}/g, (whole, name: string) => defaults.get(name) ?? whole);
}

/** Whether clients send credentials to an address: over https, or to the machine that they run on (RFC 6761, RFC 1122). */
export function takesCredentials({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || /^(?:(?:.+\.)?localhost|\[::1\]|127(?:\.\d{1,3}){3})$/i.test(hostname);
}
