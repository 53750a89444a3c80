import { ConstantReference } from "../../../text/constant-reference.js";
import type { BackgroundOperation } from "../../traits/trait.js";
import { handleType } from "../background/handle-type.js";
import { backgroundOf } from "../background/name-backgrounds.js";
import { type CallForm, callType, plainForm } from "../call-form.js";
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
