import type { OperationDescriptor } from "../call/operation-descriptor.js";
import type { MemberPath } from "../values/member-at.js";

/** Where the server says what it allows (CAP-1); a constant of the generated code. Nothing of it is known otherwise. */
export interface CapabilitiesDescriptor {
  /** A read without input. */
  readonly operation: OperationDescriptor;
  /** Version of the contract that the client was generated from, as `version` words it. */
  readonly contractVersion?: string;
  /** Where the answer has the server's version of the contract (CAP-4). */
  readonly version?: MemberPath;
  /** Where the answer has its features: an object of booleans (CAP-3). */
  readonly features?: MemberPath;
  /** Operation name → features that must be on for it; the others need none. */
  readonly gates?: Readonly<Record<string, readonly string[]>>;
  /** Where the answer has its limits (CAP-2). */
  readonly limits?: {
    /** GET and HEAD requests in a minute. */
    readonly readsPerMinute?: MemberPath;
    /** Requests of every other method in a minute. */
    readonly writesPerMinute?: MemberPath;
    readonly concurrentOperations?: MemberPath;
    readonly retentionDays?: MemberPath;
    readonly maxBodyBytes?: MemberPath;
  };
}
