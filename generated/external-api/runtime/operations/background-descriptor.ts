import type { OperationDescriptor } from "../call/operation-descriptor.js";
import type { PagingDescriptor } from "../pages/paging-descriptor.js";
import type { MemberPath } from "../values/member-at.js";

/** How the contract words background operations: what is started with 202 and asked for later. A generated constant. */
export interface BackgroundDescriptor {
  /** Reads the state of one operation. */
  readonly status: OperationDescriptor;
  /** Member of the input of `status` that takes the operation's id; that of `result` too, unless it says otherwise. */
  readonly idParameter: string;
  /** Where the answer that starts an operation has the id. What is not there is read from `Location` (OPS-1). */
  readonly id?: MemberPath;
  /** Where a status answer has the state. */
  readonly state: MemberPath;
  /** Terminal states; every other one, known or not, goes on (OPS-2). */
  readonly states: {
    readonly succeeded: readonly string[];
    readonly failed: readonly string[];
  };
  /** Where a failed operation says why (OPS-3). */
  readonly error?: {
    readonly code?: MemberPath;
    readonly message?: MemberPath;
    readonly retryable?: MemberPath;
  };
  readonly result?: ResultDescriptor;
  /** Statuses that mean: no longer kept (OPS-6). Default: 410; a 404 counts too once retention is known to be over. */
  readonly expiredStatuses?: readonly number[];
  /** Milliseconds: the least time between two polls of one operation, whoever asks (OPS-4). Default 2000. */
  readonly pollFloor?: number;
}

/** How the result of an operation is read, page by page (RES-4). */
export interface ResultDescriptor {
  readonly operation: OperationDescriptor;
  readonly paging: PagingDescriptor;
  /** Member of the input that takes the operation's id, when it is another than for `status`. */
  readonly idParameter?: string;
  /** Member of the input that takes the size of a page. */
  readonly pageSize?: string;
}
