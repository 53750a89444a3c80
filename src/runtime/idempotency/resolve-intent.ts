import type { CallOptions } from "../call/call-options.js";
import { type ClientConnection, coreOf } from "../call/core.js";
import { ArgumentError } from "../errors/argument-error.js";
import { waitContext, waitFor } from "../waiting/wait-for.js";
import { withStoreErrors, intentsOf } from "./intents.js";

/** What the caller found in the upstream system. */
export type IntentFinding = "happened" | "did-not-happen";

const findings: ReadonlySet<unknown> = new Set<IntentFinding>([
  "happened",
  "did-not-happen",
]);

/**
 * Resolves an intent whose outcome the server did not know, or whose response was lost for too long.
 * After `happened` it is never sent again; after `did-not-happen` it is free, and the next call with it uses a new key.
 *
 * @param options - end the wait for the store
 * @returns false when the intent was free already
 * @throws ArgumentError for another finding; the intent stays as it is
 * @throws AbortedError, DeadlineError, IntentStoreError: then it is not certain that the finding was recorded
 */
export async function resolveIntent(
  connection: ClientConnection,
  intent: string,
  finding: IntentFinding,
  options: Pick<CallOptions, "signal" | "deadline"> = {},
): Promise<boolean> {
  // Only the exact word may free an intent: any other could let a create happen twice.
  if (!findings.has(finding))
    throw new ArgumentError({
      happened: 'The finding must be "happened" or "did-not-happen".',
      remedy: "Check the actual state first, then give one of the two.",
    });
  const core = coreOf(connection);
  if (typeof intent !== "string" || intent === "")
    throw new ArgumentError({
      happened: "`intent` must be a string that is not empty.",
    });
  const context = waitContext(core, options);
  const { store } = intentsOf(core);
  const record = await waitFor(
    withStoreErrors(intent, undefined, () => store.read(intent)),
    context,
    core.clock,
  );
  if (record === undefined) return false;
  const { idempotencyKey } = record;
  const recorded = withStoreErrors(intent, undefined, () =>
    finding === "happened"
      ? store.mark(intent, idempotencyKey, "settled")
      : store.release(intent, idempotencyKey),
  );
  await waitFor(recorded, context, core.clock);
  return true;
}
