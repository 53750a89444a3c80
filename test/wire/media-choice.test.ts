import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json, JsonObject } from "../determinism/json-tree.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* Which of several media types a call speaks: of patches one that its value can be, of bytes none that nobody downloads. */
const PATCHES = [
  "application/apply-patch+yaml",
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
];
const content = (types: readonly string[], schema: Json): JsonObject =>
  Object.fromEntries(types.map((type): [string, Json] => [type, { schema }]));
const patch = (operationId: string, types: readonly string[], schema: Json): JsonObject => ({
  patch: {
    operationId,
    tags: ["pods"],
    requestBody: { required: true, content: content(types, schema) },
    responses: { 204: { description: "" } },
  },
});
const object = { type: "object", properties: { spec: { type: "object" } } };
const array = { type: "array", items: object };
const contract: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Wire", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/object": patch("patchObject", PATCHES, object),
    "/list": patch("patchList", PATCHES, array),
    "/any": patch("patchAny", PATCHES, {}),
    "/plain": patch("patchPlain", [...PATCHES, "application/json"], object),
    "/books": {
      get: {
        operationId: "books",
        tags: ["pods"],
        responses: {
          200: {
            description: "",
            content: {
              "application/json": { schema: object },
              "application/ld+json": { schema: array },
            },
          },
        },
      },
    },
    "/thumbnail": {
      get: {
        operationId: "thumbnail",
        tags: ["pods"],
        responses: {
          200: {
            description: "",
            content: content(["image/jpg", "image/png"], { type: "string", format: "binary" }),
          },
        },
      },
    },
    "/log": {
      get: {
        operationId: "log",
        tags: ["pods"],
        responses: {
          200: {
            description: "",
            content: content(["text/plain", "application/vnd.kubernetes.protobuf"], { type: "string" }),
          },
        },
      },
    },
  },
};

let accepted: string | undefined;
let answered = "text/plain";
let wire: WireClient;
beforeAll(async () => {
  wire = await wireClient(contract, ({ headers, method, target }, response) => {
    accepted = headers.accept;
    if (target === "/books") response.writeHead(200, { "content-type": answered }).end("[]");
    else if (target === "/thumbnail") response.writeHead(200, { "content-type": answered }).end("bytes");
    else if (method !== "GET") response.writeHead(204).end();
    else response.writeHead(200, { "content-type": "text/plain" }).write("first line\n");
  });
});
afterAll(() => wire.close());

test.each([
  ["updateObject", {}, "application/merge-patch+json"],
  ["updateList", { body: [] }, "application/json-patch+json"],
  ["updateAny", { body: {} }, "application/merge-patch+json"],
  ["updatePlain", {}, "application/json"],
])("%s with %j says by default what its value can be", async (method, input, want) => {
  const { headers } = await wire.send(wire.create(), `pods.${method}`, input);
  expect(headers["content-type"]).toBe(want);
});

test("a text is read while it arrives, and not asked for in protobuf", async () => {
  const stream = (await wire.call(wire.create(), "pods.logStream")) as ReadableStream<Uint8Array>;
  expect(accepted).toBe("text/plain");
  const reader = stream.getReader();
  const { value } = await reader.read();
  expect(new TextDecoder().decode(value)).toBe("first line\n");
  await reader.cancel();
});

test.each([
  ["application/ld+json; charset=utf-8", "pods.books", undefined],
  ["application/vnd.shop+json", "pods.books", []],
  ["application/json", "pods.booksAsLdJson", undefined],
  ["application/ld+json", "pods.booksAsLdJson", []],
])("an answer in %s to %s gives %j", async (type, method, want) => {
  answered = type;
  const value = Promise.resolve(wire.call(wire.create(), method)).catch((error: unknown) => error);
  if (want !== undefined) expect(await value).toEqual(want);
  else
    expect(await value).toMatchObject({
      name: "UnexpectedResponseError",
      message: expect.stringContaining("or the call did not ask for it") as unknown,
    });
});

test.each(["image/jpeg", "image/jpg", "image/png"])(
  "%s is an answer described as image/jpg",
  async (type) => {
    answered = type;
    const picture = (await wire.call(wire.create(), "pods.thumbnail")) as Blob;
    expect(accepted).toBe("image/jpg, image/jpeg, image/png");
    expect([picture.type, await picture.text()]).toEqual([type, "bytes"]);
  },
);
