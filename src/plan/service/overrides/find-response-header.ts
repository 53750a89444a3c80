import type { HeaderOverride, LocatedOverrides } from "../../../config/client-overrides.js";
import { type Diagnostic, diagnostic } from "../../../diagnostics/diagnostic.js";
import type { ApiModel, ResponseModel } from "../../../model/api-model.js";
import { nearestWord } from "../../../text/words.js";
import { findHeader } from "../responses.js";
import { adviseName, type Misfit } from "./find-member.js";

/**
 * The header of a response that a claim names, as the contract spells it. One that it does not declare is still read, unless it
 * declares a similar one: that is a typo.
 *
 * @param what - the responses, for messages: `The response`.
 */
export function findResponseHeader(
  { header: name, undeclared }: HeaderOverride,
  responses: readonly ResponseModel[],
  what: string,
): { readonly header: string; readonly isDeclared: boolean } | Misfit {
  const declared = responses.flatMap((response) => findHeader(response, name) ?? [])[0];
  if (declared !== undefined) return { header: declared.name, isDeclared: true };
  const names = responses.flatMap(({ headers }) => headers.map((header) => header.name));
  const advice = adviseName(name, names, "");
  return undeclared !== true && advice.startsWith("Did")
    ? {
        misfit: `${what} has no header ${JSON.stringify(name)}. ${advice} To read it nevertheless, add \`undeclared: true\`.`,
      }
    : { header: name, isDeclared: false };
}

/**
 * Names of `requestId` that no response declares, and that are similar to a declared one: typos, most likely. A contract may leave
 * headers out, so they are read nevertheless. Where the file lists the declared one too, both are meant.
 */
export function diagnoseNearHeaders(
  { operations }: Pick<ApiModel, "operations">,
  { values: { requestId }, file, locate }: LocatedOverrides,
): readonly Diagnostic[] {
  if (requestId === undefined || requestId === false) return [];
  const headers = operations.flatMap(({ responses }) => responses.flatMap((response) => response.headers));
  const byName = new Map(headers.map(({ name }) => [name.toLowerCase(), name]));
  const listed = new Set(requestId.map((name) => name.toLowerCase()));
  const others = [...byName].flatMap(([key, name]) => (listed.has(key) ? [] : [name]));
  return requestId.flatMap((name, at): readonly Diagnostic[] => {
    const declared = byName.has(name.toLowerCase()) ? undefined : nearestWord(name, others);
    if (declared === undefined) return [];
    const { line, column } = locate(["requestId", String(at)]);
    const location = { file, pointer: "", line, column };
    return [{ ...diagnostic("config/near-header", "", { name, declared }), location }];
  });
}
