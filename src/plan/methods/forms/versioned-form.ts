import type { OperationModel } from "../../../model/api-model.js";
import { fullName } from "../../reading/answers.js";
import type { TypePlan } from "../../type-plan.js";
import { answerType, valueInAnswer } from "../answer-type.js";
import { type CallForm, callType, optionalOptions, plainForm } from "../call-form.js";
import type { PlannedOperation } from "../planned-operation.js";
import type { TypeSources } from "../representations.js";

/** A read that hands its validator out (ETG-1). */
export function versionedForm(operation: PlannedOperation, sources: TypeSources): CallForm {
  const value = answerType(operation.model, sources);
  const of: TypePlan = { kind: "literal", value: fullName(operation.model) };
  return {
    ...plainForm(
      "readVersioned",
      [value, of],
      callType({ kind: "name", name: "Versioned", arguments: [value, of] }),
    ),
    options: optionalOptions("CallOptions"),
    valueIn: versionedIn(operation.model, of, sources),
    notes: saysETag(operation) ? [] : ["The value comes with its strong ETag, which a change must present."],
  };
}

/** What each answer gives, with its validator. */
export function versionedIn(
  operation: OperationModel,
  of: TypePlan,
  sources: TypeSources,
): NonNullable<CallForm["valueIn"]> {
  const valueIn = valueInAnswer(operation, sources);
  return (answer) => {
    const value = valueIn(answer);
    return value === undefined ? undefined : { kind: "name", name: "Versioned", arguments: [value, of] };
  };
}

/** Whether the contract's own words, which stand before ours, say it already. */
function saysETag({ model }: PlannedOperation): boolean {
  return /\be-?tag\b/i.test(`${model.summary ?? ""} ${model.description ?? ""}`);
}
