import { IntentStoreError } from "../errors/idempotency-errors.js";
import { isObject } from "../values/is-object.js";

/** What is kept of an intent: a key, and a hash that tells its payload from others. Never the payload itself. */
export interface IntentClaim {
  /** What every request of this intent carries. */
  readonly idempotencyKey: string;
  /** SHA-256 over operation, parameters and body, 64 hexadecimal digits. */
  readonly fingerprint: string;
  /** Milliseconds since the Unix epoch. */
  readonly claimedAt: number;
  /** What callers know the operation by: `cabinets.create`. Absent in records of older clients, and of stores that do not keep it. */
  readonly operation?: string;
}

/**
 * `open`: claimed, its outcome is not known here. `shared`: the same, and another process sends it under the same key.
 * `done`: the server has responded. `ambiguous`: the server does not know what became of it; locked until the caller has
 * checked. `settled`: the caller has checked: it happened. A record takes these states in this order only; it can skip some.
 */
export type IntentState = "open" | "shared" | "done" | "ambiguous" | "settled";

/** A claim and what has become of it. */
export interface IntentRecord extends IntentClaim {
  readonly state: IntentState;
}

/**
 * Remembers intents: which idempotency key belongs to what must happen once. One store serves one service and one
 * access key; a durable one keeps the promise across a crash.
 *
 * Each function is one atomic step over everyone who uses the store: it compares the record and changes it, and nothing comes
 * between. Each sees at once what the functions before it have written.
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
   * Records what became of it; does nothing when the intent no longer belongs to that key, or when its state is `state` or a
   * later one. So `ambiguous` never becomes `shared` or `done` again.
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
   * Frees the intent; does nothing when it no longer belongs to that key.
   *
   * @param unless - does nothing in this state or a later one either: with `shared` it frees only what is `open`, because another
   * process can have sent, finished or locked the rest; absent: the caller has checked, it is freed in every state
   */
  release(
    intent: string,
    idempotencyKey: string,
    unless?: IntentState,
  ): Promise<void>;
  /**
   * Records in one of these states, for `openIntents`. Optional: a store without it serves every call but cannot list.
   *
   * @param most - the most records that are given, any of those that there are
   */
  list?(
    states: readonly IntentState[],
    most: number,
  ): Promise<readonly ListedIntent[]>;
}

/** A record and the intent that it is of. */
export interface ListedIntent extends IntentRecord {
  /** The name; absent where the store does not have it: a file of an older client keeps a hash of it alone. */
  readonly intent?: string;
}

/**
 * Every state of an intent, in the order in which a record takes them. A record moves forward only and can skip states.
 * So a late report of one process never hides what another process has recorded in the meantime.
 */
export const intentStates: readonly IntentState[] = [
  "open",
  "shared",
  "done",
  "ambiguous",
  "settled",
];

/**
 * Whether a record in the state `now` can still take the state `next`. A store must check this in the same atomic step that
 * changes the record: `mark` takes the new state as `next`, `release` its `unless`.
 */
export function mayFollow(now: IntentState, next: IntentState): boolean {
  return intentStates.indexOf(next) > intentStates.indexOf(now);
}

/** Whether a record in the state `now` can be freed: see `IntentStore.release`. */
export function mayRelease(
  now: IntentState,
  unless: IntentState | undefined,
): boolean {
  return unless === undefined || mayFollow(now, unless);
}

const states: ReadonlySet<unknown> = new Set(intentStates);

/**
 * A record as a durable store kept it.
 *
 * @param location - where it was: a path, or a key of Redis
 * @throws IntentStoreError when it was damaged: to take it for a free intent would let a create happen twice
 */
export function readIntentRecord(
  value: unknown,
  intent: string,
  location: string,
): IntentRecord {
  if (isObject(value) && "idempotencyKey" in value && "fingerprint" in value) {
    const { idempotencyKey, fingerprint } = value;
    const claimedAt = "claimedAt" in value ? value.claimedAt : undefined;
    const state = "state" in value ? value.state : undefined;
    if (
      typeof idempotencyKey === "string" &&
      typeof fingerprint === "string" &&
      typeof claimedAt === "number" &&
      isState(state)
    ) {
      const operation = "operation" in value && value.operation;
      return {
        idempotencyKey,
        fingerprint,
        claimedAt,
        state,
        ...(typeof operation === "string" && { operation }),
      };
    }
  }
  throw new IntentStoreError({ intent, location, damaged: true });
}

function isState(value: unknown): value is IntentState {
  return states.has(value);
}

/** What a store of files can be told beside its directory. */
export interface FileIntentOptions {
  /** Milliseconds since the Unix epoch; default: the system's clock. */
  readonly now?: () => number;
  /** Writes the names of intents, so that `openIntents` can give them. Default: the files tell no name. */
  readonly keepNames?: boolean;
}
