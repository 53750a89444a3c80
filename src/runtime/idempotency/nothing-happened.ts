import { isApiError } from "../errors/api-error.js";

/** Kinds of errors after which it is certain that the server has not carried out the create. */
const refusals: ReadonlySet<string> = new Set([
  "aborted",
  "access-denied",
  "argument",
  "authentication",
  "deadline",
  "feature-disabled",
  "precondition-required",
  "rate-limited",
  "request-too-large",
  "resource-problem",
  "scope",
  "stale-etag",
  "token-exchange",
  "transport",
]);

/**
 * Whether a create that ended in this error has certainly not happened, so that its intent may be used again with other
 * data. The core raises `OutcomeUnknownError` whenever any attempt may have been carried out, whatever was answered to a
 * later one (IDM-3), and whatever ended the call meanwhile; so a 4xx that it raises was answered to the only attempt that can
 * have done anything, and an abort or a deadline came before or between attempts that were refused.
 */
export function nothingHappened(error: unknown): boolean {
  if (!isApiError(error)) return false;
  if (refusals.has(error.kind)) return true;
  const refused =
    error.status !== undefined &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 409;
  return refused && (error.kind === "problem" || error.kind === "response");
}
