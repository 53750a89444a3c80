import type { BackgroundOperation } from "../../traits/trait.js";
import { backgroundConstant } from "../background-constant.js";
import { type CallForm, callType, optionalOptions, plainForm } from "../call-form.js";
import { handleArguments } from "../handle-arguments.js";
import type { MethodSources } from "../method-sources.js";
import type { PlannedOperation } from "../planned-operation.js";

/** The start of a background operation: gives its handle (OPS-1). */
export function backgroundForm(
  operation: PlannedOperation,
  facts: BackgroundOperation,
  sources: MethodSources,
): CallForm {
  const typeArguments = handleArguments(facts, sources);
  return {
    ...plainForm(
      "startOperation",
      typeArguments,
      callType({ kind: "name", name: "OperationHandle", arguments: typeArguments }),
    ),
    options: optionalOptions("KeyedOptions"),
    extra: [backgroundConstant(operation, sources.all)],
    notes: [
      "Starts a background operation: the handle waits for its end, and another process can resume it from its id.",
    ],
  };
}
