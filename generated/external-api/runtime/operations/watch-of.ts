import type { Clock } from "../call/clock.js";
import type { Core } from "../call/core.js";
import { Turns } from "../waiting/turns.js";
import type { BackgroundDescriptor } from "./background-descriptor.js";
import { OperationWatch, type PollTimes } from "./operation-watch.js";

/** A core knows nothing of background operations, so that a client without them does not carry them. */
const watches = new WeakMap<Core, Map<string, OperationWatch>>();

/** When each operation is polled, by everyone in this process who counts time by the same clock. */
const times = new WeakMap<Clock, Map<string, PollTimes>>();

/**
 * The one watch that everyone shares who asks for this operation with this client. Watches of several clients share the
 * time of the next poll and nothing else: what one client may see, another may not.
 */
export function watchOf(
  core: Core,
  background: BackgroundDescriptor,
  id: string,
): OperationWatch {
  const known = watches.get(core) ?? new Map<string, OperationWatch>();
  watches.set(core, known);
  const key = `${background.status.name} ${id}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  for (const [other, watch] of known) {
    if (watch.idle) known.delete(other);
  }
  const watch = new OperationWatch(core, background, id, () =>
    timesOf(core, background, id),
  );
  known.set(key, watch);
  return watch;
}

/** Looked up for each use: those of an operation that nobody polls, and anybody may at once, are forgotten. */
function timesOf(
  { clock, serverUrl = "" }: Core,
  { status }: BackgroundDescriptor,
  id: string,
): PollTimes {
  const all = times.get(clock) ?? new Map<string, PollTimes>();
  times.set(clock, all);
  const key = JSON.stringify([status.server ?? serverUrl, status.path, id]);
  const found = all.get(key);
  if (found !== undefined) return found;
  const now = clock.monotonic();
  for (const [other, { turns, nextPollAt }] of all) {
    if (turns.idle && nextPollAt <= now) all.delete(other);
  }
  const made = { turns: new Turns(), nextPollAt: Number.NEGATIVE_INFINITY };
  all.set(key, made);
  return made;
}
