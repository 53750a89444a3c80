import type { ScopeOverrides, TraitOverrides } from "../../../config/client-overrides.js";
import type { OperationModel } from "../../../model/api-model.js";
import { fullName, operationKey, startShown } from "../responses.js";
import { capabilitySources } from "../traits/capabilities/feature-flags.js";
import type { DecidedOperation, UnfitClaim } from "./claim.js";

/** What the file decides of one operation, beside its names. */
export type Values = TraitOverrides & ScopeOverrides;

/** The claims on one operation, and the key that the file has for it. */
export interface ClaimsOn {
  readonly key: string;
  readonly values: Values;
}

/** Claims that do not go together with another trait of the operation. */
export function findConflicts(
  decided: readonly DecidedOperation[],
  claims: ReadonlyMap<OperationModel, ClaimsOn>,
): readonly UnfitClaim[] {
  const byName = new Map(decided.map((one) => [fullName(one.model), one]));
  return decided.flatMap(({ model, traits }) => {
    const claim = claims.get(model);
    if (claim === undefined) return [];
    const at = (...keys: readonly string[]) => ["operations", claim.key, ...keys];
    const { background, conditionalChange, idempotentCreate, pagination, safe } = traits;
    const { values } = claim;
    const change = (
      [
        ["background", background],
        ["conditional", conditionalChange],
        ["idempotency", idempotentCreate],
      ] as const
    ).find(([, trait]) => trait !== undefined)?.[0];
    const result = values.background && values.background.result && background?.facts.result?.operation;
    const read = conditionalChange?.facts.read;
    const unpaged = result && byName.get(fullName({ name: result }))?.traits.pagination === undefined;
    const unflagged =
      values.features && !capabilitySources(decided).some(({ facts }) => facts.features !== undefined);
    const start = values.pagination && safe === undefined && model.method === "POST" && startShown(model);
    const paged = values.conditional && read && byName.get(fullName({ name: read }))?.traits.pagination;
    return [
      ...(pagination !== undefined && change !== undefined && (values.pagination || values[change])
        ? [unfitBeside(at("pagination"), "pagination", change)]
        : []),
      ...(safe?.decidedBy === "configuration" && change !== undefined
        ? [unfitBeside(at("safe"), "safe", change)]
        : []),
      ...(start
        ? [
            {
              path: at("pagination"),
              message: `${operationKey(model)} responds with ${start}: it creates or starts something, and would do so again for each page. Write \`safe: true\` beside it if the operation only reads.`,
            },
          ]
        : []),
      ...(unpaged
        ? [
            {
              path: at("background", "result"),
              message:
                "The result is not paged: say how with `pagination` of that operation. Leave `result` out where it has one page: callers read that by themselves.",
            },
          ]
        : []),
      ...(unflagged
        ? [
            {
              path: at("features"),
              message: "The contract does not say where flags are: say it with `capabilities.features`.",
            },
          ]
        : []),
      ...(paged
        ? [
            {
              path: at("conditional", "read"),
              message: `The read is paged: several pages have no single ETag.`,
            },
          ]
        : []),
    ];
  });
}

function unfitBeside(path: readonly string[], one: string, other: string): UnfitClaim {
  return {
    path,
    message: `\`${one}\` and \`${other}\` exclude each other: switch one off with \`${other}: false\` or \`${one}: false\`.`,
  };
}
