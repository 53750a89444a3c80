import { ArgumentError } from "../errors/argument-error.js";
import type { Core } from "./core.js";

declare const granted: unique symbol;

/**
 * A connected client, as its caller holds it: pass it to the constructors of resources. It has no members. Only the
 * modules of the client reach what is behind it, so no caller can send a request that the contract does not describe.
 *
 * @typeParam Granted - the scopes that were requested; contravariant, so that a connection without a scope does not
 * pass for one with it
 */
export interface ClientConnection<in Granted extends string = never> {
  readonly [granted]: (scope: Granted) => void;
}

const cores = new WeakMap<object, Core>();

/** Hides a core behind a new connection. */
export function connectionOf<Granted extends string = never>(
  core: Core<Granted>,
): ClientConnection<Granted> {
  const connection = Object.freeze({}) as ClientConnection<Granted>;
  cores.set(connection, core);
  return connection;
}

/**
 * The core behind a connection.
 *
 * @throws ArgumentError for any other value, the connection of another generated client included
 */
export function coreOf<Granted extends string = never>(
  connection: ClientConnection<Granted>,
): Core<Granted> {
  // The types of the connection say which scopes its core has.
  const core = cores.get(connection) as Core<Granted> | undefined;
  if (core !== undefined) return core;
  throw new ArgumentError({
    happened: "The connection was not made by this client.",
    remedy:
      "Pass what the `connect…` function of the same generated client returned.",
  });
}
