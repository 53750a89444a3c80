import { checkNames } from "../call/check-names.js";
import type { CallOptions } from "../call/call-options.js";
import { type ClientConnection, coreOf } from "../call/client-connection.js";
import type { ServerCapabilities } from "../call/limits.js";
import { waitContext } from "../waiting/wait-context.js";

/**
 * Asks the server what it allows, now and not at first use: proves credentials and connection, and says which features
 * are on (CAP-3).
 *
 * @returns undefined when the contract has nowhere to ask
 * @throws ArgumentError for an option that it does not take; whatever a call throws
 */
export async function connectLimits(
  connection: ClientConnection,
  options: Pick<CallOptions, "signal" | "deadline"> = {},
): Promise<ServerCapabilities | undefined> {
  const core = coreOf(connection);
  checkNames(options, ["signal", "deadline"], "`connect`");
  return core.limits?.capabilities(waitContext(core, options), true);
}
