import type { ClientPlan } from "../plan/typescript/client-plan.js";

/** One class of errors, for `errors.md`. */
interface ErrorGuide {
  readonly name: string;
  readonly meaning: string;
  readonly remedy: string;
}

/** Class → what it means, and what to do. In the order in which a reader asks: what may have been changed comes first. */
const GUIDE: readonly (readonly [string, string, string])[] = [
  [
    "OutcomeUnknownError",
    "The response was lost: the change was made, or not.",
    "With an intent or a key, make the same call again. Without one, read the resource first. Never repeat the change blindly.",
  ],
  [
    "AmbiguousOutcomeError",
    "The server itself does not know whether the change was made.",
    "Read the actual state, then call `resolveIntent`. Do not use a new key before.",
  ],
  [
    "UnreadChangeError",
    "The change was made. Reading the new value failed.",
    "Read the value. Do not repeat the change.",
  ],
  [
    "OperationFailedError",
    "A background operation ended in failure.",
    "Read `operation.code`. Start it again when `retryable` is true.",
  ],
  [
    "OperationExpiredError",
    "The server no longer keeps the operation or its result.",
    "Check the actual state, then start a new operation.",
  ],
  [
    "StaleETagError",
    "The resource changed since it was read. Nothing was changed.",
    "Read it again, or use the method that starts with `modify`.",
  ],
  [
    "PreconditionRequiredError",
    "The change has no strong ETag. Nothing was changed.",
    "Pass `ifMatch` with the ETag of a read.",
  ],
  [
    "IdempotencyConflictError",
    "The key or intent was used before with other data.",
    "Use a new intent for new data.",
  ],
  [
    "RateLimitedError",
    "The server asks for a pause that is longer than the deadline.",
    "Wait until `retryAt`.",
  ],
  ["RequestTooLargeError", "The body is larger than the server takes.", "Send less at once."],
  ["FeatureDisabledError", "The server has switched this group of operations off.", "Ask its operator."],
  [
    "AuthenticationError",
    "There is no credential, or the server refused it.",
    "Check the credential. A revoked key leads here.",
  ],
  [
    "TokenExchangeError",
    "The token endpoint gave no usable token.",
    "Check the access key, `scopes` and `baseUrl`.",
  ],
  [
    "AccessDeniedError",
    "The credential is good, but it does not allow this.",
    "Check scopes, allowlist and the rights of the user.",
  ],
  [
    "ScopeError",
    "The client was not given the scope. Nothing was sent.",
    "Add the scope to the option `scopes`.",
  ],
  [
    "ResourceProblemError",
    "The server does not know the resource, or not in this context.",
    "Check the identifiers that `context` names.",
  ],
  ["ArgumentError", "The call or an option is wrong. Nothing was sent.", "Fix the call."],
  [
    "IntentStoreError",
    "The store of intents failed. Nothing was sent.",
    "Check the folder or the Redis server of `intents`.",
  ],
  [
    "DeadlineError",
    "The deadline passed. `cause` has the last failure.",
    "Call again, or give a longer `deadline`.",
  ],
  ["AbortedError", "Your `signal` ended the call.", "Nothing, unless you still need the result."],
  ["TransportError", "The server cannot be reached.", "Check address and network, then call again."],
  [
    "ResponseTooLargeError",
    "The response is larger than `maxResponseBytes`.",
    "Raise the limit, or read less at once.",
  ],
  [
    "UnexpectedResponseError",
    "The response is not what the contract describes.",
    "Look at `status` and `headers`: a proxy may have sent it.",
  ],
  ["ProblemError", "The server refused the request with Problem Details.", "Decide by `code`."],
  ["ResponseError", "The server refused the request.", "Decide by `status` and `body`."],
];

/** The classes of errors that a client exports. */
export function errorGuide({ runtimeExports }: ClientPlan): readonly ErrorGuide[] {
  const exported = new Set(runtimeExports.flatMap(({ values }) => values));
  return GUIDE.flatMap(([name, meaning, remedy]) => (exported.has(name) ? [{ name, meaning, remedy }] : []));
}
