import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../determinism/json-tree.js";
import type { Reply } from "../runtime/call/test-server.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* Events of several kinds (OpenAPI 3.2, Server-Sent Event Streams), of which one is described without data. */
const event = (name: string, members: JsonObject, required: string[]): JsonObject => ({
  type: "object",
  required: ["event", ...required],
  properties: { event: { const: name }, ...members },
});
const contract: JsonObject = {
  openapi: "3.2.0",
  info: { title: "Wire", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/talk": {
      get: {
        operationId: "listen",
        tags: ["talk"],
        responses: {
          200: {
            description: "",
            content: {
              "text/event-stream": {
                itemSchema: {
                  oneOf: [
                    event("word", { data: { type: "object", properties: { n: { type: "integer" } } } }, [
                      "data",
                    ]),
                    event("pause", {}, []),
                  ],
                },
              },
            },
          },
        },
      },
    },
    "/mixed": {
      get: {
        operationId: "mixed",
        tags: ["talk"],
        responses: {
          200: {
            description: "",
            content: {
              "text/event-stream": {
                itemSchema: {
                  oneOf: [
                    event("text", { data: { type: "string" } }, ["data"]),
                    event("word", { data: { type: "integer" } }, ["data"]),
                  ],
                },
              },
            },
          },
        },
      },
    },
    "/listed": {
      get: {
        operationId: "listed",
        tags: ["talk"],
        responses: {
          200: {
            description: "",
            content: {
              "text/event-stream": {
                schema: {
                  type: "array",
                  items: {
                    oneOf: [
                      event("user", { data: { type: "object" } }, ["data"]),
                      event("text", { data: { type: "string" } }, ["data"]),
                    ],
                  },
                },
              },
            },
          },
        },
      },
    },
    "/alone": {
      get: {
        operationId: "alone",
        tags: ["talk"],
        responses: {
          200: {
            description: "",
            content: {
              "text/event-stream": { itemSchema: event("word", { data: { type: "object" } }, ["data"]) },
            },
          },
        },
      },
    },
    "/held": {
      get: {
        operationId: "held",
        tags: ["talk"],
        responses: {
          200: {
            description: "",
            content: {
              "text/event-stream": {
                itemSchema: {
                  type: "object",
                  required: ["data"],
                  properties: {
                    data: {
                      type: "string",
                      contentMediaType: "application/json",
                      contentSchema: { type: "object", properties: { n: { type: "integer" } } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    "/chunks": {
      get: {
        operationId: "chunks",
        tags: ["talk"],
        responses: {
          200: { description: "", content: { "text/event-stream": { schema: { type: "object" } } } },
        },
      },
    },
    "/either": {
      get: {
        operationId: "either",
        tags: ["talk"],
        responses: {
          200: {
            description: "",
            content: {
              "text/event-stream": { schema: { oneOf: [{ type: "string" }, { type: "object" }] } },
            },
          },
        },
      },
    },
  },
};

let sent = "";
const reply: Reply = (_, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(sent);
};

let wire: WireClient;
beforeAll(async () => {
  wire = await wireClient(contract, reply);
});
afterAll(() => wire.close());

const listen = async (method: string): Promise<unknown[]> => {
  const events: unknown[] = [];
  for await (const one of wire.call(wire.create(), method) as AsyncIterable<unknown>) events.push(one);
  return events;
};

test("each event is as it is described, and one without a line of data is dropped", async () => {
  sent = 'event: word\ndata: {"n":1}\n\nevent: pause\n\nevent: pause\ndata:\n\n';
  expect(await listen("talk.listen")).toEqual([{ event: "word", data: { n: 1 } }, { event: "pause" }]);
});

test("the name of an event says whether its data is text or JSON", async () => {
  sent = "event: text\ndata: 1\n\nevent: word\ndata: 1\n\nevent: text\ndata: [DONE]\n\n";
  expect(await listen("talk.mixed")).toEqual([
    { event: "text", data: "1" },
    { event: "word", data: 1 },
    { event: "text", data: "[DONE]" },
  ]);
});

test("beside text and JSON, an event that the contract does not list is what it can be read as", async () => {
  sent = 'event: new\ndata: hello\n\nevent: newer\ndata: {"n":1}\n\nevent: word\ndata: 1\n\n';
  expect(await listen("talk.mixed")).toEqual([
    { event: "new", data: "hello" },
    { event: "newer", data: { n: 1 } },
    { event: "word", data: 1 },
  ]);
});

test("data that is text with a schema of what it holds is what it holds", async () => {
  sent = 'event: word\ndata: {"n":1}\n\n';
  expect(await listen("talk.held")).toEqual([{ event: "word", data: { n: 1 } }]);
});

test("where all listed events have JSON, one that is not listed ends no stream", async () => {
  sent = 'event: new\ndata: hello\n\nevent: ping\ndata: ok\n\nevent: word\ndata: {"n":1}\n\n';
  expect(await listen("talk.listen")).toEqual([
    { event: "new", data: "hello" },
    { event: "ping", data: "ok" },
    { event: "word", data: { n: 1 } },
  ]);
});

test("an event beside the only one that is listed has its own name and what its data can be read as", async () => {
  sent = 'event: ping\ndata: ok\n\ndata: 1\n\nevent: word\ndata: {"n":1}\n\n';
  expect(await listen("talk.alone")).toEqual([
    { event: "ping", data: "ok" },
    { event: "message", data: 1 },
    { event: "word", data: { n: 1 } },
  ]);
});

test("where all listed events have JSON, text in one of them is an error", async () => {
  sent = "event: word\ndata: hello\n\n";
  await expect(listen("talk.listen")).rejects.toThrow(
    "The data of event 1 of the response is not valid JSON.",
  );
});

test("where the contract lists no names, a sign of life is stepped over, unless its data is JSON", async () => {
  sent =
    'event: ping\ndata: ok\n\nevent: keep-alive\ndata:\n\nevent: ping\ndata: {"n":1}\n\ndata: {"n":2}\n\n';
  expect(await listen("talk.listChunks")).toEqual([
    { event: "ping", data: { n: 1 } },
    { event: "message", data: { n: 2 } },
  ]);
});

test("where the contract lists no names, text under any other name is an error", async () => {
  sent = 'data: {"n":1}\n\nevent: error\ndata: broken\n\n';
  await expect(listen("talk.listChunks")).rejects.toThrow(
    "The data of event 2 of the response is not valid JSON.",
  );
});

test("data that is no JSON is an error in an event that is described as JSON", async () => {
  sent = "event: word\ndata: hello\n\n";
  await expect(listen("talk.mixed")).rejects.toThrow(
    "The data of event 1 of the response is not valid JSON.",
  );
});

test("a schema that is a list of events describes each of them", async () => {
  sent = 'event: user\ndata: {"n":1}\n\nevent: text\ndata: 1\n\n';
  expect(await listen("talk.listed")).toEqual([
    { event: "user", data: { n: 1 } },
    { event: "text", data: "1" },
  ]);
});

test("a sign of life is given where the contract describes text", async () => {
  sent = "event: ping\ndata: ok\n\n";
  expect(await listen("talk.either")).toEqual([{ event: "ping", data: "ok" }]);
});

test("text beside objects is no number, and no word of JSON", async () => {
  sent = ['{"n":1}', "[1]", "1", "true", "null", '"quoted"', "{n", "[DONE]"]
    .map((data) => `data: ${data}\n\n`)
    .join("");
  const events = (await listen("talk.either")) as readonly { readonly data: unknown }[];
  expect(events.map(({ data }) => data)).toEqual([
    { n: 1 },
    [1],
    "1",
    "true",
    "null",
    "quoted",
    "{n",
    "[DONE]",
  ]);
});
