import { ArgumentError } from "../errors/argument-error.js";
import { checkMaxBytes } from "../response/read-body.js";
import { checkAttempts } from "../retry/read-retry.js";
import { readDuration } from "../waiting/clock.js";
import { checkSignal } from "../waiting/call-timer.js";
import type { ExecuteOptions } from "./call-options.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import { isLink, isPrepared } from "./own-options.js";
import { isObject } from "../values/is-object.js";

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
  if (name === "target") return isLink(options.target);
  if (name === "prepared") return isPrepared(options.prepared);
  if (name === "ifMatch") return descriptor.conditionHeader !== undefined;
  if (name === "intent" || name === "idempotencyKey")
    return descriptor.idempotencyHeader !== undefined;
  return true;
}

/**
 * Refuses options that the client does not read: types do so already, plain JavaScript and a misspelt name do not, and what an option
 * was to make safe would be unsafe without a warning. A member that is undefined counts as absent.
 *
 * @param options - as the caller gave them
 * @param known - the names that are read
 * @param taker - what they were given to, as the error says it: "The client"
 * @throws ArgumentError for others
 */
export function checkNames(
  options: object,
  known: Iterable<string>,
  taker: string,
): void {
  const names = new Set(known);
  const unknown = Object.entries(options)
    .filter(([name, value]) => value !== undefined && !names.has(name))
    .map(([name]) => `"${name}"`);
  if (unknown.length === 0) return;
  throw new ArgumentError({
    happened: `${taker} has no option ${unknown.join(", ")}.`,
    remedy: `Check the spelling; leave out what ${taker.toLowerCase()} does not take.`,
  });
}

/**
 * Refuses an option that lacks a function of its interface: types do so already, plain JavaScript does not, and what is
 * missing would be found out in the middle of a call.
 *
 * @param given - as the caller gave it
 * @param names - of the functions that are called
 * @param option - what the caller knows it by
 * @throws ArgumentError that names what is missing
 */
export function checkFunctions(
  given: unknown,
  names: readonly string[],
  option: string,
): void {
  const members = isObject(given) || typeof given === "function" ? given : {};
  const missing = names
    .filter((name) => typeof Reflect.get(members, name) !== "function")
    .map((name) => `"${name}"`);
  if (missing.length === 0) return;
  throw new ArgumentError({
    happened: `\`${option}\` lacks what is called of it: ${missing.join(", ")}.`,
    remedy: "Give what the type of the option describes.",
  });
}
