import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { call } from "../../../src/runtime/call/call.js";
import type { ClientOptions } from "../../../src/runtime/call/client-options.js";
import { createCore } from "../../../src/runtime/call/create-core.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { streamBytes } from "../../../src/runtime/streams/stream-call.js";
import { streamEvents } from "../../../src/runtime/streams/stream-events.js";
import { complete } from "../complete-descriptor.js";
import { streamItems } from "../../../src/runtime/streams/stream-items.js";
import { isResponseTooLargeError } from "../../../src/runtime/errors/call-errors.js";
import { VirtualClock } from "../virtual-clock.js";
import { type Reply, startTestServer, type TestServer } from "./test-server.js";

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const mebibyte = 1024 * 1024;

function operation(codec: string, method = "GET"): OperationDescriptor {
  return complete({
    name: "things.get",
    method,
    path: "/things",
    responses: [{ statuses: [200], content: [{ mediaType: "application/json", codec: codec as "json" }] }],
    retryClass: method === "GET" ? "read" : "write",
  });
}

async function coreFor(reply: Reply, options: ClientOptions = {}) {
  const server = await startTestServer(reply);
  servers.push(server);
  const core = createCore(
    { contract: { title: "t", version: "1" }, serverUrl: server.url, credentials: {} },
    { clock: new VirtualClock({ skip: 20_000 }), ...options },
  );
  return { core, server };
}

/** Sends the same piece until the client has had enough; `sent` counts bytes, `closed` tells that the client hung up. */
function endless(piece: string | Buffer, status = 200, headers: Record<string, string> = {}) {
  const seen = { sent: 0, closed: false };
  const reply: Reply = (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.on("close", () => (seen.closed = true));
    const more = (): void => {
      while (!seen.closed && seen.sent < 64 * mebibyte) {
        seen.sent += piece.length;
        if (!response.write(piece)) return void response.once("drain", more);
      }
      response.end();
    };
    more();
  };
  return { seen, reply };
}

const failed = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "none",
    (error: unknown) => error,
  );
const piece = "x".repeat(64 * 1024);

describe("a response without an end", () => {
  it.each(["json", "text", "form", "multipart", "binary"])(
    "is not read beyond the limit: %s",
    async (codec) => {
      const { seen, reply } = endless(piece);
      const { core, server } = await coreFor(reply, { maxResponseBytes: mebibyte });
      const error = await failed(call(core, operation(codec)));
      expect(error).toMatchObject({
        name: "ResponseTooLargeError",
        maxBytes: mebibyte,
        status: 200,
        attempts: 1,
      });
      expect(isResponseTooLargeError(error)).toBe(true);
      await expect.poll(() => seen.closed).toBe(true);
      expect(seen.sent).toBeLessThan(32 * mebibyte);
      expect(server.received).toHaveLength(1);
    },
  );

  it("counts what a small response unpacks to", async () => {
    const body = gzipSync(Buffer.alloc(8 * mebibyte));
    expect(body.length).toBeLessThan(mebibyte / 8);
    const { core } = await coreFor(
      { headers: { "content-encoding": "gzip" }, body },
      { maxResponseBytes: mebibyte },
    );
    expect(await failed(call(core, operation("text")))).toMatchObject({ name: "ResponseTooLargeError" });
  });

  it("is not begun where its length says enough", async () => {
    const seen = { closed: false };
    const { core } = await coreFor((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "70000000" });
      response.on("close", () => (seen.closed = true));
      response.write("x");
    });
    expect(await failed(call(core, operation("text")))).toMatchObject({
      name: "ResponseTooLargeError",
      maxBytes: 64 * mebibyte,
    });
    await expect.poll(() => seen.closed).toBe(true);
  });

  it("takes the limit of the call before that of the client", async () => {
    const { core } = await coreFor(
      { headers: { "content-type": "application/json" }, body: "x".repeat(100) },
      { maxResponseBytes: 50 },
    );
    expect(await call(core, operation("text"), {}, { maxResponseBytes: 100 })).toHaveLength(100);
    expect(await failed(call(core, operation("text"), {}, { maxResponseBytes: 99 }))).toMatchObject({
      maxBytes: 99,
    });
    expect(await failed(call(core, operation("text")))).toMatchObject({ maxBytes: 50 });
  });

  it("says of a change that it was made", async () => {
    const { reply } = endless(piece);
    const { core } = await coreFor(reply, { maxResponseBytes: mebibyte });
    const error = await failed(call(core, operation("json", "POST")));
    expect(String(error)).toContain("so the change was made: do not make it again");
  });

  it("of an error leaves its status: it is classified, and no more than 1 MiB is read", async () => {
    const { seen, reply } = endless(piece, 404);
    const { core } = await coreFor(reply);
    expect(await failed(call(core, operation("json")))).toMatchObject({
      name: "UnexpectedResponseError",
      status: 404,
      body: undefined,
    });
    await expect.poll(() => seen.closed).toBe(true);
    expect(seen.sent).toBeLessThan(32 * mebibyte);
  });

  it("is handed out as a stream without a limit", async () => {
    const body = Buffer.alloc(3 * mebibyte, "x");
    const { core } = await coreFor(
      { headers: { "content-type": "application/json" }, body },
      { maxResponseBytes: mebibyte },
    );
    let size = 0;
    for await (const chunk of await streamBytes(core, operation("binary"))) size += chunk.byteLength;
    expect(size).toBe(3 * mebibyte);
  });
});

describe("a stream", () => {
  const read = async (items: AsyncIterable<unknown>): Promise<unknown> => {
    let count = 0;
    try {
      for await (const item of items) count += item === undefined ? 0 : 1;
      return count;
    } catch (error) {
      return { count, error };
    }
  };

  it.each([
    ["lines", "lines", piece],
    ["a line after others", "lines", `1\n${piece.replaceAll("x", "1")}`],
    ["JSON texts", "sequence", piece],
    ["a line of events", "events", piece],
    ["an event of many lines", "events", `data: ${"x".repeat(1000)}\n`],
    ["an event of many empty lines", "events", "data\n".repeat(10_000)],
  ])("is cancelled at one part without an end: %s", async (_name, codec, endlessly) => {
    const { seen, reply } = endless(
      _name === "a line after others" ? endlessly.replace("\n", "") : endlessly,
    );
    const { core } = await coreFor(reply);
    const stream =
      codec === "events" ? streamEvents(core, operation(codec)) : streamItems(core, operation(codec));
    expect(await read(stream)).toMatchObject({
      error: { name: "ResponseTooLargeError", operation: "things.get" },
    });
    await expect.poll(() => seen.closed).toBe(true);
    expect(seen.sent).toBeLessThan(32 * mebibyte);
  });

  it("has no limit as a whole, and takes a larger part where a call allows it", async () => {
    const line = `"${"x".repeat(2 * mebibyte)}"\n`;
    const { core } = await coreFor({ headers: { "content-type": "application/json" }, body: line.repeat(3) });
    expect(await read(streamItems(core, operation("lines"), {}, { maxResponseBytes: 4 * mebibyte }))).toBe(3);
    expect(await read(streamItems(core, operation("lines")))).toMatchObject({ count: 0 });
  });
});

it.each([0, -1, 1.5, Number.NaN, "1"])("refuses `maxResponseBytes: %s`", async (maxResponseBytes) => {
  const options = { maxResponseBytes } as ClientOptions;
  await expect(coreFor({}, options)).rejects.toMatchObject({ name: "ArgumentError" });
  const { core } = await coreFor({});
  await expect(call(core, operation("json"), {}, options as object)).rejects.toMatchObject({
    name: "ArgumentError",
  });
});
