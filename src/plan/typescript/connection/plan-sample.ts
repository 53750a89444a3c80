import type { ServerModel } from "../../../model/api-model.js";
import { byText } from "../../../text/by-text.js";
import { defaultAddress, takesCredentials } from "../../../text/server-address.js";
import type { CredentialPlan, SamplePlan } from "../client-plan.js";
import type { PlannedOperation } from "../inputs/planned-operation.js";

/** How a first client of this contract is made: with an address that takes what it sends, and one set of credentials. */
export function planSample(
  servers: readonly ServerModel[],
  operations: readonly PlannedOperation[],
  credentials: readonly CredentialPlan[],
): SamplePlan {
  const needs = alternativesOf(operations, credentials);
  const [chosen = [], ...others] = rankAlternatives(needs);
  const left = needs.filter((alternatives) => !alternatives.some((one) => isCovered(one, chosen)));
  const wanted = new Set(left.flat().map((schemes) => JSON.stringify(schemes)));
  const isFurther = (schemes: readonly string[]) => wanted.has(JSON.stringify(schemes));
  return {
    ...planAddress(servers, credentials.length > 0),
    credentials: credentials.filter(({ scheme }) => chosen.includes(scheme)),
    others: others.filter((schemes) => !isFurther(schemes)),
    further: others.filter(isFurther),
  };
}

/** Nothing where the contract's first server will do. */
function planAddress(
  [first, ...others]: readonly ServerModel[],
  hasCredentials: boolean,
): Pick<SamplePlan, "address" | "unprotected"> {
  const own = first === undefined ? undefined : defaultAddress(first);
  const willDo = (url: URL): boolean => !hasCredentials || takesCredentials(url);
  if (own !== undefined && willDo(own)) return {};
  const other = others
    .filter(({ variables }) => variables.length === 0)
    .flatMap((server) => defaultAddress(server) ?? [])
    .find(willDo);
  const address =
    other === undefined
      ? ({ option: "baseUrl", url: `https://${own?.hostname ?? "platform.example"}` } as const)
      : ({ option: "serverUrl", url: other.href.replace(/\/+$/, "") } as const);
  return { address, ...(own === undefined ? {} : { unprotected: own.href.replace(/\/+$/, "") }) };
}

/** Of each operation that takes credentials its alternatives, as far as a caller can have their credentials. */
function alternativesOf(
  operations: readonly PlannedOperation[],
  credentials: readonly CredentialPlan[],
): readonly (readonly (readonly string[])[])[] {
  const given = new Set(credentials.map(({ scheme }) => scheme));
  const needs = operations.map(({ model: { security } }) =>
    security.map((alternative) =>
      alternative.map(({ scheme }) => scheme).filter((scheme) => given.has(scheme)),
    ),
  );
  return needs.filter((alternatives) => alternatives.length > 0);
}

/**
 * The sets of schemes that a caller can have credentials of, each enough for some operation (OpenAPI, Security Requirement
 * Object): that which most operations can be called with comes first, then the smaller, then by name.
 */
function rankAlternatives(
  needs: readonly (readonly (readonly string[])[])[],
): readonly (readonly string[])[] {
  const sets = new Map(
    needs
      .flat()
      .filter((schemes) => schemes.length > 0)
      .map((schemes) => [JSON.stringify(schemes), schemes]),
  );
  return [...sets]
    .map(([key, schemes]) => ({
      key,
      schemes,
      uses: needs.filter((alternatives) => alternatives.some((one) => isWithin(one, schemes))).length,
    }))
    .sort(
      (left, right) =>
        right.uses - left.uses || left.schemes.length - right.schemes.length || byText(left.key, right.key),
    )
    .map(({ schemes }) => schemes);
}

function isWithin(schemes: readonly string[], given: readonly string[]): boolean {
  return schemes.length > 0 && isCovered(schemes, given);
}

/** Also of one that needs nothing. */
function isCovered(schemes: readonly string[], given: readonly string[]): boolean {
  return schemes.every((scheme) => given.includes(scheme));
}
