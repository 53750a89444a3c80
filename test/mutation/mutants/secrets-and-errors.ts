import type { Mutant } from "../mutant.js";

const headers = "src/runtime/secrets/safe-headers.ts";
const error = "src/runtime/errors/api-error.ts";
const redacted = ["test/runtime/secrets/redaction.test.ts"];
const conformance = ["test/conformance/secrets.test.ts"];
const told = ["test/runtime/errors/errors.test.ts", "test/runtime/call/execute.test.ts"];

/** What is shown of a call, and what its errors say. */
export const secretAndErrorMutants: readonly Mutant[] = [
  {
    rule: "SEC-1",
    breaks: "every header is logged",
    file: headers,
    before: `else if (shown.has(name)) safe[name] = value;`,
    after: `else safe[name] = value;`,
    tests: redacted,
  },
  {
    rule: "TOK-7",
    breaks: "the Authorization header is logged when somebody allows it",
    file: headers,
    before: `if (neverShown.has(name)) return;`,
    after: ``,
    tests: redacted,
  },
  {
    rule: "SEC-1",
    breaks: "members that the schema marks as sensitive are shown",
    file: "src/runtime/secrets/mask-members.ts",
    before: `names.has(name.toLowerCase()) ? hidden :`,
    after: `names.size < 0 ? hidden :`,
    tests: redacted,
  },
  {
    rule: "SEC-1",
    breaks: "a parameter that the schema marks as sensitive is shown",
    file: "src/runtime/secrets/show-parameters.ts",
    before: `secret !== true &&`,
    after: ``,
    tests: redacted,
  },
  {
    rule: "TOK-7",
    breaks: "the message of a foreign error is shown, with whatever it quotes",
    file: error,
    before: `    name: shownCode(cause.name),\n`,
    after: `    name: shownCode(cause.name), message: cause.message,\n`,
    tests: told,
  },
  {
    rule: "ERR-2",
    breaks: "the trace of a problem is dropped",
    file: error,
    before: `tell(this, "traceId", traceId, shownTrace(traceId));`,
    after: `void 0;`,
    tests: told,
  },
  {
    rule: "ERR-2",
    breaks: "`retryable` of a problem is dropped",
    file: error,
    before: `if (problem?.retryable !== undefined) this.retryable = problem.retryable;`,
    after: ``,
    tests: told,
  },
  {
    rule: "ERR-8",
    breaks: "a code is dropped",
    file: error,
    before: `tell(this, "code", problem.code, shownCode(problem.code));`,
    after: `void 0;`,
    tests: told,
  },
  {
    rule: "ERR-5",
    breaks: "the identifiers that were sent are not named",
    file: "src/runtime/call/call-error.ts",
    before: `identifiers: record.identifiers,`,
    after: `identifiers: [],`,
    tests: told,
  },
  {
    rule: "ERR-4",
    breaks: "a denied access says nothing of what to check",
    file: "src/runtime/call/answer-error.ts",
    before: `return problem === undefined ? undefined : new AccessDeniedError(facts);`,
    after: `return undefined;`,
    tests: told,
  },
  {
    rule: "ERR-7",
    breaks: "an error answer that breaks off passes for a lost one",
    file: "src/runtime/call/read-failure.ts",
    before: `await readText(response).catch(() => "")`,
    after: `await readText(response)`,
    tests: told,
  },
  {
    rule: "SEC-1",
    breaks: "every header of a message is shown, as the sandbox sees it",
    file: headers,
    before: `else if (shown.has(name)) safe[name] = value;`,
    after: `else safe[name] = value;`,
    tests: conformance,
  },
  {
    rule: "SEC-1",
    breaks: "every parameter of a call is shown",
    file: "src/runtime/secrets/show-parameters.ts",
    before: `(shown.has(name) || more.includes(name)) &&`,
    after: ``,
    tests: conformance,
  },
  {
    rule: "SEC-1",
    breaks: "a platform's error is shown in its own words, with the phone number that it quotes",
    file: error,
    before: `    name: shownCode(cause.name),\n`,
    after: `    name: shownCode(cause.name), message: cause.message,\n`,
    tests: conformance,
  },
  {
    rule: "SEC-1",
    breaks: "a span shows the platform's error in its own words",
    file: "src/runtime/tracing/spans.ts",
    before: `    failed: (error) => {\n      fail(span, errorType(error));`,
    after: `    failed: (error) => {\n      fail(span, errorType(error), error.message);`,
    tests: conformance,
  },
];
