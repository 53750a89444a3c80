import type { Core } from "../call/core.js";
import { intentsOf } from "./intents-of.js";

/** What the caller found in the upstream system. */
export type IntentFinding = "happened" | "did-not-happen";

/**
 * Says what became of an intent whose outcome the server did not know (IDM-5), or whose answer was lost for too long.
 * After `happened` it is never sent again; after `did-not-happen` it is free, and the next call with it uses a new key.
 *
 * @returns false when the intent was free already
 */
export async function resolveIntent(
  core: Core,
  intent: string,
  finding: IntentFinding,
): Promise<boolean> {
  const { store } = intentsOf(core);
  const record = await store.read(intent);
  if (record === undefined) return false;
  if (finding === "happened")
    await store.mark(intent, record.idempotencyKey, "settled");
  else await store.release(intent, record.idempotencyKey);
  return true;
}
