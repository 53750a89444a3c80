/** What is kept of an intent: a key, and a hash that tells its payload from others. Never the payload itself. */
export interface IntentClaim {
  /** What every request of this intent carries (IDM-3). */
  readonly idempotencyKey: string;
  /** SHA-256 over operation, parameters and body, 64 hexadecimal digits. */
  readonly fingerprint: string;
  /** Milliseconds since the Unix epoch. */
  readonly claimedAt: number;
}

/**
 * `open`: claimed, its outcome is not known here. `shared`: the same, and another process sends it under the same key. `done`: the server has answered it. `ambiguous`: the server does not
 * know what became of it; locked until the caller has checked (IDM-5). `settled`: the caller has checked: it happened.
 */
export type IntentState = "open" | "shared" | "done" | "ambiguous" | "settled";

/** A claim and what has become of it. */
export interface IntentRecord extends IntentClaim {
  readonly state: IntentState;
}

/**
 * Remembers intents: which idempotency key belongs to what must happen once. One store serves one service and one
 * access key; a durable one keeps the promise across a crash (IDM-4).
 */
export interface IntentStore {
  /**
   * Claims a free intent, atomically over everyone who uses the store: of two at once, one wins.
   *
   * @returns the record in force, with the claim's own key when it won
   */
  claim(intent: string, claim: IntentClaim): Promise<IntentRecord>;
  /** The record in force; undefined when the intent is free. */
  read(intent: string): Promise<IntentRecord | undefined>;
  /**
   * Records what became of it; does nothing when the intent no longer belongs to that key.
   *
   * @param keepFor - milliseconds after which the intent is free again; absent: kept until it is released
   */
  mark(
    intent: string,
    idempotencyKey: string,
    state: IntentState,
    keepFor?: number,
  ): Promise<void>;
  /**
   * Frees the intent, in one step with the comparison; does nothing when it no longer belongs to that key.
   *
   * @param unless - does nothing in this state either: whoever claimed an intent must not free what another process sends
   */
  release(
    intent: string,
    idempotencyKey: string,
    unless?: IntentState,
  ): Promise<void>;
}
