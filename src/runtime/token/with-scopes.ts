import { coreOf } from "../call/core.js";
import { knownScopes } from "./scopes.js";

/** Options of a client that has scopes. */
interface ScopedOptions {
  readonly scopes?: readonly string[] | undefined;
}

/** What clients were made with. It has their credentials, so nothing else may reach it. */
const given = new WeakMap<object, ScopedOptions>();

/** Keeps the options of a client for {@link narrow}; its constructor calls it. */
export function keepOptions(client: object, options: ScopedOptions): void {
  const { scopes } = options;
  given.set(client, { ...options, ...(scopes && { scopes: [...scopes] }) });
}

/**
 * Makes a client with fewer scopes of another. It gets credentials of its own for these, and never a token of the first; it
 * counts intents and pace with the first, because both act under one key.
 *
 * @param make - makes a client of the options that the first was made with, but for the scopes
 * @throws ArgumentError for anything but a list of scopes that the client has
 */
export function narrow<Client>(
  client: object,
  scopes: readonly string[],
  make: (options: never) => Client,
): Client {
  const { limits, shared } = coreOf(client);
  const options = given.get(client) ?? {};
  return make({
    ...options,
    ...limits?.shared,
    ...shared,
    scopes: knownScopes(scopes, options.scopes ?? scopes, "client"),
  } as ScopedOptions as never);
}
