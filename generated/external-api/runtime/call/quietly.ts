/** Calls what only watches: that it throws, or rejects, changes nothing. */
export function quietly<Value>(watch: () => Value): Value | undefined {
  try {
    const told = watch();
    if (told instanceof Promise) told.catch(() => undefined);
    return told;
  } catch {
    // Watching a call must not change what becomes of it: a write would be lost to a fault in a log line.
    return undefined;
  }
}
