import type { Core } from "../call/core.js";
import type { WaitContext } from "../call/limits.js";
import { intentsOf } from "./intents-of.js";

/** Milliseconds that the server keeps keys, as the caller or the server's limits say; undefined when nobody does. */
export async function retentionOf(
  core: Core,
  context: WaitContext,
): Promise<number | undefined> {
  return intentsOf(core).retention ?? (await core.limits?.retention(context));
}
