import { ArgumentError } from "../errors/argument-error.js";
import { checkFunctions, checkNames } from "./check-options.js";
import type { ClientOptions, RetryOptions, ShowOptions } from "./core.js";
import type { Hooks } from "./events.js";

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
 * @throws ArgumentError for any other, and for what is no function where one is called
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
  throw new ArgumentError({ happened: `\`${option}\` is no function.` });
}
