import { createHash } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { ClientOptions } from "../../../src/runtime/call/client-options.js";
import type { Core } from "../../../src/runtime/call/core.js";
import type { Hooks } from "../../../src/runtime/tracing/events.js";
import { createCore } from "../../../src/runtime/call/create-core.js";
import { bearer } from "../../../src/runtime/credentials/bearer.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { keepIntents, memoryIntentStore } from "../../../src/runtime/idempotency/intents.js";
import { keyed } from "../../../src/runtime/idempotency/keyed.js";
import type { IntentState, IntentStore } from "../../../src/runtime/idempotency/intent-store.js";
import type { CapabilitiesDescriptor } from "../../../src/runtime/limits/capabilities.js";
import { obeyLimits } from "../../../src/runtime/limits/obey-limits.js";
import type { ApiResponse } from "../../../src/runtime/call/call.js";
import type {
  BackgroundDescriptor,
  OperationState,
} from "../../../src/runtime/operations/operation-handle.js";
import { readStatus } from "../../../src/runtime/operations/operation-watch.js";
import { laterState } from "../../../src/runtime/operations/other-states.js";
import { resumeOperation } from "../../../src/runtime/operations/handle.js";
import { startOperation } from "../../../src/runtime/operations/start-operation.js";
import { followCursor } from "../../../src/runtime/pages/follow-cursor.js";
import { followLink, linkTarget } from "../../../src/runtime/pages/follow-link.js";
import { pages } from "../../../src/runtime/pages/pages.js";
import { tokenExchange } from "../../../src/runtime/token/token-exchange.js";
import { complete } from "../complete-descriptor.js";
import { VirtualClock } from "../virtual-clock.js";

const key = "the-access-key";
const answers: OperationDescriptor["responses"] = [
  { statuses: ["2XX"], content: [{ mediaType: "application/json", codec: "json" }] },
];
const security: OperationDescriptor["security"] = [{ token: ["read"] }];
const operationId = { name: "operationId", in: "path", required: true } as const;
const ask: OperationDescriptor = complete({
  name: "capabilities.get",
  method: "GET",
  path: "/capabilities",
  security: [{ token: [] }],
  responses: answers,
  retryClass: "read",
});
const start: OperationDescriptor = complete({
  name: "deals.export",
  method: "POST",
  path: "/exports",
  security,
  body: { from: "members", required: true, content: [{ mediaType: "application/json", codec: "json" }] },
  responses: answers,
  retryClass: "keyed",
  idempotencyHeader: "Idempotency-Key",
});
const status: OperationDescriptor = complete({
  name: "operations.get",
  method: "GET",
  path: "/operations/{operationId}",
  security,
  parameters: [operationId],
  responses: answers,
  retryClass: "read",
});
const result: OperationDescriptor = complete({
  ...status,
  name: "operations.getResult",
  path: "/operations/{operationId}/result",
  parameters: [operationId, { name: "pageSize", in: "query" }, { name: "cursor", in: "query" }],
});
const background: BackgroundDescriptor = {
  status,
  idParameter: "operationId",
  id: "operationId",
  state: "status",
  states: { succeeded: ["succeeded"], failed: ["failed"] },
  result: {
    operation: result,
    pageSize: "pageSize",
    paging: { follow: followCursor, items: "rows", next: "next", position: { in: "query", name: "cursor" } },
  },
};
const limits: CapabilitiesDescriptor = {
  operation: ask,
  features: "features",
  gates: { "deals.import": ["imports"] },
  limits: {
    readsPerMinute: "limits/reads",
    concurrentOperations: "limits/operations",
    maxBodyBytes: "limits/bytes",
  },
};

interface Seen {
  readonly route: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
type Route = (response: ServerResponse, seen: Seen, count: number) => void;

const json =
  (value: unknown, code = 200, headers = {}): Route =>
  (response) => {
    response.writeHead(code, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
  };

/** The default behaviour of each route; a test replaces what it is about. `count` is how often the route was asked before. */
const service: Readonly<Record<string, Route>> = {
  "POST /oauth/token": (response, seen, count) => {
    json({
      access_token: `jwt-${String(count)}`,
      issued_token_type: "urn:access",
      token_type: "Bearer",
      expires_in: 3600,
      scope: "read",
    })(response, seen, count);
  },
  "GET /capabilities": json({ limits: { reads: 300, operations: 1, bytes: 100 } }),
  "POST /exports": (response, seen, count) => {
    json({ operationId: `op-${String(count)}` }, 202, { "retry-after": "2" })(response, seen, count);
  },
  "GET /operations/op-0": (response, seen, count) => {
    json({ status: count < 2 ? "running" : "succeeded" })(response, seen, count);
  },
  "GET /operations/op-1": json({ status: "succeeded" }),
  "GET /operations/op-0/result?pageSize=2": json({ rows: [1, 2], next: "a/b?&=" }),
  "GET /operations/op-0/result?pageSize=2&cursor=a%2Fb%3F%26%3D": json({ rows: [3], next: null }),
};

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** The same create, as a client of a contract without a key header has it. */
function withoutKey({ idempotencyHeader, ...rest }: OperationDescriptor): OperationDescriptor {
  expect(idempotencyHeader).toBeDefined();
  return { ...rest, retryClass: "write" };
}

async function given(routes: Readonly<Record<string, Route>> = {}) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const route = `${request.method ?? ""} ${request.url ?? ""}`;
      const one: Seen = { route, headers: request.headers, body };
      const count = seen.filter((other) => other.route === route).length;
      seen.push(one);
      ({ ...service, ...routes })[route]?.(response, one, count);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const clock = new VirtualClock({ skip: 9000, random: () => 0 });
  return { url, seen, clock, routes: () => seen.map(({ route }) => route) };
}

function connect(url: string, clock: VirtualClock, intents?: IntentStore, hooks: Hooks = {}): Core {
  const options: ClientOptions & { accessKey: string; scopes: string[] } = {
    clock,
    hooks,
    accessKey: key,
    scopes: ["read"],
  };
  const exchange = tokenExchange(
    {
      tokenUrl: `${url}/oauth/token`,
      grantType: "exchange",
      responseFields: [],
      subjectTokenType: "urn:key",
      requestedTokenType: "urn:access",
    },
    options,
  );
  const core = createCore(
    {
      contract: { title: "Cabinets", version: "1", problem: { codes: { ambiguous: "ambiguous-outcome" } } },
      serverUrl: url,
      credentials: { token: exchange },
      limits: obeyLimits(limits),
    },
    options,
  );
  keepIntents(core, intents === undefined ? {} : { intents });
  return core;
}

describe("a background operation over HTTP", () => {
  it("[OPS-5] runs from the create to the last row, and the key goes to the token endpoint alone", async () => {
    const { url, seen, clock, routes } = await given();
    const job = await startOperation<number>(connect(url, clock), start, background, { reason: "r" });
    await job.wait();
    // Another process, later.
    const rows: number[] = [];
    const resumed = resumeOperation<number>(connect(url, clock), background, job.id);
    for await (const row of resumed.results({ pageSize: 2 })) rows.push(row);
    expect(rows).toEqual([1, 2, 3]);
    expect(routes().slice(0, 6)).toEqual([
      "POST /oauth/token",
      "GET /capabilities",
      "POST /exports",
      "GET /operations/op-0",
      "GET /operations/op-0",
      "GET /operations/op-0",
    ]);
    for (const one of seen.filter(({ route }) => route !== "POST /oauth/token")) {
      expect(one.headers.authorization).toMatch(/^Bearer jwt-\d$/);
      expect(JSON.stringify(one)).not.toContain(key);
    }
  });

  it("[IDM-3] repeats a create whose answer was lost, byte for byte and with its key", async () => {
    const { url, seen, clock } = await given({
      "POST /exports": (response, one, count) => {
        if (count === 0) response.destroy();
        else json({ operationId: "op-0" }, 202)(response, one, count);
      },
    });
    await startOperation(connect(url, clock), start, background, { reason: "r", big: 9007199254740993n });
    const [first, second] = seen.filter(({ route }) => route === "POST /exports");
    expect(second?.body).toBe('{"big":9007199254740993,"reason":"r"}');
    const hash = (one: Seen | undefined) =>
      createHash("sha256")
        .update(one?.body ?? "")
        .digest("hex");
    expect(hash(second)).toBe(hash(first));
    expect(second?.headers["idempotency-key"]).toBe(first?.headers["idempotency-key"]);
  });

  it("[IDM-4] [IDM-5] a lost outcome keeps its key for the next process; an ambiguous one locks the intent", async () => {
    let answer: Route = (response) => response.destroy();
    const { url, seen, clock } = await given({
      "POST /exports": (response, one, count) => {
        answer(response, one, count);
      },
    });
    const intents = memoryIntentStore(() => clock.now());
    const run = () =>
      startOperation(connect(url, clock, intents), start, background, { reason: "r" }, { intent: "nightly" });
    await expect(run()).rejects.toMatchObject({ kind: "outcome-unknown", intent: "nightly" });
    answer = (response) => {
      const problem = { type: "about:blank", title: "?", status: 502, code: "ambiguous", retryable: false };
      response.writeHead(502, { "content-type": "application/problem+json" }).end(JSON.stringify(problem));
    };
    await expect(run()).rejects.toMatchObject({ kind: "ambiguous-outcome" });
    const before = seen.filter(({ route }) => route === "POST /exports");
    expect(new Set(before.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    await expect(run()).rejects.toMatchObject({ kind: "ambiguous-outcome" });
    expect(seen.filter(({ route }) => route === "POST /exports")).toHaveLength(before.length);
  });

  it.each([
    ["beside the state", { status: "failed", code: "ambiguous" }, { ...background, error: { code: "code" } }],
    [
      "above the state",
      { metadata: { state: "failed" }, error: { code: "ambiguous" } },
      { ...background, state: "metadata/state", error: { code: "error/code" } },
    ],
    [
      "beside a flag",
      { done: true, error: { code: "ambiguous" } },
      {
        ...background,
        state: "done",
        states: { succeeded: ["true"], failed: [] },
        failure: "error",
        read: laterState,
        error: { code: "error/code" },
      },
    ],
  ])(
    "[IDM-5] locks the intent of an operation that failed with an ambiguous code %s",
    async (_, body, how) => {
      const { url, seen, clock } = await given({ "GET /operations/op-0": json(body) });
      const intents = memoryIntentStore(() => clock.now());
      const core = connect(url, clock, intents);
      const run = () => startOperation(core, start, how, { reason: "r" }, { intent: "nightly" });
      const failed = (await run()).wait();
      await expect(failed).rejects.toMatchObject({
        kind: "operation-failed",
        failure: { code: "ambiguous" },
      });
      await expect(run()).rejects.toMatchObject({ kind: "ambiguous-outcome" });
      expect(seen.filter(({ route }) => route === "POST /exports")).toHaveLength(1);
    },
  );

  it("gives the response of each poll beside its state", async () => {
    const { url, clock } = await given({
      "GET /operations/op-0": (response, one, count) => {
        const state = { status: count < 2 ? "running" : "succeeded" };
        json(state, 200, { "x-request-id": `poll-${String(count)}` })(response, one, count);
      },
    });
    const job = await startOperation(connect(url, clock), start, background, { reason: "r" });
    const shown = ({ status: code, headers, value }: ApiResponse<OperationState>) => [
      code,
      headers.get("x-request-id"),
      value.status,
    ];
    expect(shown(await job.status().withResponse())).toEqual([200, "poll-0", "running"]);
    const told: unknown[] = [];
    const onProgress = (_: OperationState, response: ApiResponse<OperationState>) =>
      told.push(shown(response));
    const last = await job.wait({ onProgress }).withResponse();
    const ended = [200, "poll-2", "succeeded"];
    expect(told).toEqual([[200, "poll-1", "running"], ended]);
    // It has ended: nothing more is sent.
    const seen: unknown[] = [];
    for await (const response of job.states().withResponse()) seen.push(shown(response));
    expect([shown(last), shown(await job.status().withResponse()), ...seen]).toEqual([ended, ended, ended]);
    for await (const state of job) expect(state).toEqual(last.value);
  });

  it("rejects both forms of a wait that cannot begin, and nobody else", async () => {
    const { url, clock } = await given();
    const job = resumeOperation(connect(url, clock), background, "op-1");
    // Does not compile; plain JavaScript can give it.
    const wrong = { onProgress: "loud" } as unknown as { onProgress: () => void };
    await expect(job.wait(wrong)).rejects.toMatchObject({ kind: "argument" });
    await expect(job.wait(wrong).withResponse()).rejects.toMatchObject({ kind: "argument" });
  });

  it("[CAP-2] a second start waits until the first has ended, without anybody waiting for that one", async () => {
    const { url, clock, routes } = await given();
    const core = connect(url, clock);
    const first = await startOperation(core, start, background, { reason: "1" });
    const second = await startOperation(core, start, background, { reason: "2" }, { deadline: "1h" });
    expect([first.id, second.id]).toEqual(["op-0", "op-1"]);
    expect(routes().filter((route) => route !== "POST /oauth/token")).toEqual([
      "GET /capabilities",
      "POST /exports",
      "GET /operations/op-0",
      "GET /operations/op-0",
      "GET /operations/op-0",
      "POST /exports",
    ]);
    await second.wait();
  });

  it.each([
    ["with a key", start],
    ["without one", withoutKey(start)],
  ])(
    "[ACC-8] sends what a create was given, whatever the caller changes while it waits for a place: %s",
    async (_, descriptor) => {
      const { url, seen, clock } = await given();
      const core = connect(url, clock);
      await startOperation(core, start, background, { reason: "1" });
      const input = { reason: "2", filter: { ids: ["a"], at: new Date(0) } };
      const options = { deadline: "1h" as const, headers: { "x-own": "before" } };
      const second = startOperation(core, descriptor, background, input, options);
      input.reason = "changed";
      input.filter.ids.push("b");
      input.filter.at.setTime(1);
      options.headers["x-own"] = "after";
      await second;
      const [, sent] = seen.filter(({ route }) => route === "POST /exports");
      expect(JSON.parse(sent?.body ?? "")).toEqual({
        reason: "2",
        filter: { ids: ["a"], at: "1970-01-01T00:00:00.000Z" },
      });
      expect(sent?.headers["x-own"]).toBe("before");
    },
  );

  it.each<[string, Partial<OperationDescriptor>, object, object, string]>([
    [
      "a member that is missing",
      { body: { from: "body", required: true, content: start.body?.content ?? [] } },
      {},
      {},
      "argument",
    ],
    ["a body that is no JSON", {}, { reason: NaN }, {}, "argument"],
    ["a key that cannot be sent", {}, { reason: "r" }, { idempotencyKey: "a b" }, "argument"],
    ["an intent beside a key", {}, { reason: "r" }, { idempotencyKey: "a", intent: "b" }, "argument"],
    ["an option that it does not have", {}, { reason: "r" }, { itent: "b" }, "argument"],
    ["a deadline that is none", {}, { reason: "r" }, { deadline: "soon" }, "argument"],
    [
      "a validator that is missing",
      { conditionHeader: "If-Match" },
      { reason: "r" },
      {},
      "precondition-required",
    ],
    ["a weak validator", { conditionHeader: "If-Match" }, { reason: "r" }, { ifMatch: 'W/"1"' }, "argument"],
    ["a scope that was not asked for", { security: [{ token: ["write"] }] }, { reason: "r" }, {}, "scope"],
  ])(
    "[ACC-2] [ETG-2] refuses %s before it waits for a place, a token or a limit",
    async (_, more, input, options, kind) => {
      const { url, clock, routes } = await given({ "POST /oauth/token": () => undefined });
      const core = connect(url, clock);
      const run = startOperation(core, { ...start, ...more }, background, input, options);
      await expect(run).rejects.toMatchObject({ kind, operation: "deals.export", attempts: 0 });
      expect(routes()).toEqual([]);
      expect(clock.monotonic()).toBe(0);
    },
  );

  const lockedStore = async (state: IntentState, sent: object): Promise<IntentStore> => {
    const { url, clock } = await given();
    const intents = memoryIntentStore(() => clock.now());
    const core = connect(url, clock, intents);
    await startOperation(core, start, background, sent, { intent: "nightly" });
    const record = await intents.read("nightly");
    await intents.mark("nightly", record?.idempotencyKey ?? "", state);
    return intents;
  };

  it.each<[string, Partial<OperationDescriptor>, object, IntentState, string]>([
    ["a body that is too large", {}, { reason: "r".repeat(100) }, "done", "request-too-large"],
    ["an operation that is off", { name: "deals.import" }, { reason: "r" }, "done", "feature-disabled"],
    ["a locked intent", {}, { reason: "r" }, "ambiguous", "ambiguous-outcome"],
    ["a settled intent", {}, { reason: "r" }, "settled", "idempotency-conflict"],
    ["an intent of other data", {}, { reason: "other" }, "open", "idempotency-conflict"],
  ])(
    "[CAP-2] [CAP-3] [IDM-2] [IDM-5] refuses %s before it waits for a place, when the limits are known",
    async (_, more, input, state, kind) => {
      const intents = await lockedStore(state, { reason: "r" });
      const { url, clock, routes } = await given({
        "GET /capabilities": json({
          features: { imports: false },
          limits: { reads: 300, operations: 1, bytes: 100 },
        }),
        "GET /operations/op-0": json({ status: "running" }),
      });
      const core = connect(url, clock, intents);
      await startOperation(core, start, background, { reason: "takes the place" });
      const before = [routes().length, clock.monotonic()];
      const options = { deadline: "1h", intent: "nightly" } as const;
      const run = startOperation(core, { ...start, ...more }, background, input, options);
      await expect(run).rejects.toMatchObject({ kind, attempts: 0 });
      expect([routes().length, clock.monotonic()]).toEqual(before);
    },
  );

  it("[CAP-2] [IDM-4] a body that is too large claims neither a place nor its intent, once the limits were asked for", async () => {
    const { url, clock, routes } = await given();
    const store = memoryIntentStore(() => clock.now());
    const claimed: string[] = [];
    const claim: IntentStore["claim"] = (intent, ...rest) => {
      claimed.push(intent);
      return store.claim(intent, ...rest);
    };
    const failed: unknown[] = [];
    const fresh = () =>
      connect(url, clock, { ...store, claim }, { failure: (event) => failed.push(event.operation) });
    const large = { reason: "r".repeat(100) };
    const create = { ...start, name: "projects.create" };
    for (const run of [
      () => startOperation(fresh(), start, background, large, { intent: "one" }),
      () => keyed(fresh(), create, large, { intent: "two" }),
    ])
      await expect(run()).rejects.toMatchObject({ kind: "request-too-large", bytes: 113, maxBytes: 100 });
    expect(claimed).toEqual([]);
    expect(failed).toEqual(["deals.export", "projects.create"]);
    const asked = ["POST /oauth/token", "GET /capabilities"];
    expect(routes()).toEqual([...asked, ...asked]);
  });

  it("[CAP-2] a create that failed for good gives its place back; an ambiguous one keeps it", async () => {
    const problem =
      (members: object): Route =>
      (response) => {
        response
          .writeHead(500, { "content-type": "application/problem+json" })
          .end(JSON.stringify({ type: "about:blank", title: "?", status: 500, ...members }));
      };
    const replies = [
      ...Array.from({ length: 5 }, () => problem({ code: "broken", retryable: false })),
      problem({ code: "ambiguous_upstream_outcome", retryable: false }),
    ];
    const { url, clock } = await given({
      "POST /exports": (response, one, count) => {
        replies[count]?.(response, one, count);
      },
    });
    const core = connect(url, clock);
    const run = () => startOperation(core, start, background, { reason: "r" }, { deadline: "30s" });
    for (let count = 0; count < 5; count += 1)
      await expect(run()).rejects.toMatchObject({ kind: "problem", code: "broken" });
    expect(clock.monotonic()).toBe(0);
    await expect(run()).rejects.toMatchObject({ kind: "ambiguous-outcome" });
    await expect(run()).rejects.toMatchObject({ kind: "deadline", attempts: 0 });
  });

  it("[OPS-4] handles, status calls and several clients of a process ask for an operation every two seconds", async () => {
    const at: number[] = [];
    const { url, clock } = await given({
      "GET /operations/op-0": (response, one, count) => {
        at.push(clock.monotonic());
        json({ status: count < 8 ? "running" : "succeeded" })(response, one, count);
      },
    });
    const [one, other] = [connect(url, clock), connect(url, clock)];
    const read = (core: Core, headers?: Record<string, string>) =>
      readStatus(core, status, background, "op-0", { ...(headers && { headers }), deadline: "10m" });
    const job = await startOperation(one, start, background, { reason: "r" });
    await Promise.all([
      job.wait(),
      resumeOperation(other, background, "op-0").wait(),
      read(one),
      read(one),
      read(other),
      read(one, { "x-own": "1" }),
      job.status(),
    ]);
    const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(gaps.length).toBeGreaterThanOrEqual(8);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2000);
    expect(at[0]).toBe(2000);
  });

  it("[OPS-4] a status call gives what the contract says, sends headers of its own, and is refused as any call", async () => {
    const { url, seen, clock } = await given();
    const core = connect(url, clock);
    const options = { headers: { "x-own": "1" } };
    expect(await readStatus(core, status, background, "op-0")).toEqual({ status: "running" });
    const { status: code, attempts } = await readStatus(
      core,
      status,
      background,
      "op-0",
      options,
    ).withResponse();
    expect([code, attempts]).toEqual([200, 1]);
    expect(seen.at(-1)?.headers["x-own"]).toBe("1");
    await expect(readStatus(core, status, background, {})).rejects.toMatchObject({ kind: "argument" });
    const mistake: object = { intent: "i" };
    await expect(readStatus(core, status, background, "op-0", mistake)).rejects.toMatchObject({
      kind: "argument",
    });
    expect(seen.filter(({ route }) => route.startsWith("GET /operations"))).toHaveLength(2);
  });

  it.each<[string, Route]>([
    [
      "breaks off",
      (response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "40" });
        response.write('{"status":"succ', () => response.destroy());
      },
    ],
    [
      "is cut short",
      (response) => {
        response.writeHead(200, { "content-type": "application/json" }).end('{"status":"succ');
      },
    ],
    [
      "is a page",
      (response) => {
        response.writeHead(200, { "content-type": "text/html" }).end("<p>Sign in</p>");
      },
    ],
  ])("[OPS-4] goes on waiting when a success %s", async (_, damaged) => {
    const { url, clock } = await given({
      "GET /operations/op-1": (response, one, count) => {
        if (count % 2 === 0) damaged(response, one, count);
        else json({ status: count < 4 ? "running" : "succeeded" })(response, one, count);
      },
    });
    const handle = resumeOperation(connect(url, clock), background, "op-1");
    expect((await handle.wait({ deadline: "10m" })).status).toBe("succeeded");
  });

  it.each<[string, Route]>([
    [
      "forbidden",
      (response) => response.writeHead(403, { "content-type": "application/problem+json" }).end("{}"),
    ],
    ["gone", (response) => response.writeHead(410).end()],
    ["a refused token", (response) => response.writeHead(401).end()],
    ["a failure in its own words", json({ status: "failed" })],
    ["no state", json({})],
    [
      "damage that stays",
      (response) => response.writeHead(200, { "content-type": "application/json" }).end("{"),
    ],
    ["a lost connection", (response) => response.destroy()],
    ["silence", () => undefined],
  ])("[OPS-5] every error of a wait says which operation it waited for: %s", async (name, reply) => {
    const { url, clock } = await given({ "GET /operations/op-1": reply });
    const handle = resumeOperation(connect(url, clock), background, "op-1");
    // What passes is asked for again until the time is over; all else ends the wait at once.
    const passes = ["damage that stays", "a lost connection", "silence"].includes(name);
    const failed = handle.wait({ deadline: passes ? "5s" : "30s" });
    await expect(failed).rejects.toMatchObject({ operation: "operations.get", operationId: "op-1" });
  });

  it("[CAP-2] refuses a body over the stated size before sending it", async () => {
    const { url, clock, routes } = await given();
    const call = keyed(connect(url, clock), start, { reason: "r".repeat(100) });
    await expect(call).rejects.toMatchObject({ kind: "request-too-large", maxBytes: 100 });
    expect(routes()).not.toContain("POST /exports");
  });

  it("a credential function may call an operation without security of the same client", async () => {
    const { url, clock, routes } = await given({ "GET /things": json([1]) });
    const things: OperationDescriptor = complete({ ...ask, name: "things.list", path: "/things" });
    const { security: needed, ...exchange } = { ...start, name: "auth.exchange", path: "/oauth/token" };
    expect(needed).toBeDefined();
    const core: Core = createCore(
      {
        contract: { title: "Cabinets", version: "1" },
        serverUrl: url,
        credentials: {
          token: bearer(async () => {
            const { value } = await core.execute({ ...exchange, retryClass: "read" }, { grant: "key" });
            return (value as { access_token: string }).access_token;
          }),
        },
        limits: obeyLimits(limits),
      },
      { clock },
    );
    expect((await core.execute(things, undefined)).value).toEqual([1]);
    expect(routes()).toEqual(["POST /oauth/token", "GET /capabilities", "GET /things"]);
    expect(clock.monotonic()).toBe(0);
    // The limits that are known hold for it.
    await expect(core.execute(exchange, { grant: "g".repeat(100) })).rejects.toMatchObject({
      kind: "request-too-large",
    });
  });

  it("[TOK-6] a token refused in the middle is exchanged once and the request replayed", async () => {
    const { url, seen, clock, routes } = await given({
      "GET /operations/op-1": (response, one, count) => {
        if (one.headers.authorization === "Bearer jwt-0") response.writeHead(401).end();
        else json({ status: "succeeded" })(response, one, count);
      },
    });
    await resumeOperation(connect(url, clock), background, "op-1").wait();
    expect(routes().filter((route) => route === "POST /oauth/token")).toHaveLength(2);
    expect(seen.at(-1)?.headers.authorization).toBe("Bearer jwt-1");
  });

  it("a create whose first answer was lost is not taken for refused when the token endpoint then fails", async () => {
    const { url, clock } = await given({
      "POST /oauth/token": (response, one, count) => {
        if (count === 0) service["POST /oauth/token"]?.(response, one, count);
        else response.writeHead(400).end('{"error":"invalid_grant"}');
      },
      "POST /exports": (response, _, count) => {
        if (count === 0) response.destroy();
        else response.writeHead(401).end();
      },
    });
    const core = connect(url, clock);
    const call = keyed(core, start, { reason: "r" }, { intent: "once" });
    await expect(call).rejects.toMatchObject({ kind: "outcome-unknown", cause: { kind: "token-exchange" } });
    await expect(keyed(core, start, { reason: "other" }, { intent: "once" })).rejects.toMatchObject({
      kind: "idempotency-conflict",
    });
  });

  it("follows a link to the next page on the same server, and to no other", async () => {
    const list: OperationDescriptor = complete({ ...ask, name: "things.list", path: "/things" });
    const { url, clock } = await given({
      "GET /things": json([1], 200, { link: '</things?after=x%2Fy>; rel="next"' }),
      "GET /things?after=x%2Fy": json([2], 200, { link: '<https://elsewhere.example/things>; rel="next"' }),
    });
    const items: number[] = [];
    const walk = async () => {
      for await (const item of pages<number, number[]>(connect(url, clock), list, {
        follow: followLink,
        target: linkTarget,
        items: "",
      }))
        items.push(item);
    };
    await expect(walk()).rejects.toThrow("another origin");
    expect(items).toEqual([1, 2]);
  });
});

describe("a 303 in place of the state", () => {
  const moved: Route = (response) => response.writeHead(303, { location: "/files/7" }).end();
  const routes: Readonly<Record<string, Route>> = {
    "GET /operations/op-0": (response, seen, count) => {
      (count === 0 ? json({ status: "running" }) : moved)(response, seen, count);
    },
    // A status of another kind.
    "GET /files/7": json({ status: "failed" }),
  };

  const described = [{ statuses: [303], content: [] }, ...answers];

  it.each([
    ["that the contract describes", described],
    [
      "that is followed elsewhere",
      [{ statuses: [303], redirect: true, followed: true, content: [] }, ...answers],
    ],
  ] as const)("%s ends the wait: the result is at its address", async (_, responses) => {
    const { url, clock, routes: asked } = await given(routes);
    const descriptor = { ...status, responses };
    const handle = resumeOperation(connect(url, clock), { ...background, status: descriptor }, "op-0");
    const call = handle.wait();
    expect(await call).toEqual({ status: "", outcome: "succeeded", operation: `${url}/files/7` });
    const { status: code, headers } = await call.withResponse();
    expect([code, headers.get("location")]).toEqual([303, "/files/7"]);
    expect(asked()).not.toContain("GET /files/7");
  });

  it("that the contract does not describe is followed: it may lead to the same state", async () => {
    const { url, clock } = await given(routes);
    const handle = resumeOperation(connect(url, clock), background, "op-0");
    await expect(handle.wait()).rejects.toMatchObject({ kind: "operation-failed" });
  });

  it("is followed by a call of the status operation, as by every read", async () => {
    const { url, clock } = await given({ ...routes, "GET /operations/op-0": moved });
    const core = connect(url, clock);
    const read = { ...status, responses: described };
    const of = { ...background, status: read };
    expect(await readStatus(core, read, of, "op-0")).toEqual({ status: "failed" });
    const own = { headers: { "x-a": "1" } };
    expect(await readStatus(core, read, of, "op-0", own)).toEqual({ status: "failed" });
  });

  it("gives an address of another origin too, to which nothing is sent", async () => {
    const away: Route = (response) => response.writeHead(303, { location: "https://other.example/7" }).end();
    const { url, clock } = await given({ "GET /operations/op-0": away });
    const of = { ...background, status: { ...status, responses: described } };
    const { operation } = await resumeOperation(connect(url, clock), of, "op-0").wait();
    expect(operation).toBe("https://other.example/7");
  });
});
