import type { PlannedOperation } from "./planned-operation.js";

/** The first of some names that no other operation of the resource has; the last one where each is taken. */
export function freeMethodName(
  { model }: PlannedOperation,
  names: readonly string[],
  all: readonly PlannedOperation[],
): string {
  const taken = new Set(
    all
      .filter((other) => other.model.name.resource === model.name.resource)
      .map((other) => other.model.name.method),
  );
  const free = names.find((name) => !taken.has(name));
  if (free !== undefined) return free;
  const last = names.at(-1) ?? model.name.method;
  for (let count = 2; ; count += 1) {
    if (!taken.has(`${last}${count}`)) return `${last}${count}`;
  }
}
