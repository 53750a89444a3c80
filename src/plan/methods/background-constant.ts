import { camel, words } from "../../text/words.js";
import type { PlannedOperation } from "./planned-operation.js";

/**
 * The constant that describes a background operation, beside its status operation: `operationsBackground`; where several
 * creates follow theirs in different ways, the later ones carry the create's name. Unique over the client.
 */
export function backgroundConstant(operation: PlannedOperation, all: readonly PlannedOperation[]): string {
  const status = operation.traits.background?.facts.status;
  const start = camel([...words(status?.resource ?? ""), "background"]);
  const index = distinctBackgrounds(all, status).findIndex((other) => key(other) === key(operation));
  return index <= 0 ? start : `${start}For${operation.model.name.type}`;
}

/** One create for each way of following a background operation through a status operation, in the model's order. */
export function distinctBackgrounds(
  all: readonly PlannedOperation[],
  status: { readonly resource: string; readonly method: string } | undefined,
): readonly PlannedOperation[] {
  const found = new Map<string, PlannedOperation>();
  for (const operation of all) {
    const facts = operation.traits.background?.facts;
    if (facts === undefined || operation.traits.idempotentCreate === undefined) continue;
    if (facts.status.resource !== status?.resource || facts.status.method !== status.method) continue;
    if (!found.has(key(operation))) found.set(key(operation), operation);
  }
  return [...found.values()];
}

function key(operation: PlannedOperation): string {
  return JSON.stringify(operation.traits.background?.facts);
}
