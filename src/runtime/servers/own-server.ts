import {
  resolveEndpoint,
  type ServerFacts,
  type ServerOptions,
} from "./resolve-server.js";
import {
  checkServerChoices,
  chosenServer,
  fillVariables,
  type OwnServer,
  type ServerTemplate,
} from "./server-variables.js";

/**
 * The address of the contract's server with values in the place of its variables; where the caller gives the whole address,
 * its variables count for nothing.
 *
 * @throws ArgumentError when a variable is unknown or has a value that does not fit, or a server of an operation is chosen
 * that the contract does not list
 */
export function fillServer(
  server: ServerFacts,
  options: ServerOptions,
): string {
  checkServerChoices(server.operations ?? [], options.operationServers ?? {});
  return options.serverUrl === undefined
    ? fillVariables(server, options.serverVariables ?? {})
    : server.url;
}

/**
 * As {@link resolveEndpoint}, for a server that may have variables, or others in its place.
 *
 * @throws ArgumentError when a variable has a value that does not fit this server
 */
export function resolveOwnServer(
  path: string,
  server: string | OwnServer | undefined,
  serverUrl: string,
  options: ServerOptions,
): string {
  // Without `strictNullChecks`, a comparison with `undefined` narrows nothing.
  if (typeof server !== "object")
    return resolveEndpoint(path, server, serverUrl, options);
  const chosen = chosenServer(server, options.operationServers ?? {});
  const url = fillOwn(chosen ?? server, options);
  const isChosen = chosen !== undefined;
  return resolveEndpoint(path, url, serverUrl, options, isChosen);
}

/** The names were checked with those of the contract's server; here the values of this server's own count. */
function fillOwn(
  server: ServerTemplate,
  { serverVariables = {} }: ServerOptions,
): string {
  const own = Object.entries(serverVariables).filter(([name]) =>
    Object.hasOwn(server.variables ?? {}, name),
  );
  return fillVariables(server, Object.fromEntries(own));
}
