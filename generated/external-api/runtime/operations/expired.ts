import type { Core } from "../call/core.js";
import { callOf } from "../call/during-call.js";
import type { OperationDescriptor } from "../call/operation-descriptor.js";
import { isApiError } from "../errors/api-error.js";
import {
  isOperationExpiredError,
  OperationExpiredError,
} from "../errors/operation-expired-error.js";
import type { BackgroundDescriptor } from "./background-descriptor.js";

/**
 * The error to raise for an operation that could not be asked for: `OperationExpiredError` when the server no longer
 * keeps it (OPS-6), otherwise what was caught.
 *
 * @param asked - the call that failed, and the operation it was about
 * @param kept - milliseconds since it was started and that the server keeps it, when both are known
 */
export function expiredOr(
  error: unknown,
  background: BackgroundDescriptor,
  asked: {
    readonly descriptor: OperationDescriptor;
    readonly operationId: string;
  },
  kept: { readonly age: number; readonly retention: number } | undefined,
): unknown {
  if (
    !isApiError(error) ||
    isOperationExpiredError(error) ||
    error.status === undefined
  )
    return error;
  const gone = (background.expiredStatuses ?? [410]).includes(error.status);
  const overdue =
    error.status === 404 && kept !== undefined && kept.age >= kept.retention;
  if (!gone && !overdue) return error;
  return new OperationExpiredError({
    call: callOf(asked.descriptor),
    operationId: asked.operationId,
    cause: error,
    attempts: error.attempts,
    waited: error.waited,
  });
}

/** What to raise for an error of that operation. */
export type Convert = (
  error: unknown,
  descriptor: OperationDescriptor,
) => Promise<unknown>;

/** The same core, whose errors say when an operation has expired. */
export function expiryAware(core: Core, convert: Convert): Core {
  return {
    ...core,
    execute: async (descriptor, input, options) => {
      try {
        return await core.execute(descriptor, input, options);
      } catch (error) {
        throw await convert(error, descriptor);
      }
    },
  };
}
