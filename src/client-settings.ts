import type { LocatedOverrides } from "./config/client-overrides.js";
import type { ConfiguredDiff } from "./config/read-config.js";
import { type Diagnostic, diagnostic } from "./diagnostics/diagnostic.js";
import type { EmittedFacts } from "./emit/emitted-client.js";
import type { LoadedContract } from "./load/loaded-contract.js";
import { objectMember, textMember } from "./model/json-members.js";
import type { LockedNames } from "./model/names/locked-names.js";
import { operationIdentity } from "./model/names/member-names.js";
import { listRawOperations } from "./model/operations/list-raw-operations.js";
import type { ReadingOptions } from "./read-contract.js";
import { canonicalJson } from "./text/canonical-json.js";
import { type ClientSetting, UserError } from "./text/user-error.js";
import { type PreviousClient, readUnchanged, type UnchangedClient } from "./write/previous-client.js";

/** What `cabinetry generate` is told. */
export interface GenerateOptions extends Omit<ReadingOptions, "onMatch" | "overrides"> {
  /** CONTRACT: a URL of an API or a document, a file, `-`. */
  readonly contract: string;
  /** Output folder. */
  readonly out: string;
  /** Class of the client; default: as the client in the folder has it, or after the contract's title. */
  readonly name?: string | undefined;
  /** The word that the contract's token exchange leaves open (TOK-2); default: as the folder's client has it. */
  readonly vendor?: string | undefined;
  /** Compare only. */
  readonly check?: boolean | undefined;
  /** Write nothing when there is a warning. */
  readonly strict?: boolean | undefined;
  /** Give the class, every method and every model the name that a new client would have, instead of keeping those in the folder. */
  readonly rename?: boolean | undefined;
  /** Overwrite what was edited by hand, and the client of another contract. */
  readonly force?: boolean | undefined;
  /**
   * Also write `openapi-types.ts`: what openapi-typescript derives from the contract, for openapi-fetch. False
   * takes it back; default: as the folder's client has it, or not.
   */
  readonly openapiTypes?: boolean | undefined;
  /** How relative imports end; default: as in the folder's client, or `js`. */
  readonly importExtension?: "js" | "ts" | "none" | undefined;
  /** Settings that a configuration file has of the client: they stay out of its manifest. */
  readonly configured?:
    | {
        readonly name?: string;
        readonly vendor?: string;
        readonly importExtension?: "js" | "ts" | "none";
        readonly openapiTypes?: boolean;
      }
    | undefined;
  /** What a configuration file says of the contract: its manifest has it only to tell what a change of it changes. */
  readonly overrides?: LocatedOverrides | undefined;
  /** Where a configuration file has a setting; undefined: it does not have it. */
  readonly position?: ((setting: ClientSetting) => string | undefined) | undefined;
  /** What a configuration file says of changes of the contract. */
  readonly diff?: ConfiguredDiff | undefined;
}

/** What a client is generated with. */
export interface ClientSettings {
  readonly name: string | undefined;
  readonly locked: LockedNames | undefined;
  readonly vendor: string | undefined;
  readonly importExtension: "js" | "ts" | "none";
  readonly openapiTypes: boolean;
  readonly overrides: LocatedOverrides | undefined;
  /** The folder has the client of another contract. */
  readonly isOther: boolean;
  /** What a person should know of them. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The options, then what the configuration file has, then what the manifest of the client in the folder has, then defaults.
 *
 * @throws UserError (exit 2) when the folder has the client of another contract: to put one in its place deletes a
 *   client, and no diff of it reads as what it is. A run that only compares, or is forced, goes on, and keeps nothing.
 */
export function resolveClient(
  options: GenerateOptions,
  previous: PreviousClient,
  contract: LoadedContract,
): ClientSettings {
  const isOther = isOfAnotherContract(previous, contract);
  const other = `The folder has the client of "${previous.title ?? ""}", and the contract is "${titleOf(contract)}".`;
  if (isOther && options.check !== true && options.force !== true) {
    throw new UserError(2, other, {
      where: options.out,
      remedy:
        "Nothing was written. Choose another folder with -o, or put this client in its place with --force.",
    });
  }
  const { settings: recorded, names }: PreviousClient = isOther ? { settings: {} } : previous;
  const settings = { ...recorded, ...options.configured };
  return {
    name: options.name ?? settings.name,
    locked: options.rename === true ? undefined : names,
    vendor: options.vendor ?? settings.vendor,
    importExtension: options.importExtension ?? settings.importExtension ?? "js",
    openapiTypes: options.openapiTypes ?? settings.openapiTypes ?? false,
    overrides: options.overrides,
    isOther,
    diagnostics: isOther
      ? [diagnostic("client/other-contract", "", { before: previous.title ?? "", now: titleOf(contract) })]
      : [],
  };
}

/** Another title, and less than half of the client's operations. A title that only changed its words is the same. */
function isOfAnotherContract({ title, names }: PreviousClient, contract: LoadedContract): boolean {
  if (title === undefined || title === titleOf(contract)) return false;
  const now = new Set(listRawOperations(contract.document).map(operationIdentity));
  const before = Object.keys(names?.operations ?? {});
  return before.length === 0 || before.filter((operation) => now.has(operation)).length * 2 < before.length;
}

function titleOf({ document }: LoadedContract): string {
  return textMember(objectMember(document, "info"), "title") ?? "";
}

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
