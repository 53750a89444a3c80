import type { ConfiguredReading } from "./config/client-reading.js";
import { readOverlay } from "./config/read-overlay.js";
import { loadContract, type LoadOptions } from "./load/load-contract.js";
import type { LoadedContract } from "./load/loaded-contract.js";

/** How a command reads a contract. */
export interface ReadingOptions {
  /** Hosts beside the named one that references may reach. */
  readonly allowHosts?: readonly string[] | undefined;
  /** A reference without a target is a warning, and its value is of any type. */
  readonly lenient?: boolean | undefined;
  /** What a configuration file says of the contract. */
  readonly reading?: ConfiguredReading | undefined;
  /** Colours in code frames. */
  readonly color?: boolean | undefined;
}

/**
 * Reads a contract for a command.
 *
 * @throws UserError (exit 2 or 3).
 */
export async function readContract(
  reference: string,
  { allowHosts, reading = {}, lenient = reading.lenient, color }: ReadingOptions,
): Promise<LoadedContract> {
  const overlays = await Promise.all((reading.overlays ?? []).map(readOverlay));
  const options: LoadOptions = {
    overlays,
    ...(allowHosts && { allowHosts }),
    ...(lenient && { lenient }),
    ...(color && { color }),
  };
  return await loadContract(reference, options);
}
