import type { ProblemMembers } from "../errors/problem.js";
import type { GivenParameter } from "./operation-descriptor.js";
import type { MemberPath } from "../values/member-at.js";

/** The parts of the contract that the runtime works by; a constant in the generated code. */
export interface ContractFacts {
  readonly title: string;
  /** `info.version`. */
  readonly version: string;
  /** How this contract words its problems; absent when it has no Problem Details. */
  readonly problem?: ProblemFacts;
  /** Headers of keys and conditions that the contract names itself: each belongs to one request. */
  readonly requestHeaders?: readonly string[];
  /** Response headers that can identify a request. Default: `X-Trace-Id` and `X-Request-Id`. */
  readonly traceHeaders?: readonly string[];
  /** Names of members that are masked wherever they could be shown, as the schema marks them. */
  readonly sensitive?: SensitiveFields;
  /** Milliseconds that a response asks for, where it also says when a limit resets; default: those of `Retry-After`. */
  readonly retryAfter?: (
    headers: Headers,
    now: number,
    status: number,
  ) => number | undefined;
}

/** What keeps the values of fields out of what is shown. Made by `sensitiveFields`. */
export interface SensitiveFields {
  /** Of members and parameters; compared without regard to case. */
  readonly names: readonly string[];
  /** Texts and numbers that a call has in them. */
  readonly find: (input: SensitiveInput) => readonly string[];
  /** A copy of plain data in which they are masked, at any depth. */
  readonly mask: (value: unknown) => unknown;
}

/** What a call was given. */
export interface SensitiveInput {
  readonly given: readonly GivenParameter[];
  /** The body before it was serialised; absent without one. */
  readonly bodyValue?: unknown;
}

/** Problem codes of the contract (RFC 9457 extension members) and what the client does on them. */
export interface ProblemFacts {
  /** Names of the extension members, where the contract calls them otherwise than `code`, `retryable`, `traceId`. */
  readonly members?: ProblemMembers;
  /** Paths of objects in a body whose members are those of the problem too. */
  readonly holders?: readonly MemberPath[];
  /** Gives a body with the members of `holders`. Absent: it has them all itself. */
  readonly lift?: (body: unknown, problems: ProblemFacts) => unknown;
  /**
   * Problems of this contract say whether a request may be repeated, so that silence means no. Without it,
   * silence says nothing.
   */
  readonly retryable?: true;
  /** What decides whether a failed attempt is sent again; default: `problem` where `retryable` is set. */
  readonly policy?: "method" | "problem";
  /**
   * Codes with a meaning for the client's next step, in addition to those that every client knows
   * (`ambiguous_upstream_outcome`, `idempotency_key_conflict`, `feature_disabled`).
   */
  readonly codes: Readonly<Record<string, ProblemMeaning>>;
}

/** The next steps that differ by code and not by status alone. */
export type ProblemMeaning =
  | "idempotency-conflict"
  | "ambiguous-outcome"
  | "feature-disabled"
  | "operation-expired"
  | "access-denied"
  | "resource-problem";
