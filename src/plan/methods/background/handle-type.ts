import type { BackgroundOperation } from "../../traits/trait.js";
import type { TypePlan } from "../../type-plan.js";
import { NEVER, UNKNOWN } from "../../types/type-builders.js";
import { answerType } from "../answer-type.js";
import { itemType } from "../item-type.js";
import type { FormSources } from "../method-sources.js";

/** The handle of a background operation: the type that a method gives, and the type arguments of the call behind it. */
export interface HandleType {
  readonly type: TypePlan;
  /** A row of its result (`never`: it has none), and the operation as its status tells it. */
  readonly arguments: readonly TypePlan[];
}

/** `ResultHandle<Row, Operation>` where the contract has pages of a result, else `OperationHandle<Operation>`. */
export function handleType(facts: BackgroundOperation, sources: FormSources): HandleType {
  const result = facts.result === undefined ? undefined : sources.find(facts.result.operation);
  const paging = result?.traits.pagination;
  const status = sources.find(facts.status);
  const operation = status === undefined ? UNKNOWN : answerType(status.model, sources);
  if (result === undefined || paging === undefined) {
    return {
      type: { kind: "name", name: "OperationHandle", arguments: [operation] },
      arguments: [NEVER, operation],
    };
  }
  const both = [itemType(result.model, paging.facts, sources), operation];
  return { type: { kind: "name", name: "ResultHandle", arguments: both }, arguments: both };
}
