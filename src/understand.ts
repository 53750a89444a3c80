import type { LoadedContract } from "./load/loaded-contract.js";
import type { ApiModel } from "./model/api-model.js";
import type { KeptNames } from "./model/names/kept-names.js";
import { buildModel } from "./model/build-model.js";
import type { ClientPlan } from "./plan/client-plan.js";
import { clientName, planClient } from "./plan/plan-client.js";
import { isTakenName, reservedTypeNames } from "./plan/reserved-names.js";
import { UserError } from "./text/user-error.js";

/** What shapes a client beside its contract. */
export interface UnderstandOptions {
  /** Names of an earlier generation. */
  readonly kept?: KeptNames | undefined;
  readonly name?: string | undefined;
  readonly vendor?: string | undefined;
}

/**
 * model → plan, for every command that needs both: one place that hands the client's own names to the model, so that no
 * schema gets one of them.
 *
 * @throws UserError (exit 2 or 3).
 */
export function understand(
  contract: LoadedContract,
  { name, vendor, kept }: UnderstandOptions,
): { readonly model: ApiModel; readonly plan: ClientPlan } {
  const model = modelOf(contract, { name, kept });
  return { model, plan: planOf(model, { name, vendor }) };
}

/** The model alone. */
export function modelOf(
  contract: LoadedContract,
  { name, kept }: Pick<UnderstandOptions, "name" | "kept">,
): ApiModel {
  return buildModel(contract, {
    ...(kept && { kept }),
    reservedNames: (title) => reservedTypeNames(name ?? clientName(title)),
  });
}

/** The plan of a model. */
export function planOf(model: ApiModel, { name, vendor }: UnderstandOptions): ClientPlan {
  return planClient(model, {
    ...(name !== undefined && { name: checkName(name) }),
    ...(vendor !== undefined && { vendor }),
  });
}

/** A class name that the caller chose. */
function checkName(name: string): string {
  if (/^[A-Z][A-Za-z0-9]*$/.test(name)) {
    if (!isTakenName(name)) return name;
    throw new UserError(2, `"${name}" is a name that generated code uses itself.`, {
      remedy: `Give another, like --name ${name}Client.`,
    });
  }
  throw new UserError(2, `"${name}" cannot be the name of a class.`, {
    remedy: "Give letters and digits that start with an upper-case letter: --name ExternalApi.",
  });
}
