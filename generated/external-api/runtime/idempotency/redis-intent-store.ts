import { IntentStoreError } from "../errors/intent-store-error.js";
import type { IntentRecord, IntentState, IntentStore } from "./intent-store.js";
import { readIntentRecord } from "./read-intent-record.js";
import { sendToRedis, textReply } from "../redis/redis-client.js";
import type { RedisClient } from "../redis/redis-client.js";

/** What has become of a claim; says whose it is, so that a late word on an older claim is not taken for this one's. */
interface StoredState {
  readonly idempotencyKey: string;
  readonly state: IntentState;
}

/**
 * Intents in Redis, for a fleet that shares one access key (IDM-4). Needs `GET`, `SET` with `NX` and `PX`, `PEXPIRE`, `PERSIST`
 * and `DEL`, and a server that keeps its data across restarts and evicts nothing.
 *
 * A claim is written once and never changed; its state lies beside it, so that no command can overwrite a claim.
 *
 * @param prefix - of the keys; one per service and access key
 */
export function redisIntentStore(
  client: RedisClient,
  prefix = "cabinetry:intent:",
): IntentStore {
  const claimKey = (intent: string): string => `${prefix}{${intent}}`;
  const stateKey = (intent: string): string => `${prefix}{${intent}}:state`;
  const get = async (intent: string, key: string): Promise<unknown> => {
    const text = textReply(await sendToRedis(client, "GET", key));
    if (text === undefined) return undefined;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // Without the parser's own words: they quote what is stored.
      throw new IntentStoreError({ intent, place: key, damaged: true });
    }
  };
  const read = async (intent: string): Promise<IntentRecord | undefined> => {
    const claim = await get(intent, claimKey(intent));
    if (claim === undefined) return undefined;
    const record = readIntentRecord(claim, intent, claimKey(intent));
    const state = await get(intent, stateKey(intent));
    return isStateOf(state, record)
      ? readIntentRecord(
          { ...record, state: state.state },
          intent,
          stateKey(intent),
        )
      : record;
  };
  return {
    read,
    async claim(intent, claim) {
      const record: IntentRecord = { ...claim, state: "open" };
      for (;;) {
        const won = await sendToRedis(
          client,
          "SET",
          claimKey(intent),
          JSON.stringify(record),
          "NX",
        );
        if (textReply(won) !== undefined) return record;
        const held = await read(intent);
        // Freed between the two commands: claimed again at once.
        if (held !== undefined) return held;
      }
    },
    async mark(intent, idempotencyKey, state, keepFor) {
      if ((await read(intent))?.idempotencyKey !== idempotencyKey) return;
      const stored: StoredState = { idempotencyKey, state };
      const keep =
        keepFor === undefined
          ? undefined
          : String(Math.max(1, Math.round(keepFor)));
      await sendToRedis(
        client,
        "SET",
        stateKey(intent),
        JSON.stringify(stored),
        ...(keep === undefined ? [] : ["PX", keep]),
      );
      // The claim goes first or last, never alone: without a state it is open, which is the safe side.
      await (keep === undefined
        ? sendToRedis(client, "PERSIST", claimKey(intent))
        : sendToRedis(client, "PEXPIRE", claimKey(intent), keep));
    },
    async release(intent, idempotencyKey) {
      if ((await read(intent))?.idempotencyKey === idempotencyKey)
        await sendToRedis(client, "DEL", claimKey(intent));
    },
  };
}

function isStateOf(value: unknown, record: IntentRecord): value is StoredState {
  return (
    typeof value === "object" &&
    value !== null &&
    "idempotencyKey" in value &&
    "state" in value &&
    value.idempotencyKey === record.idempotencyKey
  );
}
