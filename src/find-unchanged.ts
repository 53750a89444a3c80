import type { ClientSettings } from "./client-settings.js";
import type { EmittedFacts } from "./emit/emitted-client.js";
import type { GenerateOptions } from "./generate-options.js";
import type { LoadedContract } from "./load/loaded-contract.js";
import { canonicalJson } from "./text/canonical-json.js";
import { readUnchanged, type UnchangedClient } from "./write/unchanged-client.js";

/**
 * The client in the folder, when generating it would change nothing: found without building it. `--force` and `--rename` always
 * build.
 *
 * @throws UserError (2) when the folder cannot be looked at.
 */
export async function findUnchanged(
  { out, configured, force, rename }: GenerateOptions,
  { name, vendor, importExtension, openapiTypes, overrides, isOther }: ClientSettings,
  contract: LoadedContract,
): Promise<UnchangedClient | undefined> {
  if (force === true || rename === true || isOther) return undefined;
  // As `emitClient` has them where all of them are used; where one is not, the seal differs.
  const options = {
    importExtension,
    ...(name !== undefined && { name }),
    ...(openapiTypes && { openapiTypes: true }),
    ...(vendor !== undefined && { vendor }),
  };
  return readUnchanged(out, {
    digest: contract.digest,
    options: recordedOptions(options, configured),
    inputs: inputsText(options, contract, overrides),
  });
}

/** What shapes a client beside the contract's digest and the lock of names, as text. */
export function inputsText(
  options: EmittedFacts["options"],
  { longDigits }: Pick<LoadedContract, "longDigits">,
  overrides: ClientSettings["overrides"],
): string {
  const digits = [...longDigits].map(([rounded, written]) => [String(rounded), written]);
  return canonicalJson([options, Object.fromEntries(digits), overrides?.values ?? {}]);
}

/** The settings that the manifest has: those that no configuration file has. */
export function recordedOptions(
  given: EmittedFacts["options"],
  configured: GenerateOptions["configured"] = {},
): EmittedFacts["options"] {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(configured, name)));
}
