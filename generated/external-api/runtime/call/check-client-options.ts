import { checkNames } from "./check-names.js";
import type { Hooks } from "./events.js";
import type { ClientOptions, RetryOptions, ShowOptions } from "./core.js";

/** Every option that all clients have; the compiler holds the lists against the types. */
const common: Readonly<Record<keyof ClientOptions, true>> = {
  baseUrl: true,
  clock: true,
  deadline: true,
  fetch: true,
  headers: true,
  hooks: true,
  logger: true,
  retry: true,
  serverUrl: true,
  serverVariables: true,
  show: true,
  traceContext: true,
  tracing: true,
};
const retry: Readonly<Record<keyof RetryOptions, true>> = {
  attempts: true,
  attemptTimeout: true,
  baseDelay: true,
  maxDelay: true,
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
 * Refuses options that a client would ignore; the generated code calls it before anything else. A misspelt `intents`
 * would keep intents in memory alone, and a crash would lose them.
 *
 * @param own - names of the options that this client has beside those of all clients
 * @throws ArgumentError for any other
 */
export function checkClientOptions(
  options: ClientOptions,
  own: readonly string[] = [],
): void {
  checkNames(options, [...Object.keys(common), ...own], "The client");
  checkNames(options.retry ?? {}, Object.keys(retry), "`retry`");
  checkNames(options.hooks ?? {}, Object.keys(hooks), "`hooks`");
  checkNames(options.show ?? {}, Object.keys(show), "`show`");
}
