import { describe, expect, it } from "vitest";
import { DeadlineError } from "../../../src/runtime/errors/call-errors.js";
import { SharedWork } from "../../../src/runtime/waiting/shared-work.js";
import { Turns } from "../../../src/runtime/waiting/turns.js";
import { pause, waitFor } from "../../../src/runtime/waiting/wait-for.js";
import { VirtualClock } from "../virtual-clock.js";

const never = (): Promise<never> => new Promise(() => undefined);
const open = (deadlineAt = Number.POSITIVE_INFINITY, signal = new AbortController().signal) => ({
  signal,
  deadlineAt,
});

describe("waitFor", () => {
  it("gives what the work gives and leaves no timer behind", async () => {
    const clock = new VirtualClock();
    expect(await waitFor(Promise.resolve(7), open(1000), clock)).toBe(7);
    expect(clock.sleeping).toBe(0);
  });

  it("ends at the deadline, at once when it has passed", async () => {
    const clock = new VirtualClock({ skip: 1000 });
    await expect(waitFor(never(), open(1000), clock)).rejects.toMatchObject({ kind: "deadline" });
    await expect(waitFor(never(), open(1000), clock)).rejects.toMatchObject({ kind: "deadline" });
    expect(clock.sleeps).toEqual([1000]);
  });

  it("ends on abort with the caller's reason as cause, and passes on an error that is one of the client's", async () => {
    const clock = new VirtualClock();
    const late = new DeadlineError();
    await expect(waitFor(never(), open(9, AbortSignal.abort("mine")), clock)).rejects.toMatchObject({
      kind: "aborted",
      rawCause: "mine",
    });
    await expect(waitFor(never(), open(9, AbortSignal.abort(late)), clock)).rejects.toBe(late);
  });
});

describe("pause", () => {
  it("fails before it begins when the deadline is nearer", async () => {
    const clock = new VirtualClock({ skip: 5000 });
    await expect(pause(2000, open(1999), clock)).rejects.toMatchObject({ kind: "deadline" });
    expect(clock.sleeps).toEqual([]);
    await pause(2000, open(2000), clock);
    expect(clock.monotonic()).toBe(2000);
  });

  it("ends on abort, before and during the sleep", async () => {
    const clock = new VirtualClock();
    const leaving = new AbortController();
    const asleep = pause(2000, open(9000, leaving.signal), clock);
    leaving.abort("mine");
    await expect(asleep).rejects.toMatchObject({ kind: "aborted", rawCause: "mine" });
    await expect(pause(0, open(9000, leaving.signal), clock)).rejects.toMatchObject({ kind: "aborted" });
  });
});

describe("SharedWork", () => {
  it("is done once for all who wait, and anew for who comes after", async () => {
    let runs = 0;
    const work = new SharedWork(new VirtualClock(), () => Promise.resolve((runs += 1)));
    expect(await Promise.all([work.join(open()), work.join(open())])).toEqual([1, 1]);
    expect(work.underWay).toBe(false);
    expect(await work.join(open())).toBe(2);
  });

  it("knows the latest deadline of who waits now, and ends with the last of them", async () => {
    const clock = new VirtualClock();
    let latest: number[] = [];
    let ended = false;
    const work = new SharedWork(clock, async (context) => {
      context.signal.addEventListener("abort", () => (ended = true));
      await clock.sleep(10);
      latest = [...latest, context.latestDeadline()];
      await clock.sleep(15);
      latest = [...latest, context.latestDeadline()];
      return never();
    });
    const short = expect(work.join(open(50))).rejects.toMatchObject({ kind: "deadline" });
    const leaving = new AbortController();
    const long = expect(work.join(open(90, leaving.signal))).rejects.toMatchObject({ kind: "aborted" });
    await clock.asleep(1, 10);
    await clock.advance(15);
    leaving.abort();
    await long;
    expect(ended).toBe(false);
    await clock.advance(35);
    await short;
    expect(latest).toEqual([90, 50]);
    await expect.poll(() => ended).toBe(true);
    expect(work.underWay).toBe(false);
  });

  it("goes on for the next part of a call whose first part had no more time", async () => {
    const clock = new VirtualClock();
    let begun = 0;
    const work = new SharedWork(clock, async () => {
      begun += 1;
      await clock.sleep(30);
      return "done";
    });
    const first = work.join(open(20));
    const whole = first.catch(() => work.join(open(90)));
    await clock.asleep(1, 30);
    await clock.advance(40);
    expect(await whole).toBe("done");
    expect(begun).toBe(1);
  });

  it("knows no end while the last has left and the next has not come yet", async () => {
    const clock = new VirtualClock();
    let ask = (): number => 0;
    const work = new SharedWork(clock, async (context) => {
      ask = context.latestDeadline;
      await clock.sleep(30);
      return context.latestDeadline();
    });
    const between: number[] = [];
    const whole = work.join(open(20)).catch(() => {
      between.push(ask());
      return work.join(open(90));
    });
    await clock.asleep(1, 30);
    await clock.advance(40);
    expect([await whole, ...between]).toEqual([90, Infinity]);
  });

  it("gives the same error to all, and none is left unhandled", async () => {
    const work = new SharedWork(new VirtualClock(), () => Promise.reject(new Error("no")));
    const both = await Promise.allSettled([work.join(open()), work.join(open())]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});

describe("Turns", () => {
  it("come in the order of asking; who leaves or fails lets the next in", async () => {
    const clock = new VirtualClock();
    const turns = new Turns();
    const done: string[] = [];
    const leaving = new AbortController();
    const all = [
      turns.inTurn(open(), clock, async () => {
        await clock.sleep(10);
        done.push("first");
        throw new Error("fails");
      }),
      turns.inTurn(open(99, leaving.signal), clock, () => Promise.resolve(done.push("left"))),
      turns.inTurn(open(), clock, () => Promise.resolve(done.push("third"))),
    ];
    const settled = Promise.allSettled(all);
    await clock.asleep();
    leaving.abort();
    await clock.advance(10);
    expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
    expect(done).toEqual(["first", "third"]);
  });
});
