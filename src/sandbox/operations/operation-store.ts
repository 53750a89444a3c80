import { randomUUID } from "node:crypto";
import type { AccessGuard } from "../access/access-guard.js";
import { problemCatalog } from "../problems/problem-catalog.js";
import { Rejection } from "../problems/rejection.js";
import type { OperationTiming, SandboxLimits } from "../sandbox-options.js";
import type { Call } from "../server/call.js";
import type { PlannedFailure } from "./mishaps.js";
import {
  endOf,
  type OperationError,
  type OperationOutcome,
  type OperationPlan,
  type OperationRecord,
} from "./operation-record.js";

/** The background operations. Nothing runs by timer: whatever is due is done when somebody looks. */
export interface OperationStore {
  /** Executes the operations that are due, and removes those whose retention is over. @param now epoch milliseconds */
  advance(now: number): void;
  /** @param call the request that creates it, whose mishap may let it fail */
  create(plan: OperationPlan, call: Pick<Call, "now" | "wallTime" | "mishaps">): OperationRecord;
  /** @throws Refusal `operation_not_found` or `operation_expired` (OPS-6) */
  find(operationId: string, userId: string, now: number): OperationRecord;
  /** The operations of a key that have not ended. */
  active(credentialId: string, now: number): OperationRecord[];
  /** The next operation that is created fails. */
  planFailure(failure: PlannedFailure): void;
}

const day = 86_400_000;

/**
 * @param guard checks the access model again when an operation executes (ACC-6)
 * @param timing read when an operation is created
 * @param limits read when an operation is created
 */
export function createOperationStore(
  guard: AccessGuard,
  timing: Readonly<OperationTiming>,
  limits: Readonly<SandboxLimits>,
): OperationStore {
  const records = new Map<string, OperationRecord>();
  const failures: PlannedFailure[] = [];
  const planned = new Map<OperationRecord, PlannedFailure>();

  function advance(now: number): void {
    const due = [...records.values()].filter(
      (record) => record.outcome === undefined && record.executesAt <= now,
    );
    for (const record of due.sort((a, b) => a.executesAt - b.executesAt)) {
      record.outcome = execute(record, guard, planned.get(record));
      planned.delete(record);
    }
    for (const record of records.values()) {
      if (record.expiresAt <= now && record.outcome?.kind === "rows")
        record.outcome = { kind: "rows", rows: [] };
    }
  }

  return {
    advance,
    create: (plan, { now, wallTime, mishaps }) => {
      const executesAt = now + timing.queuedMs;
      const endsAt = executesAt + timing.runningMs;
      const expiresAt = now + limits.operationRetentionDays * day;
      const times = { createdAt: now, executesAt, endsAt, expiresAt, wallOffset: wallTime - now };
      const record: OperationRecord = { operationId: randomUUID(), plan, ...times, outcome: undefined };
      records.set(record.operationId, record);
      const failure = mishaps.takeFailure() ?? failures.shift();
      if (failure !== undefined) planned.set(record, failure);
      advance(now);
      return record;
    },
    find: (operationId, userId, now) => {
      const record = records.get(operationId);
      if (record?.plan.credential.userId !== userId)
        throw new Rejection("operation_not_found", "No such operation.");
      if (record.expiresAt <= now) {
        throw new Rejection(
          "operation_expired",
          `Operations are kept for ${limits.operationRetentionDays} days.`,
        );
      }
      return record;
    },
    active: (credentialId, now) =>
      [...records.values()].filter(
        (record) => record.plan.credential.credentialId === credentialId && endOf(record) > now,
      ),
    planFailure: (failure) => void failures.push(failure),
  };
}

function execute(
  record: OperationRecord,
  guard: AccessGuard,
  failure: PlannedFailure | undefined,
): OperationOutcome {
  const { plan, executesAt, endsAt, wallOffset } = record;
  try {
    guard.checkUser(plan.credential.userId);
    guard.checkAllowlist(plan.credential, plan.cabinetId);
    guard.checkCabinetRight(plan.credential.userId, plan.cabinetId, plan.scope);
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return { kind: "failed", error: toOperationError(error), at: executesAt };
  }
  if (failure === undefined) return { kind: "rows", rows: plan.execute(executesAt + wallOffset) };
  if (failure.applied) plan.execute(executesAt + wallOffset);
  const { code, message, retryable } = failure;
  return { kind: "failed", error: { code, message, retryable }, at: endsAt };
}

function toOperationError({ code, message }: Rejection): OperationError {
  return { code, message, retryable: problemCatalog[code].retryable };
}
