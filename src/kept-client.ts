import { type Diagnostic, diagnostic } from "./diagnostics/diagnostic.js";
import type { GenerateOptions } from "./generate-options.js";
import type { LoadedContract } from "./load/loaded-contract.js";
import { objectMember, textMember } from "./model/json-members.js";
import type { KeptNames } from "./model/names/kept-names.js";
import { operationIdentity } from "./model/names/operation-names.js";
import { listRawOperations } from "./model/operations/list-raw-operations.js";
import type { KeptClass } from "./plan/client-class.js";
import { UserError } from "./text/user-error.js";
import type { Kept } from "./write/read-kept.js";

/** What a client is generated with. */
export interface ClientSettings {
  readonly name: string | undefined;
  readonly keptClass: KeptClass | undefined;
  readonly kept: KeptNames | undefined;
  readonly vendor: string | undefined;
  readonly importExtension: "js" | "ts" | "none";
  readonly openapiTypes: boolean;
  /** What a person should know of them. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * What is said, then what the client in the folder has, then defaults.
 *
 * @throws UserError (exit 2) when the folder has the client of another contract: to put one in its place deletes a
 *   client, and no diff of it reads as what it is. A run that only compares, or is forced, goes on, and keeps nothing.
 */
export function settleClient(options: GenerateOptions, kept: Kept, contract: LoadedContract): ClientSettings {
  const isOther = isOfAnotherContract(kept, contract);
  const other = `The folder has the client of "${kept.title ?? ""}", and the contract is "${titleOf(contract)}".`;
  if (isOther && options.check !== true && options.force !== true) {
    throw new UserError(2, other, {
      where: options.out,
      remedy:
        "Nothing was written. Choose another folder with -o, or put this client in its place with --force.",
    });
  }
  const before: Kept = isOther ? {} : kept;
  const isKeeping = options.rename !== true;
  return {
    name: options.name,
    // A name that somebody asked for is an option, and a new client would have it too.
    keptClass: isKeeping || before.keptClass?.given === true ? before.keptClass : undefined,
    kept: isKeeping ? before.names : undefined,
    vendor: options.vendor ?? before.vendor,
    importExtension: options.importExtension ?? before.importExtension ?? "js",
    openapiTypes: options.openapiTypes ?? before.openapiTypes ?? false,
    diagnostics: isOther
      ? [diagnostic("client/other-contract", "", { before: kept.title ?? "", now: titleOf(contract) })]
      : [],
  };
}

/** Another title, and less than half of the client's operations. A title that only changed its words is the same. */
function isOfAnotherContract({ title, names }: Kept, contract: LoadedContract): boolean {
  if (title === undefined || title === titleOf(contract)) return false;
  const now = new Set(listRawOperations(contract.document).map(operationIdentity));
  const before = Object.keys(names?.operations ?? {});
  return before.length === 0 || before.filter((operation) => now.has(operation)).length * 2 < before.length;
}

function titleOf({ document }: LoadedContract): string {
  return textMember(objectMember(document, "info"), "title") ?? "";
}
