import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../determinism/json-tree.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* What a server sees of calls that were written before the contract grew by what no caller needs. */
const text = { type: "string" };
const object = (...names: readonly string[]): JsonObject => ({
  type: "object",
  properties: Object.fromEntries(names.map((name): [string, Json] => [name, text])),
});
const parameter = (place: string, name: string): JsonObject => ({
  in: place,
  name,
  ...(place === "path" && { required: true }),
  schema: text,
});
const operation = (id: string, parameters: readonly Json[], content: JsonObject): JsonObject => ({
  operationId: id,
  tags: ["pets"],
  parameters: [...parameters],
  requestBody: { required: true, content },
  responses: { 204: { description: "" } },
});
const contract = (paths: JsonObject): JsonObject => ({
  openapi: "3.1.0",
  info: { title: "Wire", version: "1" },
  servers: [{ target: "/" }],
  paths,
});
const json = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });
const form = { "application/x-www-form-urlencoded": { schema: object("name") } };

const before = contract({
  "/member/{id}": { put: operation("member", [parameter("path", "id")], json(object("name"))) },
  "/parameter": { put: operation("parameter", [], json(object("name", "tag"))) },
  "/media": { put: operation("media", [], form) },
  "/place": { put: operation("place", [parameter("header", "tag")], json(object("name"))) },
  "/choice": { put: operation("choice", [], { ...json(object("name")), ...form }) },
});
const after = contract({
  "/member/{id}": { put: operation("member", [parameter("path", "id")], json(object("name", "id"))) },
  "/parameter": { put: operation("parameter", [parameter("query", "tag")], json(object("name", "tag"))) },
  "/media": { put: operation("media", [], { ...form, ...json(object("name")) }) },
  "/place": {
    put: operation(
      "place",
      [parameter("query", "tag"), parameter("header", "tag")],
      json(object("name", "tag")),
    ),
  },
  "/choice": {
    put: operation("choice", [parameter("query", "contentType")], {
      ...json(object("name", "contentType")),
      ...form,
    }),
  },
});

let wire: WireClient;
beforeAll(async () => {
  wire = await wireClient(after, { status: 204 }, before);
});
afterAll(() => wire.close());

interface Seen {
  readonly target?: string;
  readonly tag?: string;
  readonly body: string;
}

describe("a call from before the contract grew, and one that uses what is new", () => {
  test.each<[method: string, input: object, want: Seen]>([
    ["member", { id: "7", name: "A" }, { target: "/member/7", body: '{"name":"A"}' }],
    ["member", { id: "7", name: "A", idInBody: "8" }, { target: "/member/7", body: '{"name":"A","id":"8"}' }],
    ["parameter", { tag: "t" }, { target: "/parameter", body: '{"tag":"t"}' }],
    ["parameter", { tag: "t", tagInQuery: "q" }, { target: "/parameter?tag=q", body: '{"tag":"t"}' }],
    ["media", { name: "A" }, { body: "name=A" }],
    ["media", { name: "A", contentType: "application/json" }, { body: '{"name":"A"}' }],
    ["place", { tag: "h", name: "A" }, { target: "/place", tag: "h", body: '{"name":"A"}' }],
    [
      "place",
      { tag: "h", tagInQuery: "q", tagInBody: "b" },
      { target: "/place?tag=q", tag: "h", body: '{"tag":"b"}' },
    ],
    ["choice", { name: "A", contentType: "application/x-www-form-urlencoded" }, { body: "name=A" }],
    [
      "choice",
      { contentTypeInBody: "b", contentTypeInQuery: "q" },
      { target: "/choice?contentType=q", body: '{"contentType":"b"}' },
    ],
  ])("%s %j", async (method, input, want) => {
    const received = await wire.send(wire.create(), `pets.${method}`, input);
    const seen = { target: received.target, tag: received.headers["tag"], body: String(received.body) };
    expect(seen).toMatchObject(want);
  });
});
