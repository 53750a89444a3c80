import { IntentStoreError } from "../errors/idempotency-errors.js";
import {
  evalOnRedis,
  type RedisClient,
  sendToRedis,
  textReply,
} from "../redis/redis-client.js";
import {
  type IntentRecord,
  type IntentState,
  intentStates,
  type IntentStore,
  type ListedIntent,
  mayFollow,
  mayRelease,
  readIntentRecord,
} from "./intent-store.js";
import { claimInTurns } from "./intents.js";
import { isObject } from "../values/is-object.js";

/** What has become of a claim; says whose it is, so that a late word on an older claim is not taken for this one's. */
interface StoredState {
  readonly idempotencyKey: string;
  readonly state: IntentState;
}

/**
 * Intents in Redis, for a fleet that shares one access key. Needs `GET`, `SET` with `NX` and `PX`, `PEXPIRE`, `PERSIST`,
 * `DEL` and `EVAL`, `SCAN` for `openIntents` (over all keys of one server, not of a cluster), and a server that keeps its data across restarts and evicts nothing.
 *
 * A claim is written once and never changed; its state lies beside it. A state is written, and an intent freed, in one step
 * that first compares the claim and the state (`EVAL`): a late report changes nothing of a newer claim or a later state.
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
  /** Runs a script on a claim with this key, in the states that may be changed. */
  const change = async (
    intent: string,
    idempotencyKey: string,
    may: (now: IntentState) => boolean,
    script: string,
    ...values: readonly string[]
  ): Promise<void> => {
    const staying = intentStates.filter((now) => !may(now));
    if (staying.length === intentStates.length) return;
    const key = claimKey(intent);
    const held = textReply(await sendToRedis(client, "GET", key));
    if (held === undefined) return;
    const record = readIntentRecord(parse(held, intent, key), intent, key);
    if (record.idempotencyKey !== idempotencyKey) return;
    await evalOnRedis(
      client,
      compare(staying.length, 1 + values.length) + script,
      [key, stateKey(intent)],
      held,
      ...values,
      ...staying.map((now) => stateText(idempotencyKey, now)),
    );
  };
  return {
    read,
    list: (states, most) => listIntents(client, prefix, read, states, most),
    claim(intent, claim) {
      const record: IntentRecord = { ...claim, state: "open" };
      return claimInTurns(intent, async () => {
        const won = await sendToRedis(
          client,
          "SET",
          claimKey(intent),
          JSON.stringify(record),
          "NX",
        );
        if (textReply(won) !== undefined) return record;
        // Undefined when it was freed between the two commands.
        return read(intent);
      });
    },
    async mark(intent, idempotencyKey, state, keepFor) {
      await change(
        intent,
        idempotencyKey,
        (now) => mayFollow(now, state),
        keepFor === undefined ? markForGood : markForTime,
        stateText(idempotencyKey, state),
        String(Math.max(1, Math.round(keepFor ?? 1))),
      );
    },
    async release(intent, idempotencyKey, unless) {
      const may = (now: IntentState): boolean => mayRelease(now, unless);
      await change(intent, idempotencyKey, may, free);
    },
  };
}

/** What is written beside a claim: always the same text for the same state, so that a script compares it as text. */
function stateText(idempotencyKey: string, state: IntentState): string {
  const stored: StoredState = { idempotencyKey, state };
  return JSON.stringify(stored);
}

/**
 * The beginning of a script: ends it when the claim is another than the first argument, or its state is one that must stay.
 *
 * @param count - number of states that must stay, the last arguments
 * @param before - number of arguments before them
 */
function compare(count: number, before: number): string {
  const lines = Array.from(
    { length: count },
    (_, at) =>
      `if state == ARGV[${String(before + 1 + at)}] then return 0 end\n`,
  );
  return `if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
local state = redis.call("GET", KEYS[2])
${lines.join("")}`;
}

const markForGood = `redis.call("SET", KEYS[2], ARGV[2])
redis.call("PERSIST", KEYS[1])
return 1`;
const markForTime = `redis.call("SET", KEYS[2], ARGV[2], "PX", ARGV[3])
redis.call("PEXPIRE", KEYS[1], ARGV[3])
return 1`;
const free = `redis.call("DEL", KEYS[1], KEYS[2])
return 1`;

/** Reads the intents under a prefix, key by key, until there are enough. Redis may give a key twice. */
async function listIntents(
  client: RedisClient,
  prefix: string,
  read: IntentStore["read"],
  states: readonly IntentState[],
  most: number,
): Promise<readonly ListedIntent[]> {
  const found = new Map<string, ListedIntent>();
  const pattern = `${prefix.replace(/[\\*?[\]]/g, "\\$&")}{*}`;
  let cursor = "0";
  do {
    const bounds = ["MATCH", pattern, "COUNT", "1000"];
    const reply = await sendToRedis(client, "SCAN", cursor, ...bounds);
    const [next, keys] = readScan(reply);
    for (const key of keys) {
      const intent = key.slice(prefix.length + 1, -1);
      const record = await read(intent);
      if (record !== undefined && states.includes(record.state))
        found.set(intent, { ...record, intent });
      if (found.size === most) return [...found.values()];
    }
    cursor = next;
  } while (cursor !== "0");
  return [...found.values()];
}

/** A reply of `SCAN`: where to go on, and keys. */
function readScan(reply: unknown): readonly [string, readonly string[]] {
  const parts: readonly unknown[] = Array.isArray(reply)
    ? reply
    : isObject(reply)
      ? [Reflect.get(reply, "cursor"), Reflect.get(reply, "keys")]
      : [];
  const [cursor, keys] = parts;
  if (!Array.isArray(keys))
    throw new TypeError("Redis gave a reply to SCAN that is not a list.");
  const next = typeof cursor === "number" ? String(cursor) : textReply(cursor);
  return [next ?? "0", keys.flatMap((key) => textReply(key) ?? [])];
}

function parse(text: string, intent: string, key: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Without the parser's own words: they quote what is stored.
    throw new IntentStoreError({ intent, location: key, damaged: true });
  }
}

function isStateOf(value: unknown, record: IntentRecord): value is StoredState {
  return (
    isObject(value) &&
    "idempotencyKey" in value &&
    "state" in value &&
    value.idempotencyKey === record.idempotencyKey
  );
}
