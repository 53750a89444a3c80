import { describe, expect, it } from "vitest";
import type { ExecuteOptions } from "../../../src/runtime/call/call-options.js";
import { checkOptions } from "../../../src/runtime/call/check-options.js";
import { createCore } from "../../../src/runtime/call/create-core.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { executeKeyed } from "../../../src/runtime/idempotency/execute-keyed.js";

const read: OperationDescriptor = {
  name: "a.read",
  method: "GET",
  path: "/a",
  responses: [],
  retryClass: "read",
};
const create: OperationDescriptor = {
  ...read,
  method: "POST",
  retryClass: "keyed",
  idempotencyHeader: "Idempotency-Key",
};
const change: OperationDescriptor = {
  ...read,
  method: "POST",
  retryClass: "conditional",
  conditionHeader: "If-Match",
};

describe("checkOptions", () => {
  it.each<[string, OperationDescriptor, object, string]>([
    ["a misspelt option", create, { intnt: "i" }, '"intnt"'],
    ["several", read, { retries: 3, tries: 1 }, '"retries", "tries"'],
    ["an intent of an operation without a key", change, { intent: "i" }, '"intent"'],
    ["a key of an operation without one", read, { idempotencyKey: "k" }, '"idempotencyKey"'],
    ["a validator of an operation without one", create, { ifMatch: '"1"' }, '"ifMatch"'],
    ["[GEN-5] an address", read, { target: "https://api.example/admin" }, '"target"'],
    ["[GEN-5] what looks like a link", read, { target: { address: "/admin" } }, '"target"'],
    [
      "[GEN-5] a prepared call",
      read,
      { prepared: { url: new URL("https://api.example/admin") } },
      '"prepared"',
    ],
    ["what every object has", read, { constructor: 1 }, '"constructor"'],
  ])("refuses %s", (_, descriptor, options, names) => {
    expect(() => {
      checkOptions(descriptor, options);
    }).toThrow(
      `The operation has no option ${names}. Check the spelling; leave out what the operation does not take.`,
    );
  });

  it.each<[OperationDescriptor, ExecuteOptions]>([
    [read, { signal: AbortSignal.timeout(1), deadline: "1s", headers: {}, attempts: 1, timeout: "1s" }],
    [create, { intent: "i", idempotencyKey: "k" }],
    [change, { ifMatch: '"1"' }],
  ])("takes what the operation has", (descriptor, options) => {
    checkOptions(descriptor, options);
  });

  it("takes an undefined member for one that was not given", () => {
    checkOptions(read, { intent: undefined, timeout: undefined } as object);
  });

  it("stands before the request: a create with a misspelt intent is not sent", async () => {
    const core = createCore(
      { contract: { title: "t", version: "1" }, serverUrl: "https://api.example", credentials: {} },
      { fetch: () => Promise.reject(new Error("it was sent")) },
    );
    await expect(executeKeyed(core, create, {}, { intnt: "i" } as object)).rejects.toMatchObject({
      kind: "argument",
      attempts: 0,
      message:
        'a.read (POST /a): The operation has no option "intnt". Check the spelling; leave out what the operation does not take.',
    });
  });
});

it("[GEN-5] sends nothing to an address that comes with the options of a call", async () => {
  const sent: string[] = [];
  const core = createCore(
    { contract: { title: "t", version: "1" }, serverUrl: "https://api.example", credentials: {} },
    { fetch: ({ url }) => (sent.push(url), Promise.resolve(new Response())) },
  );
  const own = core.prepare(read, undefined);
  const elsewhere = { ...own, url: new URL("https://api.example/admin") };
  const options: object[] = [{ target: "/admin" }, { prepared: elsewhere }];
  for (const given of options)
    await expect(core.execute(read, undefined, given)).rejects.toMatchObject({ name: "ArgumentError" });
  await core.execute(read, undefined, { prepared: own }).catch(() => undefined);
  expect(sent).toEqual(["https://api.example/a"]);
});
