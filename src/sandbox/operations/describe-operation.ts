import { toTimestamp } from "../clock.js";
import { endOf, statusAt, type OperationRecord } from "./operation-record.js";

/** The operation as the contract writes it. @param now epoch milliseconds, not before the last settling */
export function describeOperation(record: OperationRecord, now: number): object {
  const status = statusAt(record, now);
  const started = status !== "queued";
  const ended = status === "succeeded" || status === "failed";
  const { outcome, plan } = record;
  return {
    operationId: record.operationId,
    status,
    kind: plan.kind,
    cabinetId: plan.cabinetId,
    reason: plan.reason,
    createdAt: toTimestamp(record.createdAt),
    startedAt: started ? toTimestamp(record.executesAt) : null,
    finishedAt: ended ? toTimestamp(endOf(record)) : null,
    expiresAt: toTimestamp(record.expiresAt),
    progress: describeProgress(record, now),
    ...(status === "failed" && outcome?.kind === "failed" ? { error: outcome.error } : {}),
  };
}

/** Rows are done evenly over the running time; a failed operation keeps none. */
function describeProgress({ outcome, plan, executesAt, endsAt }: OperationRecord, now: number): object {
  if (outcome?.kind !== "rows" || now < executesAt) return { processed: 0, total: plan.total };
  const total = outcome.rows.length;
  const share = endsAt === executesAt ? 1 : Math.min(1, (now - executesAt) / (endsAt - executesAt));
  return { processed: Math.floor(total * share), total };
}
