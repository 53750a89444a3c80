import { describe, expect, it } from "vitest";
import type { KeyedOptions } from "../../../src/runtime/call/call-options.js";
import { connectionOf } from "../../../src/runtime/call/core.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { AbortedError, DeadlineError } from "../../../src/runtime/errors/call-errors.js";
import {
  AmbiguousOutcomeError,
  IntentStoreError,
  OutcomeUnknownError,
} from "../../../src/runtime/errors/idempotency-errors.js";
import { ArgumentError } from "../../../src/runtime/errors/argument-error.js";
import { keepIntents, memoryIntentStore } from "../../../src/runtime/idempotency/intents.js";
import { keyed } from "../../../src/runtime/idempotency/keyed.js";
import type { IntentStore } from "../../../src/runtime/idempotency/intent-store.js";
import { resolveIntent } from "../../../src/runtime/idempotency/resolve-intent.js";
import { unlimited } from "../unlimited.js";
import { VirtualClock } from "../virtual-clock.js";
import { type FakeAnswer, fakeCore, type FakeCore, type FakeResponse } from "../fake-core.js";

const create: OperationDescriptor = {
  name: "projects.create",
  method: "POST",
  path: "/cabinets/{cabinetId}/projects",
  parameters: [{ name: "cabinetId", in: "path", required: true }],
  body: { from: "members", content: [{ mediaType: "application/json", codec: "json" }] },
  responses: [],
  retryClass: "keyed",
  idempotencyHeader: "Idempotency-Key",
};
const input = { cabinetId: "9007199254740993", reason: "r", phones: ["+100"] };
const day = 86_400_000;
const done: FakeAnswer = () => ({ value: "created", status: 201 });

/** Two processes, one after the other, on one durable store. */
function processes(...answers: FakeAnswer[]): FakeCore[] {
  const clock = new VirtualClock();
  const intents = memoryIntentStore(() => clock.now());
  return answers.map((answer) => {
    const core = fakeCore(answer, { clock });
    keepIntents(core, { intents, intentRetention: "7d" });
    return core;
  });
}

function keysOf(...cores: FakeCore[]): (string | undefined)[] {
  return cores.flatMap((core) => core.calls.map((call) => call.options.idempotencyKey));
}

const run = (core: FakeCore, options: KeyedOptions, given: object = input) =>
  keyed<string>(core, create, given, options);

const raise =
  (error: Error): FakeAnswer =>
  () => {
    throw error;
  };

function gate() {
  let open: (answer: FakeResponse) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const promise = new Promise<FakeResponse>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { promise, open, fail };
}

describe("keyed", () => {
  it("sends a fresh UUID for each create without key or intent, and the caller's key as it is", async () => {
    const core = fakeCore(done);
    expect(await run(core, {})).toBe("created");
    expect((await run(core, {}).withResponse()).status).toBe(201);
    await run(core, { idempotencyKey: "mine" });
    const [one, other, own] = keysOf(core);
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect(other).not.toBe(one);
    expect(own).toBe("mine");
  });

  it("[IDM-4] keeps the key of an intent while another call that shares it is under way", async () => {
    const gates = [gate(), gate()];
    const core = fakeCore((_, index) => gates[index]?.promise ?? { value: "again" });
    const refused = run(core, { intent: "once" });
    await expect.poll(() => core.calls.length).toBe(1);
    const created = run(core, { intent: "once" });
    await expect.poll(() => core.calls.length).toBe(2);
    gates[0]?.fail(new AbortedError());
    await expect(refused).rejects.toMatchObject({ kind: "aborted" });
    gates[1]?.open({ value: "created" });
    expect(await created).toBe("created");
    expect(await run(core, { intent: "once" })).toBe("again");
    expect(new Set(keysOf(core)).size).toBe(1);
  });

  it("[IDM-4] lets the key of an intent go with the last of the calls that share it, when nothing happened", async () => {
    const gates = [gate(), gate()];
    const core = fakeCore((_, index) => gates[index]?.promise ?? { value: "created" });
    const both = [run(core, { intent: "once" }), run(core, { intent: "once" })];
    await expect.poll(() => core.calls.length).toBe(2);
    for (const one of gates) one.fail(new AbortedError());
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await run(core, { intent: "once" }, { ...input, reason: "another" })).toBe("created");
    const [one, other, fresh] = keysOf(core);
    expect(other).toBe(one);
    expect(fresh).not.toBe(one);
  });

  it("[IDM-4] a process that restarts repeats a lost intent with the same key", async () => {
    const [before, after] = processes(raise(new OutcomeUnknownError()), done) as [FakeCore, FakeCore];
    await expect(run(before, { intent: "nightly" })).rejects.toMatchObject({ kind: "outcome-unknown" });
    expect(await run(after, { intent: "nightly" })).toBe("created");
    const [first, second] = keysOf(before, after);
    expect(second).toBe(first);
    expect(after.calls[0]?.options).toMatchObject({ intent: "nightly", deadlineAt: 60_000 });
  });

  it("[IDM-1] the order of members makes no other payload; neither does a repeat of what is done", async () => {
    const [core] = processes(done) as [FakeCore];
    await run(core, { intent: "i" });
    await run(core, { intent: "i" }, { phones: ["+100"], reason: "r", cabinetId: "9007199254740993" });
    const [first, second] = keysOf(core);
    expect(second).toBe(first);
  });

  it.each([
    ["[IDM-2] other data", { ...input, reason: "other" }],
    ["[ACC-8] another context", { ...input, cabinetId: "1" }],
  ])("%s under the same intent is refused before sending", async (_, other) => {
    const [core] = processes(done) as [FakeCore];
    await run(core, { intent: "i" });
    await expect(run(core, { intent: "i" }, other)).rejects.toMatchObject({ kind: "idempotency-conflict" });
    expect(core.calls).toHaveLength(1);
  });

  it("[IDM-5] an ambiguous outcome locks the intent, in the next process too, until the caller says it did not happen", async () => {
    const [before, after] = processes(raise(new AmbiguousOutcomeError()), done) as [FakeCore, FakeCore];
    await expect(run(before, { intent: "i" })).rejects.toMatchObject({ kind: "ambiguous-outcome" });
    await expect(run(after, { intent: "i" })).rejects.toMatchObject({ kind: "ambiguous-outcome" });
    expect(after.calls).toHaveLength(0);
    expect(await resolveIntent(connectionOf(after), "i", "did-not-happen")).toBe(true);
    await run(after, { intent: "i" });
    const [first, second] = keysOf(before, after);
    expect(second).not.toBe(first);
  });

  it("[IDM-5] an intent that the caller says has happened is never sent again", async () => {
    const [core] = processes(raise(new AmbiguousOutcomeError())) as [FakeCore];
    await expect(run(core, { intent: "i" })).rejects.toMatchObject({ kind: "ambiguous-outcome" });
    await resolveIntent(connectionOf(core), "i", "happened");
    await expect(run(core, { intent: "i" })).rejects.toThrow("settled by hand");
    expect(core.calls).toHaveLength(1);
    expect(await resolveIntent(connectionOf(core), "free", "happened")).toBe(false);
  });

  it.each<[unknown]>([[""], [undefined], [7], [["i"]]])(
    "[IDM-5] no intent that could be found is %j",
    async (intent) => {
      const error = resolveIntent(connectionOf(fakeCore(done)), intent as string, "happened");
      await expect(error).rejects.toMatchObject({ kind: "argument" });
    },
  );

  it.each<[unknown]>([["maybe"], [undefined], [""], [["happened"]], ["Happened"]])(
    "[IDM-5] the unknown finding %j leaves an ambiguous intent locked",
    async (finding) => {
      const [core] = processes(raise(new AmbiguousOutcomeError())) as [FakeCore];
      await expect(run(core, { intent: "i" })).rejects.toMatchObject({ kind: "ambiguous-outcome" });
      await expect(resolveIntent(connectionOf(core), "i", finding as "happened")).rejects.toMatchObject({
        kind: "argument",
      });
      await expect(run(core, { intent: "i" })).rejects.toMatchObject({ kind: "ambiguous-outcome" });
      expect(core.calls).toHaveLength(1);
    },
  );

  it("a create that was refused frees its intent for corrected data", async () => {
    const [refused, again] = processes(raise(new ArgumentError()), done) as [FakeCore, FakeCore];
    await expect(run(refused, { intent: "i" })).rejects.toMatchObject({ kind: "argument" });
    expect(await run(again, { intent: "i" }, { ...input, reason: "corrected" })).toBe("created");
  });

  it.each([new AbortedError({ attempts: 2 }), new DeadlineError({ attempts: 3 })])(
    "a create that was refused for a while and then given up frees its intent: %s",
    async (error) => {
      const [givenUp, again] = processes(raise(error), done) as [FakeCore, FakeCore];
      await expect(run(givenUp, { intent: "i" })).rejects.toMatchObject({ kind: error.kind });
      expect(await run(again, { intent: "i" }, { ...input, reason: "corrected" })).toBe("created");
    },
  );

  it("[IDM-1] an intent is the same although the wall clock jumps while it is sent for the first time", async () => {
    const [core] = processes(async (call, index) => {
      if (index === 0) await core!.clock.advance(8 * day);
      return done(call, index);
    }) as [FakeCore | undefined];
    for (let time = 0; time < 2; time += 1) await run(core!, { intent: "i" });
    const [first, second] = keysOf(core!);
    expect(second).toBe(first);
  });

  it("[OPS-6] an intent that was answered late is kept from its first call on, as the server keeps its key", async () => {
    const [lost, answered] = processes(raise(new OutcomeUnknownError()), done) as [FakeCore, FakeCore];
    await expect(run(lost, { intent: "i" })).rejects.toThrow();
    await lost.clock.advance(6 * day);
    await run(answered, { intent: "i" });
    await lost.clock.advance(day - 1);
    await run(answered, { intent: "i" });
    await lost.clock.advance(1);
    await run(answered, { intent: "i" });
    const [first, second, third, fourth] = keysOf(lost, answered);
    expect([second === first, third === first, fourth === first]).toEqual([true, true, false]);
  });

  it("[IDM-4] a refusal does not ask the store to free what this process has not claimed", async () => {
    const released: string[] = [];
    const memory = memoryIntentStore();
    const release: IntentStore["release"] = (intent, key, unless) => {
      released.push(key);
      return memory.release(intent, key, unless);
    };
    const cores = [raise(new OutcomeUnknownError()), raise(new ArgumentError())].map((answer) => {
      const core = fakeCore(answer);
      keepIntents(core, { intents: { ...memory, release } });
      return core;
    });
    for (const core of cores) await expect(run(core, { intent: "i" })).rejects.toThrow();
    expect(released).toEqual([]);
  });

  it("a refusal frees nothing that an earlier process may have done", async () => {
    const [lost, refused] = processes(raise(new OutcomeUnknownError()), raise(new ArgumentError())) as [
      FakeCore,
      FakeCore,
    ];
    await expect(run(lost, { intent: "i" })).rejects.toThrow();
    await expect(run(refused, { intent: "i" })).rejects.toMatchObject({ kind: "argument" });
    await expect(run(refused, { intent: "i" }, { ...input, reason: "x" })).rejects.toMatchObject({
      kind: "idempotency-conflict",
    });
  });

  it("[OPS-6] a lost intent past retention is not repeated, because the server has forgotten its key", async () => {
    const [before, after] = processes(raise(new OutcomeUnknownError()), done) as [FakeCore, FakeCore];
    await expect(run(before, { intent: "i" })).rejects.toThrow();
    await before.clock.advance(7 * day);
    await expect(run(after, { intent: "i" })).rejects.toThrow("longer ago than the server keeps keys");
    expect(after.calls).toHaveLength(0);
  });

  it("what the caller changes while the key is claimed is not sent", async () => {
    const [core] = processes(done) as [FakeCore];
    const given = { ...input, phones: ["+100"] };
    const call = run(core, { intent: "i" }, given);
    given.phones.push("+200");
    await call;
    expect(core.calls[0]?.input).toEqual(input);
  });

  it("refuses an intent beside a key, an empty one, and a payload that cannot be compared", async () => {
    const core = fakeCore(done);
    // Plain JavaScript passes what the types refuse.
    const refused: readonly object[] = [
      { intent: "i", idempotencyKey: "k" },
      { intent: "" },
      { intent: ["i"] },
      { intent: 7 },
    ];
    for (const options of refused) {
      await expect(run(core, options)).rejects.toMatchObject({ kind: "argument" });
    }
    const stream = { ...input, file: new ReadableStream() };
    await expect(run(core, { intent: "i" }, stream)).rejects.toThrow("is neither plain data");
    expect(core.calls).toHaveLength(0);
  });

  it("a store that fails before the request is an error of the client; nothing is sent", async () => {
    const core = fakeCore(done);
    const cause = new Error("connection lost");
    const fail = () => Promise.reject(cause);
    keepIntents(core, { intents: { claim: fail, read: fail, mark: fail, release: fail } });
    await expect(run(core, { intent: "i" })).rejects.toMatchObject({
      kind: "intent-store",
      operation: "projects.create",
      intent: "i",
      damaged: false,
      attempts: 0,
      rawCause: cause,
    });
    expect(core.calls).toHaveLength(0);
    await expect(resolveIntent(connectionOf(core), "i", "happened")).rejects.toMatchObject({
      kind: "intent-store",
      rawCause: cause,
    });
  });

  it("what the store says of a damaged record is told with the call", async () => {
    const core = fakeCore(done);
    const memory = memoryIntentStore(() => core.clock.now());
    const claim = () => Promise.reject(new IntentStoreError({ intent: "i", location: "/p", damaged: true }));
    keepIntents(core, { intents: { ...memory, claim } });
    await expect(run(core, { intent: "i" })).rejects.toMatchObject({
      message: expect.stringMatching(/^projects\.create \(POST .*damaged \(\/p\)/) as string,
      location: "/p",
      intent: "i",
    });
  });

  it.each<[string, () => Promise<never>]>([
    ["rejects", () => Promise.reject(new Error("disk full"))],
    [
      "throws",
      () => {
        throw new Error("disk full");
      },
    ],
  ])("a store that %s once the request is out hides neither its answer nor its error", async (_, fail) => {
    const [answered, refused, ambiguous] = processes(
      done,
      raise(new ArgumentError()),
      raise(new AmbiguousOutcomeError()),
    ) as [FakeCore, FakeCore, FakeCore];
    let fails = true;
    for (const core of [answered, refused, ambiguous]) {
      const memory = memoryIntentStore(() => core.clock.now());
      const mark: IntentStore["mark"] = (...given) => (fails ? fail() : memory.mark(...given));
      keepIntents(core, { intents: { ...memory, mark, release: fail }, intentRetention: "7d" });
    }
    expect(await run(answered, { intent: "i" })).toBe("created");
    // An intent that cannot be marked as shared is not sent: another process could free it meanwhile.
    await expect(run(answered, { intent: "i" })).rejects.toMatchObject({ kind: "intent-store" });
    fails = false;
    expect(await run(answered, { intent: "i" })).toBe("created");
    fails = true;
    const [first, second, ...more] = keysOf(answered);
    expect(more).toEqual([]);
    expect(second).toBe(first);
    await expect(run(refused, { intent: "i" })).rejects.toMatchObject({ kind: "argument" });
    await expect(run(ambiguous, { intent: "i" })).rejects.toMatchObject({ kind: "ambiguous-outcome" });
  });

  it("a store that hangs is bounded by the deadline", async () => {
    const core = fakeCore(done);
    const never = () => new Promise<never>(() => undefined);
    keepIntents(core, { intents: { claim: never, read: never, mark: never, release: never } });
    const outcome = expect(run(core, { intent: "i", deadline: "5s" })).rejects.toMatchObject({
      kind: "deadline",
      operation: "projects.create",
    });
    await core.clock.asleep();
    await core.clock.advance(5000);
    await outcome;
  });

  it("a store that hangs after the answer does not hold the answer back beyond the deadline", async () => {
    const core = fakeCore(done);
    const memory = memoryIntentStore(() => core.clock.now());
    let marks = 0;
    const mark = () => {
      marks += 1;
      return new Promise<never>(() => undefined);
    };
    keepIntents(core, { intents: { ...memory, mark }, intentRetention: "7d" });
    const answer = run(core, { intent: "i", deadline: "5s" });
    await expect.poll(() => marks).toBe(1);
    await core.clock.asleep(1, 5000);
    await core.clock.advance(5000);
    expect(await answer).toBe("created");
  });

  it("resolveIntent does not wait for ever for a store that hangs", async () => {
    const core = fakeCore(done);
    const never = () => new Promise<never>(() => undefined);
    keepIntents(core, { intents: { claim: never, read: never, mark: never, release: never } });
    const outcome = expect(
      resolveIntent(connectionOf(core), "i", "happened", { deadline: "5s" }),
    ).rejects.toMatchObject({
      kind: "deadline",
    });
    await core.clock.advance(5000);
    await outcome;
  });

  it("leaves no open intent behind when the caller leaves while the limits are read", async () => {
    const leaving = new AbortController();
    const claimed: string[] = [];
    const clock = new VirtualClock();
    const memory = memoryIntentStore(() => clock.now());
    const limits = {
      ...unlimited,
      retention: () => {
        leaving.abort();
        return Promise.reject(new AbortedError());
      },
    };
    const core = fakeCore(done, { clock, limits });
    const claim: typeof memory.claim = (intent, wanted) => {
      claimed.push(intent);
      return memory.claim(intent, wanted);
    };
    keepIntents(core, { intents: { ...memory, claim } });
    await expect(run(core, { intent: "i", signal: leaving.signal })).rejects.toMatchObject({
      kind: "aborted",
      operation: "projects.create",
    });
    expect(claimed).toEqual([]);
  });
});
