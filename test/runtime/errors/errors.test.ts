import { liftMembers } from "../../../src/runtime/response/lift-members.js";
import { readdirSync } from "node:fs";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { ApiError, type ErrorFacts, isApiError } from "../../../src/runtime/errors/api-error.js";
import { ArgumentError, isArgumentError } from "../../../src/runtime/errors/argument-error.js";
import { OperationFailedError } from "../../../src/runtime/errors/operation-errors.js";
import { OutcomeUnknownError } from "../../../src/runtime/errors/idempotency-errors.js";
import { looksLikeProblem, readProblem } from "../../../src/runtime/errors/problem.js";
import { isProblem, ProblemError } from "../../../src/runtime/errors/response-errors.js";
import { RateLimitedError } from "../../../src/runtime/errors/limit-errors.js";
import { TokenExchangeError } from "../../../src/runtime/errors/authorization-errors.js";
import { TransportError } from "../../../src/runtime/errors/call-errors.js";

const call = { operation: "cabinets.get", method: "GET", path: "/cabinets/{cabinetId}" };
const answer = {
  status: 422,
  headers: { "x-request-id": "r-1" },
  problem: {
    type: "about:blank",
    title: "Invalid",
    code: "bad",
    retryable: false,
    traceId: "t-1",
    detail: "phone 7900 is wrong",
    extensions: { phone: "7900" },
  },
};

type ErrorClass = new (facts: ErrorFacts & { operationId: string }) => ApiError;

function isErrorClass(value: unknown): value is ErrorClass {
  return typeof value === "function" && value.prototype instanceof ApiError;
}

describe("every error class", async () => {
  const folder = new URL("../../../src/runtime/errors/", import.meta.url);
  const modules = (await Promise.all(
    readdirSync(folder).map((file) => import(new URL(file, folder).href)),
  )) as readonly Readonly<Record<string, unknown>>[];
  const classes = new Map(
    modules.flatMap((module) => Object.entries(module).filter(([, one]) => isErrorClass(one))),
  ) as ReadonlyMap<string, ErrorClass>;
  const names = [...classes.keys()];

  it("has a kind of its own", () => {
    const kinds = names.map((name) => makeError(name).kind);
    expect(new Set(kinds).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(20);
  });

  function makeError(name: string): ApiError {
    const Kind = classes.get(name)!;
    return new Kind({
      call,
      response: answer,
      attempts: 3,
      waited: 250,
      operationId: "op-1",
      cause: new Error("cause 7900"),
    });
  }

  it.each(names)("%s says what happened and what to do, and shows no payload", (name) => {
    const error = makeError(name);
    const shown = [error.message, String(error), inspect(error), JSON.stringify(error)].join("\n");
    expect(shown).not.toContain("7900");
    expect(error.message).toContain("cabinets.get (GET /cabinets/{cabinetId}): ");
    expect(error.message).toMatch(/\[status 422, code bad, trace t-1, 3 attempts\]$/);
    expect([error.happened.length > 5, error.remedy.length > 10]).toEqual([true, true]);
    expect(error).toMatchObject({
      operation: "cabinets.get",
      attempts: 3,
      waited: 250,
      status: 422,
      traceId: "t-1",
    });
    // Code that looks for an abort goes by the name that the platform gives its own.
    const own = error.constructor.name;
    expect(error.name).toBe(own === "AbortedError" ? "AbortError" : own);
    expect(isApiError(error)).toBe(true);
  });

  it.each(names)("%s keeps its class and facts when it is said of a call", (name) => {
    const facts = { response: answer, operationId: "op-1", happened: "It happened." };
    const Kind = classes.get(name)!;
    const located = new Kind(facts).during(call, 2, 10);
    expect(located).toBeInstanceOf(Kind);
    expect(located).toMatchObject({ operation: "cabinets.get", attempts: 2, waited: 10, status: 422 });
    expect(located.during({ ...call, operation: "other" }, 9, 9)).toBe(located);
  });
});

describe("guards", () => {
  it("narrow errors of another copy of the runtime", () => {
    const foreign = Object.assign(new Error("x"), { kind: "argument" });
    expect(isArgumentError(foreign)).toBe(false);
    Object.defineProperty(foreign, Symbol.for("cabinetry.error"), { value: true });
    expect(isArgumentError(foreign)).toBe(true);
  });
  it("[ERR-2] [ERR-8] isProblem goes by the code, whatever the class", () => {
    const error = new ProblemError({ response: answer });
    expect([isProblem(error), isProblem(error, "bad"), isProblem(error, "other")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(isProblem(new RateLimitedError({ response: answer }), "bad")).toBe(true);
    expect([isProblem(new ArgumentError()), isProblem("bad"), isProblem(undefined)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe("what is on them", () => {
  it("[ERR-2] has code, retryable and trace of the problem, to decide by", () => {
    const error = new ProblemError({ response: answer });
    expect([error.code, error.retryable, error.traceId]).toEqual(["bad", false, "t-1"]);
  });
  it("knows the trace of a header that is not shown", () => {
    const allHeaders = new Headers({ "x-request-id": "+442079460199" });
    const error = new TransportError({
      response: { status: 502, headers: { "x-request-id": "[hidden]" }, allHeaders },
    });
    expect(error.traceId).toBe("+442079460199");
    expect(inspect(error)).not.toContain("442079460199");
  });

  it("does not let a server forge a log entry", () => {
    const problem = {
      type: "about:blank",
      title: "Call +49 170 1234567",
      code: `Bad\nERROR forged\u2028${"x".repeat(300)}`,
      extensions: {},
    };
    const error = new ProblemError({ response: { status: 400, headers: {}, problem } });
    expect(error.message).toMatch(/^The server refused the request\. .*\[status 400, code \[hidden]]$/);
    expect(error.message.length).toBeLessThan(400);
  });
  it("shows name and code of a platform's cause, never its message", () => {
    const cause = new TypeError("fetch failed for https://h/?api_key=secret", {
      cause: Object.assign(new Error("x"), { code: "ECONNRESET" }),
    });
    const json = JSON.parse(JSON.stringify(new TransportError({ cause }))) as Record<string, unknown>;
    expect(json["cause"]).toEqual({ name: "TypeError", code: "ECONNRESET" });
    expect(inspect(new TransportError({ cause }))).not.toContain("secret");
  });
  it("keeps what the subclass adds", () => {
    const error = new OutcomeUnknownError({ idempotencyKey: "k", intent: "i" }).during(call, 4, 0);
    expect([error.idempotencyKey, error.intent]).toEqual(["k", "i"]);
    expect(new RateLimitedError({ retryAt: new Date(0) }).during(call, 1, 0).retryAt).toEqual(new Date(0));
    expect(new TokenExchangeError({ oauthError: "invalid_grant" }).during(call, 0, 0).oauthError).toBe(
      "invalid_grant",
    );
  });
  it("[OPS-3] keeps the failure of an operation, its message out of sight", () => {
    const error = new OperationFailedError({
      operationId: "7",
      failure: { code: "quota", message: "phone 7900", retryable: true },
    });
    expect([error.code, error.retryable, error.failure.message]).toEqual(["quota", true, "phone 7900"]);
    expect(inspect(error) + JSON.stringify(error)).not.toContain("7900");
  });
});

describe("readProblem (RFC 9457 section 3)", () => {
  it("[ERR-1] reads the standard members, the contract's and the rest", () => {
    expect(
      readProblem({ ...answer.problem, extensions: undefined, instance: "/x", status: 422, errors: [1] }),
    ).toEqual({
      type: "about:blank",
      title: "Invalid",
      status: 422,
      detail: "phone 7900 is wrong",
      instance: "/x",
      code: "bad",
      retryable: false,
      traceId: "t-1",
      extensions: { errors: [1], extensions: undefined },
    });
  });
  it("leaves out members of the wrong type", () => {
    expect(readProblem({ type: 1, title: null, status: "400", retryable: "yes", code: 7 })).toEqual({
      type: "about:blank",
      extensions: {},
    });
  });
  it("reads members under the names that the contract gives them", () => {
    expect(
      readProblem({ error_code: "x", trace: "t" }, { code: "error_code", traceId: "trace" }),
    ).toMatchObject({ code: "x", traceId: "t" });
    expect(readProblem({ message: "No" }, { detail: "message" })).toEqual({
      type: "about:blank",
      detail: "No",
      extensions: {},
    });
  });
  it.each([
    ["at the top", { title: "T", code: "x" }, { title: "T", code: "x" }],
    [
      "in an object",
      { title: "T", properties: { code: "x", retryable: true } },
      { title: "T", code: "x", retryable: true },
    ],
    [
      "in both, of which the inner code counts",
      { code: "e", properties: { code: "x", title: "N" }, title: "T" },
      { code: "x", title: "T" },
    ],
    ["in a list, which holds none", { title: "T", properties: [{ code: "x" }] }, { title: "T" }],
  ])("reads members %s", (_, body, want) => {
    const lifted = liftMembers(body, { holders: ["properties"], codes: {} });
    expect({ ...readProblem(lifted), extensions: {} }).toEqual({
      type: "about:blank",
      ...want,
      extensions: {},
    });
  });
  it.each([[[]], ["text"], [null], [1]])("%j is none", (body) => {
    expect(readProblem(body)).toBeUndefined();
    expect(looksLikeProblem(body)).toBe(false);
  });
  it("recognises the shape of one that is not labelled", () => {
    expect([
      looksLikeProblem({ code: "x" }),
      looksLikeProblem({ title: "x", status: 1 }),
      looksLikeProblem({ message: "x" }),
    ]).toEqual([true, true, false]);
  });
});
