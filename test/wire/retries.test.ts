import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../determinism/json-tree.js";
import {
  json,
  playAnswer,
  type Reply,
  type ScriptedAnswer,
  startTestServer,
} from "../runtime/call/test-server.js";
import { VirtualClock } from "../runtime/virtual-clock.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* Retries of a contract whose problems do not say what is retryable: RFC 9110 section 9.2.2. */
const schema = { type: "object", properties: { name: { type: "string" } } };
const body = { required: true, content: { "application/json": { schema } } };
const failure = { description: "", content: { "application/json": { schema: { type: "object" } } } };
const item = (name: string, more: JsonObject = {}): JsonObject => ({
  tags: ["items"],
  operationId: name,
  responses: { 200: { ...failure }, "5XX": failure },
  ...more,
});
const header = (name: string): JsonObject => ({ name, in: "header", schema: { type: "string" } });
const contract: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Wire", version: "1" },
  paths: {
    "/item": {
      get: item("get"),
      head: item("look", { responses: { 200: { description: "" } } }),
      options: item("options"),
      put: item("put", { requestBody: body, parameters: [header("If-None-Match")] }),
      delete: item("remove", { parameters: [{ ...header("If-Match"), required: true }] }),
      post: item("post", { requestBody: body }),
      patch: item("patch", { requestBody: body }),
    },
    "/keyed": { post: item("keyed", { requestBody: body, parameters: [header("X-Idempotency-Key")] }) },
    "/other": { delete: item("drop") },
  },
};

let wire: WireClient;
let reply: (attempt: number) => ScriptedAnswer | "hang up";
let attempt: number;
beforeAll(async () => {
  const play: Reply = (_, response) => {
    attempt += 1;
    const answer = reply(attempt);
    if (answer === "hang up") response.destroy();
    else playAnswer(response, answer);
  };
  wire = await wireClient(contract, play);
});
beforeEach(() => {
  attempt = 0;
});
afterAll(() => wire.close());

const fine = json({ ok: true }) as ScriptedAnswer;
const hangUp = () => "hang up" as const;
const always =
  (status: number, headers = {}) =>
  () =>
    json({ a: 1 }, status, headers) as ScriptedAnswer;
const then = (first: typeof reply) => (count: number) => (count === 1 ? first(count) : fine);

async function send(
  method: string,
  given: { readonly client?: object; readonly input?: object; readonly options?: object } = {},
): Promise<{ readonly kind: unknown; readonly attempts: unknown; readonly error: unknown }> {
  const client = wire.create({ clock: new VirtualClock({ skip: 20_000 }), ...given.client });
  const called = wire.call(client, `items.${method}`, given.input ?? {}, given.options) as Promise<unknown>;
  return called.then(
    () => ({ kind: "value", attempts: attempt, error: undefined }),
    (error: unknown) => ({ kind: Reflect.get(Object(error), "kind") as unknown, attempts: attempt, error }),
  );
}

const ifMatch = { options: { ifMatch: '"1"' } };

describe.each(["get", "look", "options", "replace", "drop", "keyed"])("%s", (method) => {
  it.each([
    ["408", always(408)],
    ["429", always(429)],
    ["500", always(500)],
    ["502 of a gateway", () => ({ status: 502, body: "<html>" })],
    ["503", always(503)],
    ["a lost response", hangUp],
  ])("is retried after %s", async (_, first) => {
    reply = then(first);
    expect(await send(method)).toMatchObject({ kind: "value", attempts: 2 });
  });

  it.each([400, 404, 409, 501, 505])("is not retried after %i", async (status) => {
    reply = always(status);
    expect((await send(method)).attempts).toBe(1);
  });
});

describe.each([
  ["delete", ifMatch],
  ["replace", { input: { "If-None-Match": "*" } }],
])("%s with a condition", (method, given) => {
  it("is retried after an error that can pass, and not after a lost response", async () => {
    reply = then(always(500));
    expect(await send(method, given)).toMatchObject({ kind: "value", attempts: 2 });
    attempt = 0;
    reply = hangUp;
    expect(await send(method, given)).toMatchObject({ kind: "outcome-unknown", attempts: 1 });
  });
});

describe.each(["post", "update"])("%s", (method) => {
  it.each([408, 429, 500, 503])("is not retried after %i", async (status) => {
    reply = always(status, { "retry-after": "1" });
    expect((await send(method)).attempts).toBe(1);
  });

  it("is not retried after a lost response, whose outcome nobody knows", async () => {
    reply = hangUp;
    expect(await send(method)).toMatchObject({ kind: "outcome-unknown", attempts: 1 });
  });

  it("is retried with an idempotency header that the client was told of, and keeps its value", async () => {
    const client = { retry: { idempotencyHeaders: ["X-Once"] } };
    const options = { headers: { "x-once": "order-7" } };
    reply = then(hangUp);
    const before = wire.received.length;
    expect(await send(method, { client, options })).toMatchObject({ kind: "value", attempts: 2 });
    const sent = wire.received.slice(before);
    expect(sent.map(({ headers }) => headers["x-once"])).toEqual(["order-7", "order-7"]);
    attempt = 0;
    reply = hangUp;
    expect(await send(method, { client, options })).toMatchObject({
      kind: "outcome-unknown",
      attempts: 4,
      error: { idempotencyKey: "order-7" },
    });
    attempt = 0;
    expect((await send(method, { client })).attempts).toBe(1);
  });
});

it("retries a POST whose idempotency header the contract declares, with the key that the caller gives", async () => {
  reply = then(hangUp);
  const before = wire.received.length;
  expect(await send("keyed", { options: { idempotencyKey: "k-1" } })).toMatchObject({ attempts: 2 });
  const sent = wire.received.slice(before);
  expect(sent.map(({ headers }) => headers["x-idempotency-key"])).toEqual(["k-1", "k-1"]);
});

it("retries every request that never left this machine", async () => {
  const gone = await startTestServer(fine);
  await gone.close();
  const refused = { baseUrl: gone.url };
  expect(await send("post", { client: refused })).toMatchObject({
    kind: "transport",
    error: { attempts: 4, happened: "The server was not reached; nothing was sent." },
  });
});

it("waits as long as Retry-After says", async () => {
  const clock = new VirtualClock({ skip: 20_000 });
  reply = then(always(503, { "retry-after": "7" }));
  expect(await send("replace", { client: { clock } })).toMatchObject({ kind: "value" });
  expect(clock.sleeps).toContain(7000);
});

it("tells when to come back where the wait is longer than the deadline", async () => {
  reply = always(503, { "retry-after": "120" });
  const { kind, error } = await send("drop");
  expect([kind, Reflect.get(Object(error), "retryAt")]).toEqual([
    "rate-limited",
    new Date("2026-11-20T00:02:00.000Z"),
  ]);
});

it("does not take 404 for the end of a DELETE whose first response was lost", async () => {
  reply = (count) => (count === 1 ? "hang up" : always(404)());
  expect(await send("drop")).toMatchObject({ kind: "outcome-unknown", error: { status: 404 } });
});

it("goes by the word of the server where the client says so", async () => {
  reply = always(500);
  const client = { retry: { policy: "problem" } };
  expect((await send("get", { client })).attempts).toBe(1);
});

describe("attempts, timeout and deadline", () => {
  it.each([
    [{ attempts: 1 }, 1],
    [{ attempts: 6 }, 6],
    [{}, 2],
  ])("a call with %o sends %i requests at most, whatever the client says", async (options, want) => {
    reply = always(500);
    expect((await send("get", { client: { retry: { attempts: 2 } }, options })).attempts).toBe(want);
  });

  it.each([0, 1.5, Number.NaN])("refuses %d attempts before anything is sent", async (attempts) => {
    const message = `\`attempts\` must be an integer ≥ 1 (got ${String(attempts)}).`;
    expect(await send("get", { options: { attempts } })).toMatchObject({
      kind: "argument",
      attempts: 0,
      error: { happened: message },
    });
    expect(() => wire.create({ retry: { attempts } })).toThrow(`\`retry.attempts\` must be`);
  });

  it.each([
    ["of the call", {}, { timeout: "5s" }],
    ["of the client", { timeout: "5s" }, {}],
  ])("a `timeout` %s ends one attempt, and the next one gets its response", async (_, client, options) => {
    const clock = new VirtualClock();
    const silent = await wireClient(contract, (__, response) => {
      attempt += 1;
      if (attempt > 1) playAnswer(response, fine);
    });
    try {
      const called = silent.call(silent.create({ clock, ...client }), "items.get", {}, options);
      await expect.poll(() => attempt).toBe(1);
      await clock.advance(5000);
      await clock.advance(500);
      expect(await called).toEqual({ ok: true });
    } finally {
      await silent.close();
    }
  });
});
