import { type CallFacts, isApiError } from "./api-error.js";

/** The members of an operation's descriptor that errors say. */
export interface DescribedCall {
  readonly name: string;
  readonly method: string;
  readonly path: string;
}

/** What errors say of an operation. */
export function callOf({ name, method, path }: DescribedCall): CallFacts {
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
