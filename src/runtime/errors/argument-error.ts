import { ApiError, type ErrorFacts, isApiError } from "./api-error.js";

/** A caller's mistake, found before anything was sent. */
export class ArgumentError extends ApiError {
  override readonly kind = "argument";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "ArgumentError",
        happened: "An argument cannot be sent.",
        remedy: "Correct the argument.",
      },
      facts,
    );
  }
}

/** A number, a text or a missing value as the caller wrote it, for a message; of any other value its type alone. */
export function quoted(given: unknown): string {
  if (typeof given === "string") return JSON.stringify(given);
  return given === null || given === undefined || typeof given === "number"
    ? String(given)
    : `a value of type ${typeof given}`;
}

/** Narrows something caught to {@link ArgumentError}, without `instanceof`. */
export function isArgumentError(error: unknown): error is ArgumentError {
  return isApiError(error) && error.kind === "argument";
}
