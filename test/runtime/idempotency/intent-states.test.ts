import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { AbortedError } from "../../../src/runtime/errors/call-errors.js";
import {
  AmbiguousOutcomeError,
  OutcomeUnknownError,
} from "../../../src/runtime/errors/idempotency-errors.js";
import { isApiError } from "../../../src/runtime/errors/api-error.js";
import { fileIntentStore } from "../../../src/runtime/idempotency/file-intent-store.js";
import type { IntentClaim, IntentState, IntentStore } from "../../../src/runtime/idempotency/intent-store.js";
import { keepIntents, memoryIntentStore } from "../../../src/runtime/idempotency/intents.js";
import { keyed } from "../../../src/runtime/idempotency/keyed.js";
import { redisIntentStore } from "../../../src/runtime/idempotency/redis-intent-store.js";
import { fakeCore } from "../fake-core.js";
import { FakeRedis } from "./fake-redis.js";

const create: OperationDescriptor = {
  name: "projects.create",
  method: "POST",
  path: "/projects",
  body: { from: "members", content: [{ mediaType: "application/json", codec: "json" }] },
  responses: [],
  retryClass: "keyed",
  idempotencyHeader: "Idempotency-Key",
};

let directory: string;
beforeAll(async () => (directory = await mkdtemp(join(tmpdir(), "intents-"))));
afterAll(() => rm(directory, { recursive: true }));

let time = 1000;
const now = (): number => time;
const claim = (idempotencyKey: string): IntentClaim => ({ idempotencyKey, fingerprint: "f", claimedAt: 1 });

/** Which states may follow which, written out: docs/recovery.md has the same table. */
const following: Readonly<Record<IntentState, readonly IntentState[]>> = {
  open: ["shared", "done", "ambiguous", "settled"],
  shared: ["done", "ambiguous", "settled"],
  done: ["ambiguous", "settled"],
  ambiguous: ["settled"],
  settled: [],
};
const states = Object.keys(following) as IntentState[];
const pairs = states.flatMap((from) => states.map((to) => [from, to] as const));

/** Does what a step needs when its turn comes. */
type InTurn = <Value>(step: () => Promise<Value>) => Promise<Value>;

/** Makes what several processes share; each call of the result connects one of them. */
type Share = (inTurn: InTurn) => Promise<() => IntentStore>;

/** Every function of a store in turn: for stores whose functions are one step each. */
function steps(store: IntentStore, inTurn: InTurn): IntentStore {
  return {
    claim: (...given) => inTurn(() => store.claim(...given)),
    read: (...given) => inTurn(() => store.read(...given)),
    mark: (...given) => inTurn(() => store.mark(...given)),
    release: (...given) => inTurn(() => store.release(...given)),
  };
}

const stores: readonly [string, Share][] = [
  [
    "memory",
    (inTurn) => {
      const store = memoryIntentStore(now);
      return Promise.resolve(() => steps(store, inTurn));
    },
  ],
  [
    "file",
    async (inTurn) => {
      const folder = await mkdtemp(join(directory, "one-"));
      return () => steps(fileIntentStore(folder, now), inTurn);
    },
  ],
  [
    "Redis",
    (inTurn) => {
      const redis = new FakeRedis(now);
      const sendCommand = (args: string[]) => inTurn(() => redis.sendCommand(args));
      return Promise.resolve(() => redisIntentStore({ sendCommand }));
    },
  ],
];
const atOnce: InTurn = (step) => step();

describe.each(stores)("[IDM-5] a record of the %s intent store", (_, share) => {
  /** A store with one intent in a state. */
  const storeIn = async (state: IntentState): Promise<IntentStore> => {
    const store = (await share(atOnce))();
    await store.claim("i", claim("a"));
    await store.mark("i", "a", state);
    expect(await store.read("i")).toEqual({ ...claim("a"), state });
    return store;
  };

  it.each(pairs)("that is %s and marked %s takes the later state only", async (from, to) => {
    const store = await storeIn(from);
    await store.mark("i", "a", to, 500);
    const moves = following[from].includes(to);
    expect(await store.read("i")).toEqual({ ...claim("a"), state: moves ? to : from });
    // A report that is ignored gives the record no end either.
    time += 1000;
    expect(await store.read("i")).toEqual(moves ? undefined : { ...claim("a"), state: from });
  });

  it.each(pairs)("that is %s is freed unless %s only while that can still follow", async (from, unless) => {
    const store = await storeIn(from);
    await store.release("i", "a", unless);
    const isFreed = following[from].includes(unless);
    expect(await store.read("i")).toEqual(isFreed ? undefined : { ...claim("a"), state: from });
  });

  it.each(states)("that is %s is freed once the caller has checked", async (from) => {
    const store = await storeIn(from);
    await store.release("i", "a");
    expect(await store.read("i")).toBeUndefined();
  });
});

describe.each(stores)("[IDM-5] several processes on one %s intent store", (name, share) => {
  it("in any order, the latest state stays and nothing frees it", async () => {
    const reports = fc.array(fc.constantFrom(...states, "release" as const), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), reports, async (scheduler, words) => {
        // Processes over files really run at the same time: what comes between their steps is up to the system.
        const connect = await share(name === "file" ? atOnce : inTurnOf(scheduler));
        const store = connect();
        const work = async (): Promise<void> => {
          await store.claim("i", claim("a"));
          await store.mark("i", "a", "shared");
          const reported = words.map((word) =>
            word === "release" ? connect().release("i", "a", "shared") : connect().mark("i", "a", word),
          );
          await Promise.all(reported);
        };
        await scheduler.waitFor(work());
        const latest = Math.max(1, ...words.map((word) => states.indexOf(word as IntentState)));
        expect(await scheduler.waitFor(store.read("i"))).toMatchObject({ state: states[latest] });
      }),
      { numRuns: name === "file" ? 15 : 200, seed: 5 },
    );
  });
});

describe.each(stores)("[IDM-4] [IDM-5] clients in any order on one %s intent store", (name, share) => {
  const outcomes = ["created", "refused", "ambiguous", "unknown"] as const;
  type Outcome = (typeof outcomes)[number];
  const ends: Readonly<Record<Outcome, () => { value: string }>> = {
    created: () => ({ value: "created" }),
    refused: () => {
      throw new AbortedError();
    },
    ambiguous: () => {
      throw new AmbiguousOutcomeError();
    },
    unknown: () => {
      throw new OutcomeUnknownError();
    },
  };

  it("never send a second key once something may have happened, nor what is locked", async () => {
    const calls = fc.array(fc.constantFrom(...outcomes), { minLength: 1, maxLength: 2 });
    const clients = fc.array(calls, { minLength: 2, maxLength: 3 });
    let [shared, locked] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), clients, async (scheduler, plans) => {
        const inTurn = inTurnOf(scheduler);
        const connect = await share(inTurn);
        const effects = new Set<string | undefined>();
        let isLocked = false;
        const run = async (plan: readonly Outcome[]): Promise<void> => {
          let next = 0;
          const core = fakeCore(({ options }) =>
            inTurn(async () => {
              await Promise.resolve();
              const outcome = plan[next] ?? "created";
              if (outcome !== "refused") effects.add(options.idempotencyKey);
              return ends[outcome]();
            }),
          );
          keepIntents(core, { intents: connect() });
          for (; next < plan.length; next += 1) {
            const wasLocked = isLocked;
            const sent = core.calls.length;
            const kind = await keyed(core, create, { a: 1 }, { intent: "i" }).then(
              () => "created",
              (error: unknown) => (isApiError(error) ? error.kind : String(error)),
            );
            if (wasLocked) {
              expect({ kind, sent: core.calls.length }).toEqual({ kind: "ambiguous-outcome", sent });
              locked += 1;
            }
            if (kind === "ambiguous-outcome") isLocked = true;
          }
          if (core.calls.some(({ options }) => effects.has(options.idempotencyKey))) shared += 1;
        };
        await scheduler.waitFor(Promise.all(plans.map(run)));
        expect([...effects].length).toBeLessThanOrEqual(1);
      }),
      { numRuns: name === "file" ? 20 : 300, seed: 7 },
    );
    expect(shared).toBeGreaterThan(0);
    expect(locked).toBeGreaterThan(0);
  });
});

/** Every step waits for the turn that the scheduler gives it: fast-check tries the orders. */
function inTurnOf(scheduler: fc.Scheduler): InTurn {
  return async (step) => {
    await scheduler.schedule(Promise.resolve());
    return step();
  };
}
