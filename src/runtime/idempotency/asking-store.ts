import type { CallFacts } from "../errors/error-facts.js";
import { isApiError } from "../errors/api-error.js";
import { IntentStoreError } from "../errors/intent-store-error.js";

/** Times that an intent is claimed anew. A real intent is freed a few times in a row at most. */
const mostTurns = 100;

/**
 * Claims an intent, and again whenever somebody freed it before the claim could be used.
 *
 * @param turn - claims once; undefined when the claim was freed
 * @throws IntentStoreError when no claim lasts: a store that does not hold what it says must not keep its caller forever
 */
export async function claimInTurns<Value>(
  intent: string,
  turn: () => Promise<Value | undefined>,
): Promise<Value> {
  for (let count = 0; count < mostTurns; count += 1) {
    const claimed = await turn();
    if (claimed !== undefined) return claimed;
  }
  throw new IntentStoreError({
    intent,
    happened: `The intent store lost the same claim ${String(mostTurns)} times in a row; nothing was sent.`,
    remedy:
      "Make sure that `read` of the store returns what `claim` returned until `release`, and never an older copy.",
  });
}

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
