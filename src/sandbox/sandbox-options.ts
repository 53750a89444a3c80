import type { Clock } from "./clock.js";
import type { FaultPlan } from "./faults/fault-plan.js";
import type { SandboxEvent } from "./server/sandbox-event.js";
import type { Interceptor } from "./server/interceptor.js";

/** The limits of the deployment. The first five are those that `/capabilities` responses. */
export interface SandboxLimits {
  /** GET requests per minute and access key. */
  readRequestsPerMinute: number;
  /** POST requests per minute and access key. */
  postRequestsPerMinute: number;
  /** Background operations that have not ended, per access key. */
  maxConcurrentOperations: number;
  /** Days for which operations, results and idempotency keys are kept. */
  operationRetentionDays: number;
  /** Bytes of a request body. */
  maxRequestBodyBytes: number;
  /** Seconds for which a JWT lives. */
  tokenLifetimeSeconds: number;
  /** Milliseconds that must lie between two polls of one operation by one key; 0 does not enforce it. */
  minPollIntervalMs: number;
}

/** The baseline of part 8 of the contract's source. Polls are the client's duty, so they are not enforced at first. */
export const baselineLimits: Readonly<SandboxLimits> = {
  readRequestsPerMinute: 300,
  postRequestsPerMinute: 60,
  maxConcurrentOperations: 5,
  operationRetentionDays: 7,
  maxRequestBodyBytes: 1_048_576,
  tokenLifetimeSeconds: 3600,
  minPollIntervalMs: 0,
};

/** The rollout flags of `/capabilities`. */
export interface SandboxFeatures {
  readsEnabled: boolean;
  writesEnabled: boolean;
  projectWritesEnabled: boolean;
  settingsWritesEnabled: boolean;
  sensitiveDataAndExportsEnabled: boolean;
}

/** The name of a rollout flag. */
export type FeatureName = keyof SandboxFeatures;

/** Everything is on. */
export const allFeatures: Readonly<SandboxFeatures> = {
  readsEnabled: true,
  writesEnabled: true,
  projectWritesEnabled: true,
  settingsWritesEnabled: true,
  sensitiveDataAndExportsEnabled: true,
};

/** How long a background operation takes, in milliseconds of the sandbox's clock, and how often to ask. */
export interface OperationTiming {
  /** From the 202 until it begins to run; the access model is checked again at that moment. */
  queuedMs: number;
  /** From then until it has ended. */
  runningMs: number;
  /** What `Retry-After` says on a 202 and on the status of an operation that has not ended, in seconds. */
  retryAfterSeconds: number;
}

/** Quick enough to watch, slow enough to see every state. */
export const defaultTiming: Readonly<OperationTiming> = {
  queuedMs: 1000,
  runningMs: 2000,
  retryAfterSeconds: 2,
};

/** How a sandbox is started; everything has a default. */
export interface SandboxOptions {
  /** 0 takes a free port. */
  port?: number;
  /** The address to listen on, loopback by default. */
  host?: string;
  /** `{base_url}` when clients reach the sandbox under another address than the one it listens on; no `/` at its end. */
  publicBaseUrl?: string;
  /** The service's own URN namespace word in `subject_token_type`. */
  vendor?: string;
  clock?: Clock;
  limits?: Partial<SandboxLimits>;
  features?: Partial<SandboxFeatures>;
  timing?: Partial<OperationTiming>;
  /** What `/capabilities` reports; the contract's own version by default. */
  contractVersion?: string;
  /** Receives one event a request, without anything sensitive. Without it nothing is logged. */
  log?: (event: SandboxEvent) => void;
  /** What goes wrong, by a script; see also `Sandbox.faults`. */
  faults?: FaultPlan;
  /** Sees each request before and after its effect, and may interfere. */
  interceptor?: Interceptor;
}
