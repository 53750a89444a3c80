import type { Mutant } from "../mutant.js";

const table = "src/runtime/retry/next-step.ts";
const step = "src/runtime/retry/next-step.ts";
const requestClass = "src/runtime/retry/read-retry.ts";
const call = "src/runtime/call/run-call.ts";
const decided = ["test/runtime/call/retry-policy.test.ts", "test/runtime/call/next-step.test.ts"];
const read = ["test/runtime/http/retry-after.test.ts"];
const executed = ["test/runtime/call/execute.test.ts"];

/** When a request is repeated, and when it is over. */
export const repeatMutants: readonly Mutant[] = [
  {
    rule: "ERR-6",
    breaks: "`retryable: false` is swallowed",
    file: table,
    before: `if (retryable !== true) return "raise";`,
    after: `if (retryable === undefined) return "raise";`,
    tests: decided,
  },
  {
    rule: "ERR-6",
    breaks: "a server-side failure that says nothing is repeated",
    file: table,
    before: `if (retryable !== true) return "raise";`,
    after: `if (retryable === false) return "raise";`,
    tests: decided,
  },
  {
    rule: "ERR-3",
    breaks: "a malformed request is repeated",
    file: table,
    before: `if (failure.status >= 500)`,
    after: `if (failure.status >= 400)`,
    tests: decided,
  },
  {
    rule: "ETG-3",
    breaks: "a 412 is repeated blindly",
    file: table,
    before: `if (failure.status === 429) return "pause";`,
    after: `if (failure.status === 412) return "repeat";
  if (failure.status === 429) return "pause";`,
    tests: decided,
  },
  {
    rule: "IDM-3",
    breaks: "a lost change without a key is sent again",
    file: table,
    before: `return retryClass === "write" || retryClass === "conditional"
        ? "unknown"
        : "repeat";`,
    after: `return "repeat";`,
    tests: decided,
  },
  {
    rule: "IDM-3",
    breaks: "every failure of the connection passes for a request that never left",
    file: "src/runtime/retry/next-step.ts",
    before: `neverLeft(error, 0) ? "unsent" : "lost"`,
    after: `neverLeft(error, 0) ? "unsent" : "unsent"`,
    tests: ["test/runtime/call/transport-failure.test.ts"],
  },
  {
    rule: "IDM-3",
    breaks: "a repeat carries a new idempotency key",
    file: call,
    before: `const request = buildOrEnd(`,
    after:
      `if (record.attempts > 0 && target.headers.has("idempotency-key"))\n` +
      `    target.headers.set("idempotency-key", crypto.randomUUID());\n  const request = buildOrEnd(`,
    tests: ["test/runtime/operations/over-http.test.ts"],
  },
  {
    rule: "IDM-3",
    breaks: "a create that a failing server asks to repeat later loses its key",
    file: step,
    before: `return verdict === "repeat" || (verdict === "pause" && failure.status >= 500);`,
    after: `return verdict === "repeat";`,
    tests: decided,
  },
  {
    rule: "IDM-3",
    breaks: "a lost create that is turned away afterwards passes for one that did nothing",
    file: call,
    before: `record.uncertain ||= leavesOpen(reason, {
    retryClass: record.retryClass,
    policy: retry.policy,
  });`,
    after: ``,
    tests: executed,
  },
  {
    rule: "IDM-5",
    breaks: "an ambiguous outcome is repeated when it says `retryable`",
    file: table,
    before: `if (
    failure.meaning === "ambiguous-outcome" ||`,
    after: `if (`,
    tests: decided,
  },
  {
    rule: "CAP-6",
    breaks: "a `Retry-After` in seconds is taken for milliseconds",
    file: "src/runtime/http/header-fields.ts",
    before: `Number(text) * 1000`,
    after: `Number(text)`,
    tests: read,
  },
  {
    rule: "CAP-6",
    breaks: "a `Retry-After` that is a date counts from the local clock, however wrong that is",
    file: "src/runtime/http/header-fields.ts",
    before: `time - respondedAt`,
    after: `time - now`,
    tests: read,
  },
  {
    rule: "CAP-6",
    breaks: "`Retry-After` is ignored between attempts",
    file: step,
    before: `? failure.retryAfter`,
    after: `? undefined`,
    tests: decided,
  },
  {
    rule: "CAP-6",
    breaks: "a pause longer than the deadline is begun and not told",
    file: step,
    before: `after >= progress.remaining`,
    after: `false`,
    tests: decided,
  },
  {
    rule: "ERR-6",
    breaks: "repeats have no bound",
    file: step,
    before: `  if (progress.counted >= progress.attempts) return "attempts";
`,
    after: ``,
    tests: decided,
  },
  {
    rule: "ERR-6",
    breaks: "waits have no jitter",
    file: "src/runtime/retry/read-retry.ts",
    before: `random * Math.min(`,
    after: `Math.min(`,
    tests: ["test/runtime/call/backoff.test.ts"],
  },
  {
    rule: "ERR-3",
    breaks: "a refused request is sent again when it says `retryable`",
    file: table,
    before: `if (failure.status >= 500)`,
    after: `if (failure.status >= 400)`,
    tests: ["test/conformance/errors.test.ts"],
  },
  {
    rule: "IDM-3",
    breaks: "a create that was given up after its only attempt passes for one that was turned away",
    file: step,
    before: `endsOpen(failure, progress) ||
    (progress`,
    after: `(progress`,
    tests: ["test/conformance/idempotency.test.ts"],
  },
  {
    rule: "ERR-6",
    breaks: "a lost PUT under a condition is sent again",
    file: requestClass,
    before: `return conditions.some((name) => headers.has(name))`,
    after: `return conditions.some((name) => headers.has(name + "x"))`,
    tests: decided,
  },
  {
    rule: "ERR-6",
    breaks: "a POST is retried like a PUT",
    file: requestClass,
    before: `if (method !== "PUT" && method !== "DELETE") return "write";`,
    after: ``,
    tests: decided,
  },
  {
    rule: "ERR-6",
    breaks: "501 is retried",
    file: table,
    before: `status !== 501 && `,
    after: ``,
    tests: decided,
  },
  {
    rule: "IDM-3",
    breaks: "an idempotency header that the client was told of has no effect",
    file: requestClass,
    before: `if (idempotencyHeaders.some((name) => headers.has(name))) return "keyed";`,
    after: ``,
    tests: decided,
  },
  {
    rule: "ERR-6",
    breaks: "`attempts` and `timeout` of a call are ignored",
    file: "src/runtime/call/create-core.ts",
    before: `: checkAttempts(options.attempts, "attempts"),`,
    after: `: connection.retry.attempts,`,
    tests: executed,
  },
];
