import { describe, expect, it } from "vitest";
import type { OperationSlot } from "../../../src/runtime/call/limits.js";
import { memoryPacingStore, type PacingStore } from "../../../src/runtime/limits/pacer.js";
import { OperationSlots } from "../../../src/runtime/limits/operation-slots.js";
import type { WaitContext } from "../../../src/runtime/waiting/clock.js";
import { VirtualClock } from "../virtual-clock.js";

const hour = 3_600_000;
const lease = 600_000;
const never = () => new Promise<never>(() => undefined);

/** Two places, and what is asked of them. */
class Given {
  readonly clock = new VirtualClock({ random: () => 0 });
  readonly slots: OperationSlots;
  readonly #store: PacingStore;

  constructor(change: (store: PacingStore) => PacingStore = (store) => store) {
    this.#store = memoryPacingStore(this.clock);
    this.slots = new OperationSlots(this.clock, change(this.#store));
  }

  within(milliseconds: number): WaitContext {
    return { signal: new AbortController().signal, deadlineAt: this.clock.monotonic() + milliseconds };
  }

  claim(...names: readonly string[]): Promise<OperationSlot> {
    return this.slots.claim(2, this.within(hour), names);
  }

  /** How many are free by the store, which is left as it was. */
  async free(): Promise<number> {
    const probes = ["probe 1", "probe 2"];
    const taken = await Promise.all(probes.map((probe) => this.#store.takeSlot(probe, 2)));
    await Promise.all(probes.map((probe) => this.#store.leaveSlot(probe)));
    return taken.filter(Boolean).length;
  }
}

describe("places for background operations", () => {
  it("[CAP-2] are held until a terminal state was seen, and no more than allowed", async () => {
    const given = new Given();
    (await given.claim()).holdFor("a", never);
    (await given.claim()).holdFor("b", never);
    given.slots.seen("a", false);
    given.slots.seen("elsewhere", true);
    expect(await given.free()).toBe(0);
    given.slots.seen("b", true);
    expect(await given.free()).toBe(1);
  });

  it("are free when their create came to nothing; a repeated one takes no second", async () => {
    const given = new Given();
    for (let time = 0; time < 5; time += 1) (await given.claim()).release();
    for (let time = 0; time < 5; time += 1) {
      const slot = await given.claim();
      slot.holdFor("same", never);
      slot.release();
    }
    expect(await given.free()).toBe(1);
  });
});

describe("an operation that holds a place while somebody waits for one", () => {
  it("[CAP-2] is polled, and gives it up when it has ended", async () => {
    const given = new Given();
    const polled: string[] = [];
    for (const id of ["a", "b"]) {
      (await given.claim()).holdFor(id, async ({ signal }) => {
        polled.push(id);
        await given.clock.sleep(id === "b" ? 500 : hour, signal);
        return "ended";
      });
    }
    expect(polled).toEqual([]);
    const third = given.claim();
    await given.clock.asleep(1, 500);
    expect(polled).toEqual(["a", "b"]);
    await given.clock.advance(500);
    await third;
    expect(given.clock.sleeping).toBe(0);
  });

  it("[CAP-2] keeps it when nothing could be learnt, and is asked again for as long as somebody waits", async () => {
    const given = new Given();
    let asked = 0;
    for (const id of ["a", "b"]) {
      (await given.claim()).holdFor(id, () => {
        asked += 1;
        return Promise.reject(new Error("no poll is due before the deadline"));
      });
    }
    const third = expect(given.slots.claim(2, given.within(9500))).rejects.toMatchObject({
      kind: "deadline",
    });
    for (let time = 0; time < 9; time += 1) await given.clock.advance(1000);
    await given.clock.advance(500);
    await third;
    expect(asked).toBe(10);
    expect(await given.free()).toBe(0);
  });

  it("[CAP-2] keeps it for a lease when nobody can ask any more", async () => {
    const given = new Given();
    (await given.claim()).holdFor("a", () => Promise.resolve("lost"));
    (await given.claim()).holdFor("b", never);
    const third = given.claim();
    await given.clock.asleep(1, 2000);
    await given.clock.advance(lease - 1);
    expect(await given.free()).toBe(0);
    await given.clock.advance(2001);
    await third;
    expect(await given.free()).toBe(0);
  });
});

describe("the place of a create whose outcome is unknown", () => {
  it.each(["audit", "key-1"])("[CAP-2] [IDM-3] is taken up by its repeat, by %s", async (name) => {
    const given = new Given();
    (await given.claim()).keepFor(["audit", "key-1"]);
    expect(await given.free()).toBe(1);
    (await given.claim(name)).holdFor("started", never);
    expect(await given.free()).toBe(1);
    given.slots.seen("started", true);
    expect(await given.free()).toBe(2);
  });

  it("[CAP-2] is as taken as before when the repeat came to nothing, or was lost too", async () => {
    const given = new Given();
    (await given.claim()).keepFor(["audit"]);
    (await given.claim("audit")).release();
    expect(await given.free()).toBe(1);
    (await given.claim("audit")).keepFor(["key-2"]);
    expect(await given.free()).toBe(1);
    for (const name of ["key-2", "audit"]) (await given.claim(name)).release();
    expect(await given.free()).toBe(1);
  });

  it("[CAP-2] is free when the repeat gives an operation that has its place", async () => {
    const given = new Given();
    (await given.claim()).holdFor("there already", never);
    (await given.claim()).keepFor(["audit"]);
    (await given.claim("audit")).holdFor("there already", never);
    expect(await given.free()).toBe(1);
  });

  it("[CAP-2] is one for calls at once that all lost their answers", async () => {
    const given = new Given();
    const both = [await given.claim("audit"), await given.claim("audit")];
    for (const slot of both) slot.keepFor(["audit", "key-1"]);
    expect(await given.free()).toBe(1);
  });

  it("[CAP-2] is free when another call at the same time was answered", async () => {
    const given = new Given();
    const [lost, answered] = [await given.claim("audit"), await given.claim("audit")];
    lost.keepFor(["audit", "key-1"]);
    answered.holdFor("started", never);
    expect(await given.free()).toBe(1);
  });

  it("[CAP-2] is taken up by a call of the same create that waits for one", async () => {
    const given = new Given();
    (await given.claim()).holdFor("runs", never);
    const first = await given.claim("audit");
    const second = given.claim("audit");
    await given.clock.asleep(1, 2000);
    first.keepFor(["audit", "key-1"]);
    (await second).holdFor("started", never);
    expect(await given.free()).toBe(0);
  });

  it("[CAP-2] is free when nobody repeats it for as long as a crashed process keeps a place", async () => {
    const given = new Given();
    (await given.claim()).keepFor([]);
    (await given.claim()).holdFor("runs", never);
    await given.clock.advance(lease - 2000);
    const third = given.claim();
    await given.clock.asleep(1, 2000);
    await given.clock.advance(1999);
    expect(await given.free()).toBe(0);
    await given.clock.advance(1);
    await third;
    expect(await given.free()).toBe(0);
  });

  it("[CAP-2] is free then, whoever leaves while the store is told", async () => {
    let hangs = false;
    const given = new Given((store) => ({
      ...store,
      leaveSlot: async (holder) => {
        await store.leaveSlot(holder);
        if (hangs) await never();
      },
    }));
    for (const name of ["a", "b"]) (await given.claim()).keepFor([name]);
    await given.clock.advance(lease);
    hangs = true;
    const leaving = expect(given.slots.claim(2, given.within(1000))).rejects.toMatchObject({
      kind: "deadline",
    });
    await given.clock.advance(1000);
    await leaving;
    expect(await given.free()).toBe(2);
  });
});
