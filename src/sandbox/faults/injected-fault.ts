import type { FaultKind } from "./fault.js";

/** A fault that was injected into a request, for tests; nothing of it is sensitive. */
export interface InjectedFault {
  /** Epoch milliseconds of the sandbox's clock. */
  readonly time: number;
  /** The name of the rule. */
  readonly rule: string;
  readonly kind: FaultKind;
  /** The operation of the contract; `contract` for the contract itself. */
  readonly operationId: string;
  /** Which of the requests that match the rule it was, counted from 1. */
  readonly occurrence: number;
  readonly traceId: string;
}
