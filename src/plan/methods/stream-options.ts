import { fullName } from "../reading/answers.js";
import type { TypePlan } from "../type-plan.js";
import { type CallForm, optionalOptions } from "./call-form.js";
import type { PlannedOperation } from "./planned-operation.js";

/**
 * Options of a method that asks for the answer otherwise than the operation's own: what the traits of the operation need
 * is needed here too, but for an intent, which is settled by the answer of the own method.
 */
export function streamOptions({ traits }: PlannedOperation): CallForm["options"] {
  const read = traits.conditionalChange?.facts.read;
  if (traits.conditionalChange !== undefined) {
    const of: readonly TypePlan[] =
      read === undefined ? [] : [{ kind: "literal", value: fullName({ name: read }) }];
    return {
      name: "options",
      type: { kind: "name", name: "ConditionalOptions", arguments: of },
      optional: false,
    };
  }
  if (traits.idempotentCreate === undefined) return optionalOptions("CallOptions");
  const keyed: TypePlan = {
    kind: "name",
    name: "Omit",
    arguments: [
      { kind: "name", name: "KeyedOptions" },
      { kind: "literal", value: "intent" },
    ],
  };
  return { name: "options", type: keyed, optional: true };
}
