import type { JsonObject } from "./loaded-contract.js";

/** The document as the model reads it, and what was changed on the way, ready to print. */
export interface NormalisedBundle {
  readonly document: JsonObject;
  readonly warnings: readonly string[];
}

export function normaliseBundle(bundle: JsonObject): NormalisedBundle {
  return { document: bundle, warnings: [] };
}
