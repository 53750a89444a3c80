import { checkMaxBytes } from "../http/read-bytes.js";
import { checkNames } from "./check-names.js";
import { checkSignal } from "./check-signal.js";
import type { ExecuteOptions } from "./core.js";
import { readDuration } from "./duration.js";
import type { OperationDescriptor } from "./operation-descriptor.js";
import { isPrepared, ServerLink } from "./own-options.js";
import { checkAttempts } from "./read-retry.js";

/** Every option of a call; the compiler holds the list against the type. */
const every: Readonly<Record<keyof ExecuteOptions, true>> = {
  accept: true,
  asStream: true,
  attempts: true,
  deadline: true,
  deadlineAt: true,
  headers: true,
  idempotencyKey: true,
  ifMatch: true,
  intent: true,
  maxResponseBytes: true,
  prepared: true,
  signal: true,
  target: true,
  timeout: true,
};

/**
 * Refuses options that the call would ignore: types do so already, plain JavaScript and a misspelt `intent` do not. A
 * create would be sent without what makes it safe.
 *
 * @throws ArgumentError for an option that no call has, for a key, intent or validator that the operation does not take, and for
 *   an address or a prepared call that the runtime did not make, and for a value that an option cannot have
 */
export function checkOptions(
  descriptor: OperationDescriptor,
  options: ExecuteOptions,
): void {
  if (Object.keys(options).length === 0) return;
  const known = Object.keys(every).filter((name) =>
    takes(descriptor, options, name),
  );
  checkNames(options, known, "The operation");
  const { attempts, deadline, timeout, maxResponseBytes, signal } = options;
  if (attempts !== undefined) checkAttempts(attempts, "attempts");
  if (deadline !== undefined) readDuration(deadline, "deadline");
  if (timeout !== undefined) readDuration(timeout, "timeout");
  checkMaxBytes(maxResponseBytes);
  checkSignal(signal);
}

function takes(
  descriptor: OperationDescriptor,
  options: ExecuteOptions,
  name: string,
): boolean {
  if (name === "target") return options.target instanceof ServerLink;
  if (name === "prepared") return isPrepared(options.prepared);
  if (name === "ifMatch") return descriptor.conditionHeader !== undefined;
  if (name === "intent" || name === "idempotencyKey")
    return descriptor.idempotencyHeader !== undefined;
  return true;
}
