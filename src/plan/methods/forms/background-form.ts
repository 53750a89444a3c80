import { ConstantReference } from "../../../text/constant-reference.js";
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
  { traits }: PlannedOperation,
  facts: BackgroundOperation,
  sources: FormSources,
): CallForm {
  const handle = handleType(facts, sources);
  const background = backgroundOf(facts, sources.backgrounds);
  return {
    ...plainForm("startOperation", handle.arguments, callType(handle.type)),
    options: changeOptions(traits),
    valueIn: () => handle.type,
    extra:
      background === undefined
        ? []
        : [{ kind: "constant", reference: new ConstantReference(background.constant) }],
    notes: [
      "The handle waits for its end; another process can resume it from its id.",
      ...validatorNote(traits),
    ],
  };
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
