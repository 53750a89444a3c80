import { describe, expect, test } from "vitest";
import {
  baselineLimits,
  type SandboxResponse,
  type InterceptedRequest,
  type Interference,
} from "../../src/sandbox/index.js";
import { VirtualClock } from "../runtime/virtual-clock.js";
import { connect as connectRaw, refusal } from "../sandbox/connect.js";
import { contextOf, errorOf, startWorld, useGeneratedClient, type World } from "../e2e/world.js";

const client = useGeneratedClient();
const day = 86_400_000;
const reason = "Conformance";
const contacts = [{ phone: "+442079460199" }];

const badGateway = { kind: "html", status: 502 } as const;

/** An answer that asks for less. */
const slow = {
  status: 429,
  headers: { "Content-Type": "application/problem+json" },
  body: {
    type: "https://x.example/problems/p",
    title: "Slow",
    status: 429,
    code: "rate_limited",
    retryable: true,
  },
};

describe("the capabilities", () => {
  test.each(["cabinet:read", "cabinet:projects:write", "cabinet:settings:write"] as const)(
    "[CAP-1] are readable with %s alone",
    async (scope) => {
      const { connect } = await startWorld(client());
      expect((await connect({ scopes: [scope] }).capabilities.get()).scopes).toEqual([scope]);
    },
  );

  test("[CAP-1] have every field that the service describes", async () => {
    const { connect, sandbox } = await startWorld(client());
    const told = await connect().capabilities.get();
    expect(told).toEqual({
      contractVersion: "2026-08-09.5",
      resource: sandbox.apiUrl,
      actorUserId: sandbox.users[0]?.userId,
      credentialId: sandbox.credentialId,
      scopes: expect.any(Array) as unknown,
      cabinetAccess: { mode: "all_current", cabinetIds: [] },
      features: {
        readsEnabled: true,
        writesEnabled: true,
        projectWritesEnabled: true,
        settingsWritesEnabled: true,
        sensitiveDataAndExportsEnabled: true,
      },
      limits: {
        readRequestsPerMinute: 300,
        postRequestsPerMinute: 60,
        maxConcurrentOperations: 5,
        operationRetentionDays: 7,
        maxRequestBodyBytes: 1_048_576,
      },
      permissionCatalogVersion: expect.any(Number) as unknown,
    });
  });

  test("[CAP-1] may hold more, and are obeyed all the same", async () => {
    const { connect, cabinetId } = await startWorld(client(), {
      limits: { maxRequestBodyBytes: 2000 },
      interceptor: {
        after: ({ operationId }: InterceptedRequest, answer: SandboxResponse) =>
          operationId === "getCapabilities" ? { kind: "response", response: withMore(answer) } : undefined,
      },
    });
    const api = connect();
    expect(await api.capabilities.get()).toMatchObject({ quota: { used: 1 }, limits: { burst: 3 } });
    const many = Array.from({ length: 100 }, () => contacts[0]!);
    const error = await errorOf(api.deals.import({ cabinetId, reason, contacts: many }));
    expect(client().isRequestTooLargeError(error)).toBe(true);
  });

  function withMore(answer: SandboxResponse): SandboxResponse {
    const body = answer.body as { limits: object; features: object };
    const limits = { burst: 3, ...body.limits };
    return {
      ...answer,
      body: { quota: { used: 1 }, ...body, limits, features: { ...body.features, later: false } },
    };
  }
});

describe("limits", () => {
  /** Reads 45 times where 20 a minute are allowed; gives how often it was refused, and how long it took. */
  async function readMany(settle: boolean): Promise<{ refused: number; milliseconds: number }> {
    const clock = new VirtualClock({ skip: 60_000 });
    const limits = { readRequestsPerMinute: 20 };
    const { connect, cabinetId, sandbox } = await startWorld(client(), { limits }, clock);
    const api = connect({ deadline: "10m" });
    await api.connect();
    if (settle) await clock.advance(60_000);
    const begun = clock.now();
    for (let count = 0; count < 45; count += 1) await api.cabinets.getContext(cabinetId);
    const refused = sandbox.requests.filter(({ status }) => status === 429).length;
    return { refused, milliseconds: clock.now() - begun };
  }

  test("[CAP-2] reads are paced by what the server says, so that none is refused", async () => {
    const { refused, milliseconds } = await readMany(true);
    expect(refused).toBe(0);
    expect(milliseconds).toBeGreaterThanOrEqual(120_000);
  });

  test("[CAP-2] the client's own read of the limits counts among them", async () => {
    expect((await readMany(false)).refused).toBe(0);
  });

  test("[CAP-2] posts are paced apart from reads", async () => {
    const clock = new VirtualClock({ skip: 60_000 });
    const limits = { postRequestsPerMinute: 4 };
    const { connect, received, cabinetId } = await startWorld(client(), { limits }, clock);
    const api = connect({ deadline: "10m" });
    await api.connect();
    const begun = clock.now();
    for (let count = 0; count < 10; count += 1)
      await api.cabinets.search({ query: "a" })[Symbol.asyncIterator]().next();
    expect(received("searchCabinets").map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    expect(clock.now() - begun).toBeGreaterThanOrEqual(120_000);
    const paused = clock.now();
    for (let count = 0; count < 10; count += 1) await api.cabinets.getContext(cabinetId);
    expect(clock.now()).toBe(paused);
  });

  test("[CAP-2] a body that is too large is refused before it is sent", async () => {
    const { connect, cabinetId, received } = await startWorld(client(), {
      limits: { maxRequestBodyBytes: 2000 },
    });
    const many = Array.from({ length: 100 }, () => contacts[0]!);
    const error = await errorOf(connect().deals.import({ cabinetId, reason, contacts: many }));
    expect(client().isRequestTooLargeError(error)).toBe(true);
    expect(error).toMatchObject({ maxBytes: 2000 });
    expect(received("importDeals")).toEqual([]);
  });

  test("[CAP-2] no more operations are held at once than the server allows", async () => {
    const clock = new VirtualClock({ skip: 60_000 });
    const options = { limits: { maxConcurrentOperations: 2 }, timing: { queuedMs: 5000, runningMs: 5000 } };
    const { connect, cabinetId, sandbox, received } = await startWorld(client(), options, clock);
    const api = connect({ deadline: "10m" });
    await api.connect();
    const start = async (name: string) => (await api.deals.export({ cabinetId, reason: name })).wait();
    await Promise.all(["a", "b", "c", "d", "e", "f"].map(start));
    expect(received("exportDeals").map(({ status }) => status)).toEqual(Array<number>(6).fill(202));
    expect(sandbox.requests.filter(({ status }) => status === 429)).toEqual([]);
    // Ten seconds each, two at once.
    const [first, ...rest] = received("exportDeals").map(({ time }) => time);
    expect((rest.at(-1) ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(20_000);
  });

  test.each([
    ["for longer than a caller waits for its place", []],
    ["and cannot be asked for a while", [{ on: "getOperation", count: 60, fault: badGateway }]],
  ])("[CAP-2] an operation keeps its place that runs %s", async (_, faults) => {
    const clock = new VirtualClock({ skip: 30_000 });
    const options = {
      limits: { maxConcurrentOperations: 1 },
      timing: { queuedMs: 1000, runningMs: 600_000 },
      faults: { faults },
    };
    const { connect, cabinetId, sandbox, received } = await startWorld(client(), options, clock);
    const api = connect();
    await api.connect();
    await api.deals.export({ cabinetId, reason: "first" });
    for (const deadline of ["1s", "59s"] as const) {
      const error = errorOf(api.deals.export({ cabinetId, reason: "second" }, { deadline }));
      await clock.advance(60_000);
      expect(client().isDeadlineError(await error)).toBe(true);
    }
    const third = api.deals.export({ cabinetId, reason: "third" }, { deadline: "1h" });
    await (await third).wait();
    expect(sandbox.requests.filter(({ status }) => status === 429)).toEqual([]);
    expect(received("exportDeals").map(({ status }) => status)).toEqual([202, 202]);
  });

  test("[CAP-2] [IDM-3] a create whose outcome is unknown keeps its place, and its repeat takes no second", async () => {
    const clock = new VirtualClock({ skip: 60_000 });
    const lost = { kind: "problem", code: "internal_error", retryable: true, when: "after" } as const;
    const { connect, cabinetId, sandbox, received } = await startWorld(
      client(),
      {
        limits: { maxConcurrentOperations: 1 },
        timing: { queuedMs: 60_000, runningMs: 60_000 },
        faults: { faults: [{ on: "exportDeals", count: 4, fault: lost }] },
      },
      clock,
    );
    // Virtual time goes on while a busy machine answers: the deadline is not what is tried here.
    const api = connect({ deadline: "12h" });
    await api.connect();
    const create = (intent: string) => api.deals.export({ cabinetId, reason: intent }, { intent });
    const unknown = await errorOf(create("first"));
    expect(client().isOutcomeUnknownError(unknown)).toBe(true);

    const second = create("second");
    await clock.advance(5000);
    await (await create("first")).wait();
    await (await second).wait();
    expect(sandbox.requests.filter(({ status }) => status === 429)).toEqual([]);
    expect(received("exportDeals").map(({ headers }) => headers["idempotency-key"])).toHaveLength(6);
  });

  test("[CAP-2] an intent is kept for as long as the server keeps its key", async () => {
    const { connect, cabinetId, clock, received } = await startWorld(client(), {
      limits: { operationRetentionDays: 2 },
    });
    const api = connect();
    const create = () => api.deals.export({ cabinetId, reason }, { intent: "audit" });
    const first = await create();
    await first.wait();
    await clock.advance(2 * day + 60_000);
    expect((await create()).id).not.toBe(first.id);
    const keys = received("exportDeals").map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(2);
  });

  test("[CAP-2] that were lowered under way are read anew after a 429, and kept", async () => {
    let refusals = 1;
    const pause = { ...slow, headers: { ...slow.headers, "Retry-After": "5" } };
    const { connect, cabinetId, sandbox, received } = await startWorld(client(), {
      interceptor: {
        before: ({ operationId }: InterceptedRequest) =>
          operationId === "getProjectSources" && refusals-- > 0
            ? { kind: "response", response: pause }
            : undefined,
      },
    });
    const api = connect({ deadline: "30s" });
    await api.cabinets.getContext(cabinetId);
    sandbox.setLimits({ readRequestsPerMinute: 5 });
    const projectId = contextOf(sandbox, "Northwind").projects[0]?.projectId ?? "";
    await api.projects.getSources({ cabinetId, projectId });
    expect(received("getCapabilities")).toHaveLength(2);
    const sent = sandbox.requests.length;
    const readOn = async () => {
      for (let count = 0; count < 5; count += 1) await api.cabinets.getContext(cabinetId);
    };
    expect(client().isRateLimitedError(await errorOf(readOn()))).toBe(true);
    expect(sandbox.requests.slice(sent).map(({ status }) => status)).not.toContain(429);
  });
});

describe("features", () => {
  const gated: readonly (readonly [string, (world: World) => Promise<unknown>])[] = [
    ["readsEnabled", ({ connect, cabinetId }) => connect().cabinets.getContext(cabinetId)],
    ["writesEnabled", ({ connect, cabinetId }) => connect().deals.import({ cabinetId, reason, contacts })],
    [
      "projectWritesEnabled",
      ({ connect, cabinetId, sandbox }) => {
        const projectId = contextOf(sandbox, "Northwind").projects[0]?.projectId ?? "";
        return connect().projects.updateState({ cabinetId, projectId, reason, state: "paused" });
      },
    ],
    [
      "settingsWritesEnabled",
      ({ connect, cabinetId }) =>
        connect().settings.modify(cabinetId, () => ({ reason, patch: { language: "fr" } })),
    ],
    [
      "sensitiveDataAndExportsEnabled",
      ({ connect, cabinetId }) => connect().deals.export({ cabinetId, reason }),
    ],
  ];

  test.each(gated)("[CAP-3] what needs %s is refused unsent while that is off", async (flag, call) => {
    const world = await startWorld(client(), { features: { [flag]: false } });
    const error = await errorOf(call(world));
    expect(client().isFeatureDisabledError(error)).toBe(true);
    expect(String(error)).toContain(flag);
    // A change is refused; the read before it needs no more than its own flag.
    const own = ["exchangeToken", "getCapabilities", "getCabinetSettings"];
    expect(world.sandbox.requests.filter(({ operationId }) => !own.includes(operationId))).toEqual([]);
  });

  test("[CAP-3] are those of the server, read at the start and given to the caller", async () => {
    const { connect, received } = await startWorld(client(), { features: { writesEnabled: false } });
    const api = connect();
    const told: unknown = await api.connect();
    expect(told).toMatchObject({ features: { readsEnabled: true, writesEnabled: false } });
    expect(received("getCapabilities")).toHaveLength(1);
    // One shape, whichever way it is read.
    expect(await api.capabilities.get()).toEqual(told);
  });

  test("[CAP-3] that are switched off under way are the same error, once sent and then unsent", async () => {
    const { connect, cabinetId, sandbox, received } = await startWorld(client());
    const api = connect();
    await api.cabinets.getContext(cabinetId);
    sandbox.setFeatures({ readsEnabled: false });
    for (let count = 0; count < 3; count += 1) {
      expect(client().isFeatureDisabledError(await errorOf(api.cabinets.getContext(cabinetId)))).toBe(true);
    }
    expect(received("getCabinetContext").map(({ status }) => status)).toEqual([200, 403]);
  });

  test("[CAP-3] that are switched on again let calls through", async () => {
    const { connect, cabinetId, sandbox, clock } = await startWorld(client(), {
      features: { readsEnabled: false },
    });
    const api = connect();
    expect(client().isFeatureDisabledError(await errorOf(api.cabinets.getContext(cabinetId)))).toBe(true);
    sandbox.setFeatures({ readsEnabled: true });
    await clock.advance(30_000);
    expect((await api.cabinets.getContext(cabinetId)).cabinetId).toBe(cabinetId);
  });

  test("[CAP-3] switched off while an intent waits leave the intent free", async () => {
    const { connect, cabinetId, sandbox, clock } = await startWorld(client(), {
      features: { sensitiveDataAndExportsEnabled: false },
    });
    const api = connect();
    const create = (name: string) => api.deals.export({ cabinetId, reason: name }, { intent: "audit" });
    expect(client().isFeatureDisabledError(await errorOf(create("one")))).toBe(true);
    sandbox.setFeatures({ sensitiveDataAndExportsEnabled: true });
    await clock.advance(30_000);
    expect((await (await create("another")).wait()).outcome).toBe("succeeded");
  });
});

describe("the contract's version", () => {
  test.each([
    ["2026-12-24.1", [{ expected: "2026-08-09.5", actual: "2026-12-24.1" }]],
    ["2026-08-09.50", [{ expected: "2026-08-09.5", actual: "2026-08-09.50" }]],
    ["2026-8-9.05", []],
  ])("[CAP-4] %s is compared part by part, told once, and breaks nothing", async (contractVersion, want) => {
    const { connect, cabinetId } = await startWorld(client(), { contractVersion });
    const told: object[] = [];
    const api = connect({ hooks: { contract: (event) => void told.push(event) } });
    await api.cabinets.getContext(cabinetId);
    await api.connect();
    await api.cabinets.getContext(cabinetId);
    expect(told).toEqual(want);
  });
});

describe("the server's limits", () => {
  test("[CAP-5] are the baseline, and what a deployment makes of it", async () => {
    const { connect, sandbox } = await startWorld(client());
    const { readRequestsPerMinute, postRequestsPerMinute, maxConcurrentOperations } = baselineLimits;
    expect([readRequestsPerMinute, postRequestsPerMinute, maxConcurrentOperations]).toEqual([300, 60, 5]);
    const api = connect();
    expect((await api.capabilities.get()).limits).toMatchObject({ postRequestsPerMinute: 60 });
    sandbox.setLimits({ postRequestsPerMinute: 6 });
    expect((await api.capabilities.get()).limits).toMatchObject({ postRequestsPerMinute: 6 });
  });

  test("[CAP-5] [CAP-6] count GET and POST requests of a key in a minute, and then answer 429", async () => {
    const { sandbox } = await startWorld(client());
    const raw = await connectRaw(sandbox);
    const reads = await Promise.all(Array.from({ length: 301 }, () => raw.get("/capabilities")));
    const posts = await Promise.all(
      Array.from({ length: 61 }, () => raw.post("/cabinets/search", { query: "a" })),
    );
    for (const [all, allowed] of [
      [reads, 300],
      [posts, 60],
    ] as const) {
      expect(all.filter(({ status }) => status === 200)).toHaveLength(allowed);
      const refused = all.filter(({ status }) => status === 429);
      expect(refused.map(({ body, headers }) => [body["code"], headers.get("retry-after")])).toEqual([
        ["rate_limited", "60"],
      ]);
    }
  });

  test("[CAP-5] allow five operations of a key at once, and a mebibyte of body", async () => {
    const { sandbox, cabinetId } = await startWorld(client());
    const raw = await connectRaw(sandbox);
    const start = () =>
      raw.post(
        `/cabinets/${cabinetId}/deals/export-jobs`,
        { reason },
        { "idempotency-key": crypto.randomUUID() },
      );
    const started = await Promise.all(Array.from({ length: 6 }, start));
    expect(started.map(({ status }) => status).sort()).toEqual([202, 202, 202, 202, 202, 429]);
    const fill = 1_048_576 - JSON.stringify({ query: "" }).length;
    const fits = await raw.post("/cabinets/search", { query: "a".repeat(fill) });
    const over = await raw.post("/cabinets/search", { query: "a".repeat(fill + 1) });
    // As large as it may be, it is read, and found to break the contract.
    expect([refusal(fits), refusal(over)]).toEqual([
      [400, "validation_failed"],
      [413, "request_too_large"],
    ]);
  });
});

describe("a 429", () => {
  /** A world in which the first `count` reads of a context are answered so. */
  function refusing(retryAfter: string, count = Number.POSITIVE_INFINITY): Promise<World> {
    let left = count;
    const headers = { ...slow.headers, "Retry-After": retryAfter };
    const refused: Interference = { kind: "response", response: { ...slow, headers } };
    const interceptor = {
      before: ({ operationId }: InterceptedRequest) =>
        operationId === "getCabinetContext" && left-- > 0 ? refused : undefined,
    };
    return startWorld(client(), { interceptor });
  }

  test.each([
    ["seconds", "8"],
    ["an HTTP date, by the clock of the server", "Fri, 20 Nov 2026 00:00:08 GMT"],
  ])("[CAP-6] is waited out for as long as it says, in %s, and then repeated", async (_, retryAfter) => {
    const { connect, cabinetId, received } = await refusing(retryAfter, 1);
    await connect().cabinets.getContext(cabinetId);
    const [refused, answered, ...more] = received("getCabinetContext");
    expect([refused?.status, answered?.status, more]).toEqual([429, 200, []]);
    expect(answered!.time - refused!.time).toBeGreaterThanOrEqual(8000);
  });

  test("[CAP-6] that is longer than the deadline fails at once, with the time to try again", async () => {
    const { connect, cabinetId, clock } = await refusing("600");
    const begun = clock.now();
    const error = await errorOf(connect().cabinets.getContext(cabinetId));
    const { isRateLimitedError } = client();
    if (!isRateLimitedError(error)) throw error;
    expect(error.retryAt?.getTime()).toBe(clock.now() + 600_000);
    expect(clock.now()).toBe(begun);
  });

  test("[CAP-6] of the server's own is waited out, and the call goes on", async () => {
    const clock = new VirtualClock({ skip: 60_000 });
    const { connect, sandbox, cabinetId, received } = await startWorld(client(), {}, clock);
    const raw = await connectRaw(sandbox);
    // Somebody else uses up the key's minute behind the client's back.
    await Promise.all(Array.from({ length: 298 }, () => raw.get("/capabilities")));
    const api = connect({ deadline: "5m" });
    for (let count = 0; count < 5; count += 1) await api.cabinets.getContext(cabinetId);
    const statuses = received("getCabinetContext").map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses).toContain(429);
  });
});
