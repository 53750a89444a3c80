import type { OperationModel } from "../../model/api-model.js";
import type { TypePlan } from "../type-plan.js";
import { listRepresentations, type TypeSources, valueOf } from "./representations.js";

/** The type of what a successful call gives: over all success answers, `undefined` where one has no content. */
export function answerType(operation: OperationModel, sources: TypeSources): TypePlan {
  const { plain, nothing } = listRepresentations(operation, sources);
  return valueOf(plain, nothing);
}
