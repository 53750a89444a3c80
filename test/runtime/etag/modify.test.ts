import { afterEach, describe, expect, it } from "vitest";
import { call } from "../../../src/runtime/call/call.js";
import type { Core } from "../../../src/runtime/call/core.js";
import { createCore } from "../../../src/runtime/call/create-core.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { isArgumentError } from "../../../src/runtime/errors/argument-error.js";
import {
  DeadlineError,
  isDeadlineError,
  isUnexpectedResponseError,
} from "../../../src/runtime/errors/call-errors.js";
import { isOutcomeUnknownError } from "../../../src/runtime/errors/idempotency-errors.js";
import {
  isPreconditionRequiredError,
  isStaleETagError,
  isUnreadChangeError,
} from "../../../src/runtime/errors/etag-errors.js";
import { versioned } from "../../../src/runtime/etag/versioned.js";
import { modifyKeyed } from "../../../src/runtime/etag/keyed-changes.js";
import { joinContextPaths } from "../../../src/runtime/etag/join-context-paths.js";
import { modify, type ModifyDescriptor } from "../../../src/runtime/etag/modify.js";
import { rereadAlways, rereadWithoutETag } from "../../../src/runtime/etag/reread.js";
import { parseStrongETag } from "../../../src/runtime/http/strong-etag.js";
import { hangUp, json, problem, type Reply, startTestServer, type TestServer } from "../call/test-server.js";
import { fakeCore } from "../fake-core.js";
import { VirtualClock } from "../virtual-clock.js";

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

interface Served {
  readonly server: TestServer;
  readonly core: Core;
  readonly clock: VirtualClock;
}

async function serveOn(clock: VirtualClock, ...replies: readonly Reply[]): Promise<Served> {
  const server = await startTestServer(...replies);
  servers.push(server);
  const setup = { contract: { title: "t", version: "1" }, serverUrl: server.url, credentials: {} };
  return { server, core: createCore(setup, { clock }), clock };
}

function serve(...replies: readonly Reply[]): Promise<Served> {
  return serveOn(new VirtualClock({ skip: 20_000 }), ...replies);
}

const content = [{ mediaType: "application/json", codec: "json" }] as const;
const read: OperationDescriptor = {
  name: "settings.get",
  method: "GET",
  path: "/cabinets/{cabinetId}/settings",
  parameters: [
    { name: "cabinetId", in: "path", id: true },
    { name: "namespaceId", in: "query", id: true },
  ],
  responses: [{ statuses: [200], content }],
  retryClass: "read",
};
const change: OperationDescriptor = {
  name: "settings.update",
  method: "POST",
  path: "/settings/updates",
  body: { from: "members", required: true, content },
  responses: [{ statuses: [200], content }],
  retryClass: "conditional",
  conditionHeader: "If-Match",
};

interface Settings {
  readonly n: number;
}

const state = (n: number, etag = `"v${String(n)}"`): Reply => json({ n }, 200, { etag });

async function caught(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("parseStrongETag", () => {
  it.each(['"a1b2"', '""', '"with/slash!"'])("[ETG-4] takes %s", (text) => {
    expect(parseStrongETag(text)).toBe(text);
  });
  it.each(['W/"a"', "a1b2", '"a', '"a"b"', '"a b"', ""])("[ETG-4] refuses %s", (text) => {
    expect(() => parseStrongETag(text)).toThrow(expect.toSatisfy(isArgumentError));
  });
});

describe("a versioned read", () => {
  it("[ETG-1] hands the validator out with the value", async () => {
    const { core } = await serve(state(1));
    expect(await versioned<Settings, "settings.get">(core, read, "7")).toEqual({
      value: { n: 1 },
      etag: '"v1"',
    });
  });
  it.each([
    {
      given: "missing",
      reply: json({ n: 1 }),
      says: "without a valid `ETag`.",
    },
    { given: "malformed", reply: state(1, "v1"), says: "without a valid `ETag`." },
  ])(
    "[ETG-4] gives the value, and raises when a validator is looked at that is $given",
    async ({ reply, says }) => {
      const { core } = await serve(reply);
      const now = await versioned<Settings, "settings.get">(core, read, "7");
      expect(now.value).toEqual({ n: 1 });
      expect(JSON.stringify(now)).toBe('{"value":{"n":1}}');
      const error = await caught(Promise.resolve().then(() => now.etag));
      expect(isUnexpectedResponseError(error) && error.message).toContain(says);
    },
  );

  it("[ETG-4] gives a weak validator as it is, and a change under it is refused before it is sent", async () => {
    const { core, server } = await serve(state(1, 'W/"v1"'));
    const now = await versioned<Settings, "settings.get">(core, read, "7");
    expect(now).toEqual({ value: { n: 1 }, etag: 'W/"v1"' });
    const error = await caught(versioned(core, change, { n: 2 }, { ifMatch: now.etag }));
    expect(isArgumentError(error) && error.happened).toBe(
      "The validator must be strong: quoted, without `W/`. `If-Match` never matches a weak one (RFC 9110 section 13.1.1).",
    );
    expect(server.received.map(({ method }) => method)).toEqual(["GET"]);
  });

  it("[ETG-4] a modification under a weak validator is refused before its change is sent", async () => {
    const { core, server } = await serve(state(1, 'W/"v1"'));
    const modified = modify<Settings, "settings.get", object>(
      core,
      { read, change },
      { cabinetId: "7" },
      () => ({ n: 2 }),
    );
    expect(isArgumentError(await caught(modified))).toBe(true);
    expect(server.received.map(({ method }) => method)).toEqual(["GET"]);
  });
});

describe("what is checked before a modification reads", () => {
  const run = (core: Core, changed: OperationDescriptor, options: object = {}) =>
    modify<Settings, "settings.get", object>(
      core,
      { read, change: changed },
      { cabinetId: "7" },
      ({ n }) => ({ n: n + 1 }),
      options,
    );

  it.each<[string, OperationDescriptor, object, string]>([
    ["a scope of the change", { ...change, security: [{ token: ["write"] }] }, {}, "authentication"],
    ["an option that the change does not have", change, { intent: "i" }, "argument"],
    ["a deadline", change, { deadline: "soon" }, "argument"],
  ])("[ETG-3] %s: nothing is sent", async (_, changed, options, kind) => {
    const { core, server } = await serve(state(1));
    const error = await caught(run(core, changed, options));
    expect(error).toMatchObject({ kind, operation: "settings.update" });
    expect(server.received).toEqual([]);
  });

  it("[ETG-3] an intent beside a key", async () => {
    const { core, server } = await serve(state(1));
    const keyedChange = { ...change, idempotencyHeader: "Idempotency-Key" };
    const options = { intent: "i", idempotencyKey: "k" };
    const descriptor = { read, change: keyedChange };
    const call = modifyKeyed<Settings, "settings.get", object>(
      core,
      descriptor,
      "7",
      () => ({ n: 1 }),
      options,
    );
    expect(await caught(call)).toMatchObject({ kind: "argument", operation: "settings.update" });
    expect(server.received).toEqual([]);
  });

  it("[ACC-8] the resource stays the one that was given, whatever the caller changes meanwhile", async () => {
    const { core, server } = await serve(state(1), problem(412), state(2), state(3));
    const input = { cabinetId: "7" };
    await modify<Settings, "settings.get", object>(core, { read, change }, input, ({ n }) => {
      input.cabinetId = "8";
      return { n: n + 1 };
    });
    expect(server.received.map(({ target }) => target)).toEqual([
      "/cabinets/7/settings",
      "/settings/updates",
      "/cabinets/7/settings",
      "/settings/updates",
    ]);
    expect(server.received.at(-1)?.body.toString()).toBe('{"cabinetId":"7","n":3}');
  });
});

describe("a versioned change", () => {
  it("[ETG-2] sends the validator and hands out the new one", async () => {
    const { core, server } = await serve(state(2));
    const changed = await versioned<Settings, "settings.get">(
      core,
      change,
      { n: 2 },
      { ifMatch: parseStrongETag('"v1"') },
    );
    expect(changed).toEqual({ value: { n: 2 }, etag: '"v2"' });
    expect(server.received[0]!.headers["if-match"]).toBe('"v1"');
  });
  it("[ETG-2] is refused before sending without a validator", async () => {
    const { core, server } = await serve(state(2));
    expect(isPreconditionRequiredError(await caught(call(core, change, { n: 2 })))).toBe(true);
    expect(server.received).toEqual([]);
  });
  it("[ETG-2] is told to send a header where its method takes no `ifMatch`, which does", async () => {
    const { conditionHeader, ...plain } = change;
    const { core, server } = await serve({ status: 428 }, state(2));
    const error = await caught(call(core, plain, { n: 2 }));
    expect(isPreconditionRequiredError(error) && error.remedy).toBe(
      "Read it, and pass its `etag` as `ifMatch` or the header `If-Match`.",
    );
    await call(core, plain, { n: 2 }, { headers: { [String(conditionHeader)]: '"v1"' } });
    expect(server.received[1]!.headers["if-match"]).toBe('"v1"');
  });
  it("[ETG-4] is refused before sending with a weak one", async () => {
    const { core, server } = await serve(state(2));
    expect(isArgumentError(await caught(call(core, change, { n: 2 }, { ifMatch: 'W/"v1"' })))).toBe(true);
    expect(server.received).toEqual([]);
  });
  it("[ETG-3] raises StaleETagError on 412, whatever the body", async () => {
    const { core } = await serve({ status: 412 });
    const error = await caught(versioned(core, change, { n: 2 }, { ifMatch: parseStrongETag('"v1"') }));
    expect(isStaleETagError(error) && [error.status, error.operation]).toEqual([412, "settings.update"]);
  });
  it.each([
    ["missing", json({ n: 2 })],
    ["malformed", state(2, "v2")],
  ])(
    "gives what the change made when the new validator is %s, and says so where it is looked at",
    async (_, reply) => {
      const { core } = await serve(reply);
      const changed = await versioned<Settings, string>(
        core,
        change,
        { n: 2 },
        { ifMatch: parseStrongETag('"v1"') },
      );
      expect(changed.value).toEqual({ n: 2 });
      const error = await caught(Promise.resolve().then(() => changed.etag));
      expect(isUnexpectedResponseError(error) && error.remedy).toBe(
        "Read the resource again. A proxy that compresses may have removed it.",
      );
    },
  );
  it("raises when the validator is missing and the status is not the contract's", async () => {
    const { core } = await serve({ status: 299 });
    const error = await caught(versioned(core, change, { n: 2 }, { ifMatch: parseStrongETag('"v1"') }));
    expect(isUnexpectedResponseError(error) && error.remedy).toContain(
      "It is unknown whether the change was made",
    );
  });
});

describe("modify", () => {
  const pair = { read, change };

  it("[ETG-3] rereads and rebuilds after 412, from what it read last", async () => {
    const { core, server } = await serve(state(1), problem(412), state(5), state(6));
    const seen: number[] = [];
    const result = await modify<Settings, "settings.get", object>(
      core,
      pair,
      { cabinetId: "7", namespaceId: "9" },
      (now) => {
        seen.push(now.n);
        return { reason: "test", n: now.n + 1 };
      },
    );
    expect(result).toEqual({ value: { n: 6 }, etag: '"v6"' });
    expect(seen).toEqual([1, 5]);
    const changes = server.received.filter(({ method }) => method === "POST");
    expect(
      changes.map(({ headers, body }) => [headers["if-match"], JSON.parse(body.toString()) as unknown]),
    ).toEqual([
      ['"v1"', { cabinetId: "7", reason: "test", n: 2 }],
      ['"v5"', { cabinetId: "7", reason: "test", n: 6 }],
    ]);
  });

  it("carries the context over when it is told to", async () => {
    const { core, server } = await serve(state(1), state(2));
    const carry = ["cabinetId", "namespaceId"];
    await modify(core, { ...pair, contextFields: carry }, { cabinetId: "7", namespaceId: "9" }, () => ({
      n: 2,
    }));
    expect(JSON.parse(server.received[1]!.body.toString())).toEqual({
      cabinetId: "7",
      namespaceId: "9",
      n: 2,
    });
  });

  it("[ACC-8] refuses a change of another resource, or in another context, than was read", async () => {
    const { core, server } = await serve(state(1), state(2));
    const carry = ["cabinetId", "namespaceId"];
    const input = { cabinetId: "7", namespaceId: "9" };
    const error = await caught(
      modify(core, { ...pair, contextFields: carry }, input, () => ({ namespaceId: "8", n: 2 })),
    );
    expect(isArgumentError(error) && error.message).toContain("namespaceId");
    expect(server.received.map(({ method }) => method)).toEqual(["GET"]);
  });

  it("[ACC-8] keeps the context where the change has a member of it without a value", async () => {
    const { core, server } = await serve(state(1), state(2));
    await modify(core, pair, "7", () => ({ cabinetId: undefined, n: 2 }));
    expect(JSON.parse(server.received[1]!.body.toString())).toEqual({ cabinetId: "7", n: 2 });
  });

  const nested: ModifyDescriptor = {
    ...pair,
    contextFields: [],
    contextPaths: [
      ["cabinetId", "cabinet_id"],
      ["namespaceId", "context/namespace_id"],
    ],
    join: joinContextPaths,
  };

  it.each([
    [{ cabinetId: "7" }, { n: 2 }, { cabinet_id: "7", n: 2 }],
    [
      { cabinetId: "7", namespaceId: "9" },
      { n: 2 },
      { cabinet_id: "7", context: { namespace_id: "9" }, n: 2 },
    ],
    [
      { cabinetId: "7", namespaceId: "9" },
      { context: { locale: "en" } },
      { cabinet_id: "7", context: { namespace_id: "9", locale: "en" } },
    ],
  ])("[ACC-8] puts the context %j of %j where the change takes it: %j", async (input, made, want) => {
    const { core, server } = await serve(state(1), state(2));
    await modify(core, nested, input, () => made);
    expect(JSON.parse(server.received[1]!.body.toString())).toEqual(want);
  });

  it("[ACC-8] refuses a change that names another nested context itself", async () => {
    const { core, server } = await serve(state(1), state(2));
    const change = () => ({ cabinet_id: "7", context: { namespace_id: "9" } });
    const error = await caught(modify(core, nested, { cabinetId: "7" }, change));
    expect(isArgumentError(error) && error.message).toContain("read takes: context/namespace_id.");
    expect(server.received.map(({ method }) => method)).toEqual(["GET"]);
  });

  it("[ETG-3] gives up after three rounds", async () => {
    const { core, server } = await serve(...Array.from({ length: 4 }, () => [state(1), problem(412)]).flat());
    const error = await caught(modify(core, pair, "7", () => ({ n: 2 })));
    expect(isStaleETagError(error)).toBe(true);
    expect(server.received).toHaveLength(6);
  });

  it("changes nothing when the rebuild gives nothing", async () => {
    const { core, server } = await serve(state(1));
    expect(await modify(core, pair, "7", () => undefined)).toEqual({ value: { n: 1 }, etag: '"v1"' });
    expect(server.received).toHaveLength(1);
  });

  const untold = {
    ...pair,
    change: { ...change, responses: [{ statuses: [204], content: [] }] },
    reread: rereadAlways,
  } as const;

  it("reads what came of a change that does not say", async () => {
    const { core, server } = await serve(state(1), { status: 204 }, state(2));
    const result = await modify(core, untold, "7", () => ({ n: 2 }));
    expect(result).toEqual({ value: { n: 2 }, etag: '"v2"' });
    expect(server.received.map(({ method }) => method)).toEqual(["GET", "POST", "GET"]);
  });

  it.each([
    { given: "an ETag", reply: state(2), etag: '"v2"', sent: ["GET", "POST"] },
    {
      given: "a weak ETag, as it came",
      reply: json({ n: 2 }, 200, { etag: 'W/"v2"' }),
      etag: 'W/"v2"',
      sent: ["GET", "POST"],
    },
    { given: "no ETag", reply: json({ n: 2 }), etag: '"v3"', sent: ["GET", "POST", "GET"] },
    {
      given: "a malformed ETag",
      reply: json({ n: 2 }, 200, { etag: "v2" }),
      etag: '"v3"',
      sent: ["GET", "POST", "GET"],
    },
  ])("reads what came of a change that promises no ETag unless it gives one: $given", async (given) => {
    const { core, server } = await serve(state(1), given.reply, state(3));
    const unpromised = { ...pair, reread: rereadWithoutETag };
    const result = await modify(core, unpromised, "7", () => ({ n: 2 }));
    expect(result.etag).toBe(given.etag);
    expect(server.received.map(({ method }) => method)).toEqual(given.sent);
  });

  it.each([
    { given: "a fault of the server", reply: problem(500, { retryable: false }), cause: "problem" },
    { given: "its own 412", reply: problem(412), cause: "stale-etag" },
  ])("says that the change was made when reading it ends in $given", async ({ reply, cause }) => {
    const { core, server } = await serve(state(1), { status: 204 }, reply);
    const error = await caught(modify(core, untold, "7", () => ({ n: 2 })));
    expect(isUnreadChangeError(error) && [error.operation, error.message]).toEqual([
      "settings.update",
      expect.stringContaining(
        "The server responded to the change with success; its result could not be read. Do not make it again:",
      ),
    ]);
    expect(error).toMatchObject({ cause: { kind: cause, operation: "settings.get" } });
    expect(server.received).toHaveLength(3);
  });

  it("says that the change was made when the deadline passes while it is read", async () => {
    const core = fakeCore((_, index) => {
      if (index === 2) throw new DeadlineError();
      return { value: { n: 1 }, headers: { etag: '"1"' } };
    });
    const error = await caught(modify(core, untold, "7", () => ({ n: 2 })));
    expect(error).toMatchObject({ kind: "unread-change", cause: { kind: "deadline" } });
  });

  it("does not try a lost change again", async () => {
    const { core, server } = await serve(state(1), hangUp);
    expect(isOutcomeUnknownError(await caught(modify(core, pair, "7", () => ({ n: 2 }))))).toBe(true);
    expect(server.received).toHaveLength(2);
  });

  it("has one deadline over all rounds", async () => {
    const overtaken = Array.from({ length: 9 }, () => [state(1), problem(412)]).flat();
    const { core, clock, server } = await serveOn(new VirtualClock(), ...overtaken);
    const slow = async (): Promise<object> => {
      await clock.advance(20_000);
      return { n: 2 };
    };
    const error = await caught(modify(core, pair, "7", slow, { deadline: "50s", modifyAttempts: 9 }));
    expect(isDeadlineError(error)).toBe(true);
    expect(server.received).toHaveLength(5);
  });

  it("refuses a number of rounds that is none", async () => {
    const { core } = await serve(state(1));
    expect(isArgumentError(await caught(modify(core, pair, "7", () => ({}), { modifyAttempts: 0 })))).toBe(
      true,
    );
  });
});
