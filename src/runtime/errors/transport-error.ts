import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/** No answer came, or a read's answer broke off: the server was not reached, or the connection was lost. */
export class TransportError extends ApiError {
  override readonly kind = "transport";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "TransportError",
        happened: "No answer came from the server.",
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
