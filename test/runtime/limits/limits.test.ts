import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCore } from "../../../src/runtime/call/create-core.js";
import { connectionOf } from "../../../src/runtime/call/core.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import type { Limits, PacedOperation } from "../../../src/runtime/call/limits.js";
import { type CapabilitiesDescriptor, isSameVersion } from "../../../src/runtime/limits/capabilities.js";
import { connectLimits, obeyLimits } from "../../../src/runtime/limits/obey-limits.js";
import { memoryPacingStore, type PacingStore } from "../../../src/runtime/limits/pacer.js";
import { paceWindow, redisPacingStore } from "../../../src/runtime/limits/redis-pacing-store.js";
import type { RejectedAttempt } from "../../../src/runtime/retry/next-step.js";
import { bearer } from "../../../src/runtime/credentials/bearer.js";
import { tokenExchange } from "../../../src/runtime/token/token-exchange.js";
import type { WaitContext } from "../../../src/runtime/waiting/clock.js";
import { type FakeAnswer, fakeCore, type FakeCore } from "../fake-core.js";
import { FakeRedis } from "../idempotency/fake-redis.js";
import { json, startTestServer } from "../call/test-server.js";
import { VirtualClock } from "../virtual-clock.js";

const ask: OperationDescriptor = {
  name: "capabilities.get",
  method: "GET",
  path: "/capabilities",
  responses: [],
  retryClass: "read",
};
const descriptor: CapabilitiesDescriptor = {
  operation: ask,
  contractVersion: "2026-08-09.5",
  version: "contractVersion",
  features: "features",
  gates: { "cabinets.list": ["readsEnabled"] },
  limits: {
    readsPerMinute: "limits/readRequestsPerMinute",
    writesPerMinute: "limits/postRequestsPerMinute",
    concurrentOperations: "limits/maxConcurrentOperations",
    retentionDays: "limits/operationRetentionDays",
    maxBodyBytes: "limits/maxRequestBodyBytes",
  },
};
const stated = {
  contractVersion: "2026-08-09.5",
  features: { readsEnabled: true },
  limits: {
    readRequestsPerMinute: 3,
    postRequestsPerMinute: 1,
    maxConcurrentOperations: 2,
    operationRetentionDays: 7,
    maxRequestBodyBytes: 1_048_576,
  },
};
const list = { name: "cabinets.list", method: "GET" };
const update = { name: "settings.update", method: "POST" };

function given(
  answer: FakeAnswer = () => ({ value: stated }),
  {
    skip = 1e6,
    pacing,
    paths = {},
  }: { skip?: number; pacing?: PacingStore; paths?: CapabilitiesDescriptor["limits"] } = {},
): { core: FakeCore; limits: Limits; clock: VirtualClock } {
  const clock = new VirtualClock({ skip, random: () => 0 });
  const core = fakeCore(answer, { clock });
  const described = { ...descriptor, limits: { ...descriptor.limits, ...paths } };
  return { core, clock, limits: obeyLimits(described, pacing === undefined ? {} : { pacing })(core) };
}

function within(
  clock: VirtualClock,
  milliseconds: number,
  signal = new AbortController().signal,
): WaitContext {
  return { signal, deadlineAt: clock.monotonic() + milliseconds };
}

const hour = 3_600_000;

/** A 429 that asks for a pause. */
function paused(retryAfter: number): RejectedAttempt {
  return { kind: "answered", status: 429, retryAfter };
}

describe("what the server allows", () => {
  it("[CAP-2] is read once at first use, by however many calls, and obeyed as stated", async () => {
    const { core, limits, clock } = given();
    const all = await Promise.all([
      limits.check(update, 1_048_576, within(clock, hour)),
      limits.retention(within(clock, hour)),
    ]);
    expect(all).toEqual([undefined, 7 * 86_400_000]);
    const tooLarge = { kind: "request-too-large", bytes: 1_048_577, maxBytes: 1_048_576 };
    await expect(limits.check(update, 1_048_577, within(clock, hour))).rejects.toMatchObject(tooLarge);
    expect(() => {
      limits.checkKnown(update, 1_048_577);
    }).toThrow(expect.objectContaining(tooLarge));
    expect(core.calls.map((call) => call.name)).toEqual(["capabilities.get"]);
  });

  it.each([
    [
      "of the same credential",
      [{ key: [] }],
      { exchanges: 1, called: 0, error: { kind: "token-exchange", operation: "cabinets.list", status: 400 } },
    ],
    [
      "with an alternative",
      [{ key: [] }, { other: [] }],
      { exchanges: 2, called: 0, error: { kind: "token-exchange" } },
    ],
    ["of another credential", [{ other: [] }], { exchanges: 0, called: 1, error: undefined }],
    [
      "that may go without",
      [{ key: [] }, {}],
      { exchanges: 2, called: 0, error: { kind: "token-exchange" } },
    ],
  ])(
    "[TOK-7] a refused exchange is not repeated for the first call %s, which waits for no other one's",
    async (_, security, want) => {
      const token = await startTestServer(json({ error: "invalid_grant" }, 400));
      const api = await startTestServer(json(stated));
      const options = { accessKey: "a-key", scopes: ["s"] };
      const config = {
        tokenUrl: token.url,
        grantType: "g",
        responseFields: [],
        subjectTokenType: "urn:acme:x",
      };
      const credentials = { key: tokenExchange(config, options), other: bearer("a-token") };
      const guarded = { ...descriptor, operation: { ...ask, security: [{ key: [] }] } };
      const core = createCore({
        contract: { title: "t", version: "1" },
        serverUrl: api.url,
        credentials,
        limits: obeyLimits(guarded),
      });
      const listed: OperationDescriptor = { ...ask, name: "cabinets.list", path: "/cabinets", security };
      const error: unknown = await core.execute(listed, undefined, {}).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      await Promise.all([token.close(), api.close()]);
      expect([token.received.length, api.received.length]).toEqual([want.exchanges, want.called]);
      if (want.error === undefined) expect(error).toBeUndefined();
      else expect(error).toMatchObject(want.error);
    },
  );

  it("[CAP-3] limits and features of two responses are read together, once", async () => {
    const flags: OperationDescriptor = { ...ask, name: "features.list", path: "/features" };
    const clock = new VirtualClock({ skip: 1e6, random: () => 0 });
    const core = fakeCore(({ name }) => ({ value: name === flags.name ? { readsEnabled: false } : stated }), {
      clock,
    });
    const limits = obeyLimits({
      ...descriptor,
      also: flags,
      features: "1",
      limits: { maxBodyBytes: "0/limits/maxRequestBodyBytes" },
    })(core);
    const context = within(clock, hour);
    await expect(limits.check(list, 0, context)).rejects.toMatchObject({ kind: "feature-disabled" });
    await limits.check(flags, 0, context);
    await expect(limits.check(update, 1_048_577, context)).rejects.toMatchObject({
      kind: "request-too-large",
    });
    expect(core.calls.map(({ name }) => name)).toEqual(["capabilities.get", "features.list"]);
  });

  it.each([
    ["nothing", {}],
    ["wrong types", { limits: { maxRequestBodyBytes: "1", operationRetentionDays: 0 }, features: [1] }],
    ["no object", "text"],
  ])("[CAP-2] nothing is invented when the server says %s", async (_, value) => {
    const { limits, clock } = given(() => ({ value }));
    const context = within(clock, hour);
    await limits.check(update, Number.MAX_SAFE_INTEGER, context);
    expect(await limits.retention(context)).toBeUndefined();
    for (let turn = 0; turn < 20; turn += 1) await limits.pace(update, context);
    expect(clock.monotonic()).toBe(0);
    const slots = await Promise.all(Array.from({ length: 9 }, () => limits.claimSlot(context)));
    expect(slots).toHaveLength(9);
  });

  it("[CAP-2] reads and writes are paced apart, each minute by itself", async () => {
    const { limits, clock } = given(undefined, { skip: 0 });
    await limits.capabilities(within(clock, hour));
    const at: Record<string, number[]> = { GET: [], POST: [] };
    const all = [list, list, list, list, update, update].map(async (operation) => {
      await limits.pace(operation, within(clock, hour));
      at[operation.method]?.push(clock.monotonic());
    });
    await clock.asleep(2, 60_000);
    await clock.advance(60_000);
    await Promise.all(all);
    expect(at).toEqual({ GET: [0, 0, 0, 60_000], POST: [0, 60_000] });
  });

  it("[CAP-2] one limit of reads and writes is counted once", async () => {
    const { limits, clock } = given(undefined, {
      skip: 0,
      paths: { writesPerMinute: "limits/readRequestsPerMinute" },
    });
    await limits.capabilities(within(clock, hour));
    const at: number[] = [];
    const all = [list, update, update, list].map(async (operation) => {
      await limits.pace(operation, within(clock, hour));
      at.push(clock.monotonic());
    });
    await clock.asleep(1, 60_000);
    await clock.advance(60_000);
    await Promise.all(all);
    expect(at).toEqual([0, 0, 0, 60_000]);
  });

  it("[CAP-2] the request for the limits counts too, although it was sent before they were known", async () => {
    const { limits, clock } = given(async () => {
      await limits.pace(ask, within(clock, hour));
      return { value: stated };
    });
    const at: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      await limits.pace(list, within(clock, hour));
      at.push(clock.monotonic());
    }
    expect(at).toEqual([0, 0, 60_000]);
  });

  it.each([
    ["after the deadline", 30_000],
    ["so late that no time is left for its request", 60_050],
  ])("a turn %s fails at once with the time to come back", async (_, deadline) => {
    const { limits, clock } = given(undefined, { skip: 0 });
    await limits.pace(update, within(clock, hour));
    await expect(limits.pace(update, within(clock, deadline))).rejects.toMatchObject({
      kind: "rate-limited",
      retryAt: new Date(clock.now() + 60_000),
    });
    expect(clock.monotonic()).toBe(0);
  });

  it("a wait for a turn ends at once on abort, and the next in line gets it", async () => {
    const { limits, clock } = given(undefined, { skip: 0 });
    await limits.pace(update, within(clock, hour));
    const leaving = new AbortController();
    const one = limits.pace(update, within(clock, hour, leaving.signal));
    const next = limits.pace(update, within(clock, hour));
    await clock.asleep(1, 60_000);
    leaving.abort();
    await expect(one).rejects.toMatchObject({ kind: "aborted" });
    await clock.asleep(1, 60_000);
    await clock.advance(60_000);
    await next;
    expect(clock.sleeping).toBe(0);
  });

  it("[CAP-6] a 429 holds the lane for as long as the server says, then asks for the limits anew", async () => {
    let reads = 3;
    const { core, limits, clock } = given(() => ({ value: { limits: { readRequestsPerMinute: reads } } }));
    await limits.pace(list, within(clock, hour));
    await limits.refused(list, paused(20_000), within(clock, hour));
    reads = 1;
    await limits.pace(update, within(clock, hour));
    expect(clock.monotonic()).toBe(0);
    await limits.pace(list, within(clock, hour));
    expect(clock.monotonic()).toBe(20_000);
    await limits.pace(list, within(clock, hour));
    expect(core.calls).toHaveLength(2);
    expect(clock.monotonic()).toBe(80_000);
  });

  it("limits that cannot be read hold up no call, and are not asked for again at once", async () => {
    const { core, limits, clock } = given(() => {
      throw new Error("down");
    });
    await limits.pace(list, within(clock, hour));
    await limits.pace(list, within(clock, hour));
    expect(core.calls).toHaveLength(1);
    await clock.advance(30_000);
    await limits.pace(list, within(clock, hour));
    expect(core.calls).toHaveLength(2);
    await expect(limits.capabilities(within(clock, hour))).rejects.toThrow("down");
  });

  it.each([
    { deadline: 60_000, waited: 10_000 },
    { deadline: 2000, waited: 1000 },
  ])(
    "limits that hang leave a call of $deadline ms its time, and the next is not held up",
    async ({ deadline, waited }) => {
      const { core, limits, clock } = given(() => new Promise<never>(() => undefined), { skip: 0 });
      const first = limits.pace(list, within(clock, deadline));
      await clock.advance(waited);
      await first;
      await limits.pace(list, within(clock, deadline));
      expect(clock.monotonic()).toBe(waited);
      expect(core.calls).toHaveLength(1);
      expect(clock.sleeping).toBe(0);
    },
  );

  it("[CAP-6] a pause beyond the deadline fails at once, behind somebody who waits it out too", async () => {
    const { limits, clock } = given(() => ({ value: {} }), { skip: 0 });
    await limits.pace(list, within(clock, hour));
    await limits.refused(list, paused(20_000), within(clock, hour));
    const patient = limits.pace(list, within(clock, hour));
    await clock.asleep(1, 20_000);
    await expect(limits.pace(list, within(clock, 5000))).rejects.toMatchObject({
      kind: "rate-limited",
      retryAt: new Date(clock.now() + 20_000),
    });
    expect(clock.monotonic()).toBe(0);
    await clock.advance(20_000);
    await patient;
  });

  it("asking for the limits does not wait for the limits", async () => {
    const { core, limits, clock } = given();
    await limits.pace({ name: ask.name, method: "GET" }, within(clock, hour));
    expect(core.calls).toHaveLength(0);
  });
});

describe("a pacing store that hangs", () => {
  const never = () => new Promise<never>(() => undefined);
  const hanging: PacingStore = { takeTurn: never, takeSlot: never, keepSlot: never, leaveSlot: never };
  // The limits are known, so that the store is all that is waited for.
  async function waiting(pacing: PacingStore = hanging) {
    const one = given(() => ({ value: { limits: { ...stated.limits, readRequestsPerMinute: 0 } } }), {
      skip: 0,
      pacing,
    });
    await one.limits.capabilities(within(one.clock, hour));
    return one;
  }

  it.each([
    { what: "a turn", ask: (limits: Limits, context: WaitContext) => limits.pace(update, context) },
    { what: "a place", ask: (limits: Limits, context: WaitContext) => limits.claimSlot(context) },
  ])("does not hold up $what beyond the deadline or the caller's abort", async ({ ask: wait }) => {
    const { limits, clock } = await waiting();
    const overdue = expect(wait(limits, within(clock, 5000))).rejects.toMatchObject({ kind: "deadline" });
    await clock.advance(5000);
    await overdue;
    const leaving = new AbortController();
    const left = expect(wait(limits, within(clock, hour, leaving.signal))).rejects.toMatchObject({
      kind: "aborted",
    });
    await clock.asleep();
    leaving.abort();
    await left;
    expect(clock.sleeping).toBe(0);
  });

  it("gets back a place that it hands out to somebody who has left", async () => {
    const asked: ((taken: boolean) => void)[] = [];
    const left: string[] = [];
    const { limits, clock } = await waiting({
      ...hanging,
      takeSlot: () => new Promise((resolve) => asked.push(resolve)),
      leaveSlot: (holder) => Promise.resolve(void left.push(holder)),
    });
    const overdue = expect(limits.claimSlot(within(clock, 5000))).rejects.toMatchObject({ kind: "deadline" });
    await clock.advance(5000);
    await overdue;
    for (const handOut of asked) handOut(true);
    await expect.poll(() => left).toHaveLength(1);
  });
});

describe("features and version", () => {
  it("[CAP-3] a feature that is off stops the call, after it was asked for again", async () => {
    let on = false;
    const { core, limits, clock } = given(() => ({ value: { features: { readsEnabled: on } } }));
    const pace = () => limits.pace(list, within(clock, hour));
    await expect(pace()).rejects.toMatchObject({ kind: "feature-disabled" });
    await limits.pace(update, within(clock, hour));
    expect(core.calls).toHaveLength(1);
    on = true;
    await expect(pace()).rejects.toThrow("readsEnabled");
    await clock.advance(30_000);
    await pace();
    expect(core.calls).toHaveLength(2);
  });

  it.each<readonly [string, Partial<RejectedAttempt>]>([
    ["a 403 without a code of its own", {}],
    ["a code that says so", { status: 409, meaning: "feature-disabled" }],
  ])("[CAP-3] a feature is asked for again after %s, and stops the next call", async (_, refusal) => {
    const features = { readsEnabled: true };
    const { core, limits, clock } = given(() => ({ value: { features } }));
    const refuse = async (operation: PacedOperation) => {
      const failure: RejectedAttempt = { kind: "answered", status: 403, ...refusal };
      await limits.refused(operation, failure, within(clock, hour));
      return failure.meaning;
    };
    await limits.pace(list, within(clock, hour));
    features.readsEnabled = false;
    expect(await refuse(update)).toBe(refusal.meaning);
    expect(await refuse({ name: ask.name, method: "GET" })).toBe(refusal.meaning);
    await limits.pace(list, within(clock, hour));
    expect(core.calls).toHaveLength(1);
    expect(await refuse(list)).toBe("feature-disabled");
    await expect(limits.pace(list, within(clock, hour))).rejects.toMatchObject({ kind: "feature-disabled" });
    expect(core.calls).toHaveLength(2);
  });

  it("[CAP-3] refusals in a row ask for the features once in half a minute", async () => {
    const { core, limits, clock } = given();
    const refuse = () => limits.refused(list, { kind: "answered", status: 403 }, within(clock, hour));
    await limits.pace(list, within(clock, hour));
    await refuse();
    await refuse();
    expect(core.calls).toHaveLength(2);
    await clock.advance(30_000);
    await refuse();
    expect(core.calls).toHaveLength(3);
  });

  it("[CAP-3] connect reads them at the start", async () => {
    const { limits, clock } = given();
    const core = fakeCore(() => ({ value: stated }), { clock, limits });
    const call = connectLimits(connectionOf(core));
    expect(await call).toEqual(stated);
    expect(await call.withResponse()).toMatchObject({ status: 200, value: stated });
  });

  it("[CAP-2] a client that is made of another shares its pace", async () => {
    const first = given(undefined, { skip: 0 });
    await first.limits.capabilities(within(first.clock, hour));
    const second = obeyLimits(descriptor, first.limits.shared)(first.core);
    // Three reads a minute, for both together.
    await first.limits.pace(list, within(first.clock, hour));
    await second.pace(list, within(first.clock, hour));
    await second.pace(list, within(first.clock, hour));
    await expect(second.pace(list, within(first.clock, 1000))).rejects.toMatchObject({
      kind: "rate-limited",
    });
  });

  it("connect refuses an option that it would ignore", async () => {
    const options: object = { headers: { a: "b" } };
    await expect(connectLimits(connectionOf(fakeCore(() => ({ value: stated }))), options)).rejects.toThrow(
      '`connect` has no option "headers".',
    );
  });

  it("[CAP-4] another contract version is told once, and breaks nothing", async () => {
    const { core, limits, clock } = given(() => ({ value: { ...stated, contractVersion: "2026-09-01" } }));
    await limits.pace(list, within(clock, hour));
    await limits.capabilities(within(clock, hour));
    expect(core.events).toEqual([["contract", { expected: "2026-08-09.5", actual: "2026-09-01" }]]);
  });

  it.each([
    ["2026-08-09.5", "2026-8-9.05", true],
    ["v1.2", "1.2", true],
    ["2026-08-09.5", "2026-08-09.50", false],
    ["1.2", "1.2.0", false],
    ["1.0.0-rc.1", "1.0.0", false],
  ])("[CAP-4] %s and %s are the same: %s", (one, other, want) => {
    expect(isSameVersion(one, other)).toBe(want);
  });
});

describe.each<[string, (clock: VirtualClock) => PacingStore]>([
  ["memory", (clock) => memoryPacingStore(clock)],
  ["Redis", (clock) => redisPacingStore(new FakeRedis(() => clock.now()), "p:", () => clock.now())],
])("%s pacing store", (_, make) => {
  it("[CAP-2] never lets a minute hold more turns than the limit, whenever they are asked for", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 40 }),
        fc.array(fc.integer({ min: 0, max: 9000 }), { maxLength: 150 }),
        async (limit, gaps) => {
          const clock = new VirtualClock({ startsAt: 17 });
          const store = make(clock);
          const taken: number[] = [];
          for (const gap of gaps) {
            await clock.advance(gap % 3 === 0 ? 0 : gap);
            if ((await store.takeTurn("reads", limit)) === 0) taken.push(clock.monotonic());
          }
          for (const from of taken) {
            expect(taken.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(limit);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it("has a turn again when it says so", async () => {
    const clock = new VirtualClock();
    const store = make(clock);
    let wait = 0;
    for (let turn = 0; turn < 100 && wait === 0; turn += 1) wait = await store.takeTurn("writes", 12);
    expect(wait).toBeGreaterThan(0);
    expect(await store.takeTurn("reads", 12)).toBe(0);
    await clock.advance(wait);
    expect(await store.takeTurn("writes", 12)).toBe(0);
  });

  it("gives away as many places as there are", async () => {
    const store = make(new VirtualClock());
    expect([
      await store.takeSlot("a", 2),
      await store.takeSlot("b", 2),
      await store.takeSlot("c", 2),
    ]).toEqual([true, true, false]);
    await store.keepSlot("a");
    await store.leaveSlot("nobody");
    await store.leaveSlot("a");
    await store.leaveSlot("a");
    expect([await store.takeSlot("c", 2), await store.takeSlot("d", 2)]).toEqual([true, false]);
  });
});

describe("Redis pacing store", () => {
  it("a fleet shares turns and places, and a crashed process keeps a place no longer than its lease", async () => {
    const clock = new VirtualClock();
    const redis = new FakeRedis(() => clock.now());
    const [one, other] = [
      redisPacingStore(redis, "p:", () => clock.now()),
      redisPacingStore(redis, "p:", () => clock.now()),
    ];
    const turns = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : other).takeTurn("writes", 12)),
    );
    expect(turns.filter((wait) => wait === 0)).toHaveLength(2);
    await one.takeSlot("a", 1);
    await clock.advance(599_999);
    expect(await other.takeSlot("b", 1)).toBe(false);
    await one.keepSlot("a");
    await clock.advance(599_999);
    expect(await other.takeSlot("b", 1)).toBe(false);
    await clock.advance(1);
    expect(await other.takeSlot("b", 1)).toBe(true);
    await one.leaveSlot("a");
    expect(await one.takeSlot("c", 1)).toBe(false);
  });

  it("windows leave room for the limit and no more", () => {
    expect([1, 2, 6, 12, 60, 300].map(paceWindow)).toEqual([
      { length: 120_000, turns: 1 },
      { length: 60_000, turns: 1 },
      { length: 12_000, turns: 1 },
      { length: 12_000, turns: 2 },
      { length: 12_000, turns: 10 },
      { length: 12_000, turns: 50 },
    ]);
  });
});
