import { isApiError } from "../errors/api-error.js";
import type { CallFacts } from "../errors/error-facts.js";
import type { OperationDescriptor } from "./operation-descriptor.js";

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
