import type { LinkModel, OperationModel } from "../../model/api-model.js";
import { codeSpan } from "../../text/code-span.js";
import { fullName } from "../reading/answers.js";

/** Where the answer leads (OpenAPI, Link Object), by the names of the client's methods. */
export function linkTexts({ links }: OperationModel): readonly string[] {
  const texts = links.map((link) => {
    const description = link.description?.trim() ?? "";
    const told = `Its answer leads to ${codeSpan(fullName({ name: link.target }))}${given(link)}${server(link)}`;
    return description === "" ? `${told}.` : `${told}: ${sentence(description)}`;
  });
  return [...new Set(texts)];
}

/** `, with \`id\` from \`$response.body#/id\`` */
function given({ parameters, body }: LinkModel): string {
  const values = Object.entries(parameters).map(
    ([name, value]) => `${codeSpan(parameterName(name))} from ${codeSpan(value)}`,
  );
  const all = body === undefined ? values : [...values, `its body from ${codeSpan(body)}`];
  return all.length === 0 ? "" : `, with ${all.join(", ")}`;
}

/** A client has one address; a call to another is the caller's to make. */
function server({ server: url }: LinkModel): string {
  return url === undefined ? "" : `, at ${codeSpan(url)}`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** `path.id` says in which place a parameter is; an input has it by its name. */
function parameterName(name: string): string {
  return name.replace(/^(?:path|query|header|cookie)\./, "");
}
