import type { ClientPlan } from "../plan/typescript/client-plan.js";

/** One class of errors, for `errors.md`. */
interface ErrorGuide {
  readonly name: string;
  readonly meaning: string;
  readonly remedy: string;
}

/** What a class means, and what to do; what to do in a client without a module of the runtime, where that differs. */
interface Row extends ErrorGuide {
  readonly without?: { readonly module: string; readonly remedy: string };
}

/** In the order in which a reader asks: what may have been changed comes first. */
const GUIDE: readonly Row[] = [
  {
    name: "OutcomeUnknownError",
    meaning: "The response was lost. The server may have made the change.",
    remedy:
      "Make the same call again with the same intent or key: it happens once. Without one, or where the call builds its change from a read, read the resource first; `resolveIntent` records what you found. Never repeat the change blindly.",
    without: {
      module: "idempotency/intents",
      remedy: "Read the resource first. Never repeat the change blindly.",
    },
  },
  {
    name: "AmbiguousOutcomeError",
    meaning: "The server itself does not know whether it made the change.",
    remedy: "Read the actual state, then call `resolveIntent`. Use no new key before that.",
    without: {
      module: "idempotency/intents",
      remedy: "Read the actual state. Repeat the change only where it was not made.",
    },
  },
  {
    name: "UnreadChangeError",
    meaning: "The server made the change. Reading the new value failed.",
    remedy: "Read the value. Do not repeat the change.",
  },
  {
    name: "OperationFailedError",
    meaning: "A background operation failed.",
    remedy:
      "Read `error.code` and `error.failure`. Start the operation again when `error.retryable` is true.",
  },
  {
    name: "OperationExpiredError",
    meaning: "The server no longer keeps the operation or its result.",
    remedy: "Check the actual state, then start a new operation.",
  },
  {
    name: "StaleETagError",
    meaning: "The resource changed since it was read. The server changed nothing.",
    remedy: "Read it again, or use the method whose name starts with `modify`.",
    without: { module: "etag/modify", remedy: "Read it again, and send the change with the new ETag." },
  },
  {
    name: "PreconditionRequiredError",
    meaning: "The server takes this change only with the ETag of a read. It changed nothing.",
    remedy: "Pass that ETag as `ifMatch`, or in the header `If-Match` where the method takes no `ifMatch`.",
    without: { module: "etag/versioned", remedy: "Pass that ETag in the header `If-Match`." },
  },
  {
    name: "IdempotencyConflictError",
    meaning: "The server knows the idempotency key from a call with other data.",
    remedy: "Use a new intent, or a new key, for new data.",
    without: { module: "idempotency/intents", remedy: "Use a new key for new data." },
  },
  {
    name: "RateLimitedError",
    meaning: "The server asks for a pause that does not fit into the deadline or the attempts.",
    remedy: "Wait until `retryAt`.",
  },
  {
    name: "RequestTooLargeError",
    meaning: "The body is larger than the server takes.",
    remedy: "Send less at once.",
  },
  {
    name: "FeatureDisabledError",
    meaning: "The server has switched this group of operations off.",
    remedy: "Ask its operator.",
  },
  {
    name: "AuthenticationError",
    meaning: "The credential is missing, or the server refused it.",
    remedy: "Check whether the credential is right, and whether it was revoked.",
  },
  {
    name: "TokenExchangeError",
    meaning: "The token endpoint gave no usable token.",
    remedy: "Check the access key, `scopes` and `baseUrl`.",
  },
  {
    name: "AccessDeniedError",
    meaning: "The server knows the credential, but does not allow this call.",
    remedy: "Check the rights and scopes of the credential, and the server's list of allowed addresses.",
    without: {
      module: "scopes",
      remedy: "Check the rights of the credential, and the server's list of allowed addresses.",
    },
  },
  {
    name: "ScopeError",
    meaning: "The client lacks the scope of this call. It sent nothing.",
    remedy: "Add the scope to the option `scopes`.",
  },
  {
    name: "ResourceProblemError",
    meaning: "The server does not know the resource, or not in this context.",
    remedy: "Check the values of the parameters that `identifiers` names.",
  },
  {
    name: "ArgumentError",
    meaning: "The call or an option is wrong. Nothing was sent.",
    remedy: "Fix the call.",
  },
  {
    name: "IntentStoreError",
    meaning: "The store of intents failed. Nothing was sent.",
    remedy: "Check the folder or the Redis server of `intents`.",
  },
  {
    name: "DeadlineError",
    meaning: "The deadline passed. `cause` has the last failure.",
    remedy: "Call again, or give a longer `deadline`.",
  },
  {
    name: "AbortedError",
    meaning: "Your `signal` ended the call.",
    remedy: "Call again if you still need the result.",
  },
  {
    name: "TransportError",
    meaning: "The client cannot reach the server.",
    remedy: "Check address and network, then call again.",
  },
  {
    name: "ResponseTooLargeError",
    meaning: "The response is larger than `maxResponseBytes`.",
    remedy: "Raise the limit, or read less at once.",
  },
  {
    name: "UnexpectedResponseError",
    meaning: "The response is not what the contract describes.",
    remedy: "Look at `status` and `headers`: a proxy may have sent it.",
  },
  {
    name: "ProblemError",
    meaning: "The server refused the request with Problem Details.",
    remedy: "Decide by `code` and `status`.",
  },
  {
    name: "ResponseError",
    meaning: "The server refused the request.",
    remedy: "Decide by `status` and `body`.",
  },
];

/** The classes of errors that a client raises, in the words of what it has: without scopes, none is missing. */
export function errorGuide({ contract, runtimeExports, runtimeModules }: ClientPlan): readonly ErrorGuide[] {
  const exported = new Set(runtimeExports.flatMap(({ values }) => values));
  const present = new Set([...runtimeModules, ...(contract.scopes.length > 0 ? ["scopes"] : [])]);
  return GUIDE.filter(
    ({ name }) => exported.has(name) && (name !== "ScopeError" || present.has("scopes")),
  ).map(({ name, meaning, remedy, without }) => {
    const lacks = without !== undefined && !present.has(without.module);
    return { name, meaning, remedy: lacks ? without.remedy : remedy };
  });
}
