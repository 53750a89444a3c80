import { byText } from "../../text/by-text.js";
import type { ImportPlan, ResourcePlan, RuntimeExport } from "./client-plan.js";
import type { ModelFilePlan } from "./type-plan.js";

/*
 * What a client hands on of the runtime to its user: errors with their guards, options, stores. By module; a module
 * that a client does not have is omitted.
 */

/** Errors: every client has them all. */
const ERRORS: Readonly<Record<string, readonly string[]>> = {
  "errors/argument-error": guarded("Argument"),
  "errors/authorization-errors": guarded("AccessDenied", "Authentication", "Scope"),
  "errors/call-errors": guarded("Aborted", "Deadline", "ResponseTooLarge", "Transport", "UnexpectedResponse"),
  "errors/etag-errors": guarded("PreconditionRequired", "StaleETag"),
  "errors/idempotency-errors": guarded("AmbiguousOutcome", "IdempotencyConflict", "OutcomeUnknown"),
  "errors/limit-errors": guarded("FeatureDisabled", "RateLimited", "RequestTooLarge"),
  "errors/response-errors": [...guarded("ResourceProblem", "Response"), "ProblemError", "isProblem"],
};

/** Values by module. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  ...ERRORS,
  "errors/api-error": ["ApiError", "isApiError"],
  "tracing/spans": ["spans"],
};

/** Types by module. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  "call/call": ["ApiResponse", "Call"],
  "call/call-options": ["CallOptions", "NoInput"],
  "waiting/clock": ["Clock", "Duration"],
  "call/core": ["ClientConnection"],
  "call/client-options": ["ClientOptions", "ShowOptions"],
  "retry/read-retry": ["RetryOptions", "RetryPolicy"],
  "tracing/events": ["ClientEvents", "Hooks", "LogEntry", "Logger"],
  "servers/resolve-server": ["ServerOptions"],
  "errors/api-error": ["CallFacts", "SentKey"],
  "errors/problem": ["ProblemDetails"],
  "tracing/spans": ["OpenTelemetry", "OpenTelemetrySpan", "OpenTelemetryTracer"],
  "tracing/tracing": ["AttemptTrace", "TraceContext", "TracedRequest", "Tracing", "WorkTrace"],
};

/** Where to get a key or a password. */
const SECRET: Readonly<Record<string, readonly string[]>> = {
  "credentials/credential-provider": ["SecretRequest", "SecretSource", "SuppliedSecret"],
};

/** What comes with a feature: the module whose presence tells of it, and what is handed on then. */
const FEATURES: readonly {
  readonly when: string;
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly types: Readonly<Record<string, readonly string[]>>;
}[] = [
  {
    when: "idempotency/intents",
    values: {
      "errors/idempotency-errors": ["IntentStoreError", "isIntentStoreError"],
      "idempotency/file-intent-store": ["fileIntentStore"],
      "idempotency/intents": ["memoryIntentStore"],
      "idempotency/open-intents": ["openIntents"],
      "idempotency/redis-intent-store": ["redisIntentStore"],
      "idempotency/resolve-intent": ["resolveIntent"],
    },
    types: {
      "call/call-options": ["KeyedOptions", "OwnKeyOptions"],
      "idempotency/intent-store": [
        "FileIntentOptions",
        "IntentClaim",
        "IntentRecord",
        "IntentState",
        "IntentStore",
        "ListedIntent",
      ],
      "idempotency/intents": ["IntentOptions"],
      "idempotency/open-intents": ["OpenIntent", "OpenIntentsOptions"],
      "idempotency/resolve-intent": ["IntentFinding"],
      "redis/redis-client": ["RedisClient"],
    },
  },
  {
    when: "operations/start-operation",
    values: {
      "errors/operation-errors": [...guarded("OperationExpired", "OperationFailed")],
    },
    types: {
      "errors/operation-errors": ["OperationFailure"],
      "operations/operation-handle": [
        "OperationHandle",
        "OperationState",
        "ResultHandle",
        "ResultOptions",
        "SavedOperation",
        "StateSequence",
        "WaitOptions",
      ],
      "operations/start-operation": ["StartedOrDone"],
    },
  },
  {
    when: "response/request-id",
    values: { "response/request-id": ["requestIdOf"] },
    types: {},
  },
  {
    when: "response/with-header-values",
    values: {},
    types: { "response/with-header-values": ["DescribedCall", "DescribedResponse"] },
  },
  {
    when: "errors/error-body",
    values: {},
    types: { "errors/error-body": ["DescribedError", "DescribedErrorStatus", "ErrorStatusText"] },
  },
  { when: "call/call-as", values: {}, types: { "call/call-as": ["OtherSuccess"] } },
  {
    when: "streams/stream-events",
    values: {},
    types: { "streams/stream-call": ["StreamCall"], "streams/stream-events": ["ServerSentEvent"] },
  },
  {
    when: "streams/open-event",
    values: {},
    types: { "streams/open-event": ["OpenEvent"], "values/unlisted": ["Unlisted"] },
  },
  { when: "streams/stream-items", values: {}, types: { "streams/stream-call": ["StreamCall"] } },
  { when: "pages/pages", values: {}, types: { "pages/pages": ["PageSequence", "SequencePage"] } },
  {
    when: "etag/versioned",
    values: { "http/strong-etag": ["parseStrongETag"] },
    types: {
      "call/call-options": ["ConditionalOptions"],
      "etag/modify": ["ContextFields", "ModifyOptions", "Rebuild", "Rebuilt"],
      "http/strong-etag": ["StrongETag", "Versioned"],
    },
  },
  {
    when: "values/unlisted",
    values: {},
    types: { "values/unlisted": ["OpenUnion", "Unlisted", "UnlistedMember", "UnlistedNumber"] },
  },
  ...["etag/modify", "etag/keyed-changes"].map((when) => ({
    when,
    values: { "errors/etag-errors": ["UnreadChangeError", "isUnreadChangeError"] },
    types: {},
  })),
  {
    when: "token/token-exchange",
    values: { "errors/authorization-errors": ["TokenExchangeError", "isTokenExchangeError"] },
    types: SECRET,
  },
  { when: "credentials/api-key", values: {}, types: SECRET },
  {
    when: "credentials/basic",
    values: {},
    types: { ...SECRET, "credentials/basic": ["BasicCredential"] },
  },
  {
    when: "credentials/authorization",
    values: {},
    types: { "credentials/authorization": ["AuthorizationCallback", "AuthorizationRequest"] },
  },
  { when: "credentials/bearer", values: {}, types: SECRET },
  {
    when: "credentials/token-from",
    values: {},
    types: { "credentials/token-from": ["SuppliedToken", "TokenCallback"] },
  },
  {
    when: "limits/obey-limits",
    values: { "limits/redis-pacing-store": ["redisPacingStore"] },
    types: {
      "limits/obey-limits": ["LimitOptions"],
      "limits/pacer": ["PacingLane", "PacingStore"],
      "redis/redis-client": ["RedisClient"],
    },
  },
];

/**
 * What the index of a client exports of its runtime, sorted by module.
 *
 * @param required - modules that generated code imports.
 */
export function planPublicRuntime(required: ReadonlySet<string>): readonly RuntimeExport[] {
  const present = FEATURES.filter(({ when }) => required.has(when));
  const values = [VALUES, ...present.map((feature) => feature.values)];
  const types = [TYPES, ...present.map((feature) => feature.types)];
  const modules = [...new Set([...values, ...types].flatMap((table) => Object.keys(table)))].sort();
  return modules.map((module) => ({
    module,
    values: namesOf(module, values),
    types: namesOf(module, types),
  }));
}

/** What tables say of a module; two features may come with the same. */
function namesOf(
  module: string,
  tables: readonly Readonly<Record<string, readonly string[]>>[],
): readonly string[] {
  return [...new Set(tables.flatMap((table) => table[module] ?? []))].sort();
}

/** Classes of errors with their guards. */
function guarded(...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [`${name}Error`, `is${name}Error`]);
}

/** Modules of the runtime that every client hands on to its user, for errors and options. */
const ALWAYS = ["call/create-core", "servers/resolve-server", "call/core", "call/call"];

/** The modules of the runtime that generated code imports, sorted; what they import comes along with them. */
export function requiredModules(
  resources: readonly ResourcePlan[],
  models: readonly ModelFilePlan[],
  others: readonly ImportPlan[],
): readonly string[] {
  const imports = resources.flatMap(({ imports: { resource, operations } }) => [...resource, ...operations]);
  const ofModels = models.flatMap((model) => model.imports.map(({ from }) => from.replace("../", "")));
  const imported = [...[...imports, ...others].map(({ from }) => from), ...ofModels]
    .filter((from) => from.startsWith("runtime/"))
    .map((from) => from.slice("runtime/".length));
  return [...new Set([...ALWAYS, ...imported])].sort(byText);
}
