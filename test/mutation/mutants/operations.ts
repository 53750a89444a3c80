import type { Mutant } from "../mutant.js";

const interval = "src/runtime/operations/poll-interval.ts";
const watch = "src/runtime/operations/operation-watch.ts";
const start = "src/runtime/operations/start-operation.ts";
const tests = ["test/runtime/operations/operations.test.ts"];

/** Background operations: when they are polled, and what their states mean. */
export const operationMutants: readonly Mutant[] = [
  {
    rule: "OPS-1",
    breaks: "the `Retry-After` of the create is not waited for",
    file: start,
    before: `watchOf(core, background, id).heard(response.headers);`,
    after: ``,
    tests,
  },
  {
    rule: "OPS-2",
    breaks: "a state that the client does not know ends the wait",
    file: "src/runtime/operations/operation-state.ts",
    before: `: "pending";`,
    after: `: "failed";`,
    tests,
  },
  {
    rule: "OPS-3",
    breaks: "a failed operation passes for a success",
    file: "src/runtime/operations/handle.ts",
    before: `if (state.outcome === "failed") throw this.#failed(state);`,
    after: `if (state.outcome === "failed") return state;`,
    tests,
  },
  {
    rule: "OPS-4",
    breaks: "an operation is polled every second",
    file: interval,
    before: `floor: 2000,`,
    after: `floor: 1000,`,
    tests,
  },
  {
    rule: "OPS-4",
    breaks: "polls have no jitter",
    file: interval,
    before: ` * (1 + random / 5)`,
    after: ``,
    tests,
  },
  {
    rule: "OPS-4",
    breaks: "jitter takes from the floor",
    file: interval,
    before: `(1 + random / 5)`,
    after: `(0.9 + random / 5)`,
    tests,
  },
  {
    rule: "OPS-4",
    breaks: "the `Retry-After` of a poll is ignored",
    file: interval,
    before: `Math.max(raised, retryAfter ?? 0)`,
    after: `raised`,
    tests,
  },
  {
    rule: "OPS-4",
    breaks: "every waiter polls for itself",
    file: "src/runtime/operations/watch-of.ts",
    before: `if (found !== undefined) return found;`,
    after: ``,
    tests,
  },
  {
    rule: "OPS-4",
    breaks: "a poll is repeated inside the floor",
    file: watch,
    before: `deadlineAt, attempts: 1 }`,
    after: `deadlineAt }`,
    tests,
  },
  {
    rule: "OPS-4",
    breaks: "the next poll follows at once when the caller left during the one before",
    file: watch,
    before: `    this.#schedule();\n    try {`,
    after: `    try {`,
    tests,
  },
  {
    rule: "OPS-6",
    breaks: "an operation that is gone does not pass for expired",
    file: "src/runtime/operations/expired.ts",
    before: `(background.expiredStatuses ?? [410]).includes(error.status)`,
    after: `false`,
    tests,
  },
  {
    rule: "CAP-2",
    breaks: "an operation's place is free as soon as it was started",
    file: start,
    before: `slot?.holdFor(id, (waiting) => handle.untilEnded(waiting));`,
    after: ``,
    tests: ["test/runtime/operations/over-http.test.ts"],
  },
  {
    rule: "CAP-2",
    breaks: "a create whose outcome is unknown gives its place back",
    file: start,
    before: `if (isApiError(error) && mayBeRunning(error)) slot?.keepFor(namesOf(error));`,
    after: ``,
    tests: ["test/conformance/capabilities.test.ts"],
  },
];
