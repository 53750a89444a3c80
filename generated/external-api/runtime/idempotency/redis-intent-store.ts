import { IntentStoreError } from "../errors/intent-store-error.js";
import type { IntentRecord, IntentState, IntentStore } from "./intent-store.js";
import { readIntentRecord } from "./read-intent-record.js";
import { evalOnRedis, sendToRedis, textReply } from "../redis/redis-client.js";
import type { RedisClient } from "../redis/redis-client.js";

/** What has become of a claim; says whose it is, so that a late word on an older claim is not taken for this one's. */
interface StoredState {
  readonly idempotencyKey: string;
  readonly state: IntentState;
}

/**
 * Intents in Redis, for a fleet that shares one access key (IDM-4). Needs `GET`, `SET` with `NX` and `PX`, `PEXPIRE`, `PERSIST`,
 * `DEL` and `EVAL`, and a server that keeps its data across restarts and evicts nothing.
 *
 * A claim is written once and never changed; its state lies beside it. A state is written, and an intent freed, in one step
 * that first compares the claim (`EVAL`): a late word on an older claim changes nothing of a newer one.
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
    return text === undefined ? undefined : parse(text, intent, key);
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
  /** The text of the claim with this key, to compare by; undefined when it is another's. */
  const own = async (
    intent: string,
    idempotencyKey: string,
  ): Promise<string | undefined> => {
    const key = claimKey(intent);
    const text = textReply(await sendToRedis(client, "GET", key));
    if (text === undefined) return undefined;
    const record = readIntentRecord(parse(text, intent, key), intent, key);
    return record.idempotencyKey === idempotencyKey ? text : undefined;
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
      const held = await own(intent, idempotencyKey);
      if (held === undefined) return;
      const stored: StoredState = { idempotencyKey, state };
      const keep =
        keepFor === undefined
          ? undefined
          : String(Math.max(1, Math.round(keepFor)));
      await evalOnRedis(
        client,
        keep === undefined ? markForGood : markForTime,
        [claimKey(intent), stateKey(intent)],
        held,
        JSON.stringify(stored),
        ...(keep === undefined ? [] : [keep]),
      );
    },
    async release(intent, idempotencyKey, unless) {
      const held = await own(intent, idempotencyKey);
      if (held === undefined) return;
      const keys = [claimKey(intent), stateKey(intent)];
      if (unless === undefined) {
        await evalOnRedis(client, free, keys, held);
        return;
      }
      const kept: StoredState = { idempotencyKey, state: unless };
      await evalOnRedis(client, freeUnless, keys, held, JSON.stringify(kept));
    },
  };
}

const compare = 'if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end\n';
const markForGood = `${compare}redis.call("SET", KEYS[2], ARGV[2])
redis.call("PERSIST", KEYS[1])
return 1`;
const markForTime = `${compare}redis.call("SET", KEYS[2], ARGV[2], "PX", ARGV[3])
redis.call("PEXPIRE", KEYS[1], ARGV[3])
return 1`;
const freeUnless = `${compare}if redis.call("GET", KEYS[2]) == ARGV[2] then return 0 end
redis.call("DEL", KEYS[1], KEYS[2])
return 1`;
const free = `${compare}redis.call("DEL", KEYS[1], KEYS[2])
return 1`;

function parse(text: string, intent: string, key: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Without the parser's own words: they quote what is stored.
    throw new IntentStoreError({ intent, place: key, damaged: true });
  }
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
