import type { Mutant } from "../mutant.js";

const adapter = "src/runtime/tracing/spans.ts";
const follow = "src/runtime/tracing/tracing.ts";
const shown = ["test/runtime/tracing/spans.test.ts"];
const followed = ["test/runtime/tracing/follow-work.test.ts"];

/** What spans show, what they hang under, and that a tracer changes nothing. */
export const spanMutants: readonly Mutant[] = [
  {
    rule: "SEC-1",
    breaks: "a foreign error is shown in its own words",
    file: adapter,
    before: `else fail(span, errorType(error));`,
    after: `else fail(span, errorType(error), error.message);`,
    tests: shown,
  },
  {
    rule: "SEC-1",
    breaks: "the platform's error is shown in its own words",
    file: adapter,
    before: `    failed: (error) => {
      fail(span, errorType(error));`,
    after: `    failed: (error) => {
      fail(span, errorType(error), error.message);`,
    tests: shown,
  },
  {
    rule: "SEC-1",
    breaks: "whatever stands in an error's code is shown",
    file: "src/runtime/tracing/spans.ts",
    before: `typeof one === "string" && looksLikeCode(one)`,
    after: `typeof one === "string"`,
    tests: shown,
  },
  {
    rule: "SEC-1",
    breaks: "the values of a call stand in its spans",
    file: "src/runtime/call/run-call.ts",
    before: `    path: descriptor.path,
    resends`,
    after: `    path: new URL(prepared.url).pathname,
    resends`,
    tests: shown,
  },
  {
    rule: "ERR-2",
    breaks: "a request hangs under whatever span is active",
    file: adapter,
    before: `startAttempt(tracer, inside, request)`,
    after: `startAttempt(tracer, context.active(), request)`,
    tests: shown,
  },
  {
    rule: "ERR-2",
    breaks: "a call hangs under no span of the program",
    file: adapter,
    before: `const parent = context.active();`,
    after: `const parent = { getValue: () => undefined, setValue: () => parent, deleteValue: () => parent };`,
    tests: ["test/e2e/spans.test.ts"],
  },
  {
    rule: "ERR-2",
    breaks: "work that begins within a call does not hang under it",
    file: adapter,
    before: `context.with(inside, work);`,
    after: `work();`,
    tests: ["test/e2e/spans.test.ts"],
  },
  {
    rule: "ERR-2",
    breaks: "a request does not carry its span",
    file: "src/runtime/call/run-call.ts",
    before: `trace.context ?? connection.traceContext?.()`,
    after: `connection.traceContext?.()`,
    tests: shown,
  },
  {
    rule: "ERR-2",
    breaks: "a request to the token endpoint does not carry its span",
    file: "src/runtime/token/request-token.ts",
    before: `addTrace(message.headers, () => trace.context);`,
    after: ``,
    tests: ["test/e2e/spans.test.ts"],
  },
  {
    rule: "ERR-2",
    breaks: "a span without an identity is sent in place of the trace that the caller gives",
    file: "src/runtime/tracing/spans.ts",
    before: `return !/^0*$/.test(id);`,
    after: `return true;`,
    tests: shown,
  },
  {
    rule: "IDM-3",
    breaks: "work is done twice under a tracer that calls it twice",
    file: follow,
    before: `const [result = work()] = begun;`,
    after: `const result = work();`,
    tests: followed,
  },
  {
    rule: "IDM-3",
    breaks: "a fault in a tracer makes a call fail that was done",
    file: follow,
    before: `      ignoreErrors(() => {
        trace.done();
      });
      return value;`,
    after: `      trace.done();
      return value;`,
    tests: followed,
  },
];
