import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../determinism/json-tree.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* What a server sees of a body whose media type is a range (OpenAPI, Request Body Object; RFC 9110 section 12.5.1). */
const path = (operationId: string, content: JsonObject) => ({
  post: {
    operationId,
    tags: ["bodies"],
    requestBody: { required: true, content },
    responses: { 204: { description: "" } },
  },
});
const contract: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Wire", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/image": path("image", { "image/*": {} }),
    "/any": path("any", { "*/*": {} }),
    "/star": path("star", { "*": {} }),
    "/text": path("text", { "text/*": { schema: { type: "string" } } }),
    "/object": path("object", { "*/*": { schema: { type: "object" } } }),
    "/markup": path("markup", { "text/*": { schema: { type: "object" } } }),
    "/several": path("several", {
      "application/json": { schema: { type: "object", properties: { title: { type: "string" } } } },
      "image/*": {},
      "*/*": {},
    }),
  },
};

const bytes = new Uint8Array([65, 66]);
const png = new Blob([bytes], { type: "image/png" });

let wire: WireClient;
beforeAll(async () => {
  wire = await wireClient(contract);
});
afterAll(() => wire.close());

describe("a body within a range of media types", () => {
  test.each<[method: string, input: object, type: string, body: string]>([
    ["image", { body: bytes, contentType: "image/webp" }, "image/webp", "AB"],
    ["image", { body: png.stream(), contentType: "image/webp" }, "image/webp", "AB"],
    ["image", { body: png, contentType: "image/*" }, "image/png", "AB"],
    ["image", { body: png }, "image/png", "AB"],
    ["any", { body: bytes, contentType: "video/mp4; codecs=avc1" }, "video/mp4; codecs=avc1", "AB"],
    ["any", { body: bytes, contentType: "*/*" }, "application/octet-stream", "AB"],
    ["star", { body: bytes, contentType: "video/mp4" }, "video/mp4", "AB"],
    ["text", { body: "# A", contentType: "text/markdown" }, "text/markdown", "# A"],
    ["object", { body: { a: 1 } }, "application/json", '{"a":1}'],
    [
      "object",
      { body: { a: 1 }, contentType: "application/vnd.a+json" },
      "application/vnd.a+json",
      '{"a":1}',
    ],
    ["markup", { body: { a: 1 }, contentType: "text/json" }, "text/json", '{"a":1}'],
    ["several", { title: "A" }, "application/json", '{"title":"A"}'],
    ["several", { body: bytes, contentType: "image/webp" }, "image/webp", "AB"],
    ["several", { body: bytes, contentType: "video/mp4" }, "video/mp4", "AB"],
  ])("%s takes %j as %s", async (method, input, type, body) => {
    const received = await wire.send(wire.create(), `bodies.${method}`, input);
    expect([received.headers["content-type"], String(received.body)]).toEqual([type, body]);
  });

  test.each<[method: string, input: object, why: string]>([
    ["image", { body: bytes, contentType: "video/mp4" }, '"contentType" is none of the media types'],
    ["image", { body: bytes, contentType: "image/*" }, "it has no type within that"],
    ["image", { body: bytes }, "it has no type within that"],
    ["markup", { body: { a: 1 } }, "it has no type within that"],
    [
      "several",
      { body: png, contentType: "application/json" },
      '"body" holds bytes, which JSON does not have',
    ],
  ])("%s refuses %j before anything is sent", async (method, input, why) => {
    await expect(wire.send(wire.create(), `bodies.${method}`, input)).rejects.toMatchObject({
      name: "ArgumentError",
      happened: expect.stringContaining(why) as string,
    });
  });
});
