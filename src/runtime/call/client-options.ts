import { ArgumentError } from "../errors/argument-error.js";
import type { RetryOptions } from "../retry/read-retry.js";
import type { ServerOptions } from "../servers/resolve-server.js";
import type { TraceContext, Tracing } from "../tracing/tracing.js";
import type { Clock, Duration } from "../waiting/clock.js";
import { checkFunctions, checkNames } from "./check-options.js";
import type { Hooks, Logger } from "../tracing/events.js";

/** What every client takes, whatever its contract. */
export interface ClientOptions extends ServerOptions {
  /** Default: the global `fetch`. It is always called with `redirect: "manual"`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Default: the platform's clocks and timers. */
  readonly clock?: Clock;
  /**
   * The most bytes that are read of a response, decompressed; a larger one raises `ResponseTooLargeError`. Of a stream it
   * is the most of one line or event. Default: 64 MiB; 1 MiB of a line or an event. Of error bodies and token responses
   * never more than 1 MiB is read.
   */
  readonly maxResponseBytes?: number;
  /** Deadline of calls that give none. Default: one minute. */
  readonly deadline?: Duration;
  /** The most time that one attempt of a call may take; then its response counts as lost. Default: what is left of the deadline. */
  readonly timeout?: Duration;
  readonly retry?: RetryOptions;
  /**
   * Hosts that credentials may be sent to over plain http, as in a container network: `["api.internal:8080"]`. Without a
   * port: all ports of that host. The access key of a token exchange never goes over plain http, whatever is named here.
   */
  readonly allowInsecureHosts?: readonly string[];
  /**
   * Follow the redirect of a GET to another origin, without credentials, cookies and added headers. Default false: it
   * raises, or gives the address where the contract describes it without content. Redirects on the same origin are followed:
   * of GET and HEAD always, of other methods by 307 and 308.
   */
  readonly crossOriginRedirects?: boolean;
  /** Added to every request to the API (not to the token endpoint). */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called for each event, attempt by attempt. */
  readonly hooks?: Hooks;
  /** Takes structured entries, already redacted. */
  readonly logger?: Logger;
  /** What hooks and logger may show beside the built-in allow-list. */
  readonly show?: ShowOptions;
  /** The trace that a call belongs to (W3C Trace Context); asked once per attempt. */
  readonly traceContext?: () => TraceContext | undefined;
  /** Follows calls and their attempts: `spans({ trace, context })` shows them as OpenTelemetry spans. */
  readonly tracing?: Tracing;
}

/** Names that may be shown in events; those that the contract marks as sensitive still stay hidden. */
export interface ShowOptions {
  /** Header names, any case. */
  readonly headers?: readonly string[];
  /** Parameter names on the wire. */
  readonly parameters?: readonly string[];
}

/** Every option that all clients have; the compiler holds the lists against the types. */
const common: Readonly<Record<keyof ClientOptions, true>> = {
  allowInsecureHosts: true,
  baseUrl: true,
  clock: true,
  crossOriginRedirects: true,
  deadline: true,
  fetch: true,
  headers: true,
  hooks: true,
  logger: true,
  maxResponseBytes: true,
  operationServers: true,
  retry: true,
  serverUrl: true,
  serverVariables: true,
  show: true,
  timeout: true,
  traceContext: true,
  tracing: true,
};

const retry: Readonly<Record<keyof RetryOptions, true>> = {
  attempts: true,
  baseDelay: true,
  idempotencyHeaders: true,
  maxDelay: true,
  policy: true,
};

const hooks: Readonly<Record<keyof Hooks, true>> = {
  contract: true,
  failure: true,
  page: true,
  poll: true,
  request: true,
  response: true,
  retry: true,
  token: true,
};

const show: Readonly<Record<keyof ShowOptions, true>> = {
  headers: true,
  parameters: true,
};

/**
 * Refuses options that a client would ignore or could not call; the generated code calls it before anything else. A misspelt `intents`
 * would keep intents in memory alone, and a crash would lose them.
 *
 * @param own - names of the options that this client has beside those of all clients
 * @throws ArgumentError for any other, and for what must be a function and is something else
 */
export function checkClientOptions(
  options: ClientOptions,
  own: readonly string[] = [],
): void {
  checkNames(options, [...Object.keys(common), ...own], "The client");
  checkNames(options.retry ?? {}, Object.keys(retry), "`retry`");
  checkNames(options.hooks ?? {}, Object.keys(hooks), "`hooks`");
  checkNames(options.show ?? {}, Object.keys(show), "`show`");
  checkFunction(options.fetch, "fetch");
  checkFunction(options.logger, "logger");
  checkFunction(options.traceContext, "traceContext");
  for (const [name, hook] of Object.entries(options.hooks ?? {}))
    checkFunction(hook, `hooks.${name}`);
  if (options.clock !== undefined)
    checkFunctions(
      options.clock,
      ["monotonic", "now", "random", "sleep"],
      "clock",
    );
  if (options.tracing !== undefined)
    checkFunctions(options.tracing, ["begin"], "tracing");
}

function checkFunction(given: unknown, option: string): void {
  if (given === undefined || typeof given === "function") return;
  throw new ArgumentError({ happened: `\`${option}\` must be a function.` });
}
