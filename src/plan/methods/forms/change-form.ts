import { fullName, successAnswers, findHeader } from "../../reading/answers.js";
import type { ConditionalChange } from "../../traits/trait.js";
import type { TypePlan } from "../../type-plan.js";
import { answerType } from "../answer-type.js";
import { type CallForm, callType, plainForm } from "../call-form.js";
import type { PlannedOperation } from "../planned-operation.js";
import type { TypeSources } from "../representations.js";

/** A change under a validator (ETG-2), which carries the key of an intent beside it where the contract has one. */
export function changeForm(
  operation: PlannedOperation,
  { read }: ConditionalChange,
  sources: TypeSources,
): CallForm {
  const keyed = operation.traits.idempotentCreate !== undefined;
  const of: readonly TypePlan[] =
    read === undefined ? [] : [{ kind: "literal", value: fullName({ name: read }) }];
  const value = answerType(operation.model, sources);
  const call =
    answersWithETag(operation) && of.length > 0
      ? plainForm(
          keyed ? "changeVersionedKeyed" : "changeVersioned",
          [value, ...of],
          callType({ kind: "name", name: "Versioned", arguments: [value, ...of] }),
        )
      : plainForm(keyed ? "keyed" : "call", [value], callType(value));
  return {
    ...call,
    options: { name: "options", type: conditionalOptions(of, keyed), optional: false },
    notes: [
      read === undefined
        ? "Needs the strong ETag of a read."
        : `Needs the strong ETag that \`${fullName({ name: read })}\` gives.`,
    ],
  };
}

/** `ConditionalOptions<"pets.get">`, and what a key adds to them. */
function conditionalOptions(of: readonly TypePlan[], keyed: boolean): TypePlan {
  const options: TypePlan = { kind: "name", name: "ConditionalOptions", arguments: of };
  return keyed
    ? { kind: "intersection", members: [options, { kind: "name", name: "KeyedOptions" }] }
    : options;
}

/** Whether every success of a change comes with a validator. */
export function answersWithETag({ model }: PlannedOperation): boolean {
  const answers = successAnswers(model);
  return answers.length > 0 && answers.every((answer) => findHeader(answer, "ETag") !== undefined);
}
