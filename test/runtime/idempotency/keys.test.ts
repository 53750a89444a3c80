import { afterEach, describe, expect, it, test } from "vitest";
import { createCore } from "../../../src/runtime/call/create-core.js";
import type { Core } from "../../../src/runtime/call/core.js";
import type { KeyRules, OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { keepIntents, memoryIntentStore } from "../../../src/runtime/idempotency/intents.js";
import { keyed } from "../../../src/runtime/idempotency/keyed.js";
import { checkKey, makeKey, refuseToMakeKey } from "../../../src/runtime/request/key-rules.js";
import { modifyKeyed } from "../../../src/runtime/etag/keyed-changes.js";
import { startTestServer, type TestServer } from "../call/test-server.js";

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const short: KeyRules = {
  check: checkKey,
  rules: [["^[a-z0-9]{1,13}$", "be short"]],
  make: makeKey,
  form: { random: { characters: "0123456789abcdefghijklmnopqrstuvwxyz", length: 13 } },
};

function create(keys: KeyRules): OperationDescriptor {
  return {
    name: "pets.create",
    method: "POST",
    path: "/pets",
    responses: [{ statuses: [201], content: [] }],
    retryClass: "keyed",
    idempotencyHeader: "Idempotency-Key",
    keys,
  };
}

async function serve(): Promise<{ core: Core; sent: () => readonly unknown[] }> {
  const server = await startTestServer({ status: 201 });
  servers.push(server);
  const setup = { contract: { title: "Pets", version: "1" }, serverUrl: server.url, credentials: {} };
  return {
    core: createCore(setup),
    sent: () => server.received.map(({ headers }) => headers["idempotency-key"]),
  };
}

describe("a key that the caller gives", () => {
  const rules = [
    ["^.{4,}$", "have at least 4 characters"],
    ["^[a-z]", "match ^[a-z]"],
  ] as const;

  test.each([
    ["abc", "it must have at least 4 characters"],
    ["Secret", "it must match ^[a-z]"],
    ["secret key", "it must have 1 to 255 visible ASCII characters"],
    ["", "it must have 1 to 255 visible ASCII characters"],
    // Does not compile; plain JavaScript can give it.
    [7 as unknown as string, "it must have 1 to 255 visible ASCII characters"],
  ])("%s is refused before anything is sent: %s", async (idempotencyKey, why) => {
    const { core, sent } = await serve();
    const error: unknown = await keyed(core, create({ check: checkKey, rules }), undefined, {
      idempotencyKey,
    }).then(undefined, (thrown: unknown) => thrown);
    expect(error).toMatchObject({
      kind: "argument",
      operation: "pets.create",
      happened: `The idempotency key cannot be sent: ${why}.`,
    });
    if (idempotencyKey !== "" && typeof idempotencyKey === "string")
      expect(String(error)).not.toContain(idempotencyKey);
    expect(sent()).toEqual([]);
  });

  it("is sent as it is when it fits", async () => {
    const { core, sent } = await serve();
    await keyed(core, create(short), undefined, { idempotencyKey: "order77" });
    expect(sent()).toEqual(["order77"]);
  });
});

describe("a key that the client makes", () => {
  it("has the form of the rules, for a call and for an intent", async () => {
    const { core, sent } = await serve();
    const form = { prefix: "k-", suffix: ".", random: { characters: "ab", length: 80 } };
    const rules = { check: checkKey, make: makeKey, form };
    await keyed(core, create(rules));
    await keyed(core, create(rules), undefined, { intent: "once" });
    await core.execute(create(rules), undefined);
    for (const key of sent()) expect(key).toMatch(/^k-[ab]{80}\.$/);
    expect(sent()).toHaveLength(3);
    expect(new Set(sent()).size).toBe(3);
  });

  it("is a UUID between the texts of a form without characters", () => {
    const key = makeKey({ keys: { check: checkKey, form: { prefix: "p" } } });
    expect(key).toMatch(/^p[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  it("has every character as often as every other", () => {
    const form = { random: { characters: "0123456789", length: 20_000 } };
    const key = makeKey({ keys: { check: checkKey, form } });
    const counts = Array.from("0123456789", (digit) => key.split(digit).length - 1);
    // Six standard deviations of 2000 ± 42.
    for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(255);
  });
});

describe("where no form fits", () => {
  const rules: KeyRules = { check: checkKey, make: refuseToMakeKey };
  const refused = {
    kind: "argument",
    operation: "pets.create",
    happened: "The client can make no idempotency key that fits the contract.",
  };

  it.each([{}, { intent: "once" }])(
    "a call with %j is refused before anything is sent or stored",
    async (options) => {
      const { core, sent } = await serve();
      const intents = memoryIntentStore();
      keepIntents(core, { intents });
      await expect(keyed(core, create(rules), undefined, options)).rejects.toMatchObject(refused);
      expect(await intents.list?.(["open"], 10)).toEqual([]);
      expect(sent()).toEqual([]);
    },
  );

  it("a change under a validator is refused before its read", async () => {
    const { core } = await serve();
    const change = { ...create(rules), conditionHeader: "If-Match" };
    const read: OperationDescriptor = {
      ...create(rules),
      name: "pets.get",
      method: "GET",
      retryClass: "read",
    };
    const made = modifyKeyed(core, { read, change }, {}, () => ({}));
    await expect(made).rejects.toMatchObject(refused);
    expect(servers[0]?.received).toEqual([]);
  });

  it("a call that knows nothing of keys is refused as well", async () => {
    const { core } = await serve();
    await expect(core.execute(create(rules), undefined)).rejects.toMatchObject(refused);
  });

  it("a key of the caller's is sent", async () => {
    const { core, sent } = await serve();
    await keyed(core, create(rules), undefined, { idempotencyKey: "7" });
    expect(sent()).toEqual(["7"]);
  });
});

it("an intent whose stored key no longer fits is kept, and nothing is sent", async () => {
  const { core, sent } = await serve();
  const intents = memoryIntentStore();
  keepIntents(core, { intents });
  await keyed(core, create({ check: checkKey }), undefined, { intent: "once" });
  const again = keyed(core, create(short), undefined, { intent: "once" });
  await expect(again).rejects.toMatchObject({
    kind: "argument",
    happened: "The idempotency key cannot be sent: it must be short.",
  });
  expect(sent()).toHaveLength(1);
  expect((await intents.read("once"))?.state).toBe("done");
});
