import { describe, expect, it, vi } from "vitest";
import { CallTimer, untilAborted } from "../../../src/runtime/waiting/call-timer.js";
import { type Duration, readDuration, systemClock } from "../../../src/runtime/waiting/clock.js";
import { addTrace } from "../../../src/runtime/tracing/tracing.js";
import { isArgumentError } from "../../../src/runtime/errors/argument-error.js";
import { VirtualClock } from "../virtual-clock.js";

describe("readDuration", () => {
  it.each<[Duration, number]>([
    [250, 250],
    ["250ms", 250],
    ["30s", 30_000],
    ["1.5m", 90_000],
    ["2h", 7_200_000],
    ["7d", 604_800_000],
  ])("%s is %d ms", (given, want) => {
    expect(readDuration(given, "deadline")).toBe(want);
  });
  it.each<[unknown, string]>([
    [0, "0"],
    [-1, "-1"],
    [Number.NaN, "NaN"],
    [Number.POSITIVE_INFINITY, "Infinity"],
    [Number.NEGATIVE_INFINITY, "-Infinity"],
    ["10", '"10"'],
    ["10 s", '"10 s"'],
    ["s", '"s"'],
    ["-5s", '"-5s"'],
    ["", '""'],
    [null, "null"],
    [["10s"], "a value of type object"],
    [Object.create(null), "a value of type object"],
    [Symbol("s"), "a value of type symbol"],
    [10n, "a value of type bigint"],
  ])("refuses %s and quotes it", (given, quoted) => {
    const read = () => readDuration(given as Duration, "timeout");
    expect(read).toThrow(expect.toSatisfy(isArgumentError));
    expect(read).toThrow(`\`timeout\` must be a length of time (got ${quoted}).`);
  });
});

describe("CallTimer", () => {
  it("is over at once when the deadline has passed already", () => {
    const timer = new CallTimer(new VirtualClock(), 0);
    expect([timer.signal.aborted, timer.endedBy]).toEqual([true, "deadline"]);
  });
  it("keeps who ended it first", async () => {
    const clock = new VirtualClock();
    const caller = new AbortController();
    const timer = new CallTimer(clock, 100, caller.signal);
    caller.abort("mine");
    await clock.advance(200);
    expect([timer.endedBy, timer.signal.reason]).toEqual(["caller", "mine"]);
  });
  it("lets go of the clock and of the caller's signal", () => {
    const clock = new VirtualClock();
    const caller = new AbortController();
    const remove = vi.spyOn(caller.signal, "removeEventListener");
    const timer = new CallTimer(clock, 100, caller.signal);
    timer.end();
    caller.abort();
    expect([clock.sleeping, remove.mock.calls.length, timer.signal.aborted]).toEqual([0, 1, false]);
  });
});

describe("untilAborted", () => {
  it("ends although the work goes on", async () => {
    const abort = new AbortController();
    const ended = untilAborted(new Promise(() => undefined), abort.signal);
    abort.abort(new Error("stop"));
    await expect(ended).rejects.toThrow("stop");
  });
});

describe("systemClock", () => {
  it("sleeps, and ends the sleep at once on abort", async () => {
    await systemClock.sleep(1);
    const abort = new AbortController();
    const asleep = systemClock.sleep(60_000, abort.signal);
    abort.abort(new Error("stop"));
    await expect(asleep).rejects.toThrow("stop");
    await expect(systemClock.sleep(60_000, AbortSignal.abort(new Error("before")))).rejects.toThrow("before");
  });
  it("sleeps longer than a platform timer can, in pieces", async () => {
    vi.useFakeTimers();
    let awake = false;
    const month = 30 * 86_400_000;
    const asleep = systemClock.sleep(month).then(() => (awake = true));
    await vi.advanceTimersByTimeAsync(month - 1000);
    expect(awake).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    await asleep;
    expect(awake).toBe(true);
    vi.useRealTimers();
  });
});

describe("addTrace (W3C Trace Context)", () => {
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  it.each([
    { given: undefined, want: {} },
    { given: { traceparent }, want: { traceparent } },
    { given: { traceparent, tracestate: "a=1" }, want: { traceparent, tracestate: "a=1" } },
    { given: { traceparent: "mine" }, want: {} },
    { given: { traceparent, tracestate: "a\n=1" }, want: { traceparent } },
    { given: { traceparent: `${traceparent}\r\nx: y` }, want: {} },
  ])("$given", ({ given, want }) => {
    const headers = new Headers();
    addTrace(headers, () => given);
    expect(Object.fromEntries(headers)).toEqual(want);
  });

  it("a function that throws breaks no call", () => {
    const headers = new Headers();
    addTrace(headers, () => {
      throw new Error("tracing is down");
    });
    expect([...headers]).toEqual([]);
  });
});
