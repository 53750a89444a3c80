import type { OperationModel } from "../../model/api-model.js";
import { codeSpan } from "../../text/code-span.js";
import { fullName } from "../reading/answers.js";

/** Where the answer leads (OpenAPI, Link Object), by the names of the client's methods. */
export function linkTexts({ links }: OperationModel): readonly string[] {
  const texts = links.map(({ target, parameters }) => {
    const given = Object.entries(parameters).map(
      ([name, value]) => `${codeSpan(parameterName(name))} from ${codeSpan(value)}`,
    );
    const values = given.length === 0 ? "" : `, with ${given.join(", ")}`;
    return `Its answer leads to ${codeSpan(fullName({ name: target }))}${values}.`;
  });
  return [...new Set(texts)];
}

/** `path.id` says in which place a parameter is; an input has it by its name. */
function parameterName(name: string): string {
  return name.replace(/^(?:path|query|header|cookie)\./, "");
}
