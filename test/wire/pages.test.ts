import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../determinism/json-tree.js";
import { json, type Reply } from "../runtime/call/test-server.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* What ends a sequence of pages: the flag of an answer, whatever cursor it names, and the deadline of one page. */
const text = { type: "string" };
const page = (next: string, flag: string): JsonObject => ({
  200: {
    description: "",
    content: {
      "application/json": {
        schema: {
          type: "object",
          properties: { items: { type: "array", items: text }, [next]: text, [flag]: { type: "boolean" } },
        },
      },
    },
  },
});
const contract: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Wire", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/events": {
      get: {
        operationId: "list",
        tags: ["events"],
        parameters: [{ in: "query", name: "cursor", schema: text }],
        responses: page("nextCursor", "hasMore"),
      },
    },
    "/sync": {
      post: {
        operationId: "sync",
        tags: ["events"],
        requestBody: {
          content: { "application/json": { schema: { type: "object", properties: { cursor: text } } } },
        },
        responses: page("next_cursor", "has_more"),
      },
    },
    "/folder": {
      post: { operationId: "listFolder", tags: ["files"], responses: page("cursor", "has_more") },
    },
    "/folder/continue": {
      post: {
        operationId: "listFolderContinue",
        tags: ["files"],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { type: "object", required: ["cursor"], properties: { cursor: text } },
            },
          },
        },
        responses: page("cursor", "has_more"),
      },
    },
  },
};

let replies: Reply[] = [];
let wire: WireClient;
beforeAll(async () => {
  wire = await wireClient(contract, (received, response) => {
    const reply = replies.shift();
    if (typeof reply === "function") reply(received, response);
    else {
      response.writeHead(reply?.status ?? 500, reply?.headers as Record<string, string>);
      response.end(reply?.body);
    }
  });
});
afterAll(() => wire.close());

const walk = async (method: string, seen: unknown[], options?: object): Promise<unknown[]> => {
  const sequence = wire.call(wire.create(), method, {}, options) as AsyncIterable<unknown>;
  for await (const item of sequence) seen.push(item);
  return seen;
};

describe("[RES-3] a sequence ends at the page that says there is no other", () => {
  test.each([
    ["events.list", { nextCursor: "a", hasMore: true }, { nextCursor: "b", hasMore: false }],
    ["events.sync", { next_cursor: "a", has_more: true }, { next_cursor: "a", has_more: false }],
    ["events.sync", { next_cursor: "a" }, { next_cursor: "" }],
  ])("%s: %j, %j", async (method, first, last) => {
    replies = [json({ items: ["1"], ...first }), json({ items: ["2"], ...last })];
    expect(await walk(method, [])).toEqual(["1", "2"]);
    expect(replies).toEqual([]);
  });
});

test("a page that says there is another, and names no cursor, raises", async () => {
  replies = [json({ items: ["1"], hasMore: true })];
  await expect(walk("events.list", [])).rejects.toThrow(
    "The page says that there is another, and names no cursor.",
  );
});

test("a deadline is the time of each page", async () => {
  replies = [json({ items: ["1"], nextCursor: "a", hasMore: true }), () => undefined];
  const seen: unknown[] = [];
  await expect(walk("events.list", seen, { deadline: "1s" })).rejects.toMatchObject({ kind: "deadline" });
  expect(seen).toEqual(["1"]);
});

test("what another operation begins goes on from the cursor that it gave (docs/reference/pages.md)", async () => {
  replies = [
    json({ items: ["1"], cursor: "a", has_more: true }),
    json({ items: ["2"], cursor: "b", has_more: true }),
    json({ items: ["3"], cursor: "c", has_more: false }),
  ];
  const client = wire.create();
  const first = (await wire.call(client, "files.listFolder")) as { readonly cursor: string };
  const items: unknown[] = [];
  const rest = wire.call(client, "files.listFolderContinue", { cursor: first.cursor });
  for await (const item of rest as AsyncIterable<unknown>) items.push(item);
  expect(items).toEqual(["2", "3"]);
  expect(wire.received.slice(-2).map(({ body }) => body.toString())).toEqual([
    '{"cursor":"a"}',
    '{"cursor":"b"}',
  ]);
});
