import {
  type ResponseFacts,
  ApiError,
  type ErrorFacts,
  isApiError,
} from "./api-error.js";
import type { ProblemDetails } from "./problem.js";

/**
 * An error response whose body the contract describes, other than Problem Details; it is on `body`. Or one that it describes
 * without content: what came is on `body` where it is JSON or plain text.
 */
export class ResponseError extends ApiError {
  override readonly kind = "response";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "ResponseError",
        happened: "The server responded with an error.",
        remedy: readAfter("body", facts),
      },
      facts,
    );
  }
}

/** What to do after an error whose words are in a member of it. */
function readAfter(member: string, { response }: ErrorFacts): string {
  return `Read \`${member}\` for what the server said; ${stepAfter(response?.status ?? 0)}.`;
}

/**
 * What to do after an error with a status, where nothing says more. The same request may succeed later where the server failed
 * (RFC 9110 section 15.6, but for what 501 and 505 say that it lacks), or did not take it in time or too early (408, 425; RFC
 * 8470 section 5.2). Rights (403), methods (405) and law (451, RFC 7725) are the server's to change.
 */
export function stepAfter(status: number): string {
  const code = String(status);
  if (/^(?:408|425|5(?!0[15]))/.test(code)) return "try again later";
  return /^(?:40[35]|451|5)/.test(code)
    ? "ask the server's operator"
    : "correct the request";
}

/** Narrows something caught to {@link ResponseError}, without `instanceof`. */
export function isResponseError(error: unknown): error is ResponseError {
  return isApiError(error) && error.kind === "response";
}

/**
 * The server responded with Problem Details that ask for no more specific step.
 *
 * @typeParam Code - machine codes of the contract; any other code is carried through.
 */
export class ProblemError<Code extends string = string> extends ApiError {
  override readonly kind = "problem";
  declare readonly code?: Code;
  declare readonly status: number;
  readonly #problem: ProblemDetails<Code>;

  constructor(
    facts: ErrorFacts & {
      readonly response: ResponseFacts & {
        readonly problem: ProblemDetails<Code>;
      };
    },
  ) {
    const { problem } = facts.response;
    super(
      {
        name: "ProblemError",
        happened: failed(facts)
          ? "The server failed."
          : "The server refused the request.",
        remedy: remedyOf(facts),
      },
      facts,
    );
    this.#problem = problem;
  }

  override get problem(): ProblemDetails<Code> {
    return this.#problem;
  }
}

/** Statuses of the class 5xx: the request may be right (RFC 9110 section 15.6). */
function failed({ response }: ErrorFacts): boolean {
  return (response?.status ?? 0) >= 500;
}

/** The server's own words are not among it: they can hold values of the call. */
function remedyOf(facts: ErrorFacts): string {
  if (facts.response?.problem?.retryable === true)
    return "The same request may be repeated later.";
  return readAfter("problem", facts);
}

/**
 * Whether something caught came from a response with Problem Details, whatever its class, and with that code when one
 * is given.
 *
 * @param code - narrows to errors with this machine code.
 */
export function isProblem(error: unknown): error is ApiError & {
  readonly problem: ProblemDetails;
  readonly status: number;
};
export function isProblem<Code extends string>(
  error: unknown,
  code: Code,
): error is ApiError & {
  readonly code: Code;
  readonly problem: ProblemDetails<Code>;
  readonly status: number;
};
export function isProblem(error: unknown, code?: string): boolean {
  if (!isApiError(error) || error.problem === undefined) return false;
  return code === undefined || error.code === code;
}

/** The server does not know the resource, or not in this context. */
export class ResourceProblemError extends ApiError {
  override readonly kind = "resource-problem";
  /** Names of the parameters that said which resource was meant; never their values. */
  readonly identifiers: readonly string[];

  constructor(
    facts: ErrorFacts & { readonly identifiers?: readonly string[] } = {},
  ) {
    const identifiers = facts.identifiers ?? [];
    super(
      {
        name: "ResourceProblemError",
        happened:
          "The server does not know the resource, or not in this context.",
        remedy:
          identifiers.length === 0
            ? "Check the resource and its context."
            : `Check the identifiers that were sent: ${identifiers.join(", ")}.`,
      },
      facts,
    );
    this.identifiers = identifiers;
  }
}

/** Narrows something caught to {@link ResourceProblemError}, without `instanceof`. */
export function isResourceProblemError(
  error: unknown,
): error is ResourceProblemError {
  return isApiError(error) && error.kind === "resource-problem";
}
