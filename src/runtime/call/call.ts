import type { StrongETag } from "../http/strong-etag.js";
import type { Core, ExecuteOptions, Input } from "./core.js";
import type { OperationDescriptor } from "./operation-descriptor.js";

/**
 * The promise of one logical call. Await it for the value; `withResponse()` for the value with status and headers.
 *
 * @typeParam Response - where the contract describes several answers: a union that `status` tells apart
 */
export interface Call<
  Value,
  Response extends ApiResponse<Value> = ApiResponse<Value>,
> extends Promise<Value> {
  /** The same call (not a second one) with what HTTP said beside the value. */
  withResponse(): Promise<Response>;
}

/** A parsed answer with what HTTP said around it. */
export interface ApiResponse<Value, Status extends number = number> {
  readonly value: Value;
  /** Status code (RFC 9110 section 15). */
  readonly status: Status;
  readonly headers: Headers;
  /** How many requests were sent for this one logical call; at least 1. */
  readonly attempts: number;
  /** Milliseconds spent waiting between attempts. */
  readonly waited: number;
  /** The key that a create was sent with; absent for other calls. */
  readonly idempotencyKey?: string;
  /** The business name that the caller gave to the create. */
  readonly intent?: string;
}

/**
 * Starts one logical call.
 *
 * @typeParam Value - what the contract says comes back; the generated code names it, nothing checks it at run time
 */
export function call<
  Value,
  Response extends ApiResponse<Value> = ApiResponse<Value>,
>(
  core: Core,
  descriptor: OperationDescriptor,
  input?: Input,
  options?: ExecuteOptions,
): Call<Value, Response> {
  return toCall(core.execute(descriptor, input, options) as Promise<Response>);
}

/**
 * Makes a {@link Call} of an answer that is on its way.
 *
 * A rejection is reported as unhandled exactly when the caller used neither form: the value hangs on the answer, so the
 * answer is always handled, and asking for the answer takes over the value's rejection.
 */
export function toCall<Value, Response extends ApiResponse<Value>>(
  call: Promise<Response & ApiResponse<Value>>,
): Call<Value, Response> {
  const value = call.then((response) => response.value);
  return Object.assign(value, {
    withResponse: (): Promise<Response> => {
      value.catch(() => undefined);
      return call;
    },
  });
}

/** A length of time: milliseconds, or a number with a unit: `"250ms"`, `"30s"`, `"10m"`, `"2h"`, `"7d"`. */
export type Duration = number | `${number}${"ms" | "s" | "m" | "h" | "d"}`;

/** What every call takes beside its input. */
export interface CallOptions {
  /** Ends the call, and every wait inside it, at once. */
  readonly signal?: AbortSignal;
  /**
   * The most time the whole call may take: token exchange, attempts, waits and the body included. Of a sequence of pages,
   * every page is a call; `signal: AbortSignal.timeout(…)` bounds all of it.
   */
  readonly deadline?: Duration;
  /** The most requests for this call, the first included. Default: `retry.attempts` of the client. */
  readonly attempts?: number;
  /** The most time that one attempt may take; then its response counts as lost. Default: `timeout` of the client. */
  readonly timeout?: Duration;
  /** The most bytes that are read of the response, or of one line or event of a stream. Default: that of the client. */
  readonly maxResponseBytes?: number;
  /**
   * Added to the request. Names that the client sets itself (condition, key) are refused; `authorization` too, unless
   * the contract asks for no credential here.
   */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Options of a create that carries an idempotency key: at most one of the two members. */
export interface KeyedOptions extends CallOptions {
  /** The key to send; a fresh UUID when absent. */
  readonly idempotencyKey?: string;
  /** A business name for what must happen once, whatever the number of attempts, processes and restarts. */
  readonly intent?: string;
}

/** Options of a change that is protected by a validator. */
export interface ConditionalOptions<
  Of extends string = string,
> extends CallOptions {
  /** The strong validator that a read of the same resource handed out. */
  readonly ifMatch: StrongETag<Of>;
}

/** The input of an operation that takes nothing yet: when the contract adds a parameter, calls stay as they are. */
export type NoInput = Readonly<Record<string, never>>;
