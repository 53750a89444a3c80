/** Reads and everything else are counted apart, as the limits are. */
export type PacingLane = "reads" | "writes";

/**
 * Where pacing is counted: in memory, or in one place for all processes that share an access key. One store serves one
 * service and one key.
 */
export interface PacingStore {
  /**
   * Takes a turn in a lane.
   *
   * @param perMinute - the most turns in any minute, at least 1
   * @returns 0 when it was taken; otherwise milliseconds after which to ask again
   */
  takeTurn(lane: PacingLane, perMinute: number): Promise<number>;
  /**
   * Takes one of the places for background operations.
   *
   * @param holder - names who holds it, for the other two
   * @param most - how many places there are, at least 1
   * @returns false when all are taken
   */
  takePlace(holder: string, most: number): Promise<boolean>;
  /** The holder's operation is still running: a place that is leased for a while goes on. */
  keepPlace(holder: string): Promise<void>;
  /** Gives the place back; does nothing when the holder has none. */
  leavePlace(holder: string): Promise<void>;
}
