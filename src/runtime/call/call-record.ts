import { callOf, type DescribedCall } from "../errors/call-errors.js";
import {
  type CallFacts,
  type SentKey,
  sentKeyOf,
} from "../errors/api-error.js";
import type { DeclaredRetryClass, RetryClass } from "../retry/read-retry.js";
import type { Striker } from "../secrets/striker.js";

/** How far one logical call has come. The only thing about a call that changes. */
export interface CallRecord {
  readonly facts: CallFacts;
  /** That of the operation, until the request is there. */
  retryClass: RetryClass;
  idempotencyKey?: string;
  readonly intent?: string;
  /** Names of the members that say which resource is meant. */
  identifiers: readonly string[];
  /** Size of the request body in bytes. */
  bytes: number | undefined;
  /** The body is a stream, and a request took it. */
  isBodySpent: boolean;
  /** Requests sent. */
  attempts: number;
  /** Those that count against the budget: all but replays after a 401. */
  counted: number;
  /** Milliseconds waited between attempts. */
  waited: number;
  /** A request is on its way and may be carried out. */
  inFlight: boolean;
  /** An attempt that failed may have been carried out. */
  uncertain: boolean;
  credential: CredentialState;
  readonly striker: Striker;
}

/**
 * What became of a call's credential: `none` was sent, or none is named by the contract for the operation (`unnamed`); the
 * `first` one was, or one that was `renewed` after a 401; or what was asked for after a 401 was the very one that had
 * been refused (`unchanged`), and was not sent again.
 */
export type CredentialState =
  "none" | "unnamed" | "first" | "renewed" | "unchanged";

/** Key and intent of a create that was sent at least once: only then are they anything to repeat it by. */
export function sentKey(record: CallRecord): SentKey {
  return record.attempts === 0 ? {} : sentKeyOf(record);
}

/** The record of a call that has not begun. */
export function startRecord(
  descriptor: DescribedCall & { readonly retryClass: DeclaredRetryClass },
  options: SentKey,
  striker: Striker,
): CallRecord {
  return {
    facts: callOf(descriptor),
    retryClass: descriptor.retryClass,
    ...sentKeyOf(options),
    identifiers: [],
    bytes: undefined,
    isBodySpent: false,
    attempts: 0,
    counted: 0,
    waited: 0,
    inFlight: false,
    uncertain: false,
    credential: "none",
    striker,
  };
}
