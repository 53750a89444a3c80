import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { followCursor } from "../../../src/runtime/pages/follow-cursor.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { AccessDeniedError } from "../../../src/runtime/errors/authorization-errors.js";
import {
  AmbiguousOutcomeError,
  IdempotencyConflictError,
  OutcomeUnknownError,
} from "../../../src/runtime/errors/idempotency-errors.js";
import {
  DeadlineError,
  TransportError,
  UnexpectedResponseError,
} from "../../../src/runtime/errors/call-errors.js";
import { OperationExpiredError } from "../../../src/runtime/errors/operation-errors.js";
import { ProblemError, ResourceProblemError } from "../../../src/runtime/errors/response-errors.js";
import { RateLimitedError } from "../../../src/runtime/errors/limit-errors.js";
import { keepIntents } from "../../../src/runtime/idempotency/intents.js";
import type {
  BackgroundDescriptor,
  SavedOperation,
} from "../../../src/runtime/operations/operation-handle.js";
import { Handle, resumeOperation } from "../../../src/runtime/operations/handle.js";
import { laterState, scalarState } from "../../../src/runtime/operations/other-states.js";
import { startOperation } from "../../../src/runtime/operations/start-operation.js";
import { type FakeAnswer, fakeCore, type FakeCore } from "../fake-core.js";
import { unlimited } from "../unlimited.js";
import { VirtualClock } from "../virtual-clock.js";

const read = (name: string, path: string, parameter = "operationId"): OperationDescriptor => ({
  name,
  method: "GET",
  path,
  parameters: [{ name: parameter, in: "path", required: true }],
  responses: [],
  retryClass: "read",
});
const exportDeals: OperationDescriptor = {
  name: "deals.export",
  method: "POST",
  path: "/exports",
  body: { from: "members", content: [] },
  responses: [],
  retryClass: "keyed",
  idempotencyHeader: "Idempotency-Key",
};
const background: BackgroundDescriptor = {
  status: read("operations.get", "/operations/{operationId}"),
  idParameter: "operationId",
  id: "operationId",
  state: "status",
  states: { succeeded: ["succeeded"], failed: ["failed"] },
  error: { code: "error/code", message: "error/message", retryable: "error/retryable" },
  result: {
    operation: read("operations.getResult", "/operations/{operationId}/result"),
    paging: { follow: followCursor, items: "rows", next: "next", position: { in: "query", name: "cursor" } },
    pageSize: "pageSize",
  },
};

/** A clock on which every wait that is shorter than a deadline passes at once; `at` is when each call was made. */
function given(answer: FakeAnswer, random = 0): { core: FakeCore; at: number[] } {
  const clock = new VirtualClock({ skip: 59_000, random: () => random });
  const at: number[] = [];
  const core = fakeCore(
    (call, index) => {
      at.push(clock.monotonic());
      return answer(call, index);
    },
    { clock },
  );
  return { core, at };
}

const states =
  (...words: string[]): FakeAnswer =>
  (_, index) => ({ value: { status: words[Math.min(index, words.length - 1)] } });

const after =
  (...values: unknown[]): FakeAnswer =>
  (_, index) => ({ value: values[Math.min(index, values.length - 1)] });

describe("a state that is no text", () => {
  const followed = (answer: FakeAnswer, given_: Partial<BackgroundDescriptor>) =>
    resumeOperation(given(answer).core, { ...background, state: "done", ...given_ }, "op-1");
  const states = { succeeded: ["true"], failed: [] };

  it("is compared as JSON writes it", async () => {
    const handle = followed(after({ done: false }, { done: true }), { states, read: scalarState });
    expect((await handle.status()).status).toBe("false");
    expect((await handle.wait()).status).toBe("true");
    const numbered = { states: { succeeded: [], failed: ["3"] }, read: scalarState };
    expect((await followed(after({ done: 3 }), numbered).status()).outcome).toBe("failed");
  });

  it.each([scalarState, laterState])("is a text without quotes where it is one: %o", async (read) => {
    const texts = { states: { succeeded: ["done"], failed: ["lost"] }, read };
    expect(await followed(after({ done: "done" }), texts).status()).toMatchObject({
      status: "done",
      outcome: "succeeded",
    });
    expect((await followed(after({ done: "lost" }), texts).status()).outcome).toBe("failed");
  });

  it("is pending while an object has none, where it may be absent", async () => {
    const handle = followed(after({}, { done: null }, { done: true }), { states, read: laterState });
    expect(await handle.status()).toMatchObject({ status: "", outcome: "pending" });
    await handle.wait();
  });

  it.each([
    ["absent", {}, scalarState],
    ["an object", { done: {} }, laterState],
    ["in no object", "maintenance", laterState],
  ])("raises when it is %s", async (_, value, read) => {
    await expect(followed(after(value), { states, read }).wait()).rejects.toThrow(UnexpectedResponseError);
  });

  it("is a failure where the response has the member of one", async () => {
    const failed = after({ done: false, error: {} }, { done: true, error: { message: "No." } });
    const handle = followed(failed, { states, read: scalarState, failure: "error" });
    expect((await handle.status()).outcome).toBe("pending");
    await expect(handle.wait()).rejects.toMatchObject({ failure: { message: "No." } });
    const fine = followed(after({ done: true, error: null }), {
      states,
      read: scalarState,
      failure: "error",
    });
    expect((await fine.wait()).outcome).toBe("succeeded");
  });
});

const resume = (core: FakeCore) => resumeOperation<{ row: number }>(core, background, "op-1");

describe("startOperation", () => {
  it("[OPS-1] gives the id of the body and asks for the state no earlier than Retry-After says", async () => {
    const { core, at } = given((call) =>
      call.name === "deals.export"
        ? { value: { operationId: "op-7" }, status: 202, headers: { "retry-after": "5" } }
        : { value: { status: "succeeded" } },
    );
    const call = startOperation(core, exportDeals, background, { reason: "r" });
    const handle = await call;
    expect((await call.withResponse()).status).toBe(202);
    expect(handle.id).toBe("op-7");
    await handle.wait();
    expect(at).toEqual([0, 5000]);
    expect(core.calls[1]?.input).toEqual({ operationId: "op-7" });
    expect(core.calls[0]?.options.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ["https://api.example/v1/operations/op%2F8?x=1", "op/8"],
    ["/v1/operations/op-8", "op-8"],
    ["https://api.example/v1/operations/op-8/?x=/y/#z", "op-8"],
    ["operations/op-8", "op-8"],
    ["../v1/operations/op-8", "op-8"],
    // A proxy that ends TLS knows the address without it.
    ["http://api.example/v1/operations/op-8", "op-8"],
    // A gateway has another host, and perhaps more before the path.
    ["https://public.example:8443/api/v1/operations/op-8", "op-8"],
    ["/operations/op:8", "op:8"],
  ])("reads the id from Location %s when the body has none", async (location, want) => {
    const { core } = given(() => ({ value: undefined, status: 202, headers: { location } }));
    expect((await startOperation(core, exportDeals, background, {})).id).toBe(want);
  });

  it.each([
    ["https://api.example/v1/operations/op-9?api-version=1", "op-9"],
    ["op-9", "op-9"],
  ])("reads the id from another header: %s", async (value, want) => {
    const { core } = given(() => ({
      value: undefined,
      status: 202,
      headers: { "operation-location": value, location: "/x" },
    }));
    const described = { ...background, header: "Operation-Location" };
    expect((await startOperation(core, exportDeals, described, {})).id).toBe(want);
  });

  it.each([
    ["/jobs/{operationId}/", "jobs/op-8", "op-8"],
    ["/jobs/{operationId}/state/", "/jobs/op-8/state", "op-8"],
    ["/{operationId}", "https://api.example/op-8/", "op-8"],
  ])("reads the id where the path of the state is %s", async (path, location, want) => {
    const { core } = given(() => ({ value: undefined, status: 202, headers: { location } }));
    const at = { ...background, status: { ...background.status, path } };
    expect((await startOperation(core, exportDeals, at, {})).id).toBe(want);
  });

  it.each([
    [42, "42"],
    [0, "0"],
    [9007199254740993n, "9007199254740993"],
  ])("reads an id that is an integer: %s", async (operationId, want) => {
    const { core } = given(() => ({ value: { operationId }, status: 202 }));
    expect((await startOperation(core, exportDeals, background, {})).id).toBe(want);
  });

  it.each([
    ["https://api.example/v1/operations/op-8?x=1", "op-8"],
    ["operations/op-8", "op-8"],
    ["urn:job:7", "urn:job:7"],
    ["...", "..."],
    ["HTTPS://public.example/v1/operations/op-8", "op-8"],
  ])("reads %s of the body: an address has the id, a text is one", async (operationId, want) => {
    const { core } = given(() => ({ value: { operationId }, status: 202 }));
    expect((await startOperation(core, exportDeals, background, {})).id).toBe(want);
  });

  it.each([
    ["/v1/shelves/operations/{operation}", "operations/op-8", "op-8"],
    ["/v1/shelves/operations/{operation}", "shelves/operations/op-8", "op-8"],
    ["/v1/shelves/{shelf}/operations/{operation}", "shelves/5/operations/op%2F8", "op/8"],
    ["/v1/operations/{operation}/state", "operations/op-8/state", "op-8"],
    ["/v1/{name}", "operations/op-8", "operations/op-8"],
    ["/v1/operations/{name}", "operations/op-8", "op-8"],
    ["/{operation}", "ab/cd==", "ab/cd=="],
    ["/v1/{shelf}/{operation}", "ab/cd==", "ab/cd=="],
  ])("reads a resource name as the end of %s: %s", async (path, name, want) => {
    const { core } = given(() => ({ value: { name }, status: 202 }));
    const [, parameter = ""] = /\{(operation|name)\}/u.exec(path) ?? [];
    const status = read("operations.get", path, parameter);
    const named = { ...background, status, idParameter: parameter, id: "name" };
    expect((await startOperation(core, exportDeals, named, {})).id).toBe(want);
  });

  it.each(["jobs/op-8", "shelves/5/operations/op-8", "ab/cd==", "a//b"])(
    "takes all of a text that is no end of the path: %s",
    async (name) => {
      const { core } = given(() => ({ value: { name }, status: 202 }));
      const status = read("operations.get", "/v1/operations/{operation}", "operation");
      const named = { ...background, status, idParameter: "operation", id: "name" };
      expect((await startOperation(core, exportDeals, named, {})).id).toBe(name);
    },
  );

  it.each(["/operations/op-8", "https://other.example/operations/op-8"])(
    "takes the id from %s in a header",
    async (value) => {
      const { core } = given(() => ({ value: {}, status: 202, headers: { "x-job": value } }));
      const described = { ...background, header: "X-Job" };
      expect((await startOperation(core, exportDeals, described, {})).id).toBe("op-8");
    },
  );

  it.each([
    ["", { operationId: null }],
    ["?x=1", {}],
    ["#a", {}],
  ])("takes no id from its own address (Location %j)", async (location, value) => {
    const path = "/exports/{operationId}";
    const { core } = given(() => ({ value, status: 202, headers: { location } }));
    const at = { ...background, status: { ...background.status, path: path.replace("/exports", "") } };
    await expect(startOperation(core, exportDeals, at, {})).rejects.toThrow("without a usable operation id");
  });

  it.each([{}, [], null, "", "https://ids.example/jobs/1", "https://[/operations/op-8"])(
    "takes %j for no id",
    async (operationId) => {
      const { core } = given(() => ({ value: { operationId }, status: 202 }));
      await expect(startOperation(core, exportDeals, background, {})).rejects.toThrow(
        "without a usable operation id",
      );
    },
  );

  it.each([
    undefined,
    "/elsewhere/op-8",
    "/operations/",
    "/operations/op-8/result",
    "/operations/%zz",
    "/operations/..",
    "/operations/%2E",
    "//operations/op-8",
    "mailto:a/operations/op-8",
    "https://[/operations/op-8",
  ])("raises when the answer has no id (Location %s)", async (location) => {
    const { core } = given(() => ({ value: {}, headers: location === undefined ? {} : { location } }));
    await expect(startOperation(core, exportDeals, background, {})).rejects.toThrow(
      "without a usable operation id",
    );
  });

  it("keeps the response where it has no id: what was started runs", async () => {
    const value = { operationId: "" };
    const { core } = given(() => ({ value, status: 202, headers: { location: "/x" } }));
    const raised: unknown = await startOperation(core, exportDeals, background, {}).catch(
      (error: unknown) => error,
    );
    expect(raised).toMatchObject({ status: 202, body: value, allHeaders: new Headers({ location: "/x" }) });
  });

  it("[SEC-1] takes an id that holds a credential of the call for none, and does not show it", async () => {
    const { core } = given(() => ({ value: { operationId: "../tk-4711-secret-0815" }, status: 202 }));
    core.striker.add(["tk-4711-secret-0815"]);
    const raised: unknown = await startOperation(core, exportDeals, background, {}).catch(
      (error: unknown) => error,
    );
    expect(raised).toMatchObject({ kind: "unexpected-response" });
    expect(inspect(raised) + JSON.stringify(raised)).not.toContain("secret-0815");
  });

  it("starts without a key where the contract takes none, and under a validator where it takes one", async () => {
    const { idempotencyHeader, ...unkeyed } = exportDeals;
    expect(idempotencyHeader).toBeDefined();
    const { core } = given(() => ({ value: { operationId: "op-1" }, status: 202 }));
    const descriptor: OperationDescriptor = {
      ...unkeyed,
      retryClass: "conditional",
      conditionHeader: "If-Match",
    };
    const options = { ifMatch: '"1"', deadline: "30s" } as const;
    expect((await startOperation(core, descriptor, background, { a: 1 }, options)).id).toBe("op-1");
    expect(core.calls[0]).toMatchObject({ input: { a: 1 }, options: { ifMatch: '"1"', deadlineAt: 30_000 } });
    expect(core.calls[0]?.options.idempotencyKey).toBeUndefined();
    await startOperation(core, exportDeals, background, {}, options);
    expect(core.calls[1]?.options).toMatchObject({
      ifMatch: '"1"',
      idempotencyKey: expect.any(String) as string,
    });
  });

  it("[IDM-4] carries the intent to the create", async () => {
    const { core } = given((_, index) => {
      if (index === 0) throw new OutcomeUnknownError();
      return { value: { operationId: "op-1" } };
    });
    const start = () => startOperation(core, exportDeals, background, {}, { intent: "nightly" });
    await expect(start()).rejects.toMatchObject({ kind: "outcome-unknown" });
    await start();
    expect(core.calls[1]?.options.idempotencyKey).toBe(core.calls[0]?.options.idempotencyKey);
  });
});

/** What every error of a wait says of what it waited for. */
const about = {
  operation: "operations.get",
  method: "GET",
  path: "/operations/{operationId}",
  operationId: "op-1",
};

describe("wait", () => {
  it("[OPS-2] goes on over states that it does not know, and tells of each", async () => {
    const { core } = given(states("queued", "on-hold", "running", "succeeded"));
    const seen: string[] = [];
    const last = await resume(core).wait({ onProgress: (state) => seen.push(state.status) });
    expect(seen).toEqual(["queued", "on-hold", "running", "succeeded"]);
    expect(last).toEqual({ status: "succeeded", outcome: "succeeded", operation: { status: "succeeded" } });
    expect(core.events.map(([name]) => name)).toEqual(["poll", "poll", "poll", "poll"]);
  });

  it("[OPS-3] raises what a failed operation says of itself, and shows its message redacted", async () => {
    const error = { code: "upstream_rejected", message: "number +442079460199 refused", retryable: false };
    const { core } = given(() => ({ value: { status: "failed", error } }));
    const raised: unknown = await resume(core)
      .wait()
      .catch((caught: unknown) => caught);
    expect(raised).toMatchObject({
      kind: "operation-failed",
      operationId: "op-1",
      code: "upstream_rejected",
      failure: { ...error, operation: { status: "failed", error } },
      remedy: "Correct what is in `failure.operation` first.",
    });
    expect(raised).toMatchObject({
      message:
        'operations.get (GET /operations/{operationId}): The background operation failed (upstream_rejected). The server said: "number [hidden] refused". Correct what is in `failure.operation` first.',
      serverMessage: "number [hidden] refused",
    });
    expect(inspect(raised) + JSON.stringify(raised)).not.toContain("7946");
  });

  it.each([
    ["two seconds apart without jitter", 0, {}, [0, 2000, 4000]],
    ["jitter only adds", 0.5, {}, [0, 2200, 4400]],
    ["Retry-After raises it", 0, { "retry-after": "7" }, [0, 7000, 14_000]],
    ["Retry-After below the floor does not lower it", 0, { "retry-after": "0" }, [0, 2000, 4000]],
  ])("[OPS-4] polls %s", async (_, random, headers, want) => {
    const { core, at } = given(
      (__, index) => ({ value: { status: index === 2 ? "succeeded" : "running" }, headers }),
      random,
    );
    await resume(core).wait();
    expect(at).toEqual(want);
  });

  it.each([
    [{}, [0, 5000, 10_000]],
    [{ "retry-after": "3" }, [0, 5000, 10_000]],
    [{ "retry-after": "7" }, [0, 7000, 14_000]],
  ])("[OPS-4] polls as seldom as the descriptor says, or more seldom under %j", async (headers, want) => {
    const { core, at } = given((_, index) => ({
      value: { status: index === 2 ? "succeeded" : "running" },
      headers,
    }));
    await resumeOperation(core, { ...background, pollFloor: 5000 }, "op-1").wait();
    expect(at).toEqual(want);
  });

  it("[OPS-4] shares the polls among all who wait, whatever handle they have", async () => {
    const { core, at } = given(states("running", "running", "succeeded"));
    await Promise.all([
      resume(core).wait(),
      resume(core).wait(),
      resume(core).status(),
      resume(core).status(),
    ]);
    expect(at).toEqual([0, 2000, 4000]);
  });

  it("[OPS-4] a loop over status() polls no faster", async () => {
    const { core, at } = given(states("running", "running", "succeeded"));
    const handle = resume(core);
    while ((await handle.status()).outcome === "pending");
    expect((await handle.status()).status).toBe("succeeded");
    expect(at).toEqual([0, 2000, 4000]);
  });

  it("[OPS-4] polls no faster after a caller who left before the answer", async () => {
    const { core, at } = given((_, index) =>
      index === 0 ? new Promise<never>(() => undefined) : { value: { status: "succeeded" } },
    );
    const leaving = new AbortController();
    const first = resume(core).status({ signal: leaving.signal });
    await expect.poll(() => at.length).toBe(1);
    leaving.abort();
    await expect(first).rejects.toMatchObject({ kind: "aborted" });
    await resume(core).status();
    expect(at).toEqual([0, 2000]);
  });

  it("each poll is one request: the core does not repeat it inside the floor", async () => {
    const { core } = given(states("succeeded"));
    await resume(core).wait();
    expect(core.calls[0]?.options).toMatchObject({ attempts: 1, deadlineAt: 60_000 });
  });

  it.each<[string, () => Error, number[]]>([
    ["no answer", () => new TransportError(), [0, 4000, 12_000]],
    [
      "a failure of the server",
      () => new UnexpectedResponseError({ response: { status: 503, headers: {} } }),
      [0, 4000, 12_000],
    ],
  ])("goes on over %s, ever slower", async (_, error, want) => {
    const { core, at } = given((__, index) => {
      if (index < 2) throw error();
      return { value: { status: "succeeded" } };
    });
    await resume(core).wait();
    expect(at).toEqual(want);
  });

  it("[CAP-6] a poll that is refused for its rate waits as long as the server says", async () => {
    const { core, at } = given((_, index) => {
      if (index === 0) throw new RateLimitedError({ retryAt: new Date(core.clock.now() + 45_000) });
      return { value: { status: "succeeded" } };
    });
    await resume(core).wait();
    expect(at).toEqual([0, 45_000]);
  });

  it("gives up after ten failed polls in a row", async () => {
    const { core, at } = given(() => {
      throw new TransportError();
    });
    await expect(resume(core).wait()).rejects.toMatchObject({ kind: "transport" });
    expect(at).toHaveLength(10);
  });

  it("raises at once what will not pass", async () => {
    const { core, at } = given(() => {
      throw new ResourceProblemError({ response: { status: 404, headers: {} } });
    });
    await expect(resume(core).wait()).rejects.toMatchObject({ kind: "resource-problem" });
    expect(at).toHaveLength(1);
  });

  it("[OPS-5] an abort ends the wait at once and leaves the others waiting", async () => {
    const clock = new VirtualClock();
    const core = fakeCore(states("running", "succeeded"), { clock });
    const leaving = new AbortController();
    const one = resume(core).wait({ signal: leaving.signal });
    const other = resume(core).wait();
    await clock.asleep();
    leaving.abort("enough");
    await expect(one).rejects.toMatchObject({
      ...about,
      kind: "aborted",
      rawCause: "enough",
    });
    await clock.advance(10_000);
    expect((await other).status).toBe("succeeded");
    expect(clock.sleeping).toBe(0);
  });

  it("fails at once when no poll is due before the deadline", async () => {
    const { core, at } = given(() => ({ value: { status: "running" }, headers: { "retry-after": "3600" } }));
    await expect(resume(core).wait({ deadline: "10m" })).rejects.toMatchObject({
      ...about,
      kind: "deadline",
      message: expect.stringContaining(
        "operations.get (GET /operations/{operationId}): The next poll",
      ) as string,
    });
    expect(at).toEqual([0]);
    expect(core.clock.monotonic()).toBe(0);
  });

  it("an error in onProgress ends the wait", async () => {
    const { core } = given(states("running"));
    const fail = () => {
      throw new RangeError("mine");
    };
    await expect(resume(core).wait({ onProgress: fail })).rejects.toThrow("mine");
  });

  it("raises on an answer without a state", async () => {
    const { core } = given(() => ({ value: { state: "running" } }));
    await expect(resume(core).status()).rejects.toMatchObject({
      ...about,
      kind: "unexpected-response",
    });
  });
});

describe("a handle", () => {
  it("[OPS-5] iterates over states up to the last, and shows its id alone", async () => {
    const { core } = given(states("running", "failed"));
    const seen: string[] = [];
    const handle = resume(core);
    for await (const state of handle) seen.push(state.outcome);
    expect(seen).toEqual(["pending", "failed"]);
    expect(JSON.stringify(handle)).toBe('{"id":"op-1"}');
    expect(inspect(handle, { depth: 5, showHidden: true })).toBe('OperationHandle {"id":"op-1"}');
  });

  it("[RES-4] walks the result by its own cursor and page size", async () => {
    const { core } = given((_, index) => ({
      value: { rows: [{ row: index }], next: index === 0 ? "c" : null },
    }));
    const rows: number[] = [];
    for await (const { row } of resume(core).results({ pageSize: 250 })) rows.push(row);
    expect(rows).toEqual([0, 1]);
    expect(core.calls.map((call) => call.input)).toEqual([
      { operationId: "op-1", pageSize: 250 },
      { operationId: "op-1", pageSize: 250, cursor: "c" },
    ]);
  });

  it("[OPS-6] an operation that is gone has expired, its result too", async () => {
    const { core } = given(({ name }) => {
      throw new UnexpectedResponseError({
        call: { operation: name, method: "GET", path: "/operations/{operationId}" },
        happened: "It is gone.",
        attempts: 2,
        response: {
          status: 410,
          headers: {},
          problem: { type: "about:blank", code: "operation_gone", traceId: "a1b2", extensions: {} },
        },
      });
    });
    const error = await resume(core)
      .wait()
      .then(undefined, (thrown: unknown) => thrown);
    expect(error).toMatchObject({
      ...about,
      kind: "operation-expired",
      status: 410,
      code: "operation_gone",
      traceId: "a1b2",
      attempts: 2,
      happened: "The server no longer has the operation.",
      remedy: "Check its effect, then start it again when it is still wanted.",
    });
    expect((error as Error).cause).toMatchObject({ kind: "unexpected-response", happened: "It is gone." });
    expect(String(error)).toContain("[status 410, code operation_gone, trace a1b2, 2 attempts]");
    const result = resume(core).results()[Symbol.asyncIterator]().next();
    await expect(result).rejects.toMatchObject({
      kind: "operation-expired",
      operation: "operations.getResult",
      operationId: "op-1",
    });
  });

  it("[OPS-6] a 404 means expired once retention is over, and not before", async () => {
    const { core } = given((call) => {
      if (call.name === "deals.export") return { value: { operationId: "op-1" } };
      throw new ResourceProblemError({ response: { status: 404, headers: {} } });
    });
    keepIntents(core, { intentRetention: "7d" });
    const handle = await startOperation(core, exportDeals, background, {});
    await expect(handle.wait()).rejects.toMatchObject({ kind: "resource-problem" });
    // Another process knows when it was started from what it was handed.
    const { id, startedAt } = JSON.parse(JSON.stringify(handle)) as SavedOperation;
    const resumed = [resumeOperation(core, background, id, startedAt), resumeOperation(core, background, id)];
    const kinds = async () => {
      const ends = await Promise.allSettled(resumed.map((one) => one.wait()));
      return ends.map((end) => end.status === "rejected" && (end.reason as { kind: unknown }).kind);
    };
    expect(await kinds()).toEqual(["resource-problem", "resource-problem"]);
    await core.clock.advance(7 * 86_400_000);
    await expect(handle.wait()).rejects.toMatchObject({ kind: "operation-expired" });
    expect(await kinds()).toEqual(["operation-expired", "resource-problem"]);
    expect(JSON.stringify(resumed[0])).toBe(JSON.stringify(handle));
  });

  it("refuses a start that is not a time", () => {
    const { core } = given(states("running"));
    expect(() => resumeOperation(core, background, "op-1", "soon")).toThrow("its `startedAt` is a time");
  });

  it("[GEN-1] refuses an id that is no text", () => {
    const { core } = given(states("running"));
    expect(() => resumeOperation(core, background, JSON.parse("7") as string)).toThrow(
      "string that is not empty",
    );
    expect(() => resumeOperation(core, background, "")).toThrow("string that is not empty");
  });

  it("says so when the contract has no result", () => {
    const { core } = given(states("running"));
    const { result, ...without } = background;
    expect(result).toBeDefined();
    expect(() => resumeOperation(core, without, "op").results()).toThrow("no result");
  });
});

describe("a handle", () => {
  it.each(["wait", "status", "states"] as const)(
    "refuses an option that its %s would ignore",
    async (method) => {
      const { core } = given(states("succeeded"));
      const options: object = { dedline: "10m" };
      const refused = (async () => resume(core)[method](options))();
      await expect(refused).rejects.toThrow(`\`${method}\` has no option "dedline".`);
      await expect(refused).rejects.toMatchObject({ kind: "argument", operationId: "op-1" });
      expect(core.calls).toEqual([]);
    },
  );

  it("[OPS-5] ends an iteration by its signal, and before a poll that its deadline leaves no time for", async () => {
    const { core } = given(states("running"));
    const leaving = new AbortController();
    const seen: string[] = [];
    const walk = async () => {
      for await (const state of resume(core).states({ signal: leaving.signal })) {
        seen.push(state.status);
        if (seen.length === 2) leaving.abort("enough");
      }
    };
    await expect(walk()).rejects.toMatchObject({ ...about, kind: "aborted", rawCause: "enough" });
    expect(seen).toEqual(["running", "running"]);
    const late = async () => {
      for await (const state of resume(core).states({ deadline: "5s" })) seen.push(state.status);
    };
    await expect(late()).rejects.toMatchObject({ ...about, kind: "deadline" });
    expect(seen.length).toBeLessThan(6);
  });
});

describe("an operation whose place somebody waits for", () => {
  it.each<[string, FakeAnswer, "ended" | "lost"]>([
    ["has ended", states("running", "succeeded"), "ended"],
    ["has ended in failure", states("failed"), "ended"],
    ["is no longer kept", () => Promise.reject(new OperationExpiredError()), "ended"],
    ["may be running and cannot be asked for", () => Promise.reject(new AccessDeniedError()), "lost"],
  ])("[CAP-2] %s", async (_, answer, want) => {
    const handle = new Handle(given(answer).core, background, "op-1");
    const signal = new AbortController().signal;
    expect(await handle.untilEnded({ signal, deadlineAt: Number.POSITIVE_INFINITY })).toBe(want);
  });

  it("[CAP-2] may be running when polls fail in passing, or none is due in time", async () => {
    const handle = new Handle(given(() => Promise.reject(new TransportError())).core, background, "op-1");
    const signal = new AbortController().signal;
    await expect(handle.untilEnded({ signal, deadlineAt: Number.POSITIVE_INFINITY })).rejects.toMatchObject({
      kind: "transport",
    });
    const running = new Handle(given(states("running")).core, background, "op-1");
    await expect(running.untilEnded({ signal, deadlineAt: 3000 })).rejects.toMatchObject({
      kind: "deadline",
    });
  });
});

describe("the place of a create that failed", () => {
  const sent = { attempts: 1, idempotencyKey: "k-1", intent: "audit" };
  const problem = { type: "about:blank", extensions: {} };
  const answered = (status: number, said: { retryable?: boolean } = {}) => ({
    ...sent,
    response: { status, headers: {}, problem: { ...problem, ...said } },
  });
  it.each<[string, Error, "kept" | "free"]>([
    ["its outcome is unknown", new OutcomeUnknownError(sent), "kept"],
    ["the answer cannot be read", new UnexpectedResponseError(answered(202)), "kept"],
    ["an earlier attempt was lost and the last one refused", new OutcomeUnknownError(answered(404)), "kept"],
    ["the server failed", new ProblemError(answered(500)), "kept"],
    [
      "the server failed and may be asked again",
      new ProblemError(answered(500, { retryable: true })),
      "kept",
    ],
    ["the server failed for good", new ProblemError(answered(500, { retryable: false })), "free"],
    ["the time was over after it was refused for a while", new DeadlineError(sent), "free"],
    ["the time was over before it was sent", new DeadlineError(), "free"],
    ["it is refused as it is", new ProblemError(answered(409)), "free"],
    ["nothing left this machine", new TransportError(sent), "free"],
    ["the server refused it", new ProblemError(answered(404)), "free"],
    ["the key was used for other data", new IdempotencyConflictError(answered(409)), "free"],
    ["the upstream system did it or not", new AmbiguousOutcomeError(answered(409)), "kept"],
    [
      "the upstream system did it or not, and nothing is to be retried",
      new AmbiguousOutcomeError(answered(502, { retryable: false })),
      "kept",
    ],
    ["the caller's own code failed", new Error("own"), "free"],
  ])("[CAP-2] [IDM-3] when %s", async (_, error, want) => {
    const said: unknown[] = [];
    const slot = {
      holdFor: () => said.push("held"),
      keepFor: (names: readonly string[]) => said.push(["kept", names]),
      release: () => said.push("free"),
    };
    const claimSlot = (_context: unknown, names?: readonly string[]) => {
      said.push(names);
      return Promise.resolve(slot);
    };
    const core = fakeCore(() => Promise.reject(error), { limits: { ...unlimited, claimSlot } });
    const started = startOperation(core, exportDeals, background, {}, { idempotencyKey: "k-1" });
    await expect(started).rejects.toThrow(error.message);
    const kept = [["kept", ["audit", "k-1"]]];
    expect(said).toEqual([["k-1"], ...(want === "kept" ? kept : []), "free"]);
  });
});

describe("a place that comes too late", () => {
  it("[CAP-2] is an error of the operation that was to be started", async () => {
    const limits = { ...unlimited, claimSlot: () => Promise.reject(new RateLimitedError()) };
    const core = fakeCore(() => ({ value: undefined }), { limits });
    await expect(startOperation(core, exportDeals, background, {})).rejects.toMatchObject({
      kind: "rate-limited",
      operation: "deals.export",
    });
    expect(core.calls).toEqual([]);
  });
});
