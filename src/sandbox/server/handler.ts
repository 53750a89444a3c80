import type { SandboxResponse } from "./sandbox-response.js";
import type { Call } from "./call.js";

/** What an operation does. @throws Refusal when it is not carried out */
export type Handler = (call: Call) => SandboxResponse;

/** The resource operations of the contract by their operationIds. */
export type OperationName =
  | "getCapabilities"
  | "listCabinets"
  | "searchCabinets"
  | "getCabinetContext"
  | "getCabinetSettings"
  | "updateSettings"
  | "getAnalyticsConfig"
  | "updateAnalyticsConfig"
  | "queryAnalyticsProjects"
  | "searchDeals"
  | "importDeals"
  | "exportDeals"
  | "createProject"
  | "getProjectSources"
  | "updateProject"
  | "updateProjectSources"
  | "updateProjectState"
  | "getOperation"
  | "getOperationResult";

/** Every handler; the compiler sees to it that none is missing. */
export type Handlers = Readonly<Record<OperationName, Handler>>;
