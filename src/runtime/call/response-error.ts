import type { ApiError, ErrorFacts } from "../errors/api-error.js";
import {
  AccessDeniedError,
  AuthenticationError,
} from "../errors/authorization-errors.js";
import { UnexpectedResponseError } from "../errors/call-errors.js";
import {
  PreconditionRequiredError,
  StaleETagError,
} from "../errors/etag-errors.js";
import {
  AmbiguousOutcomeError,
  IdempotencyConflictError,
  retryAdvice,
} from "../errors/idempotency-errors.js";
import {
  type CallLimit,
  FeatureDisabledError,
  RateLimitedError,
  RequestTooLargeError,
} from "../errors/limit-errors.js";
import { OperationExpiredError } from "../errors/operation-errors.js";
import {
  stepAfter,
  ProblemError,
  ResourceProblemError,
  ResponseError,
} from "../errors/response-errors.js";
import type { Failure } from "../response/read-failure.js";
import type { RetryPolicy } from "../retry/read-retry.js";
import type { CredentialState } from "./call-record.js";
import type { ProblemMeaning } from "../descriptors/contract-facts.js";
import { refusedCredentialText } from "./refused-credential.js";

/** What the error of a response needs beside the response. */
interface ResponseErrorFacts extends ErrorFacts {
  /** Names of the parameters that said which resource was meant. */
  readonly identifiers: readonly string[];
  /** When the server will take the request, by its `Retry-After`. */
  readonly retryAt?: Date;
  /** Size of the request body in bytes. */
  readonly bytes?: number;
  /** The operation only reads: whatever went wrong, nothing was changed. */
  readonly reads: boolean;
  readonly credential: CredentialState;
  /** See {@link refusedCredentialText}. */
  readonly readsCapabilities: boolean;
  readonly policy: RetryPolicy;
  /** What kept the call from being repeated; absent where the server did not ask for it. */
  readonly limit?: CallLimit | undefined;
}

/** The error of a response, by what the caller does next: first by the meaning of its code, then by its status. */
export function responseError(
  failure: Failure,
  given: ResponseErrorFacts,
): ApiError {
  const facts = { ...given, response: failure.response };
  const { reason } = failure;
  const meant =
    reason.kind === "answered" && reason.meaning !== undefined
      ? new errorsOfMeaning[reason.meaning](facts)
      : undefined;
  return meant ?? errorOfStatus(failure, facts) ?? errorOfBody(failure, facts);
}

const errorsOfMeaning: Readonly<
  Record<ProblemMeaning, new (facts: ResponseErrorFacts) => ApiError>
> = {
  "idempotency-conflict": IdempotencyConflictError,
  "ambiguous-outcome": AmbiguousOutcomeError,
  "feature-disabled": FeatureDisabledError,
  "operation-expired": OperationExpiredError,
  "access-denied": AccessDeniedError,
  "resource-problem": ResourceProblemError,
};

/** Statuses that mean the same whatever the body. */
function errorOfStatus(
  failure: Failure,
  facts: ResponseErrorFacts,
): ApiError | undefined {
  const { status, problem } = failure.response;
  switch (status) {
    case 401:
      return new AuthenticationError({
        ...facts,
        ...refusedCredentialText(facts.credential, facts.readsCapabilities),
      });
    case 412:
      return new StaleETagError(facts);
    case 413:
      return new RequestTooLargeError(facts);
    case 428:
      return new PreconditionRequiredError(facts);
    case 429:
      return new RateLimitedError(facts);
    case 403:
      return problem === undefined ? undefined : new AccessDeniedError(facts);
    case 404:
    case 410:
      return problem === undefined
        ? undefined
        : new ResourceProblemError(facts);
    case 503: {
      const paused =
        facts.retryAt !== undefined &&
        (failure.reason.kind === "lost" ||
          facts.policy === "method" ||
          problem?.retryable === true);
      return paused ? new RateLimitedError(facts) : undefined;
    }
    default:
      return undefined;
  }
}

function errorOfBody(failure: Failure, given: ResponseErrorFacts): ApiError {
  const { problem, status } = failure.response;
  const open = status >= 500 && problem?.retryable !== true && !given.reads;
  const facts = { ...given, ...(open && { remedy: unclearRemedy(given) }) };
  if (problem !== undefined)
    return new ProblemError({
      ...facts,
      response: { ...failure.response, problem },
    });
  if (failure.body === "declared") return new ResponseError(facts);
  const to = failure.response.allHeaders?.get("location") ?? undefined;
  if (
    status === 0 ||
    (status >= 300 && status < 400 && to !== undefined && !isAddress(to))
  )
    return new UnexpectedResponseError({
      ...facts,
      ...withoutWord(status === 0 ? opaque : invalidAddress, given),
    });
  if (failure.redirect === "addressed")
    return new ResponseError({ ...facts, ...withoutWord(elsewhere, given) });
  if (failure.redirect === "nowhere" && failure.body !== "other")
    return new ResponseError({ ...nowhere, ...facts });
  if (status === 304)
    return new UnexpectedResponseError({
      ...facts,
      ...withoutWord(given.reads ? unchanged : nothingToDo, given),
    });
  if (status >= 300 && status < 400)
    return new UnexpectedResponseError({
      ...facts,
      ...withoutWord(
        failure.redirect === "nowhere"
          ? anothersPage
          : given.call?.method === "GET" && isWebAddress(to)
            ? redirectedGet
            : redirected,
        given,
      ),
    });
  if (failure.contentless && failure.body !== "other")
    return new ResponseError({
      ...fitting(contentless[failure.body], status),
      ...facts,
    });
  return new UnexpectedResponseError({
    ...fitting(unread[failure.body], status),
    ...facts,
  });
}

/** Whether the text of a `Location` can be resolved against some address. */
function isAddress(location: string): boolean {
  return URL.canParse(location, "https://host.invalid");
}

/** Whether a client could follow a `Location`, were it of this origin: it is there, and no `javascript:` or `file:`. */
function isWebAddress(location: string | undefined): boolean {
  return (
    location !== undefined &&
    /^https?:$/.test(new URL(location, "https://host.invalid").protocol)
  );
}

/** A request that failed for the moment, or for a reason that its status tells, may be right as it is. */
function fitting<Words extends { readonly remedy: string }>(
  words: Words,
  status: number,
): Words {
  const remedy = words.remedy.replace("correct the request", stepAfter(status));
  return { ...words, remedy };
}

const undeclared =
  "The server responded with an error that the contract does not describe.";

const readInCode =
  "Read `body` in code for what the server said; correct the request.";

/** Sentences about an error that the contract describes without content, by its body. Not for a page: that can be a proxy's. */
const contentless = {
  undeclared: { remedy: readInCode },
  none: { remedy: "Its `status` is all that it says; correct the request." },
} as const;

/** What happened, for an error whose body cannot be read. */
const unread = {
  undeclared: {
    happened: undeclared,
    remedy: readInCode,
  },
  other: {
    happened: undeclared,
    remedy:
      "Look at `status` and `headers`: a proxy may have responded in place of the server.",
  },
  none: {
    happened: "The server responded with an error without a body.",
    remedy:
      "Look at `status` and `headers`: a proxy may have responded in place of the server; otherwise correct the request.",
  },
} as const;

function unclearRemedy({ idempotencyKey }: ResponseErrorFacts): string {
  return idempotencyKey === undefined
    ? "The server did not say whether anything was changed: look at the state before you send it again."
    : "The server did not say whether anything was changed: the same call with the same `idempotencyKey` (or intent) is safe, it cannot happen twice.";
}

/** A 3xx to a change can come from a proxy before it, or tell of it (303): what to do about the change is said as well. */
function withoutWord(
  words: { readonly happened: string; readonly remedy: string },
  given: ResponseErrorFacts,
): { readonly happened: string; readonly remedy: string } {
  if (given.reads) return words;
  const remedy = `${words.remedy} It is unknown whether the change was made. ${retryAdvice(given)}`;
  return { ...words, remedy };
}

const unchanged = {
  happened:
    "The server responded with 304 (not modified), and the contract has no parameter for it.",
  remedy:
    "Leave an added `If-None-Match` or `If-Modified-Since` out, or take this error for the response.",
};

const nothingToDo = {
  happened:
    "The server responded to a change with 304, which is not a success of this operation.",
  remedy:
    "Leave an added `If-None-Match` or `If-Modified-Since` out. Without one, the server may mean that there was nothing to do.",
};

const elsewhere = {
  happened:
    "The server responded with a redirect that the contract describes, and that the client does not follow.",
  remedy: "Fetch the `location` in `allHeaders` without credentials.",
};

/** The server responded as the contract says, a 308 between the parts of an upload for one: the outcome is known. */
const nowhere = {
  happened:
    "The server responded with a redirect that the contract describes, and gave no address.",
  remedy:
    "Read its `status`, `allHeaders` and `body` for what the server said.",
};

/** A login page on the way can have the very status that the contract describes: it says nothing of the change. */
const anothersPage = {
  happened:
    "The server responded with a redirect that the contract describes, and gave another body and no address.",
  remedy:
    "Look at `status` and `headers`: a proxy may have responded in place of the server.",
};

const redirected = {
  happened:
    "The server responded with a redirect that the client does not follow.",
  remedy: "Correct the base URL of the client.",
};

const redirectedGet = {
  ...redirected,
  remedy:
    "Correct the base URL of the client, or set `crossOriginRedirects` to read another origin.",
};

/** A `Location` must be a URL reference (RFC 9110 section 10.2.2). */
const invalidAddress = {
  happened:
    "The server responded with a redirect whose address (`Location`) is not a URL.",
  remedy: "Report it to the people who run the server.",
};

/** A browser shows of a redirect neither status nor address (Fetch standard, opaque-redirect filtered response). */
const opaque = {
  happened:
    "The server responded with a redirect, and the browser hides where it leads.",
  remedy: "Correct the base URL of the client.",
};
