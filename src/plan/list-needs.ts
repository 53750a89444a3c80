import type { LocatedOverrides } from "../config/client-overrides.js";
import type { ApiModel } from "../model/api-model.js";
import type { VisitBudget } from "../openapi/visit.js";
import { decideTraits } from "./decide-traits.js";
import { operationFinder } from "./service/overrides/claim.js";
import { fullName, operationKey } from "./service/responses.js";
import { createSchemaReader } from "./service/schema-reader.js";

/** An operation that another needs for what the client does with it. */
export interface Need {
  /** Method and path of the operation that needs it; undefined: every one does. */
  readonly of: string | undefined;
  readonly trait: "background" | "capabilities" | "conditionalChange" | "tokenExchange";
  /** Method and path of the operation that is needed. */
  readonly operation: string;
}

/** The operations of a contract that others need: the status and the result of what they start, the read before a change, tokens, limits. */
export function listNeeds(
  model: ApiModel,
  { overrides, budget }: { readonly overrides?: LocatedOverrides | undefined; readonly budget: VisitBudget },
): readonly Need[] {
  const reader = createSchemaReader(model.schemas, budget);
  const { operations } = decideTraits(model, reader, { overrides, reportUnfit: true }, []);
  const keys = new Map(model.operations.map((one) => [fullName(one), operationKey(one)]));
  const shown = operations.flatMap(({ model: operation, traits }): Need[] => {
    const of = operationKey(operation);
    const { background, capabilities, conditionalChange, tokenExchange } = traits;
    const named = (
      trait: Need["trait"],
      name: { readonly resource: string; readonly method: string } | undefined,
    ) => {
      const key = name && keys.get(fullName({ name }));
      return key === undefined ? [] : [{ of, trait, operation: key }];
    };
    const served = (scheme: string) =>
      model.operations
        .filter(({ security }) => security.some((all) => all.some((one) => one.scheme === scheme)))
        .map((one) => ({ of: operationKey(one), trait: "tokenExchange" as const, operation: of }));
    return [
      ...named("background", background?.facts.status),
      ...named("background", background?.facts.result?.operation),
      ...named("conditionalChange", conditionalChange?.facts.read),
      ...(capabilities === undefined
        ? []
        : [{ of: undefined, trait: "capabilities" as const, operation: of }]),
      ...named("capabilities", capabilities?.facts.also?.operation).map((need) => ({
        ...need,
        of: undefined,
      })),
      ...(tokenExchange === undefined ? [] : served(tokenExchange.facts.scheme)),
    ];
  });
  return [...shown, ...namedNeeds(model, overrides)];
}

/**
 * The operations that a configuration file names for others. Those of an entry that does not fit, too: its error is then about what does not
 * fit, and not about an operation that the client has not.
 */
function namedNeeds(model: ApiModel, overrides: LocatedOverrides | undefined): readonly Need[] {
  const finder = operationFinder(model.operations);
  return Object.entries(overrides?.values.operations ?? {}).flatMap(([key, claims]) => {
    const start = finder.find(key);
    if (start === undefined) return [];
    const { background, conditional } = claims;
    const { status, result } = { status: undefined, result: undefined, ...(background || {}) };
    const need = (trait: Need["trait"], name: string | false | undefined): readonly Need[] => {
      const found = name ? finder.find(name) : undefined;
      return found === undefined ? [] : [{ of: operationKey(start), trait, operation: operationKey(found) }];
    };
    return [
      ...need("background", status),
      ...need("background", result),
      ...need("conditionalChange", conditional ? conditional.read : undefined),
    ];
  });
}
