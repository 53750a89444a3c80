import type { AnswerModel, OperationModel } from "../../model/api-model.js";
import type { TypePlan } from "../type-plan.js";
import { isRedirect } from "../reading/answers.js";
import { listRepresentations, type TypeSources, valueOf } from "./representations.js";

/** The type of what a successful call gives: over all success answers, `undefined` where one has no content. */
export function answerType(operation: OperationModel, sources: TypeSources): TypePlan {
  const { plain, nothing } = listRepresentations(operation, sources);
  return valueOf(plain, nothing);
}

/** The type of what one of its answers gives; undefined where a call that asks for nothing cannot take it. */
export function valueInAnswer(
  operation: OperationModel,
  sources: TypeSources,
): (answer: AnswerModel) => TypePlan | undefined {
  const { plainIn } = listRepresentations(operation, sources);
  return (answer) => {
    if (!isRedirect(answer) && (operation.method === "HEAD" || answer.content.length === 0))
      return valueOf([], true);
    const plain = plainIn(answer);
    return plain.length === 0 ? undefined : valueOf(plain, false);
  };
}
