import { ArgumentError } from "../errors/argument-error.js";
import type { ServerChoice, ServerTemplate } from "./server-variables.js";

/** Where the API is, as the caller says it. */
export interface ServerOptions {
  /**
   * Scheme and host of the API: `https://platform.example`. The path of the contract's server is joined to it. Needed
   * when the contract names no host.
   */
  readonly baseUrl?: string;
  /**
   * The whole address that paths are joined to, in place of base URL and contract. A relative one (`/api`) counts from the
   * origin of the page or worker, where there is one.
   */
  readonly serverUrl?: string;
  /**
   * Values for the variables of the contract's servers (OpenAPI, Server Variable Object); each goes to every server that
   * has a variable of that name.
   */
  readonly serverVariables?: Readonly<Record<string, string>>;
  /**
   * Which server is called where operations have several of their own: the URL of their first → that of another, both as
   * the contract writes them; where it names no scheme, with `https:` as well. One that is given here keeps its host beside
   * `serverUrl` alone; where `baseUrl` is given, every request goes to one host: that of `baseUrl`, or of `serverUrl` beside it.
   */
  readonly operationServers?: Readonly<Record<string, string>>;
}

/** A server as the contract has it (OpenAPI, Server Object). */
export interface ServerFacts extends ServerTemplate {
  /** The servers of operations that have several of their own. */
  readonly operations?: readonly ServerChoice[];
  /** Fills its variables, and checks what is chosen for operations: `fillServer`. Absent: it has neither. */
  readonly fill?: (server: ServerFacts, options: ServerOptions) => string;
}

/**
 * The absolute URL that paths are joined to, without a slash at its end.
 *
 * @throws ArgumentError when neither caller nor contract name a host, an address is not one of http or https or has a user
 * name, a query or a fragment, a variable is unknown or has a value that does not fit, or an operation's server is chosen that the contract does not list
 */
export function resolveServer(
  server: ServerFacts,
  options: ServerOptions,
): string {
  const url = (server.fill ?? unfilled)(server, options);
  if (options.serverUrl !== undefined)
    return withoutSlash(checked(absolute(options.serverUrl), "serverUrl").href);
  if (options.baseUrl === undefined) {
    if (namesHost(url)) {
      checkUserInfo(overHttp(new URL(url), CONTRACT_SERVER), CONTRACT_SERVER);
      return withoutSlash(url);
    }
    throw new ArgumentError({
      happened: "The contract names no host, and `baseUrl` is missing.",
      remedy: "Give `baseUrl`, like https://platform.example.",
    });
  }
  const base = checked(options.baseUrl, "baseUrl");
  const address = new URL(url, "http://host.invalid");
  // A path without a slash at its start would go on with the name of the host.
  const { pathname } = address.pathname.startsWith("/")
    ? address
    : overHttp(address, CONTRACT_SERVER);
  return withoutSlash(
    `${withoutSlash(base.origin + base.pathname)}${pathname}`,
  );
}

/** Refuses values for what the server does not have. */
function unfilled(
  { url }: ServerFacts,
  { serverUrl, serverVariables, operationServers }: ServerOptions,
): string {
  const [variable] = givenIn(serverUrl === undefined ? serverVariables : {});
  if (variable !== undefined)
    throw new ArgumentError({
      happened: `The contract's server has no variable "${variable}".`,
      remedy: "Leave `serverVariables` out.",
    });
  const [other] = givenIn(operationServers);
  if (other !== undefined)
    throw new ArgumentError({
      happened:
        "`operationServers` names a server, and no operation has several.",
      remedy: "Leave `operationServers` out.",
    });
  return url;
}

/** Names of members that have a value. */
function givenIn(members: object = {}): readonly string[] {
  return Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
}

const CONTRACT_SERVER = "The contract's server";
const OPERATION_SERVER = "The operation's server";

/** @throws ArgumentError for a URL that is not one of http or https */
function overHttp(url: URL, what: string): URL {
  if (url.protocol === "https:" || url.protocol === "http:") return url;
  throw new ArgumentError({
    happened: `${what} must be an https or http URL (got one of ${url.protocol}).`,
    remedy: "Give `serverUrl`, like https://platform.example/v1.",
  });
}

/**
 * The absolute URL of an endpoint that has a server of its own, as the token
 * endpoint may. Where the caller says which host to use, that host serves it
 * too: credentials for a staging host never go to the contract's. `serverUrl`
 * may be another server of the contract; a server that was chosen beside it
 * keeps its host, unless `baseUrl` says that there is one host.
 *
 * @param server - URL reference; undefined: the contract's server
 * @param serverUrl - what {@link resolveServer} gave for the contract's server
 * @param isChosen - by the caller, among those of an operation
 * @throws ArgumentError for an address that is not one of http or https, or has a user name
 */
export function resolveEndpoint(
  path: string,
  server: string | undefined,
  serverUrl: string,
  options: ServerOptions,
  isChosen = false,
): string {
  if (server === undefined) return `${serverUrl}${path}`;
  const host =
    options.serverUrl === undefined
      ? options.baseUrl
      : !isChosen || options.baseUrl !== undefined
        ? new URL(serverUrl).origin
        : undefined;
  if (host !== undefined)
    return `${resolveServer({ url: server }, { baseUrl: host })}${path}`;
  if (!URL.canParse(server, serverUrl)) throw notUrl(OPERATION_SERVER);
  const address = overHttp(new URL(server, serverUrl), OPERATION_SERVER);
  checkUserInfo(address, "The server's address");
  return `${withoutSlash(address.href)}${path}`;
}

/** Platforms take the braces of a variable without a value for a host. */
function namesHost(url: string): boolean {
  return URL.canParse(url) && !/[{}]/.test(new URL(url).hostname);
}

/**
 * A relative address in a browser is one of the page's origin.
 *
 * @throws ArgumentError for a relative one outside a page, which has an origin
 */
function absolute(text: string): string {
  if (URL.canParse(text)) return text;
  const { location } = globalThis as {
    readonly location?: { readonly origin?: unknown };
  };
  const origin = location?.origin;
  if (typeof origin === "string" && URL.canParse(text, origin))
    return new URL(text, origin).href;
  throw new ArgumentError({
    happened: "`serverUrl` must be absolute where no page gives it an origin.",
    remedy: "Give an absolute URL like https://platform.example/v1.",
  });
}

function checked(text: string, option: string): URL {
  const name = `\`${option}\``;
  const url = webAddress(text, name);
  checkUserInfo(url, name);
  if (url.search === "" && url.hash === "") return url;
  throw new ArgumentError({
    happened: `${name} has a query or a fragment, which no path can be joined to.`,
    remedy: "Leave it out: what each request needs is an option or an input.",
  });
}

/** @throws ArgumentError for anything but an absolute URL of http or https */
export function webAddress(text: string, what: string): URL {
  if (!URL.canParse(text)) throw notUrl(what);
  return overHttp(new URL(text), what);
}

function notUrl(what: string): ArgumentError {
  return new ArgumentError({
    happened: `${what} must be an absolute URL.`,
    remedy: "Give one like https://platform.example/v1.",
  });
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}

/**
 * Refuses credentials in an address, which would go into every request and log (RFC 3986 section 3.2.1).
 *
 * @param address - what it is, as the error says it; the address itself is not repeated
 * @throws ArgumentError for a user name or a password
 */
export function checkUserInfo(url: URL, address: string): void {
  if (url.username === "" && url.password === "") return;
  throw new ArgumentError({
    happened: `${address} holds a user name or password.`,
    remedy: "Give credentials by the option that is for them.",
  });
}
