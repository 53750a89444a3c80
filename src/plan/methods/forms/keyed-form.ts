import { answerType, valueInAnswer } from "../answer-type.js";
import { type CallForm, callType, optionalOptions, plainForm } from "../call-form.js";
import type { PlannedOperation } from "../planned-operation.js";
import type { TypeSources } from "../representations.js";

/** A create that carries an idempotency key and answers with its result (IDM-1). */
export function keyedForm(operation: PlannedOperation, sources: TypeSources): CallForm {
  const value = answerType(operation.model, sources);
  return {
    ...plainForm("keyed", [value], callType(value)),
    options: optionalOptions("KeyedOptions"),
    valueIn: valueInAnswer(operation.model, sources),
    notes: ["Happens once, however often it is sent: every repeat carries the same idempotency key."],
  };
}
