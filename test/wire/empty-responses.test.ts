import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../determinism/json-tree.js";
import { playAnswer, type ScriptedAnswer } from "../runtime/call/test-server.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* Successes that come without content where the contract allows it: 304 to a change, and JSON that may be null. */
const json = (schema: Json): JsonObject => ({
  description: "",
  content: { "application/json": { schema } },
});
const operation = (id: string, responses: JsonObject): JsonObject => ({
  operationId: id,
  tags: ["mail"],
  responses,
});
const contract: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Wire", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/start": { post: operation("start", { 204: { description: "" }, 304: { description: "" } }) },
    "/make": { post: operation("make", { 201: json({ type: "string" }), 304: { description: "" } }) },
    "/state": { get: operation("state", { 200: json({ type: "string" }), 304: { description: "" } }) },
    "/any": { post: operation("sendAny", { 202: json({ nullable: true }) }) },
    "/object": { post: operation("sendObject", { 202: json({ type: "object", nullable: true }) }) },
    "/report": {
      get: operation("report", {
        200: {
          description: "",
          content: {
            "application/json": { schema: { type: "object", nullable: true } },
            "text/csv": { schema: { type: "string" } },
            "application/x-ndjson": { schema: {} },
          },
        },
      }),
    },
    "/list": { post: operation("sendList", { 202: json({ type: "array", items: {} }) }) },
  },
};

let reply: ScriptedAnswer = {};
let wire: WireClient;
beforeAll(async () => {
  wire = await wireClient(contract, (_, response) => {
    playAnswer(response, reply);
  });
});
afterAll(() => wire.close());

const JSON_TYPE = { "content-type": "application/json" };

describe("is the value that the type has for it", () => {
  test.each<[method: string, reply: typeof reply, want: unknown]>([
    ["mail.start", { status: 304 }, undefined],
    ["mail.start", { status: 204 }, undefined],
    ["mail.sendAny", { status: 202 }, null],
    ["mail.sendAny", { status: 202, headers: JSON_TYPE }, null],
    ["mail.sendAny", { status: 202, headers: { "content-type": "text/plain", "content-length": "0" } }, null],
    ["mail.sendAny", { status: 204 }, null],
    ["mail.sendAny", { status: 202, headers: JSON_TYPE, body: "[1]" }, [1]],
    ["mail.sendObject", { status: 202, headers: JSON_TYPE }, null],
    ["mail.report", { status: 204 }, null],
  ])("%s: %j", async (method, given, want) => {
    reply = given;
    expect(await wire.call(wire.create(), method)).toEqual(want);
  });
});

describe("raises where the contract allows none", () => {
  test.each<[method: string, reply: typeof reply, want: string]>([
    ["mail.state", { status: 304 }, "responded with 304 (not modified)"],
    ["mail.make", { status: 304 }, "The server responded to a change with 304"],
    ["mail.sendList", { status: 202, headers: JSON_TYPE }, "its body is empty"],
    ["mail.sendList", { status: 204 }, "without the content that the contract promises"],
    ["mail.reportAsCsv", { status: 204 }, "without the content that the contract promises"],
    ["mail.reportStream", { status: 204 }, "without the content that the contract promises"],
    [
      "mail.sendAny",
      { status: 202, headers: { "content-type": "text/html" }, body: "<html>" },
      "the contract does not describe its content type",
    ],
  ])("%s: %j", async (method, given, want) => {
    reply = given;
    await expect(wire.call(wire.create(), method)).rejects.toThrow(want);
  });
});
