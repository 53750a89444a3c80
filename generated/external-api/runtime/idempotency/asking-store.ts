import type { CallFacts } from "../errors/error-facts.js";
import { isApiError } from "../errors/api-error.js";
import { IntentStoreError } from "../errors/intent-store-error.js";

/**
 * Asks a store of intents before anything is sent, and has whatever it raises be an error of the client.
 *
 * @param call - the call that it is asked for; undefined outside of one
 * @throws IntentStoreError with the store's own error as its cause, unless that is one of the client
 */
export async function askingStore<Value>(
  intent: string,
  call: CallFacts | undefined,
  ask: () => Promise<Value>,
): Promise<Value> {
  try {
    return await ask();
  } catch (cause) {
    if (!isApiError(cause))
      throw new IntentStoreError({
        intent,
        cause,
        ...(call !== undefined && { call }),
      });
    throw call === undefined ? cause : cause.during(call, 0, 0);
  }
}
