import type { LocatedOverrides } from "../config/client-overrides.js";
import type { ApiModel, OperationModel, SecuritySchemeModel } from "../model/api-model.js";
import { bearerSchemes } from "./service/credentials/bearer-schemes.js";
import { operationFinder, type UnfitClaim } from "./service/overrides/claim.js";
import { adviseName } from "./service/overrides/find-member.js";
import { operationKey } from "./service/responses.js";

/** A model whose operations require the scopes that a configuration file says, and what of it does not fit. */
export interface ScopedModel {
  readonly model: ApiModel;
  readonly unfit: readonly UnfitClaim[];
  /** Method and path of the operations that it decides. */
  readonly decided: ReadonlySet<string>;
}

/**
 * Makes operations require scopes that the contract has no place for, or names in descriptions only: before anything is read from the
 * model. `false`: none.
 */
export function requireScopes(model: ApiModel, overrides: LocatedOverrides | undefined): ScopedModel {
  const claims = Object.entries(overrides?.values.operations ?? {}).filter(
    ([, { scopes }]) => scopes !== undefined,
  );
  if (claims.length === 0) return { model, unfit: [], decided: new Set() };
  const finder = operationFinder(model.operations);
  const scopedSchemes = new Set(bearerSchemes(model.securitySchemes).map(({ name }) => name));
  const known = model.securitySchemes.flatMap(scopeNames);
  const unfit: UnfitClaim[] = [];
  const scoped = new Map<OperationModel, readonly (readonly string[])[]>();
  for (const [key, { scopes = false }] of claims) {
    const operation = finder.find(key);
    // An operation that is not there is reported once, with its other claims.
    if (operation === undefined) continue;
    const path = ["operations", key, "scopes"];
    const wanted = scopes === false ? [] : scopes;
    const located = wanted.flatMap((one, at) =>
      typeof one === "string"
        ? [{ scope: one, at: [String(at)] }]
        : one.map((scope, index) => ({ scope, at: [String(at), String(index)] })),
    );
    if (wanted.length > 0 && !operation.security.flat().some(({ scheme }) => scopedSchemes.has(scheme)))
      unfit.push({
        path,
        message: `${operationKey(operation)} needs no credential that has scopes (a bearer token, OAuth 2 or OpenID Connect).`,
      });
    for (const { scope, at } of located)
      if (known.length > 0 && !known.includes(scope))
        unfit.push({
          path: [...path, ...at],
          message: `The contract describes no scope ${JSON.stringify(scope)}. ${adviseName(scope, known, "")}`,
        });
    scoped.set(operation, alternativesOf(wanted));
  }
  const operations = model.operations.map((operation) => {
    const scopes = scoped.get(operation);
    return scopes === undefined ? operation : withScopes(operation, scopes, scopedSchemes);
  });
  return {
    model: { ...model, operations },
    unfit,
    decided: new Set([...scoped.keys()].map(operationKey)),
  };
}

/** Sets of scopes, any of which is enough: the single ones together, and each list. */
function alternativesOf(wanted: readonly (string | readonly string[])[]): readonly (readonly string[])[] {
  const single = wanted.filter((one) => typeof one === "string");
  const lists = wanted.filter((one) => typeof one !== "string");
  return single.length === 0 && lists.length > 0 ? lists : [single, ...lists];
}

function withScopes(
  operation: OperationModel,
  alternatives: readonly (readonly string[])[],
  schemes: ReadonlySet<string>,
): OperationModel {
  const security = operation.security.flatMap((requirement) => {
    if (!requirement.some(({ scheme }) => schemes.has(scheme))) return [requirement];
    return alternatives.map((scopes) =>
      requirement.map((one) => (schemes.has(one.scheme) ? { ...one, scopes } : one)),
    );
  });
  return { ...operation, security };
}

function scopeNames(scheme: SecuritySchemeModel): readonly string[] {
  return scheme.kind === "oauth2" || scheme.kind === "bearer"
    ? (scheme.scopes ?? []).map(({ name }) => name)
    : [];
}
