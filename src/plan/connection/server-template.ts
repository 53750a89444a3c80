import type { ServerModel } from "../../model/api-model.js";
import type { ServerTemplatePlan } from "../client-plan.js";

/** What the runtime needs of a server to fill its address: the URL alone where it has no variables. */
export function serverTemplate({ url, variables }: ServerModel): string | ServerTemplatePlan {
  if (variables.length === 0) return url;
  const choices = variables
    .filter(({ values }) => values.length > 0)
    .map(({ name, values }) => ({ name, values }));
  return {
    url,
    variables: Object.fromEntries(variables.map(({ name, default: initial }) => [name, initial])),
    ...(choices.length === 0 ? {} : { choices }),
  };
}
