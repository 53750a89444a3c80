import type { ClientPlan } from "../../plan/typescript/client-plan.js";
import { readClientTypes } from "./client-types.js";
import { compareClient } from "./compare-client.js";
import { compareErrors, compareWebhooks } from "./compare-errors.js";
import { compareExports } from "./compare-exports.js";
import { compareMethods } from "./compare-methods.js";
import { compareModelTypes } from "./compare-models.js";
import { explainPairs } from "./explain-pairs.js";
import type { SurfaceChange } from "./surface-change.js";

/**
 * What changes for the code that is compiled against a generated client, when the client of one contract takes the place of that of
 * another. Both are planned with the same settings, and the names of the old one are the lock of the new one.
 *
 * @param responded - pointers of the schemas in the old contract that responses to webhooks and callbacks lead to.
 * @param onCutOff - told when types have more alternatives than are compared.
 */
export function compareSurfaces(
  old: ClientPlan,
  now: ClientPlan,
  responded: Iterable<string> = [],
  onCutOff: () => void = () => undefined,
): readonly SurfaceChange[] {
  const types = { old: readClientTypes(old), now: readClientTypes(now) };
  const explain = explainPairs(types.old, types.now);
  compareClient(old, now, explain);
  compareMethods(old, now, explain);
  compareErrors(old, now, explain);
  compareWebhooks(old, now, explain);
  compareModelTypes(old, responded, types, explain);
  compareExports(old, now, types, explain);
  if (explain.isCutOff()) onCutOff();
  return explain.changes();
}
