import type { AccessGuard } from "../access/access-guard.js";
import { checkFeatures } from "../limits/feature-guard.js";
import type { PollFloor } from "../limits/poll-floor.js";
import { describeOperation } from "../operations/describe-operation.js";
import { endOf, statusAt, type OperationRecord } from "../operations/operation-record.js";
import type { OperationStore } from "../operations/operation-store.js";
import type { CursorCodec } from "../pages/cursor-codec.js";
import { readPage } from "../pages/read-page.js";
import type { Deployment } from "../platform.js";
import { Rejection } from "../problems/rejection.js";
import { jsonResponse } from "../server/sandbox-response.js";
import { integerParameter, requireParameter, textParameter, type Call } from "../server/call.js";
import type { Handlers } from "../server/handler.js";

/** Status and result of background operations. */
export function createOperationRoutes(
  operations: OperationStore,
  guard: AccessGuard,
  cursors: CursorCodec,
  polls: PollFloor,
  deployment: Deployment,
): Pick<Handlers, "getOperation" | "getOperationResult"> {
  /**
   * The scope of the originating operation decides (OPS-7). The user's right in the cabinet is not asked for here: the
   * status must be able to tell that the operation failed because that right was withdrawn.
   */
  function open(call: Call): OperationRecord {
    const { credential } = call.caller;
    const record = operations.find(requireParameter(call, "operationId"), credential.userId, call.now);
    guard.checkScope(call.caller, [record.plan.scope]);
    guard.checkAllowlist(credential, record.plan.cabinetId);
    return record;
  }

  return {
    getOperation: (call) => {
      const record = open(call);
      polls.count(call, record.operationId);
      const pending = endOf(record) > call.now;
      const retryAfter = { "Retry-After": String(deployment.timing.retryAfterSeconds) };
      return jsonResponse(200, describeOperation(record, call.now), pending ? retryAfter : {});
    },
    getOperationResult: (call) => {
      const record = open(call);
      const { cabinetId, kind, scope } = record.plan;
      guard.checkCabinetRight(call.caller.credential.userId, cabinetId, scope);
      if (kind !== "project_creation") checkFeatures(deployment.features, ["sensitiveDataAndExportsEnabled"]);
      const sequence = { items: readRows(record, call.now), keyOf: toPosition, order: "ascending" } as const;
      const request = {
        limit: integerParameter(call, "pageSize"),
        cursor: textParameter(call, "cursor"),
        filters: record.operationId,
      };
      return jsonResponse(200, readPage(cursors, call, sequence, request));
    },
  };
}

function toPosition(_row: unknown, index: number): string {
  return String(index);
}

function readRows(record: OperationRecord, now: number): readonly unknown[] {
  const status = statusAt(record, now);
  if (status === "succeeded" && record.outcome?.kind === "rows") return record.outcome.rows;
  if (status === "failed")
    throw new Rejection("operation_failed", "A failed operation has no result; read its error.");
  throw new Rejection("operation_not_finished", "Wait until the operation has succeeded.");
}
