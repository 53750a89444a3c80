import { claimName } from "./claim-name.js";
import type { PlannedOperation } from "./planned-operation.js";

/** The first of some names that no other operation of the resource has; the last one, numbered, where each is taken. */
export function freeMethodName(
  { model }: PlannedOperation,
  names: readonly [string, ...string[]],
  all: readonly PlannedOperation[],
): string {
  const others = all.filter((other) => other.model.name.resource === model.name.resource);
  return claimName(names, new Set(others.map((other) => other.model.name.method)));
}
