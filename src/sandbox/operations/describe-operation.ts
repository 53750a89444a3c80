import { toTimestamp } from "../clock.js";
import { endOf, statusAt, type OperationRecord } from "./operation-record.js";

/** The operation as the contract writes it. @param now epoch milliseconds, not before the last settling */
export function describeOperation(record: OperationRecord, now: number): object {
  const status = statusAt(record, now);
  const started = status !== "queued";
  const ended = status === "succeeded" || status === "failed";
  const { outcome, plan } = record;
  const toTime = (time: number) => toTimestamp(time + record.wallOffset);
  return {
    operationId: record.operationId,
    status,
    kind: plan.kind,
    cabinetId: plan.cabinetId,
    reason: plan.reason,
    createdAt: toTime(record.createdAt),
    startedAt: started ? toTime(record.executesAt) : null,
    finishedAt: ended ? toTime(endOf(record)) : null,
    expiresAt: toTime(record.expiresAt),
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
