import type { OperationDescriptor } from "../call/operation-descriptor.js";
import { type CallFacts, isApiError } from "./api-error.js";

/** What errors say of an operation. */
export function callOf({ name, method, path }: OperationDescriptor): CallFacts {
  return { operation: name, method, path };
}

/**
 * Does what comes before a call is sent (claiming a place, asking for a limit), and names the call in errors that know
 * of none.
 */
export async function duringCall<Value>(
  call: CallFacts,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw isApiError(error) ? error.during(call, 0, 0) : error;
  }
}
