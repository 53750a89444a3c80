import { findHeader, fullName, successAnswers } from "../../reading/answers.js";
import type { ConditionalChange } from "../../traits/trait.js";
import type { TypePlan } from "../../type-plan.js";
import { answerType, valueInAnswer } from "../answer-type.js";
import { type CallForm, callType, plainForm } from "../call-form.js";
import { changeOptions, validatorNote } from "../call-options.js";
import type { PlannedOperation } from "../planned-operation.js";
import type { TypeSources } from "../representations.js";
import { versionedIn } from "./versioned-form.js";

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
  if (read === undefined || operation.model.form?.kind === "paired" || !answersWithETag(operation))
    return {
      ...plainForm(keyed ? "keyed" : "call", [value], callType(value)),
      ...added,
      valueIn: valueInAnswer(operation.model, sources),
    };
  const of: TypePlan = { kind: "literal", value: fullName({ name: read }) };
  const both: readonly TypePlan[] = [value, of];
  const returns = callType({ kind: "name", name: "Versioned", arguments: both });
  return {
    ...plainForm(keyed ? "changeVersionedKeyed" : "changeVersioned", both, returns),
    ...added,
    valueIn: versionedIn(operation.model, of, sources),
  };
}

/** Whether every success of a change comes with a validator. */
export function answersWithETag({ model }: Pick<PlannedOperation, "model">): boolean {
  const answers = successAnswers(model);
  return answers.length > 0 && answers.every((answer) => findHeader(answer, "ETag") !== undefined);
}
