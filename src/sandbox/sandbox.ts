import type { CabinetMode, IssuedKey } from "./access/credential-store.js";
import type { Scope } from "./access/scope.js";
import type { PlatformUser, Right } from "./access/user-directory.js";
import type { FaultControls } from "./faults/fault-controls.js";
import type { PlannedAmbiguity, PlannedFailure } from "./operations/mishaps.js";
import type { SandboxFeatures, SandboxLimits } from "./sandbox-options.js";
import type { RecordedRequest } from "./server/recorded-request.js";
import type { DefectEvent } from "./server/sandbox-event.js";
import type { Cabinet, Deal, Project } from "./state/models.js";

/** What a key is issued with; the first user is taken unless another is named. */
export interface KeyRequest {
  readonly scopes: readonly Scope[];
  /** `all_current`, or a fixed list of cabinets. */
  readonly mode: CabinetMode;
  readonly userId?: string;
}

/** One context of a cabinet and what the upstream system holds in it at this moment. */
export interface UpstreamContext {
  readonly cabinet: Cabinet;
  readonly namespaceId: string;
  readonly placementId: string;
  readonly name: string;
  readonly projects: readonly Project[];
  readonly deals: readonly Deal[];
}

/** A running sandbox: where it is, what it received, and the levers that no client has. */
export interface Sandbox {
  /** `{base_url}`, without a `/` at its end. */
  readonly baseUrl: string;
  /** `{api_url}`: `{base_url}/v1/external`. */
  readonly apiUrl: string;
  readonly tokenUrl: string;
  /** Where the contract is published. */
  readonly contractUrl: string;
  /** The URN namespace word of `subject_token_type`. */
  readonly vendor: string;
  /** A key of the first user with all scopes, in mode `all_current`. */
  readonly accessKey: string;
  readonly credentialId: string;
  /** The first one holds every right in every cabinet; the second in the last two cabinets only. */
  readonly users: readonly PlatformUser[];
  /** The last requests to operations of the contract, oldest first, 10,000 at most. */
  readonly requests: readonly RecordedRequest[];
  /** What the sandbox itself did wrong; a test may expect that it stays empty. */
  readonly defects: readonly DefectEvent[];
  /** The faults that are injected on demand, and the record of those that were. */
  readonly faults: FaultControls;

  /** Creates an access key. @throws Error for a user who is not known; TypeError for invalid scopes or an invalid mode */
  issueKey(request: KeyRequest): IssuedKey;
  /** The key and every JWT issued for it are refused from now on. @throws Error for an identifier that no credential has */
  revokeKey(credentialId: string): void;
  /** Every JWT issued so far is refused from now on; the keys stay good. */
  revokeTokens(): void;
  /** Withdraws a right of a user, the first one by default. Operations that are due have been executed before. */
  withdrawRight(right: Right, userId?: string): void;
  grantRight(right: Right, userId?: string): void;
  setLimits(limits: Partial<SandboxLimits>): void;
  setFeatures(features: Partial<SandboxFeatures>): void;
  /** The next background operation that is created fails, with or without its effect. */
  failNextOperation(failure: PlannedFailure): void;
  /** The next write, or the next of one operation, ends in `ambiguous_upstream_outcome`, with or without its effect. */
  makeNextWriteAmbiguous(planned: PlannedAmbiguity): void;
  /** Sets the wall clock of the service: forward, or backward with a negative number of milliseconds. */
  jumpClock(milliseconds: number): void;
  /** What the upstream system holds now: the actual state that a client cannot see after an ambiguous outcome. */
  inspectUpstream(): UpstreamContext[];
  /** Stops listening and waits until every connection is closed. Calling it again does no harm. */
  close(): Promise<void>;
}
