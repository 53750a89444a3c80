import { fullName } from "../../reading/answers.js";
import type { TypePlan } from "../../type-plan.js";
import { answerType } from "../answer-type.js";
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
    notes: saysETag(operation) ? [] : ["The value comes with its strong ETag, which a change must present."],
  };
}

/** Whether the contract's own words, which stand before ours, say it already. */
function saysETag({ model }: PlannedOperation): boolean {
  return /\be-?tag\b/i.test(`${model.summary ?? ""} ${model.description ?? ""}`);
}
