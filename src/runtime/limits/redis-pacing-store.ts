import {
  evalOnRedis,
  type RedisClient,
  sendToRedis,
  textReply,
} from "../redis/redis-client.js";
import { type PacingStore, slotLease } from "./pacer.js";

/**
 * Pacing for a fleet that shares one access key. Needs `INCR`, `PEXPIRE`, `GET`, `SET` with `NX` and `PX`, `DEL` and `EVAL`: a
 * place is prolonged and left in one step that first compares its holder. Turns are counted in short windows of the machines' wall clocks; where those disagree by more than a window,
 * the server's 429 has the last word.
 *
 * @param prefix - of the keys; one per service and access key
 * @param now - milliseconds since the Unix epoch; default: the system's clock
 */
export function redisPacingStore(
  client: RedisClient,
  prefix = "cabinetry:pace:",
  now: () => number = Date.now,
): PacingStore {
  const held = new Map<string, string>();
  return {
    async takeTurn(lane, perMinute) {
      const { length, turns } = paceWindow(perMinute);
      const index = Math.floor(now() / length);
      const key = `${prefix}${lane}:${String(length)}:${String(index)}`;
      const life = String(2 * length);
      const count = Number(await evalOnRedis(client, countTurn, [key], life));
      return count <= turns ? 0 : Math.max(1, (index + 1) * length - now());
    },
    async takeSlot(holder, most) {
      for (let slot = 0; slot < most; slot += 1) {
        const key = `${prefix}place:${String(slot)}`;
        const won = await sendToRedis(
          client,
          "SET",
          key,
          holder,
          "NX",
          "PX",
          String(slotLease),
        );
        if (textReply(won) === undefined) continue;
        held.set(holder, key);
        return true;
      }
      return false;
    },
    async keepSlot(holder) {
      const key = held.get(holder);
      if (key === undefined) return;
      await evalOnRedis(client, prolong, [key], holder, String(slotLease));
    },
    async leaveSlot(holder) {
      const key = held.get(holder);
      held.delete(holder);
      if (key !== undefined) await evalOnRedis(client, leave, [key], holder);
    },
  };
}

const countTurn = `local count = redis.call("INCR", KEYS[1])
if count == 1 then redis.call("PEXPIRE", KEYS[1], ARGV[1]) end
return count`;
const prolong = `if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("PEXPIRE", KEYS[1], ARGV[2])`;
const leave = `if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("DEL", KEYS[1])`;

const minuteLength = 60_000;

/** A window of time and how many turns it has room for. */
interface PaceWindow {
  /** Milliseconds. */
  readonly length: number;
  readonly turns: number;
}

/**
 * Windows that counters can be kept in, side by side, without any minute holding more turns than the limit. A minute
 * that lies across windows touches one more of them than fit into it, so each gets the limit divided by that many.
 *
 * @param perMinute - at least 1. A limit of 1 cannot be kept so at a window's edge; two minutes make that rare
 */
export function paceWindow(perMinute: number): PaceWindow {
  const windows = Math.max(1, Math.min(5, perMinute - 1));
  const turns = Math.floor(perMinute / (windows + 1));
  return turns === 0
    ? { length: 2 * minuteLength, turns: 1 }
    : { length: minuteLength / windows, turns };
}
