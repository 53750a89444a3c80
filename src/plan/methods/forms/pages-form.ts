import type { CursorPagination } from "../../traits/trait.js";
import { answerType } from "../answer-type.js";
import { operationsConstant } from "../assemble-method.js";
import { type CallForm, optionalOptions, plainForm } from "../call-form.js";
import { itemType } from "../item-type.js";
import type { PlannedOperation } from "../planned-operation.js";
import type { TypeSources } from "../representations.js";

/** A read that comes page by page (RES-3). */
export function pagesForm(
  operation: PlannedOperation,
  facts: CursorPagination,
  sources: TypeSources,
): CallForm {
  const page = answerType(operation.model, sources);
  const item = itemType(operation.model, facts, sources);
  return {
    ...plainForm("pages", [item, page], { kind: "name", name: "PageSequence", arguments: [item, page] }),
    options: optionalOptions("CallOptions"),
    extra: [operationsConstant(pagingConstant(operation))],
    notes: [],
  };
}

/** `listPaging`: the constant beside the descriptor. */
export function pagingConstant({ model }: PlannedOperation): string {
  return `${model.name.method}Paging`;
}
