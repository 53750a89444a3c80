import { type ConfiguredReading, readHeaders, readOverlay } from "./config/client-reading.js";
import type { LocatedOverrides } from "./config/client-overrides.js";
import { ContractError } from "./diagnostics/contract-error.js";
import { loadContract, type LoadOptions } from "./load/load-contract.js";
import type { LoadedContract } from "./load/loaded-contract.js";
import type { SelectionOptions } from "./select-operations.js";
import { UserError } from "./text/user-error.js";

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
  /** Gets what the selection matches, where the caller decides whether that is enough. */
  readonly onMatch?: SelectionOptions["onMatch"];
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
  { allowHosts, reading = {}, lenient = reading.lenient, overrides, onMatch, color }: ReadingOptions,
): Promise<LoadedContract> {
  const position = (...path: readonly string[]) => reading.position?.(path);
  const overlays = await readOverlays(reading.overlays ?? [], (at) => position("overlays", String(at)));
  const headers = readHeaders(reading.headers ?? {}, process.env, (name) => position("headers", name));
  const select = await selectorOf(reading.selection, { overrides, onMatch });
  const options: LoadOptions = {
    overlays,
    headers,
    allowHosts: [...(allowHosts ?? []), ...headers.flatMap(({ hosts = [] }) => hosts)],
    ...(lenient && { lenient }),
    ...(color && { color }),
    ...(select !== undefined && { select }),
  };
  return await load(reference, options);
}

/** What selects the operations of a contract; undefined where all are. It is loaded for that alone. */
async function selectorOf(
  selection: ConfiguredReading["selection"],
  options: SelectionOptions,
): Promise<LoadOptions["select"]> {
  if (selection === undefined) return undefined;
  const { selectOperations } = await import("./select-operations.js");
  return (contract) => selectOperations(contract, selection, options);
}

/** @throws UserError (2) with all overlays that are wrong, in their order. */
async function readOverlays(
  paths: readonly string[],
  position: (at: number) => string | undefined,
): Promise<Awaited<ReturnType<typeof readOverlay>>[]> {
  const read = await Promise.allSettled(paths.map((path, at) => readOverlay(path, position(at))));
  const failures = read.flatMap((one): readonly unknown[] => (one.status === "rejected" ? [one.reason] : []));
  const errors = failures.filter((error) => error instanceof UserError);
  const [other] = failures.filter((error) => !(error instanceof UserError));
  // A promise can be rejected with anything; here it is always with an error.
  if (other !== undefined) throw other as Error;
  if (errors.length > 1)
    throw new UserError(2, `${String(errors.length)} overlays cannot be read.`, {
      where: errors.flatMap(({ message, where = [] }) => [message, where].flat()).join("\n"),
      remedy: [...new Set(errors.map(({ remedy }) => remedy))].join(" "),
      cause: errors[0],
    });
  if (errors[0] !== undefined) throw errors[0];
  return read.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

/** Reads a contract. A server can repeat a header in what it sends: no error has the value. */
async function load(reference: string, options: LoadOptions): Promise<LoadedContract> {
  try {
    return await loadContract(reference, options);
  } catch (error) {
    const secrets = (options.headers ?? []).flatMap(({ value }) => [value, ...value.split(" ")]);
    const long = secrets.filter((secret) => secret.length >= SHORTEST);
    if (!(error instanceof UserError) || long.length === 0) throw error;
    const mask = (text: string) => long.reduce((masked, secret) => masked.replaceAll(secret, "***"), text);
    const { exitCode, where, remedy, setting } = error;
    const hint = { remedy: mask(remedy), ...(setting !== undefined && { setting }) };
    if (!(error instanceof ContractError))
      throw new UserError(exitCode, mask(error.message), {
        ...hint,
        ...(where !== undefined && { where: mask(where) }),
      });
    const diagnostics = JSON.parse(mask(JSON.stringify(error.diagnostics))) as ContractError["diagnostics"];
    const overlay = error.overlay === undefined ? {} : { overlay: mask(error.overlay) };
    throw new ContractError(
      mask(error.message),
      { ...hint, where: mask(where ?? ""), ...overlay },
      diagnostics,
    );
  }
}

/** Characters of a secret; shorter words of a header (`Bearer`) are in any text. */
const SHORTEST = 8;
