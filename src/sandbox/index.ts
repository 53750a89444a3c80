/** The sandbox: a local server that behaves as the external API's contract says. */
export { startSandbox } from "./start-sandbox.js";
export { createManualClock, systemClock, type Clock, type ManualClock } from "./clock.js";
export type { KeyRequest, Sandbox, UpstreamContext } from "./sandbox.js";
export {
  allFeatures,
  baselineLimits,
  defaultTiming,
  type FeatureName,
  type OperationTiming,
  type SandboxFeatures,
  type SandboxLimits,
  type SandboxOptions,
} from "./sandbox-options.js";
export { scopes, type Scope } from "./access/scope.js";
export { cabinetRights, type CabinetRight } from "./access/right.js";
export type { CabinetMode, IssuedKey } from "./access/credential-store.js";
export type { PlatformUser, Right } from "./access/user-directory.js";
export { FaultPlanError, type FaultPlanProblem } from "./faults/fault-plan-error.js";
export { FaultFileError, readFaultFile } from "./faults/read-fault-file.js";
export type { FaultControls } from "./faults/fault-controls.js";
export type { FaultPlan, FaultRule } from "./faults/fault-plan.js";
export type { Fault, FaultKind, FaultStage } from "./faults/fault.js";
export type { InjectedFault } from "./faults/injected-fault.js";
export type { PlannedAmbiguity, PlannedFailure } from "./operations/mishaps.js";
export type { Cabinet, Deal, Project } from "./state/models.js";
export type { SandboxResponse } from "./server/sandbox-response.js";
export type { InterceptedRequest, Interceptor, Interference } from "./server/interceptor.js";
export type { RecordedRequest } from "./server/recorded-request.js";
export type { DefectEvent, RequestEvent, SandboxEvent } from "./server/sandbox-event.js";
