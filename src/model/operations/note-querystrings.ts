import type { OperationModel } from "../api-model.js";
import type { SchemaNote } from "../schema/schema-note.js";

/**
 * What a person should know of queries that are described twice: OpenAPI 3.2 (Parameter Object) allows one parameter in
 * `querystring`, and none in `query` beside it. All are sent, joined by `&`.
 */
export function noteQuerystrings(operations: readonly OperationModel[]): readonly SchemaNote[] {
  return operations.flatMap(({ parameters, origin: { pointer } }) => {
    const whole = parameters.filter((parameter) => parameter.in === "querystring");
    const others = parameters.filter((parameter) => parameter.in === "query");
    if (whole.length === 0 || whole.length + others.length === 1) return [];
    const names = [...whole, ...others].map(({ name }) => JSON.stringify(name)).join(", ");
    return [{ text: `The query is described more than once (${names}); all of it is sent.`, pointer }];
  });
}
