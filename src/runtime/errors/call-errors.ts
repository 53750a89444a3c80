import {
  ApiError,
  type CallFacts,
  type ErrorFacts,
  isApiError,
} from "./api-error.js";

/**
 * The caller's `signal` ended the call; its reason is the `cause`. Its `name` is `AbortError`, as that of the platform's own,
 * so that code that looks for an abort recognises it.
 */
export class AbortedError extends ApiError {
  override readonly kind = "aborted";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "AbortError",
        happened: "The caller's signal ended the call.",
        remedy: "Nothing is left to do: the caller asked for it.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link AbortedError}, without `instanceof`. */
export function isAbortedError(error: unknown): error is AbortedError {
  return isApiError(error) && error.kind === "aborted";
}

/** The deadline of the call passed. */
export class DeadlineError extends ApiError {
  override readonly kind = "deadline";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "DeadlineError",
        happened: "The deadline of the call passed.",
        remedy: "Give a longer `deadline`, or try again later.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link DeadlineError}, without `instanceof`. */
export function isDeadlineError(error: unknown): error is DeadlineError {
  return isApiError(error) && error.kind === "deadline";
}

/**
 * No response came, or a read's response broke off (then `status` is there): the server was not reached, or the connection was
 * lost.
 */
export class TransportError extends ApiError {
  override readonly kind = "transport";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "TransportError",
        happened: "No response came from the server.",
        remedy: "Check the address and the network, then try again.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link TransportError}, without `instanceof`. */
export function isTransportError(error: unknown): error is TransportError {
  return isApiError(error) && error.kind === "transport";
}

/** A response that the contract does not describe or that cannot be read. JSON or plain text of an error is nevertheless on `body`. */
export class UnexpectedResponseError extends ApiError {
  override readonly kind = "unexpected-response";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "UnexpectedResponseError",
        happened: "The server sent a response that cannot be read.",
        remedy:
          "Look at `status` and `headers`: a proxy may have responded in place of the server.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link UnexpectedResponseError}, without `instanceof`. */
export function isUnexpectedResponseError(
  error: unknown,
): error is UnexpectedResponseError {
  return isApiError(error) && error.kind === "unexpected-response";
}

/**
 * The response, or one line or event of a stream, is larger than the client reads. Reading ended there and the connection was
 * given up. What the server did with the request is done: `remedy` says what that means for a change.
 */
export class ResponseTooLargeError extends ApiError {
  override readonly kind = "response-too-large";
  /** The most that the client reads, in bytes. */
  readonly maxBytes: number;

  constructor(facts: ErrorFacts & { readonly maxBytes: number }) {
    super(
      {
        name: "ResponseTooLargeError",
        happened: `The response is larger than ${String(facts.maxBytes)} bytes.`,
        remedy:
          "Ask for less, read it as a stream, or raise `maxResponseBytes`.",
      },
      facts,
    );
    this.maxBytes = facts.maxBytes;
  }
}

/** Narrows something caught to {@link ResponseTooLargeError}, without `instanceof`. */
export function isResponseTooLargeError(
  error: unknown,
): error is ResponseTooLargeError {
  return isApiError(error) && error.kind === "response-too-large";
}

/** The members of an operation's descriptor that errors say. */
export interface DescribedCall {
  readonly name: string;
  readonly method: string;
  readonly path: string;
}

/** What errors say of an operation. */
export function callOf({ name, method, path }: DescribedCall): CallFacts {
  return { operation: name, method, path };
}

/**
 * Does what comes before a call is sent (claiming a place, asking for a limit), and names the call in errors that know
 * of none.
 */
export async function duringCall<Value>(
  call: CallFacts,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw isApiError(error) ? error.during(call, 0, 0) : error;
  }
}
