import type { TypePlan } from "../type-plan.js";
import type { CallForm } from "./call-form.js";
import { changeOptions } from "./call-options.js";
import type { PlannedOperation } from "./planned-operation.js";

/**
 * Options of a method that asks for the answer otherwise than the operation's own: what the traits of the operation need
 * is needed here too, but for an intent, which is settled by the answer of the own method.
 */
export function streamOptions({ traits }: Pick<PlannedOperation, "traits">): CallForm["options"] {
  const { conditionalChange, idempotentCreate } = traits;
  if (conditionalChange !== undefined) return changeOptions({ conditionalChange });
  if (idempotentCreate === undefined) return changeOptions({});
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
