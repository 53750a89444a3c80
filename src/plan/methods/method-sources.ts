import type { PlannedOperation, FindOperation } from "./planned-operation.js";
import type { TypeSources } from "./representations.js";

/** What the planners of methods look things up in; read only. */
export interface MethodSources extends TypeSources {
  readonly find: FindOperation;
  readonly all: readonly PlannedOperation[];
  /** `info.version` of the contract. */
  readonly contractVersion: string;
}
