import { diagnostic } from "../../../../diagnostics/diagnostic.js";
import type { OperationModel } from "../../../../model/api-model.js";
import { operationKey } from "../../responses.js";
import { keyParameter, type PlannedKeys } from "../../traits/idempotency-keys.js";
import type { OperationTraits } from "../../traits/trait.js";
import { joinedLines, type LostSign } from "../sign.js";

/** Rules of idempotency keys that the client does not check, and those by which it can make no key. */
export function keyRuleSigns(
  operations: readonly {
    readonly model: OperationModel;
    readonly traits: OperationTraits;
    readonly keys?: PlannedKeys | undefined;
  }[],
): readonly LostSign[] {
  return operations.flatMap(({ model, traits, keys }) => {
    const { given = {} } = traits.idempotentCreate ?? {};
    if (keys === undefined || "rules" in given) return [];
    const parameter = keyParameter(model, traits);
    const { pointer } = parameter?.origin ?? model.origin;
    const operation = operationKey(model);
    const rules = Object.entries(keys.rules).map(([rule, value]) => `${rule}: ${JSON.stringify(value)}`);
    const header = `its header ${JSON.stringify(parameter?.name)} has`;
    const sign = {
      operation: model,
      trait: "idempotency" as const,
      lines: [],
      meant: joinedLines(model, "idempotency", traits.idempotentCreate, "rules: false"),
    };
    const unchecked = keys.unchecked.map((rule) => ({
      ...sign,
      shown: `${header} a rule for keys (${rule})`,
      missing: "the client does not check that: it could take exponential time, or is not supported",
      diagnostic: diagnostic("trait/unchecked-key", pointer, { operation, rule }),
    }));
    if (keys.form !== undefined) return unchecked;
    const unmade = {
      ...sign,
      shown: `${header} rules for keys (${rules.join(", ")})`,
      missing: "the client can make no key that fits: every call needs one from the caller",
      diagnostic: diagnostic("trait/no-key", pointer, { operation, rules }),
    };
    return [...unchecked, unmade];
  });
}
