import type { CallFacts, SentKey } from "../errors/error-facts.js";
import type { Striker } from "../secrets/striker.js";
import type { ExecuteOptions } from "./core.js";
import type { OperationDescriptor } from "./operation-descriptor.js";
import type { CredentialState } from "./refused-credential.js";
import type { RetryClass } from "./repeat-table.js";

/** How far one logical call has come. The only thing about a call that changes. */
export interface CallRecord {
  readonly facts: CallFacts;
  /** That of the operation, until the request is there. */
  column: RetryClass;
  idempotencyKey?: string;
  readonly intent?: string;
  /** Names of the members that say which resource is meant (ERR-5). */
  identifiers: readonly string[];
  /** Size of the request body in bytes. */
  bytes: number | undefined;
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

/** Key and intent of a create that was sent at least once: only then are they anything to repeat it by. */
export function sentKey(record: CallRecord): SentKey {
  const { attempts, idempotencyKey, intent } = record;
  if (attempts === 0) return {};
  return {
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(intent !== undefined && { intent }),
  };
}

/** The record of a call that has not begun. */
export function startRecord(
  descriptor: OperationDescriptor,
  options: ExecuteOptions,
  striker: Striker,
): CallRecord {
  const { idempotencyKey, intent } = options;
  return {
    facts: {
      operation: descriptor.name,
      method: descriptor.method,
      path: descriptor.path,
    },
    column: descriptor.repeat,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(intent !== undefined && { intent }),
    identifiers: [],
    bytes: undefined,
    attempts: 0,
    counted: 0,
    waited: 0,
    inFlight: false,
    uncertain: false,
    credential: "none",
    striker,
  };
}
