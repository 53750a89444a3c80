import { Rejection } from "../problems/rejection.js";
import type { FeatureName, SandboxFeatures } from "../sandbox-options.js";

/**
 * Checks that every named flag is on (`x-features` of the operation).
 * @throws Refusal `feature_disabled` that names the first flag that is off
 */
export function checkFeatures(features: Readonly<SandboxFeatures>, needed: readonly FeatureName[]): void {
  const off = needed.find((name) => !features[name]);
  if (off !== undefined)
    throw new Rejection("feature_disabled", `The feature ${off} is off; see /capabilities.`);
}
