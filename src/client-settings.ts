import type { LocatedOverrides } from "./config/client-overrides.js";
import { type Diagnostic, diagnostic } from "./diagnostics/diagnostic.js";
import type { GenerateOptions } from "./generate-options.js";
import type { LoadedContract } from "./load/loaded-contract.js";
import { objectMember, textMember } from "./model/json-members.js";
import type { LockedNames } from "./model/names/locked-names.js";
import { operationIdentity } from "./model/names/operation-names.js";
import { listRawOperations } from "./model/operations/list-raw-operations.js";
import { UserError } from "./text/user-error.js";
import type { PreviousClient } from "./write/previous-client.js";

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
