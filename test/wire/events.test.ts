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
  },
};

const reply: Reply = (_, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end('event: word\ndata: {"n":1}\n\nevent: pause\n\nevent: pause\ndata:\n\n');
};

let wire: WireClient;
beforeAll(async () => {
  wire = await wireClient(contract, reply);
});
afterAll(() => wire.close());

test("each event is as it is described, and one without a line of data is dropped", async () => {
  const events: unknown[] = [];
  for await (const one of wire.call(wire.create(), "talk.listen") as AsyncIterable<unknown>) events.push(one);
  expect(events).toEqual([{ event: "word", data: { n: 1 } }, { event: "pause" }]);
});
