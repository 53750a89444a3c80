import { ConstantReference } from "../../../text/constant-reference.js";
import type { OperationModel } from "../../../model/api-model.js";
import type { TypePlan } from "../../type-plan.js";
import type { BackgroundOperation } from "../../traits/trait.js";
import { operationsConstant } from "../assemble-method.js";
import { handleType } from "../background/handle-type.js";
import { answerType, valueInAnswer } from "../answer-type.js";
import { backgroundOf, backgroundsFollowedBy } from "../background/name-backgrounds.js";
import { type CallForm, callType, optionalOptions, plainForm } from "../call-form.js";
import { changeOptions, validatorNote } from "../call-options.js";
import type { FormSources } from "../method-sources.js";
import type { PlannedOperation } from "../planned-operation.js";

/** The start of a background operation: gives its handle (OPS-1), under a key and a validator where it takes them. */
export function backgroundForm(
  { traits, model }: PlannedOperation,
  facts: BackgroundOperation,
  sources: FormSources,
): CallForm {
  const handle = handleType(facts, sources);
  const background = backgroundOf(facts, sources.backgrounds);
  const done = facts.mayBeDone === true ? doneType(model, sources) : undefined;
  const value = done === undefined ? handle.type : startedOrDone(done, handle.type);
  return {
    ...(done === undefined
      ? plainForm("startOperation", handle.arguments, callType(value))
      : plainForm("startOrDone", [done, ...handle.arguments], callType(value))),
    options: changeOptions(traits),
    valueIn: () => value,
    extra:
      background === undefined
        ? []
        : [{ kind: "constant", reference: new ConstantReference(background.constant) }],
    notes: [
      ...(done === undefined
        ? []
        : ["Gives the value when it is done at once, or the handle of a background operation (202)."]),
      "The handle waits for its end; another process can resume it from its id.",
      ...validatorNote(traits),
    ],
  };
}

/** What the operation gives when it is done at once: every success but 202. */
function doneType(model: OperationModel, sources: FormSources): TypePlan {
  return answerType({ ...model, answers: model.answers.filter(({ status }) => status !== "202") }, sources);
}

/** `StartedOrDone<Value, Handle>`. */
export function startedOrDone(value: TypePlan, handle: TypePlan): TypePlan {
  return { kind: "name", name: "StartedOrDone", arguments: [value, handle] };
}

/**
 * The read that tells the state of background operations: shares its requests, and the least time between two of them,
 * with everyone who waits for the same operation. Undefined for an operation that follows none.
 */
export function statusForm({ model }: PlannedOperation, sources: FormSources): CallForm | undefined {
  const [background] = backgroundsFollowedBy(model.name, sources.backgrounds);
  if (background === undefined) return undefined;
  const value = answerType(model, sources);
  return {
    ...plainForm("readStatus", [value], callType(value)),
    options: optionalOptions("CallOptions"),
    valueIn: valueInAnswer(model, sources),
    extra: [operationsConstant(background.constant)],
    notes: [
      "Waits until the operation may be polled again: calls and handles share the polls of one operation.",
    ],
  };
}
