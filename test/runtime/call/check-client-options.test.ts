import { ExternalApi, isArgumentError } from "../../../generated/external-api/index.js";
import { inspect } from "node:util";
import { expect, it } from "vitest";
import { checkClientOptions } from "../../../src/runtime/call/client-options.js";
import { planOf } from "../../plan/plan-of.js";
import { createCore } from "../../../src/runtime/call/create-core.js";
import { readRetry } from "../../../src/runtime/retry/read-retry.js";

it.each<[string, object, string]>([
  ["a misspelt store", { intens: {} }, 'The client has no option "intens".'],
  ["several", { timeLimit: 1, region: "eu" }, 'The client has no option "timeLimit", "region".'],
  ["what every object has", { constructor: 1 }, 'The client has no option "constructor".'],
  ["a misspelt bound of repeats", { retry: { attemps: 1 } }, '`retry` has no option "attemps".'],
  ["a misspelt hook", { hooks: { retri: () => undefined } }, '`hooks` has no option "retri".'],
  ["a misspelt list of what is shown", { show: { header: [] } }, '`show` has no option "header".'],
  ["no function for fetch", { fetch: {} }, "`fetch` must be a function."],
  ["no function for the logger", { logger: console }, "`logger` must be a function."],
  ["no function for a trace", { traceContext: "00-1" }, "`traceContext` must be a function."],
  ["no function for a hook", { hooks: { retry: true } }, "`hooks.retry` must be a function."],
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

it.each<[object, string]>([
  [
    { retry: { policy: ["problem"] } },
    '`retry.policy` must be "problem" or "method" (got a value of type object).',
  ],
  [{ retry: { policy: "constructor" } }, '`retry.policy` must be "problem" or "method" (got "constructor").'],
  [{ retry: { baseDelay: Number.NaN } }, "`retry.baseDelay` must be milliseconds ≥ 0 (got NaN)."],
  [{ retry: { maxDelay: ["5"] } }, "`retry.maxDelay` must be milliseconds ≥ 0 (got a value of type object)."],
  [{ retry: { attempts: [4] } }, "`retry.attempts` must be an integer ≥ 1 (got a value of type object)."],
  [{ deadline: Number.NaN }, "`deadline` must be a length of time (got NaN)."],
  [{ timeout: Number.POSITIVE_INFINITY }, "`timeout` must be a length of time (got Infinity)."],
  [{ timeout: ["5s"] }, "`timeout` must be a length of time (got a value of type object)."],
  [{ intentRetention: Number.NaN }, "`intentRetention` must be a length of time (got NaN)."],
  [{ maxResponseBytes: Number.NaN }, "`maxResponseBytes` must be an integer ≥ 1 (got NaN)."],
  [
    { maxResponseBytes: Object.create(null) as unknown },
    "`maxResponseBytes` must be an integer ≥ 1 (got a value of type object).",
  ],
  [{ vendor: ["example"] }, "`vendor` must be a namespace identifier of a URN."],
  [{ scopes: [Object.create(null)] }, "`scopes` has an entry, which is not a scope of the contract."],
])("refuses the value in %o as it was given, and takes no text for it", (options, want) => {
  const given = { baseUrl: "https://a.example", accessKey: "k", scopes: ["cabinet:read"] as const };
  const make = () => new ExternalApi({ ...given, ...options });
  expect(make).toThrow(want);
  expect(make).toThrow(expect.toSatisfy(isArgumentError));
});

it("takes no list for the policy that its text would be", () => {
  const retry = { policy: ["problem"] } as object;
  expect(() => readRetry({ retry })).toThrow('`retry.policy` must be "problem" or "method"');
  expect(readRetry({ retry: { policy: "problem" } }).policy).toBe("problem");
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

it.each<[string, unknown, string]>([
  ["a line break", "hunter2 def\n", "has white space around it"],
  ["a blank before it", " hunter2", "has white space around it"],
  ["a control character", "hun\0ter2", "has control characters in it"],
  ["nothing", "", "is empty"],
  ["nothing at all", undefined, "is empty"],
  ["another kind", 5, "is not a string"],
  ["an object", { token: "hunter2" }, "is not a string"],
])("a generated client refuses an access key with %s, and does not show it", (_, accessKey, want) => {
  const options = {
    baseUrl: "https://platform.example",
    accessKey: accessKey as string,
    scopes: ["cabinet:read"],
  };
  let error: unknown;
  try {
    new ExternalApi(options as ConstructorParameters<typeof ExternalApi>[0]);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({
    name: "ArgumentError",
    message: expect.stringContaining(`The access key (\`accessKey\`) ${want}.`) as unknown,
  });
  expect(inspect(error) + JSON.stringify(error)).not.toMatch(/hunter2|ter2/);
});

const belongs = (name: string) =>
  `The header "${name}" belongs to one request; the client cannot add it to every request.`;
it.each<[string, unknown, string]>([
  ["the credential", { Authorization: "Bearer hunter2" }, 'The header "Authorization" is set by the client'],
  ["the content type", { "Content-Type": "hunter2" }, 'The header "Content-Type" is set by the client'],
  ["a name with a line break", { "x\ny": "hunter2" }, '"x\\ny" is not a header name.'],
  ["a value with a line break", { "x-a": "hunter2\r\nx: y" }, 'The value of the header "x-a" has characters'],
  [
    "a value of another kind",
    { "x-a": undefined },
    'The value of the header "x-a" in `headers` must be a string.',
  ],
  ["an idempotency key", { "Idempotency-Key": "hunter2" }, belongs("Idempotency-Key")],
  ["a condition", { "If-Match": '"hunter2"' }, belongs("If-Match")],
  ["an idempotency header of the caller's", { "X-Once": "hunter2" }, belongs("X-Once")],
  [
    "headers that hold no members",
    new Headers({ a: "hunter2" }),
    "`headers` must be an object of names and strings.",
  ],
])("a generated client refuses %s in its headers", (_, headers, want) => {
  const options = {
    baseUrl: "https://platform.example",
    accessKey: "k",
    scopes: ["cabinet:read"],
    retry: { idempotencyHeaders: ["x-once"] },
    headers: headers as Record<string, string>,
  };
  let error: unknown;
  try {
    new ExternalApi(options as ConstructorParameters<typeof ExternalApi>[0]);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({ name: "ArgumentError", message: expect.stringContaining(want) as unknown });
  expect(inspect(error)).not.toContain("hunter2");
});

it("a client refuses the headers of keys and conditions that its contract names itself, when it is made", () => {
  const { contract } = planOf(`
paths: { /pets: { post: { parameters: [{ name: X-Idempotency-Key, in: header, required: true, schema: { type: string } }],
  responses: { 204: { description: "" } } } } }`);
  expect(contract.facts["requestHeaders"]).toEqual(["X-Idempotency-Key"]);
  const facts = { title: "t", version: "1", requestHeaders: ["X-Idempotency-Key"] };
  const headers = { "x-idempotency-key": "hunter2" };
  expect(() => createCore({ contract: facts, serverUrl: "https://h", credentials: {} }, { headers })).toThrow(
    belongs("x-idempotency-key"),
  );
});

it("a client without credentials may add the header Authorization, any client others", () => {
  const headers = { Authorization: "Digest d", "x-app": "a" };
  expect(() =>
    createCore(
      { contract: { title: "t", version: "1" }, serverUrl: "https://h", credentials: {} },
      { headers },
    ),
  ).not.toThrow();
});

it.each<[string, object, string]>([
  [
    "a pacing store",
    { pacing: {} },
    '`pacing` lacks what is called of it: "keepSlot", "leaveSlot", "takeSlot", "takeTurn".',
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
        message: expect.stringContaining("`signal` must be an AbortSignal.") as string,
      });
    }
    expect(sent).toEqual([]);
  },
);
