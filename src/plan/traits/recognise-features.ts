import type { OperationModel } from "../../model/api-model.js";
import type { Trait } from "./trait.js";

/** The rollout flags that an operation needs (CAP-3). No flag is one that nobody has to ask for. */
export function recogniseFeatures({ features }: OperationModel): Trait<readonly string[]> | undefined {
  if (features.length === 0) return undefined;
  const named = features.map((name) => `"${name}"`).join(", ");
  return { facts: features, reason: `Its \`x-features\` names what must be switched on: ${named}.` };
}
