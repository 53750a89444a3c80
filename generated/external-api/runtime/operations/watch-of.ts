import type { Core } from "../call/core.js";
import type { BackgroundDescriptor } from "./background-descriptor.js";
import { OperationWatch } from "./operation-watch.js";

/** A core knows nothing of background operations, so that a client without them does not carry them. */
const watches = new WeakMap<Core, Map<string, OperationWatch>>();

/** The one watch that everyone shares who waits for this operation in this client. */
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
  const watch = new OperationWatch(core, background, id);
  known.set(key, watch);
  return watch;
}
