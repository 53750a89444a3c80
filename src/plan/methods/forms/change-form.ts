import { findHeader, fullName, successAnswers } from "../../reading/answers.js";
import type { ConditionalChange } from "../../traits/trait.js";
import type { TypePlan } from "../../type-plan.js";
import { answerType } from "../answer-type.js";
import { type CallForm, callType, plainForm } from "../call-form.js";
import { changeOptions, validatorNote } from "../call-options.js";
import type { PlannedOperation } from "../planned-operation.js";
import type { TypeSources } from "../representations.js";

/** A change under a validator (ETG-2), which carries the key of an intent beside it where the contract has one. */
export function changeForm(
  operation: PlannedOperation,
  { read }: ConditionalChange,
  sources: TypeSources,
): CallForm {
  const { traits } = operation;
  const keyed = traits.idempotentCreate !== undefined;
  const value = answerType(operation.model, sources);
  const added = { options: changeOptions(traits), notes: validatorNote(traits) };
  if (read === undefined || !answersWithETag(operation))
    return { ...plainForm(keyed ? "keyed" : "call", [value], callType(value)), ...added };
  const both: readonly TypePlan[] = [value, { kind: "literal", value: fullName({ name: read }) }];
  const returns = callType({ kind: "name", name: "Versioned", arguments: both });
  return { ...plainForm(keyed ? "changeVersionedKeyed" : "changeVersioned", both, returns), ...added };
}

/** Whether every success of a change comes with a validator. */
export function answersWithETag({ model }: PlannedOperation): boolean {
  const answers = successAnswers(model);
  return answers.length > 0 && answers.every((answer) => findHeader(answer, "ETag") !== undefined);
}
