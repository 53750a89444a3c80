import type { ApiModel, OperationModel } from "../model/api-model.js";
import type { SchemaUsage } from "./types/plan-model-types.js";

/** The schemas that travel each way; what the API sends to its user's server flows to the user. */
export function schemaRoots(model: ApiModel): SchemaUsage {
  const contentOf = (
    content: readonly { readonly schema?: OperationModel["parameters"][number]["schema"] }[],
  ) => content.flatMap((media) => media.schema ?? []);
  return {
    request: model.operations.flatMap((operation) => [
      ...operation.parameters.map((parameter) => parameter.schema),
      ...contentOf(operation.body?.content ?? []),
    ]),
    answer: [
      ...model.operations.flatMap((operation) =>
        operation.answers.flatMap((answer) => [...contentOf(answer.content), ...contentOf(answer.headers)]),
      ),
      ...model.webhooks.flatMap(({ body, parameters }) => [
        ...contentOf(body?.content ?? []),
        ...contentOf(parameters),
      ]),
    ],
  };
}
