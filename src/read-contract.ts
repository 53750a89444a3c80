import { loadContract, type LoadOptions } from "./load/load-contract.js";
import type { LoadedContract } from "./load/loaded-contract.js";

/** How a command reads a contract. */
export interface ReadingOptions {
  /** Hosts beside the named one that references may reach. */
  readonly allowHosts?: readonly string[] | undefined;
  /** A reference without a target is a warning, and its value is of any type. */
  readonly lenient?: boolean | undefined;
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
  { allowHosts, lenient, color }: ReadingOptions,
): Promise<LoadedContract> {
  const options: LoadOptions = {
    ...(allowHosts && { allowHosts }),
    ...(lenient && { lenient }),
    ...(color && { color }),
  };
  return await loadContract(reference, options);
}
