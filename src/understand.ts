import type { LoadedContract } from "./load/loaded-contract.js";
import type { ApiModel } from "./model/api-model.js";
import type { KeptNames } from "./model/names/kept-names.js";
import { buildModel } from "./model/build-model.js";
import { createVisitBudget, type VisitBudget } from "./openapi/visit-budget.js";
import { type KeptClass, nameClass } from "./plan/client-class.js";
import type { ClientPlan } from "./plan/client-plan.js";
import { planClient } from "./plan/plan-client.js";
import { reservedTypeNames } from "./plan/reserved-names.js";

/** What shapes a client beside its contract. */
export interface UnderstandOptions {
  /** Names of an earlier generation. */
  readonly kept?: KeptNames | undefined;
  /** Class of an earlier generation. */
  readonly keptClass?: KeptClass | undefined;
  /** Class, as asked for. */
  readonly name?: string | undefined;
  readonly vendor?: string | undefined;
  /** Counts the steps of model and plan together; by default one of its own for this contract. */
  readonly budget?: VisitBudget | undefined;
}

/**
 * model → plan, for every command that needs both: one place that hands the client's own names to the model, so that no
 * schema gets one of them.
 *
 * @throws UserError (exit 2 or 3).
 */
export function understand(
  contract: LoadedContract,
  options: UnderstandOptions,
): { readonly model: ApiModel; readonly plan: ClientPlan } {
  const { budget = createVisitBudget() } = options;
  const model = modelOf(contract, { ...options, budget });
  return { model, plan: planClient(model, { ...options, budget }) };
}

/** What is to be said of a vendor word that somebody gave and the contract has no place for. */
export function unusedVendor(vendor: string | undefined, { options }: ClientPlan): readonly string[] {
  if (vendor === undefined || options["vendor"] !== undefined) return [];
  return [
    `The vendor word "${vendor}" is not used: the contract has no token exchange that leaves one open.`,
  ];
}

/** The model alone. */
export function modelOf(
  contract: LoadedContract,
  { name, kept, keptClass, budget }: Omit<UnderstandOptions, "vendor">,
): ApiModel {
  return buildModel(contract, {
    ...(kept && { kept }),
    ...(budget && { budget }),
    reservedNames: (title, operations) =>
      reservedTypeNames(nameClass({ title, operations }, { name, kept: keptClass }).name),
  });
}
