import { ApiError, type ErrorFacts, isApiError } from "./api-error.js";

/** 428, or a change without its validator, stopped before it was sent. */
export class PreconditionRequiredError extends ApiError {
  override readonly kind = "precondition-required";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "PreconditionRequiredError",
        happened: "The change needs the validator of the resource.",
        remedy:
          "Read it, and pass its `etag` as `ifMatch` or the header `If-Match`.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link PreconditionRequiredError}, without `instanceof`. */
export function isPreconditionRequiredError(
  error: unknown,
): error is PreconditionRequiredError {
  return isApiError(error) && error.kind === "precondition-required";
}

/** 412: the resource has changed since it was read. */
export class StaleETagError extends ApiError {
  override readonly kind = "stale-etag";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "StaleETagError",
        happened: "The resource has changed since it was read.",
        remedy:
          "Reread it and build the change again; a `modify` method does both, where the client has one for it.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link StaleETagError}, without `instanceof`. */
export function isStaleETagError(error: unknown): error is StaleETagError {
  return isApiError(error) && error.kind === "stale-etag";
}

/**
 * The server responded to the change with success, and reading its result failed: the `cause` says how. Whatever that was (a
 * deadline, a failure of the server), the change must not be made again because of it. That it was made is as certain as
 * a response without content can make it: the success of an intermediary looks the same.
 */
export class UnreadChangeError extends ApiError {
  override readonly kind = "unread-change";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "UnreadChangeError",
        happened:
          "The server responded to the change with success; its result could not be read.",
        remedy:
          "Do not make it again: read the resource to see its state and validator.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link UnreadChangeError}, without `instanceof`. */
export function isUnreadChangeError(
  error: unknown,
): error is UnreadChangeError {
  return isApiError(error) && error.kind === "unread-change";
}
