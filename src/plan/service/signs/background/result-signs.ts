import type { OperationModel } from "../../../../model/api-model.js";
import { operationKey } from "../../responses.js";
import { isSame } from "../../traits/background/find-status.js";
import { openResults } from "../../traits/background/find-result.js";
import { backgroundKeys, type LostSign, quotedKey, type SignSource } from "../sign.js";

/** Reads of results of which nothing says whose they are, and that no other sign assigns. */
export function resultSigns(
  sources: readonly SignSource[],
  others: readonly LostSign[],
): readonly LostSign[] {
  const all = sources.map(({ operation: model, traits }) => ({ model, traits }));
  const traitsOf = new Map(all.map(({ model, traits }) => [model, traits]));
  const assigned = new Set(others.flatMap(({ lines }) => lines.map((line) => line.trim())));
  return openResults(all).flatMap(({ result, status, starts }) => {
    const given = `result: ${quotedKey(result)}`;
    const state = all.find(({ model }) => isSame(model.name, status));
    if (state === undefined || assigned.has(given)) return [];
    const keysOf = (one: OperationModel) => backgroundKeys(traitsOf.get(one), state.model).join(", ");
    const linesOf = (of: string) =>
      starts.flatMap((one) => [`  ${quotedKey(one)}:`, `    background: { ${keysOf(one)}, ${of} }`]);
    return {
      operation: result,
      trait: "results" as const,
      shown: `its path is right below that of \`${operationKey(state.model)}\``,
      missing: `nothing says which of ${String(starts.length)} operations it belongs to; write \`result: false\` where it does not`,
      lines: ["operations:", ...linesOf(given)],
      meant: ["operations:", ...linesOf("result: false")],
    };
  });
}
