import type { OperationModel } from "../../model/api-model.js";
import { jsonAnswer } from "../reading/answers.js";
import type { CursorPagination } from "../traits/trait.js";
import type { TypePlan } from "../type-plan.js";
import type { TypeSources } from "./representations.js";

/** The type of one item of a paged operation, in the answer that the trait was recognised in. */
export function itemType(
  operation: OperationModel,
  { items }: CursorPagination,
  { types, reader }: TypeSources,
): TypePlan {
  const page = jsonAnswer(operation)?.schema;
  const list = page === undefined ? undefined : reader.property(page, items)?.schema;
  const type = list === undefined ? undefined : reader.resolve(list).type;
  return type?.kind === "array" ? types.typeOf(type.items, "answer") : { kind: "keyword", name: "unknown" };
}
