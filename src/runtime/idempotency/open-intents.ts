import type { CallOptions } from "../call/call-options.js";
import { checkNames } from "../call/check-options.js";
import { coreOf } from "../call/core.js";
import { ArgumentError, quoted } from "../errors/argument-error.js";
import { waitContext, waitFor } from "../waiting/wait-for.js";
import type {
  IntentRecord,
  IntentState,
  ListedIntent,
} from "./intent-store.js";
import { intentsOf, withStoreErrors } from "./intents.js";

/** An intent whose outcome is not known: what a process that starts again has to look after. */
export type OpenIntent = Omit<ListedIntent, "fingerprint">;

/** Options of {@link openIntents}. */
export interface OpenIntentsOptions extends Pick<
  CallOptions,
  "signal" | "deadline"
> {
  /** The most intents that are listed. Default 1000. */
  readonly limit?: number;
}

/** States in which it is not known whether an intent has happened. */
const unresolved: readonly IntentState[] = ["open", "shared", "ambiguous"];

/**
 * Lists the intents whose outcome is unknown (`open`, `shared`) or ambiguous, oldest first; never a payload. What a process is
 * sending at the moment is `open` too. Make the same call with the intent again, or check and call `resolveIntent`.
 *
 * @param client - a client, or what `connect…` returned
 * @throws ArgumentError for a store that cannot list, and for options that cannot be used; IntentStoreError, AbortedError,
 * DeadlineError
 */
export async function openIntents(
  client: object,
  options: OpenIntentsOptions = {},
): Promise<readonly OpenIntent[]> {
  const core = coreOf(client);
  checkNames(options, ["deadline", "limit", "signal"], "`openIntents`");
  const { limit = 1000, ...waiting } = options;
  if (!Number.isInteger(limit) || limit < 1)
    throw new ArgumentError({
      happened: `\`limit\` must be an integer ≥ 1 (got ${quoted(limit)}).`,
    });
  const { store } = intentsOf(core);
  if (typeof store.list !== "function")
    throw new ArgumentError({
      happened: "The intent store cannot list intents: it has no `list`.",
      remedy: "Add `list` to the store, as `IntentStore` describes it.",
    });
  const list = store.list.bind(store);
  const found = await waitFor<readonly ListedIntent[]>(
    withStoreErrors("", undefined, () => list(unresolved, limit)),
    waitContext(core, waiting),
    core.clock,
  );
  return found
    .filter(({ state }) => unresolved.includes(state))
    .sort(byAge)
    .slice(0, limit)
    .map(({ intent, operation, idempotencyKey, claimedAt, state }) => ({
      ...(intent !== undefined && { intent }),
      ...(operation !== undefined && { operation }),
      idempotencyKey,
      claimedAt,
      state,
    }));
}

function byAge(one: IntentRecord, other: IntentRecord): number {
  return one.claimedAt - other.claimedAt;
}
