import type { ServerModel } from "../../model/api-model.js";
import type { ServerTemplatePlan } from "../client-plan.js";

/** What the runtime needs of a server to fill its address: the URL alone where it has no variables. */
function serverTemplate({ url, variables }: ServerModel): string | ServerTemplatePlan {
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

/** An operation's own servers: the first, with the others where it has some; undefined where the contract's is called. */
export function ownServer(servers: readonly ServerModel[] = []): string | ServerTemplatePlan | undefined {
  const [first, ...others] = servers;
  if (first === undefined) return undefined;
  const template = serverTemplate(first);
  if (others.length === 0) return template;
  return {
    ...(typeof template === "string" ? { url: template } : template),
    others: others.map(serverTemplate),
  };
}
