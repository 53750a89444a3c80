import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../determinism/json-tree.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* A packed export, as stores of files give it, and errors in JSON. */
const contract: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Wire", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/export": {
      get: {
        operationId: "export",
        tags: ["files"],
        responses: {
          200: {
            description: "",
            content: { "application/gzip": { schema: { type: "string", format: "binary" } } },
          },
          default: { description: "", content: { "application/json": { schema: { type: "object" } } } },
        },
      },
    },
  },
};
const packed = gzipSync("all of it");

let sent: { readonly status: number; readonly type: string; readonly body: Buffer | string };
let wire: WireClient;
beforeAll(async () => {
  wire = await wireClient(contract, (_, response) => {
    response.writeHead(sent.status, { "content-type": sent.type });
    response.end(sent.body);
  });
});
afterAll(() => wire.close());

const download = () => wire.call(wire.create(), "files.export") as Promise<unknown>;

test.each(["application/gzip", "application/octet-stream", "binary/octet-stream"])(
  "a file that comes as %s is given as it is",
  async (type) => {
    sent = { status: 200, type, body: packed };
    const file = (await download()) as Blob;
    expect([file.type, Buffer.from(await file.arrayBuffer())]).toEqual([type, packed]);
    expect(wire.received.at(-1)?.headers.accept).toBe("application/gzip, application/json");
  },
);

test("what comes as anything else is no file", async () => {
  sent = { status: 200, type: "text/plain", body: "later" };
  await expect(download()).rejects.toMatchObject({ name: "UnexpectedResponseError" });
});

test("an error is what its JSON says", async () => {
  sent = { status: 404, type: "application/json", body: '{"code":"gone"}' };
  await expect(download()).rejects.toMatchObject({ name: "ResponseError", body: { code: "gone" } });
});
