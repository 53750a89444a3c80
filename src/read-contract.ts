import type { LocatedOverrides } from "./config/client-overrides.js";
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
  /** How a configuration file says that it is read. */
  readonly reading?: ConfiguredReading | undefined;
  /** What a configuration file says of the contract: with it, an operation may need another that is not selected. */
  readonly overrides?: LocatedOverrides | undefined;
  /** The file was written for another version of the contract. */
  readonly otherVersion?: boolean | undefined;
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
  { allowHosts, reading = {}, lenient = reading.lenient, overrides, otherVersion, color }: ReadingOptions,
): Promise<LoadedContract> {
  const overlays = await Promise.all((reading.overlays ?? []).map(readOverlay));
  const options: LoadOptions = {
    overlays,
    ...(allowHosts && { allowHosts }),
    ...(lenient && { lenient }),
    ...(color && { color }),
  };
  const contract = await loadContract(reference, options);
  const { selection } = reading;
  if (selection === undefined) return contract;
  const { selectOperations } = await import("./select-operations.js");
  return selectOperations(contract, selection, { overrides, otherVersion });
}
