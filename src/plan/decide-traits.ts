import type { LocatedOverrides } from "../config/client-overrides.js";
import type { ApiModel } from "../model/api-model.js";
import { applyOverrides, type Overridden } from "./service/overrides/apply-overrides.js";
import { forgiveOthers, refuseUnfit, type UnfitClaim } from "./service/overrides/claim.js";
import { overrideContract } from "./service/overrides/override-contract.js";
import { decideTokenExchange } from "./service/overrides/override-token-exchange.js";
import type { SchemaReader } from "./service/schema-reader.js";
import { resolveFlags } from "./service/traits/capabilities/feature-flags.js";
import { unknownHeaders } from "./service/signs/unknown-headers.js";
import { recogniseContract, recogniseOperations } from "./service/traits/recognise-traits.js";
import { addReturnedVersions } from "./service/traits/recognise-returned-version.js";
import type { ContractTraits, SwitchedOff } from "./service/traits/trait.js";

/** What a configuration file says of the contract. */
interface DecidingOptions {
  readonly overrides?: LocatedOverrides | undefined;
  /** Claims that do not fit are reported, and have no effect. */
  readonly reportUnfit?: boolean | undefined;
}

/** The traits of a client, and the claims that do not fit the contract. */
interface DecidedClient extends Overridden {
  readonly contract: ContractTraits;
  /** Traits of the contract as a whole that the configuration switches off. */
  readonly switchedOff: readonly SwitchedOff[];
}

/**
 * The traits of every operation: as the contract shows them, and the configuration decides otherwise.
 *
 * @throws UserError (2) where it claims what the contract does not have, unless that is only reported.
 */
export function decideTraits(
  model: ApiModel,
  reader: SchemaReader,
  { overrides, reportUnfit }: DecidingOptions,
  unmarked: readonly UnfitClaim[],
): DecidedClient {
  const shown = recogniseOperations(model, reader);
  const contract = recogniseContract(model, reader);
  if (overrides === undefined)
    return {
      operations: addReturnedVersions(resolveFlags(shown, reader), reader),
      contract,
      switchedOff: [],
      unfit: [],
    };
  const { operations: traited, unfit: ofOperations } = applyOverrides(shown, model, reader, overrides);
  const exchanging = decideTokenExchange(traited, model, reader, overrides);
  const { traits, switchedOff, unfit: ofContract } = overrideContract(contract, model, reader, overrides);
  const unfit = forgiveOthers(
    [
      ...unmarked,
      ...ofOperations,
      ...exchanging.unfit,
      ...ofContract,
      ...checkRetention(traits, traited),
      ...unknownHeaders(model, overrides.values.undeclaredHeaders),
    ],
    model,
  );
  if (reportUnfit !== true) refuseUnfit(unfit, overrides);
  const { operations, exchange } = exchanging;
  return {
    operations: addReturnedVersions(resolveFlags(operations, reader), reader),
    contract: { ...traits, ...(exchange !== undefined && { tokenExchange: exchange }) },
    switchedOff,
    unfit,
  };
}

/** How long keys are remembered, where no operation has one. */
function checkRetention(
  { intentRetention }: ContractTraits,
  operations: Overridden["operations"],
): readonly UnfitClaim[] {
  const hasKeys = operations.some(({ traits }) => traits.idempotentCreate !== undefined);
  if (hasKeys || intentRetention === undefined) return [];
  const message =
    "No operation of the client takes an idempotency key. Remove the line, or say which does with `idempotency` of it.";
  return [{ path: ["intentRetention"], message, mayFitOthers: true }];
}
