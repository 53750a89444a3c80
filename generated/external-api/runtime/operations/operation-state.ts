import type { OperationFailure } from "../errors/operation-failed-error.js";
import { memberAt, textAt } from "../values/member-at.js";
import type { BackgroundDescriptor } from "./background-descriptor.js";

/** A background operation as a poll saw it. */
export interface OperationState<Operation = unknown> {
  /** The server's word for it; one that the contract does not name is no error (OPS-2). */
  readonly status: string;
  /** What the word means. */
  readonly outcome: "pending" | "succeeded" | "failed";
  /** The answer as the server gave it. */
  readonly operation: Operation;
}

/** Reads a status answer; undefined when it has no state. */
export function readState(
  background: BackgroundDescriptor,
  operation: unknown,
): OperationState | undefined {
  const status = textAt(operation, background.state);
  if (status === undefined) return undefined;
  const { succeeded, failed } = background.states;
  const outcome = succeeded.includes(status)
    ? "succeeded"
    : failed.includes(status)
      ? "failed"
      : "pending";
  return { status, outcome, operation };
}

/** What a failed operation says of itself (OPS-3); what it does not say is absent. */
export function readFailure(
  { error = {} }: BackgroundDescriptor,
  operation: unknown,
): OperationFailure {
  const code =
    error.code === undefined ? undefined : textAt(operation, error.code);
  const message =
    error.message === undefined ? undefined : textAt(operation, error.message);
  const retryable =
    error.retryable === undefined
      ? undefined
      : memberAt(operation, error.retryable);
  return {
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...(typeof retryable === "boolean" && { retryable }),
  };
}
