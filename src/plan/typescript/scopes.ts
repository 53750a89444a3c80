import type { OperationModel } from "../../model/api-model.js";
import { byText } from "../../text/by-text.js";
import type { TypePlan } from "./type-plan.js";

/**
 * The sets of scopes, any one of which is enough for an operation (OpenAPI, Security Requirement Object). Empty: it
 * needs none, or can be called without.
 */
export function scopeAlternatives(operation: OperationModel): readonly (readonly string[])[] {
  const alternatives = operation.security.map((alternative) => alternative.flatMap(({ scopes }) => scopes));
  return alternatives.some((scopes) => scopes.length === 0) ? [] : distinct(alternatives);
}

/** What two operations need together: every pairing of their alternatives. */
export function bothAlternatives(
  left: readonly (readonly string[])[],
  right: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  if (left.length === 0) return right;
  if (right.length === 0) return left;
  return distinct(left.flatMap((one) => right.map((other) => [...one, ...other])));
}

/** One type for several; a union of one is that one. */
export function union(types: readonly TypePlan[]): TypePlan {
  const [only] = types;
  return only !== undefined && types.length === 1 ? only : { kind: "union", members: types };
}

function distinct(alternatives: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const keyed = alternatives.map((scopes) => {
    const sorted = [...new Set(scopes)].sort(byText);
    return [JSON.stringify(sorted), sorted] as const;
  });
  return [...new Map(keyed).values()];
}
