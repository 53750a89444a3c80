import { ExternalApi } from "../../../generated/external-api/index.js";
import { expect, it } from "vitest";
import { checkClientOptions } from "../../../src/runtime/call/check-client-options.js";

it.each<[string, object, string]>([
  ["a misspelt store", { intens: {} }, 'The client has no option "intens".'],
  ["several", { timeLimit: 1, region: "eu" }, 'The client has no option "timeLimit", "region".'],
  ["what every object has", { constructor: 1 }, 'The client has no option "constructor".'],
  ["a misspelt bound of repeats", { retry: { attemps: 1 } }, '`retry` has no option "attemps".'],
  ["a misspelt hook", { hooks: { retri: () => undefined } }, '`hooks` has no option "retri".'],
  ["a misspelt list of what is shown", { show: { header: [] } }, '`show` has no option "header".'],
  ["no function for fetch", { fetch: {} }, "`fetch` is no function."],
  ["no function for the logger", { logger: console }, "`logger` is no function."],
  ["no function for a trace", { traceContext: "00-1" }, "`traceContext` is no function."],
  ["no function for a hook", { hooks: { retry: true } }, "`hooks.retry` is no function."],
  [
    "no clock",
    { clock: { now: Date.now } },
    '`clock` lacks what is called of it: "monotonic", "random", "sleep".',
  ],
  ["no tracing", { tracing: {} }, '`tracing` lacks what is called of it: "begin".'],
])("refuses %s", (_, options, want) => {
  expect(() => {
    checkClientOptions(options, ["intents"]);
  }).toThrow(want);
});

it("takes what all clients have, what this one has, and what is undefined", () => {
  const options = {
    deadline: "1m",
    retry: { attempts: 1 },
    show: { headers: [] },
    intents: {},
    region: undefined,
  };
  expect(() => {
    checkClientOptions(options as object, ["intents"]);
  }).not.toThrow();
});

it("is asked by a generated client, which knows its own options", () => {
  const options = {
    baseUrl: "https://platform.example",
    accessKey: "k",
    scopes: ["cabinet:read"],
    intentRetention: "7d",
  } as const;
  expect(() => new ExternalApi(options)).not.toThrow();
  const misspelt = { ...options, intens: {} };
  expect(() => new ExternalApi(misspelt)).toThrow(
    'The client has no option "intens". Check the spelling; leave out what the client does not take.',
  );
});

it.each<[string, object, string]>([
  [
    "a pacing store",
    { pacing: {} },
    '`pacing` lacks what is called of it: "keepPlace", "leavePlace", "takePlace", "takeTurn".',
  ],
  [
    "an intent store",
    { intents: "./intents" },
    '`intents` lacks what is called of it: "claim", "mark", "read", "release".',
  ],
])("a generated client refuses what is no %s", (_, options, want) => {
  const given = { baseUrl: "https://platform.example", accessKey: "k", scopes: ["cabinet:read"] } as const;
  expect(() => new ExternalApi({ ...given, ...options })).toThrow(want);
});

it.each([{}, new AbortController(), true, null])(
  "a call refuses %o for a signal before it is sent",
  async (signal) => {
    const sent: unknown[] = [];
    const api = new ExternalApi({
      baseUrl: "https://platform.example",
      accessKey: "k",
      scopes: ["cabinet:read"],
      fetch: (request) => {
        sent.push(request);
        return Promise.reject(new Error("sent"));
      },
    });
    const options = { signal: signal as AbortSignal };
    for (const call of [() => api.cabinets.getSettings("c", options), () => api.connect(options)]) {
      await expect((async () => call())()).rejects.toMatchObject({
        name: "ArgumentError",
        message: expect.stringContaining("`signal` is no AbortSignal.") as string,
      });
    }
    expect(sent).toEqual([]);
  },
);
