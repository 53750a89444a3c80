import { describe, expect, it } from "vitest";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { OutcomeUnknownError } from "../../../src/runtime/errors/idempotency-errors.js";
import { StaleETagError } from "../../../src/runtime/errors/etag-errors.js";
import { modifyKeyed } from "../../../src/runtime/etag/keyed-changes.js";
import { intentsOf } from "../../../src/runtime/idempotency/intents.js";
import { type FakeAnswer, type FakeCore, fakeCore } from "../fake-core.js";

const read: OperationDescriptor = {
  name: "settings.get",
  method: "GET",
  path: "/settings",
  responses: [],
  retryClass: "read",
};
const change: OperationDescriptor = {
  name: "settings.update",
  method: "POST",
  path: "/settings",
  body: { from: "members", content: [] },
  responses: [],
  retryClass: "conditional",
  conditionHeader: "If-Match",
  idempotencyHeader: "Idempotency-Key",
};

/** A server whose resource counts its reads; `changes` says what becomes of each change. */
function given(changes: (index: number) => void): FakeCore {
  let reads = 0;
  let tried = 0;
  const answer: FakeAnswer = ({ name }) => {
    if (name === read.name) reads += 1;
    else changes((tried += 1));
    return { value: { n: reads }, headers: { etag: `"${String(reads)}"` } };
  };
  return fakeCore(answer);
}

const next = ({ n }: { readonly n: number }) => ({ n: n + 1 });
const changesOf = (core: FakeCore) => core.calls.filter(({ name }) => name === change.name);
const keysOf = (core: FakeCore) => changesOf(core).map(({ options }) => options.idempotencyKey);

describe("[ETG-3] [IDM-3] modifyKeyed", () => {
  it("claims the intent anew after 412, because nothing happened, for what was rebuilt", async () => {
    const core = given((index) => {
      if (index === 1) throw new StaleETagError();
    });
    await modifyKeyed(core, { read, change }, undefined, next, { intent: "i" });
    expect(changesOf(core).map(({ input, options }) => [input, options.ifMatch])).toEqual([
      [{ n: 2 }, '"1"'],
      [{ n: 3 }, '"2"'],
    ]);
    const [first, second] = keysOf(core);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).not.toBe(first);
    expect(
      core.calls.filter(({ name }) => name === read.name).every(({ options }) => !("intent" in options)),
    ).toBe(true);
  });

  it.each([
    ["ambiguous", "ambiguous-outcome"],
    ["settled", "idempotency-conflict"],
  ] as const)("[IDM-5] refuses an intent that is %s before the first read", async (state, kind) => {
    const core = given(() => undefined);
    const { store } = intentsOf(core);
    await store.claim("i", { idempotencyKey: "k", fingerprint: "f", claimedAt: 0 });
    await store.mark("i", "k", state);
    await expect(modifyKeyed(core, { read, change }, undefined, next, { intent: "i" })).rejects.toMatchObject(
      {
        kind,
      },
    );
    expect(core.calls).toEqual([]);
  });

  it("goes on with the key of an intent whose answer was lost, where the rebuilt change is the same", async () => {
    const core = given((index) => {
      if (index === 1) throw new OutcomeUnknownError();
    });
    const build = () => ({ n: 2 });
    const once = () => modifyKeyed(core, { read, change }, undefined, build, { intent: "i" });
    await expect(once()).rejects.toMatchObject({ kind: "outcome-unknown" });
    await once();
    const [first, second] = keysOf(core);
    expect(second).toBe(first);
  });

  it("refuses to send other data under an intent whose answer was lost", async () => {
    const core = given(() => {
      throw new OutcomeUnknownError();
    });
    const once = () => modifyKeyed(core, { read, change }, undefined, next, { intent: "i" });
    await expect(once()).rejects.toMatchObject({ kind: "outcome-unknown" });
    await expect(once()).rejects.toMatchObject({ kind: "idempotency-conflict" });
    expect(changesOf(core)).toHaveLength(1);
  });

  it("[IDM-3] advises to read the resource after a lost answer, for the next change can be another", async () => {
    const core = given(() => {
      throw new OutcomeUnknownError({ idempotencyKey: "k", attempts: 1, cause: new Error("reset") });
    });
    const remedyOf = (options: object) =>
      modifyKeyed(core, { read, change }, undefined, next, options).catch((error: unknown) => error);
    const lost = { kind: "outcome-unknown", idempotencyKey: "k", attempts: 1 };
    const resolve =
      "Read the resource to see whether the change was made, then say what you found with `resolveIntent`.";
    expect(await remedyOf({ intent: "i" })).toMatchObject({ ...lost, remedy: resolve });
    expect(await remedyOf({ intent: "i" })).toMatchObject({ kind: "idempotency-conflict", remedy: resolve });
    const look = "Read the resource to see whether the change was made before repeating it.";
    expect(await remedyOf({ idempotencyKey: "k" })).toMatchObject({ ...lost, remedy: look });
    expect(await remedyOf({})).toMatchObject({ ...lost, remedy: look });
  });

  it("sends the caller's own key, and a fresh one in every round without it", async () => {
    const stale = (index: number) => {
      if (index === 1) throw new StaleETagError();
    };
    const own = given(stale);
    await modifyKeyed(own, { read, change }, undefined, next, { idempotencyKey: "k" });
    expect(keysOf(own)).toEqual(["k", "k"]);
    const fresh = given(stale);
    await modifyKeyed(fresh, { read, change }, undefined, next);
    expect(new Set(keysOf(fresh)).size).toBe(2);
  });

  it("has one deadline over all rounds", async () => {
    const core = given(() => undefined);
    const slow = async (now: { readonly n: number }) => {
      await core.clock.advance(10_000);
      return next(now);
    };
    await modifyKeyed(core, { read, change }, undefined, slow, { deadline: "30s", intent: "i" });
    expect(core.calls.map(({ options }) => options.deadlineAt)).toEqual([30_000, 30_000]);
  });
});
