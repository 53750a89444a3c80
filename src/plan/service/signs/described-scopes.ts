import type { ApiModel } from "../../../model/api-model.js";
import { withoutDenials } from "../../../text/without-denials.js";
import type { KnownScopes } from "./change-signs.js";
import { markedScopes } from "./scope-texts.js";
import { type LostSign, operationLines, type SignSource } from "./sign.js";

/** Characters of a text that are searched. */
const LONGEST = 100_000;

/** Most scopes that are named. */
const MOST = 8;

/** Where a section of a description starts. */
const HEADING = /\n(?=#{1,6}\s)/u;

/**
 * Scopes that only the description of the contract lists, where operations take tokens with scopes and none says which it needs: then
 * calls without them are refused by the server, and not before they are sent.
 */
export function describedScopesSign(
  sources: readonly SignSource[],
  { contract }: Pick<ApiModel, "contract">,
  { schemes, known }: KnownScopes,
): LostSign | undefined {
  const text = (contract.description ?? "").slice(0, LONGEST);
  if (known.size > 0 || !/\bscopes?\b/i.test(text)) return undefined;
  const first = sources.find(
    ({ operation, traits }) =>
      traits.tokenExchange === undefined &&
      operation.security.flat().some(({ scheme }) => schemes.has(scheme)),
  );
  const sections = text.split(HEADING).filter((section) => /\bscopes?\b/i.test(section));
  // A value with a colon can be anything; two in a section about scopes are scopes.
  const scopes = [...new Set(sections.flatMap((section) => markedScopes(withoutDenials(section))))];
  if (first === undefined || scopes.length < 2) return undefined;
  const shown = scopes.slice(0, MOST).map((scope) => JSON.stringify(scope));
  const rest = scopes.length > MOST ? `, and ${String(scopes.length - MOST)} more` : "";
  return {
    origin: { pointer: "#/info/description" },
    trait: "scopes",
    rule: "trait/described-scopes",
    shown: `its description lists the scopes ${shown.join(", ")}${rest}`,
    missing: "no operation says which it needs",
    lines: operationLines(first.operation, ['scopes: ["?"]']),
  };
}
