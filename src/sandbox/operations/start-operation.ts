import { Rejection } from "../problems/rejection.js";
import type { OperationTiming, SandboxLimits } from "../sandbox-options.js";
import { jsonResponse, type SandboxResponse } from "../server/sandbox-response.js";
import { requireParameter, type Call } from "../server/call.js";
import { ambiguousOutcome, type UpstreamWrites } from "../state/upstream-writes.js";
import { describeOperation } from "./describe-operation.js";
import { idempotencyKeyHeader, type IdempotencyStore } from "./idempotency-store.js";
import { endOf, type OperationPlan, type OperationRecord } from "./operation-record.js";
import type { OperationStore } from "./operation-store.js";

/** Responses the requests that create background operations, once for each idempotency key (OPS-1, IDM-1, IDM-2). */
export interface OperationStarter {
  /** @throws Refusal `idempotency_key_conflict`, `too_many_operations` or `ambiguous_upstream_outcome` */
  start(call: Call, plan: OperationPlan): SandboxResponse;
}

const day = 86_400_000;

/** @param apiUrl `{api_url}`, for `Location` */
export function createOperationStarter(
  apiUrl: string,
  operations: OperationStore,
  keys: IdempotencyStore,
  upstream: UpstreamWrites,
  timing: Readonly<OperationTiming>,
  limits: Readonly<SandboxLimits>,
): OperationStarter {
  function response(record: OperationRecord, now: number): SandboxResponse {
    return jsonResponse(202, describeOperation(record, now), {
      Location: `${apiUrl}/operations/${record.operationId}`,
      "Retry-After": String(timing.retryAfterSeconds),
    });
  }

  function checkRoom({ caller, now }: Call): void {
    const active = operations.active(caller.credential.credentialId, now);
    if (active.length < limits.maxConcurrentOperations) return;
    const next = Math.min(...active.map(endOf));
    const detail = `Up to ${limits.maxConcurrentOperations} operations run at once for an access key.`;
    throw new Rejection("too_many_operations", detail, Math.max(1, Math.ceil((next - now) / 1000)));
  }

  /** What is ambiguous has its effect at once or never; every repeat with the same key meets the same ambiguity. */
  function checkAmbiguity(call: Call, key: string, plan: OperationPlan): void {
    const planned = upstream.takeAmbiguity(call);
    if (planned === undefined) return;
    if (planned.applied) plan.execute(call.wallTime);
    keys.remember(call, key, { kind: "ambiguous" }, call.now + limits.operationRetentionDays * day);
    throw ambiguousOutcome();
  }

  return {
    start: (call, plan) => {
      const key = requireParameter(call, idempotencyKeyHeader);
      const known = keys.find(call, key);
      if (known?.kind === "ambiguous") throw ambiguousOutcome();
      if (known?.kind === "operation") return response(known.record, call.now);
      checkRoom(call);
      checkAmbiguity(call, key, plan);
      const record = operations.create(plan, call);
      keys.remember(call, key, { kind: "operation", record }, record.expiresAt);
      return response(record, call.now);
    },
  };
}
