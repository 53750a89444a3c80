import type { HeaderOverride } from "../../../config/client-overrides.js";
import type { ResponseModel } from "../../../model/api-model.js";
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
