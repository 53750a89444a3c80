import type { AccessGuard } from "../access/access-guard.js";
import type { Caller } from "../access/caller.js";
import type { Scope } from "../access/scope.js";
import { Rejection } from "../problems/rejection.js";
import type { Call } from "../server/call.js";
import type { CabinetState, ContextState, ProjectRecord, UpstreamState } from "./cabinet-state.js";
import type { ContextSelection, UpstreamId } from "./models.js";

/** The way into a cabinet: no handler reaches the data of one without passing ACC-3 and ACC-4 here. */
export interface CabinetEntry {
  /** The cabinets that a caller can see now, in the order of their identifiers. */
  visible(caller: Caller): CabinetState[];
  /** A cabinet as a whole. @throws Refusal of the access model, or `cabinet_not_found` */
  enter(call: Call, cabinetId: UpstreamId): CabinetState;
  /** One context of a cabinet (ACC-7). @throws Refusal also `context_required` and `context_not_found` */
  enterContext(call: Call, cabinetId: UpstreamId, selection: ContextSelection): ContextState;
}

/** @param guard the access model */
export function createCabinetEntry(state: UpstreamState, guard: AccessGuard): CabinetEntry {
  function enter(call: Call, cabinetId: UpstreamId): CabinetState {
    const { credential } = call.caller;
    guard.checkAllowlist(credential, cabinetId);
    const cabinet = state.cabinets.get(cabinetId);
    if (cabinet === undefined) throw new Rejection("cabinet_not_found", "No such cabinet.");
    guard.checkCabinetRight(credential.userId, cabinetId, scopeOf(call));
    return cabinet;
  }
  return {
    enter,
    visible: ({ credential }) =>
      [...state.cabinets.values()].filter(({ cabinet }) => guard.canSee(credential, cabinet.cabinetId)),
    enterContext: (call, cabinetId, selection) => chooseContext(enter(call, cabinetId), selection),
  };
}

/** A project of a context. @throws Refusal `project_not_found` */
export function findProject(context: ContextState, projectId: UpstreamId): ProjectRecord {
  const record = context.projects.get(projectId);
  if (record === undefined)
    throw new Rejection("project_not_found", "No such project in this cabinet and context.");
  return record;
}

function chooseContext(
  { contexts }: CabinetState,
  { namespaceId, placementId }: ContextSelection,
): ContextState {
  if ((namespaceId === undefined) !== (placementId === undefined)) {
    throw new Rejection("validation_failed", "namespaceId and placementId go together.");
  }
  const [only, ...others] = contexts;
  if (namespaceId === undefined) {
    if (only !== undefined && others.length === 0) return only;
    throw new Rejection("context_required", "Pass namespaceId and placementId from discovery.");
  }
  const chosen = contexts.find((one) => one.namespaceId === namespaceId && one.placementId === placementId);
  if (chosen === undefined)
    throw new Rejection("context_not_found", "Read the contexts of the cabinet again.");
  return chosen;
}

/** Operations that enter cabinets have exactly one scope in the contract. */
function scopeOf(call: Call): Scope {
  const [scope] = call.operation.scopes;
  if (scope === undefined) throw new Error(`${call.operation.operationId} has no scope`);
  return scope;
}
