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

/** A number or a text as the caller wrote it, for a message; of any other value its type alone. */
export function quoted(given: unknown): string {
  if (given === null) return "null";
  if (typeof given === "string") return JSON.stringify(given);
  return typeof given === "number"
    ? String(given)
    : `a value of type ${typeof given}`;
}

/** Narrows something caught to {@link ArgumentError}, without `instanceof`. */
export function isArgumentError(error: unknown): error is ArgumentError {
  return isApiError(error) && error.kind === "argument";
}
