import type { Contract } from "../contract/read-contract.js";
import type { OperationName } from "../server/handler.js";
import type { FaultKind } from "./fault.js";

/** What faults can strike: an operation of the contract, or the published contract itself. */
export interface FaultTarget {
  /** The operationId; `contract` for the contract itself. */
  readonly operationId: string;
  /** Method and path template as the contract writes them, such as `GET /cabinets/{cabinetId}/settings`. */
  readonly request: string;
  /** What can go wrong with it. */
  readonly kinds: ReadonlySet<FaultKind>;
}

/** The name under which faults strike the published contract, which is not an operation. */
export const contractTarget = "contract";

/** What can go wrong with any response. */
const common: readonly FaultKind[] = [
  "disconnect",
  "delay",
  "slowBody",
  "truncatedBody",
  "emptyBody",
  "html",
  "problem",
  "response",
  "clockJump",
];

/** The operations that response pages. */
const paged: readonly OperationName[] = [
  "listCabinets",
  "searchCabinets",
  "queryAnalyticsProjects",
  "searchDeals",
  "getOperationResult",
];

/** Everything of a contract that faults can strike. */
export function listTargets({ basePath, operations }: Contract): FaultTarget[] {
  const targets = operations.map(({ operationId, method, path, secured, responses }): FaultTarget => {
    const creates = "202" in responses;
    const more: [FaultKind, boolean][] = [
      ["unknownFields", true],
      ["tokenError", !secured],
      ["refuseToken", secured],
      ["repeatCursor", paged.some((name) => name === operationId)],
      ["operationState", creates || operationId === "getOperation"],
      ["failOperation", creates],
      ["ambiguousOutcome", "502" in responses],
    ];
    const kinds = new Set([...common, ...more.filter(([, fits]) => fits).map(([kind]) => kind)]);
    const relative = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
    return { operationId, request: `${method} ${relative}`, kinds };
  });
  return [
    ...targets,
    { operationId: contractTarget, request: "GET /openapi.yaml", kinds: new Set(common) },
    { operationId: contractTarget, request: "GET /openapi.json", kinds: new Set(common) },
  ];
}
