import { afterEach, expect, it, vi } from "vitest";
import { call } from "../../../src/runtime/call/call.js";
import type { ClientOptions } from "../../../src/runtime/call/client-options.js";
import { createCore } from "../../../src/runtime/call/create-core.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { VirtualClock } from "../virtual-clock.js";

/* What a call must not cost: see `npm run bench:call`. */

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const read: OperationDescriptor = {
  name: "things.get",
  method: "GET",
  path: "/things/{id}",
  parameters: [{ name: "id", in: "path", required: true }],
  responses: [{ statuses: [200], content: [{ mediaType: "application/json", codec: "json" }] }],
  retryClass: "read",
};

function coreWith(options: ClientOptions = {}) {
  const setup = { contract: { title: "t", version: "1" }, serverUrl: "https://a.example", credentials: {} };
  return createCore(setup, options);
}

/** A platform whose `fetch` answers 1, and what it was given. */
function answering() {
  const platform = vi.fn<(given: unknown, init?: RequestInit) => Promise<Response>>(() =>
    Promise.resolve(new Response("1", { headers: { "content-type": "application/json" } })),
  );
  vi.stubGlobal("fetch", platform);
  return platform;
}

it("hands URL and options to the platform's fetch, and makes no Request of them", async () => {
  const platform = answering();
  const made = vi.spyOn(globalThis, "Request");
  expect(await call(coreWith(), read, { id: "1" })).toBe(1);
  const [url, init] = platform.mock.calls[0] ?? [];
  expect([url, init?.method, init?.redirect]).toEqual(["https://a.example/things/1", "GET", "manual"]);
  expect(made).not.toHaveBeenCalled();
});

it("hands a Request to a fetch of the caller's", async () => {
  const platform = answering();
  const own = vi.fn((request: Request) => platform(request));
  expect(await call(coreWith({ fetch: own }), read, { id: "1" })).toBe(1);
  expect(own.mock.calls[0]?.[0]).toBeInstanceOf(Request);
});

it.each([
  ["by itself", {}],
  ["with a timeout of its attempts", { timeout: "1s" as const }],
])("sets one timer a limit, clears it and aborts nothing on success: %s", async (_, options) => {
  answering();
  vi.useFakeTimers();
  const abort = vi.spyOn(AbortController.prototype, "abort");
  const signals = vi.spyOn(globalThis, "AbortController");
  expect(await call(coreWith(options), read, { id: "1" })).toBe(1);
  expect([vi.getTimerCount(), abort.mock.calls.length, signals.mock.calls.length]).toEqual([0, 0, 1]);
});

it("of a clock without timers, ends its sleeps without an error for each", async () => {
  answering();
  const clock = new VirtualClock();
  const abort = vi.spyOn(AbortController.prototype, "abort");
  expect(await call(coreWith({ clock }), read, { id: "1" })).toBe(1);
  expect(clock.sleeping).toBe(0);
  expect(abort.mock.calls).toEqual([["called off"]]);
});

it("a response that comes after the end of the call is told to nobody", async () => {
  const caller = new AbortController();
  const response = vi.fn();
  let answer: (response: Response) => void = () => undefined;
  const own = vi.fn(() => new Promise<Response>((resolve) => (answer = resolve)));
  const core = coreWith({ fetch: own, hooks: { response } });
  const called = call(core, read, { id: "1" }, { signal: caller.signal });
  await vi.waitFor(() => {
    expect(own).toHaveBeenCalled();
  });
  caller.abort();
  answer(new Response("1"));
  await expect(called).rejects.toMatchObject({ name: "AbortError" });
  await new Promise((resolve) => setImmediate(resolve));
  expect(response).not.toHaveBeenCalled();
});
