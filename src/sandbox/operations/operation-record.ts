import type { Credential } from "../access/credential-store.js";
import type { Scope } from "../access/scope.js";
import type { UpstreamId } from "../state/models.js";

/** What a background operation does. */
export type OperationKind = "deal_import" | "deal_export" | "project_creation";

/** The states of part 3 of the contract's source. */
export type OperationStatus = "queued" | "running" | "succeeded" | "failed";

/** Why a background operation failed (OPS-3). */
export interface OperationError {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
}

/** What is to be done in the background. */
export interface OperationPlan {
  readonly kind: OperationKind;
  /** The scope of the originating request, with which its status can be read (OPS-7). */
  readonly scope: Scope;
  readonly cabinetId: UpstreamId;
  readonly credential: Credential;
  readonly reason: string;
  /** Rows that the result will have; null when that shows only on execution. */
  readonly total: number | null;
  /** Does it. @param at the time of day at which it is done, in epoch milliseconds. @returns the rows of the result */
  execute(at: number): readonly unknown[];
}

/** What came of the execution. */
export type OperationOutcome =
  | { readonly kind: "rows"; readonly rows: readonly unknown[] }
  | { readonly kind: "failed"; readonly error: OperationError; readonly at: number };

/** A background operation. All times are epoch milliseconds; its status follows from them and from the clock. */
export interface OperationRecord {
  readonly operationId: string;
  readonly plan: OperationPlan;
  readonly createdAt: number;
  /** When it begins to run. */
  readonly executesAt: number;
  /** When it has ended, if it does not fail at its start. */
  readonly endsAt: number;
  readonly expiresAt: number;
  /** What the wall clock was ahead of all these when it was created, in milliseconds; timestamps have it in them. */
  readonly wallOffset: number;
  /** Undefined while it is queued. */
  outcome: OperationOutcome | undefined;
}

/** When the operation ends, as far as that is known. */
export function endOf(record: OperationRecord): number {
  return record.outcome?.kind === "failed" ? record.outcome.at : record.endsAt;
}

/** The status at a time that is not before the last settling. */
export function statusAt(record: OperationRecord, now: number): OperationStatus {
  if (record.outcome === undefined || now < record.executesAt) return "queued";
  if (now < endOf(record)) return "running";
  return record.outcome.kind === "failed" ? "failed" : "succeeded";
}
