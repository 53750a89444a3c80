import { sendToRedis, textReply } from "../redis/redis-client.js";
import type { RedisClient } from "../redis/redis-client.js";
import type { PacingStore } from "./pacing-store.js";
import { paceWindow } from "./pace-window.js";
import { placeLease } from "./place-lease.js";

/**
 * Pacing for a fleet that shares one access key. Needs `INCR`, `PEXPIRE`, `GET`, `SET` with `NX`, `XX` and `PX`, and
 * `DEL`. Turns are counted in short windows of the machines' wall clocks; where those disagree by more than a window,
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
  const holderOf = async (key: string): Promise<string | undefined> =>
    textReply(await sendToRedis(client, "GET", key));
  return {
    async takeTurn(lane, perMinute) {
      const { length, turns } = paceWindow(perMinute);
      const index = Math.floor(now() / length);
      const key = `${prefix}${lane}:${String(length)}:${String(index)}`;
      const count = Number(await sendToRedis(client, "INCR", key));
      if (count === 1)
        await sendToRedis(client, "PEXPIRE", key, String(2 * length));
      return count <= turns ? 0 : Math.max(1, (index + 1) * length - now());
    },
    async takePlace(holder, most) {
      for (let place = 0; place < most; place += 1) {
        const key = `${prefix}place:${String(place)}`;
        const won = await sendToRedis(
          client,
          "SET",
          key,
          holder,
          "NX",
          "PX",
          String(placeLease),
        );
        if (textReply(won) === undefined) continue;
        held.set(holder, key);
        return true;
      }
      return false;
    },
    async keepPlace(holder) {
      const key = held.get(holder);
      if (key === undefined || (await holderOf(key)) !== holder) return;
      await sendToRedis(client, "PEXPIRE", key, String(placeLease));
    },
    async leavePlace(holder) {
      const key = held.get(holder);
      held.delete(holder);
      if (key !== undefined && (await holderOf(key)) === holder)
        await sendToRedis(client, "DEL", key);
    },
  };
}
