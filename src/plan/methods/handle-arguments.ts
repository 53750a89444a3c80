import type { BackgroundOperation } from "../traits/trait.js";
import type { TypePlan } from "../type-plan.js";
import { answerType } from "./answer-type.js";
import { itemType } from "./item-type.js";
import type { MethodSources } from "./method-sources.js";

/** Type arguments of `OperationHandle`: a row of the result, and the operation as its status tells it. */
export function handleArguments(facts: BackgroundOperation, sources: MethodSources): readonly TypePlan[] {
  const result = facts.result === undefined ? undefined : sources.find(facts.result.operation);
  const paging = result?.traits.pagination;
  const status = sources.find(facts.status);
  return [
    result === undefined || paging === undefined
      ? { kind: "keyword", name: "never" }
      : itemType(result.model, paging.facts, sources),
    status === undefined ? { kind: "keyword", name: "unknown" } : answerType(status.model, sources),
  ];
}
