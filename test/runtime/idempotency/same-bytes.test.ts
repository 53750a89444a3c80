import type { ClientOptions } from "../../../src/runtime/call/client-options.js";
import { writeNamedParts } from "../../../src/runtime/request/write-multipart.js";
import { afterEach, describe, expect, it } from "vitest";
import type { Core } from "../../../src/runtime/call/core.js";
import { createCore } from "../../../src/runtime/call/create-core.js";
import type {
  BodyMediaDescriptor,
  OperationDescriptor,
} from "../../../src/runtime/descriptors/operation-descriptor.js";
import { keyed } from "../../../src/runtime/idempotency/keyed.js";
import { tokenFrom } from "../../../src/runtime/credentials/token-from.js";
import {
  hangUp,
  json,
  problem,
  type Received,
  type Reply,
  startTestServer,
  type TestServer,
} from "../call/test-server.js";
import { complete } from "../complete-descriptor.js";
import { VirtualClock } from "../virtual-clock.js";

const create = (media: BodyMediaDescriptor, more: Partial<OperationDescriptor> = {}): OperationDescriptor =>
  complete({
    name: "projects.create",
    method: "POST",
    path: "/projects",
    body: { from: "body", content: [media] },
    responses: [{ statuses: [201], content: [{ mediaType: "application/json", codec: "json" }] }],
    retryClass: "keyed",
    idempotencyHeader: "Idempotency-Key",
    ...more,
  });
const asJson = create({ mediaType: "application/json", codec: "json" });
const asForm = create({ mediaType: "application/x-www-form-urlencoded", codec: "form" });
const asParts = create({
  mediaType: "multipart/form-data",
  codec: "multipart",
  encoding: { inner: { contentType: "multipart/mixed" } },
});
const asBytes = create({ mediaType: "application/octet-stream", codec: "binary" });

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function given(...replies: readonly Reply[]): Promise<{ core: Core; received: readonly Received[] }> {
  const server = await startTestServer(...replies, json("made", 201));
  servers.push(server);
  const options: ClientOptions = { clock: new VirtualClock({ skip: 20_000 }) };
  const contract = { title: "Projects", version: "1", problem: { codes: {}, retryable: true as const } };
  const core = createCore({ contract, serverUrl: server.url, credentials: {} }, options);
  return { core, received: server.received };
}

/** What arrived for each input under one key: target, content type and body. */
async function sent(
  descriptor: OperationDescriptor,
  inputs: readonly object[],
  idempotencyKey = "k-1",
): Promise<readonly string[]> {
  const { core, received } = await given();
  for (const input of inputs) await keyed(core, descriptor, input, { idempotencyKey });
  return received.map(
    ({ target, headers, body }) => `${target}\n${headers["content-type"] ?? ""}\n${body.toString("latin1")}`,
  );
}

const boundaryOf = (arrived: string | undefined) => /boundary=(\S+)/.exec(arrived ?? "")?.[1] ?? "none";

async function raised(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => value,
    (error: unknown) => error,
  );
}

describe("what is sent under one idempotency key", () => {
  it("[IDM-1] is JSON in the one form of RFC 8785, with integers of 64 bits as they are", async () => {
    // The names of RFC 8785, section 3.2.3, and members inside of members.
    const one = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 };
    const [first, second] = await sent(asJson, [
      { body: { ...one, big: 9223372036854775807n, list: [{ b: 1e21, a: 0.000001 }], none: undefined } },
      {
        body: {
          list: [{ a: 0.000001, b: 1e21 }],
          big: 9223372036854775807n,
          ...Object.fromEntries(Object.entries(one).toReversed()),
        },
      },
    ]);
    expect(second).toBe(first);
    const text = Buffer.from(first?.split("\n").at(-1) ?? "", "latin1").toString("utf8");
    expect(text).toBe(
      '{"\\r":2,"1":4,"big":9223372036854775807,"list":[{"a":0.000001,"b":1e+21}],"\u0080":6,"ö":7,"€":1,"\ud83d\ude00":5,"\ufb33":3}',
    );
  });

  it("[IDM-1] is the same form and the same query, whatever the order of members", async () => {
    const filter = { name: "filter", in: "query", style: "deepObject", explode: true } as const;
    const descriptor = complete({ ...asForm, parameters: [filter] });
    const [first, second] = await sent(descriptor, [
      { filter: { b: "2", a: "1" }, body: { name: "n", tags: ["t", "s"], nested: { d: 1, c: 2 } } },
      { body: { nested: { c: 2, d: 1 }, tags: ["t", "s"], name: "n" }, filter: { a: "1", b: "2" } },
    ]);
    expect(second).toBe(first);
    expect(first).toContain("filter%5Ba%5D=1&filter%5Bb%5D=2");
  });

  it("[IDM-1] is the same multipart body, whose boundary comes of the key and the names of its parts", async () => {
    const file = new Blob([new Uint8Array([0, 255, 13, 10])], { type: "image/png" });
    const body = { afile: file, name: "n", meta: { b: 1, a: 2 }, inner: { y: "1", x: "2" } };
    const inputs = [{ body }, { body: Object.fromEntries(Object.entries(body).toReversed()) }];
    const [first, second] = await sent(asParts, inputs);
    expect(second).toBe(first);
    // Files come last, as forms have them.
    expect(first?.indexOf('name="afile"')).toBeGreaterThan(first?.indexOf('name="name"') ?? -1);
    const [other] = await sent(asParts, inputs, "k-2");
    const [renamed] = await sent(asParts, [{ body: { ...body, more: "m" } }]);
    expect(new Set([first, other, renamed].map(boundaryOf)).size).toBe(3);
    const [outer, inner] = [
      boundaryOf(first),
      /multipart\/mixed; boundary=(\S+)/.exec(first ?? "")?.[1] ?? "",
    ];
    expect(inner).not.toBe(outer);
    expect(inner.startsWith(outer) || outer.startsWith(inner)).toBe(false);
  });

  it("[IDM-1] has a boundary that its content does not have", async () => {
    const [plain] = await sent(asParts, [{ body: { file: new Blob(["x"]) } }]);
    const word = boundaryOf(plain).replace(/^part-0-/, "");
    const contents = [new Blob([`--part-0-${word}\r\n`]), new Blob(["x".repeat(70_000), word]), word];
    for (const file of contents) {
      const [first, second] = await sent(asParts, [{ body: { file } }, { body: { file } }]);
      expect(boundaryOf(first)).not.toContain(word);
      expect(second).toBe(first);
    }
  });

  it("[IDM-3] repeats a multipart body byte for byte, whatever became of the caller's bytes meanwhile", async () => {
    const { core, received } = await given(hangUp, hangUp);
    const bytes = new Uint8Array([1, 2, 3]);
    const call = keyed(core, asParts, { body: { bytes } }, { intent: "nightly" });
    bytes.fill(9);
    await call;
    const bodies = received.map(({ body }) => body.toString("latin1"));
    expect(bodies).toHaveLength(3);
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain("\u0001\u0002\u0003");
  });

  it("[IDM-2] tells payloads apart by what is sent: the order of members is none, the name of a file is one", async () => {
    const { core, received } = await given(hangUp, hangUp, hangUp, hangUp);
    const run = (body: object) => raised(keyed(core, asParts, { body }, { intent: "nightly" }));
    const named = (name: string) => Object.assign(new Blob(["x"], { type: "text/plain" }), { name });
    expect(await run({ a: "1", file: named("one.txt") })).toMatchObject({ kind: "outcome-unknown" });
    expect(await run({ file: named("one.txt"), a: "1" })).toBe("made");
    expect(new Set(received.map(({ body }) => body.toString())).size).toBe(1);
    expect(await run({ a: "1", file: named("two.txt") })).toMatchObject({
      kind: "idempotency-conflict",
      attempts: 0,
    });
    expect(await run({ a: "2", file: named("one.txt") })).toMatchObject({
      kind: "idempotency-conflict",
      attempts: 0,
    });
  });
});

describe("a stream that can be read once", () => {
  const stream = () => new Blob(["once"]).stream();

  it.each<[string, Reply, string]>([
    ["a lost response", hangUp, "outcome-unknown"],
    ["a failure that may be repeated", problem(500, { retryable: true }), "outcome-unknown"],
    ["a request for a pause", problem(429, {}, { "retry-after": "1" }), "rate-limited"],
    ["a refused token", { status: 401 }, "authentication"],
  ])("[IDM-3] is never sent twice under a key: %s", async (_, reply, kind) => {
    const server = await startTestServer(reply, json("made", 201));
    servers.push(server);
    const security: OperationDescriptor["security"] = [{ token: [] }];
    let tokens = 0;
    const core = createCore(
      {
        contract: { title: "Projects", version: "1", problem: { codes: {}, retryable: true } },
        serverUrl: server.url,
        credentials: { token: tokenFrom(() => `t-${String((tokens += 1))}`, "token") },
      },
      { clock: new VirtualClock({ skip: 20_000 }) },
    );
    const call = keyed(core, { ...asBytes, security }, { body: stream() }, { idempotencyKey: "k-1" });
    expect(await raised(call)).toMatchObject({ kind, attempts: 1 });
    expect(server.received.map(({ body }) => body.toString())).toEqual(["once"]);
  });

  it.each([
    ["as the body", asBytes, () => ({ body: stream() })],
    ["in a part of the body", asParts, () => ({ body: { file: stream() } })],
  ])("[IDM-4] is refused under an intent, %s", async (_, descriptor, input) => {
    const { core, received } = await given();
    const call = keyed(core, descriptor, input(), { intent: "nightly" });
    expect(await raised(call)).toMatchObject({ kind: "argument", operation: "projects.create" });
    await expect(call).rejects.toThrow("A stream can be read once");
    expect(received).toEqual([]);
    expect(await keyed(core, asJson, { body: 1 }, { intent: "nightly" })).toBe("made");
  });
});

it("[IDM-2] a JSON part has the same bytes whatever the order of the members of an instance", async () => {
  // Objects of a program's own are sent as they are: nothing has sorted their members.
  const own = (members: object): object => Object.assign(Object.create({}) as object, members);
  const media = { mediaType: "multipart/form-data", codec: "multipart" } as const;
  const textOf = async (members: object): Promise<string> => {
    const body = writeNamedParts(media, { meta: own(members) }, true);
    const { content } = (await body.underKey?.("k")) ?? body;
    return (content as Blob).text();
  };
  expect(await textOf({ b: 2, a: 1 })).toBe(await textOf({ a: 1, b: 2 }));
});
