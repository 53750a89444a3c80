const minute = 60_000;

/** A window of time and how many turns it has room for. */
export interface PaceWindow {
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
    ? { length: 2 * minute, turns: 1 }
    : { length: minute / windows, turns };
}
