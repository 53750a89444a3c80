import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../determinism/json-tree.js";
import type { Reply } from "../runtime/call/test-server.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* Items in lines and in sequences (RFC 7464) of one answer: one method, which leaves the choice to the server. */
const item = { itemSchema: { type: "object", properties: { n: { type: "integer" } } } };
const contract: JsonObject = {
  openapi: "3.2.0",
  info: { title: "Wire", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/log": {
      get: {
        operationId: "tail",
        tags: ["log"],
        responses: {
          200: { description: "", content: { "application/x-ndjson": item, "application/json-seq": item } },
        },
      },
    },
    "/watch": {
      get: {
        operationId: "watch",
        tags: ["log"],
        responses: {
          200: { description: "", content: { "application/json": {}, "application/json;stream=watch": {} } },
        },
      },
    },
    "/words": {
      get: {
        operationId: "words",
        tags: ["log"],
        responses: {
          200: { description: "", content: { "application/x-ndjson": { itemSchema: { type: "string" } } } },
        },
      },
    },
    "/whole": {
      get: {
        operationId: "whole",
        tags: ["log"],
        responses: {
          200: { description: "", content: { "application/x-ndjson": { schema: { type: "string" } } } },
        },
      },
    },
  },
};

let type = "";
let sent: string | undefined;
let accepted: string | undefined;
const reply: Reply = ({ headers }, response) => {
  accepted = headers.accept;
  if (sent !== undefined) {
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    response.end(sent);
    return;
  }
  const mark = type === "application/json-seq" ? "\u001E" : "";
  response.writeHead(200, { "content-type": type });
  response.end(`${mark}{"n":1}\n${mark}{"n":2}\n`);
};

let wire: WireClient;
beforeAll(async () => {
  wire = await wireClient(contract, reply);
});
afterAll(() => wire.close());

test.each(["application/x-ndjson", "application/json-seq"])(
  "a server that chooses %s is read",
  async (chosen) => {
    type = chosen;
    const items: unknown[] = [];
    for await (const one of wire.call(wire.create(), "log.tail") as AsyncIterable<unknown>) items.push(one);
    expect(items).toEqual([{ n: 1 }, { n: 2 }]);
    expect(accepted).toBe("application/json-seq, application/x-ndjson");
  },
);

test("lines and sequences have no second method", () => {
  const resource: unknown = Reflect.get(wire.create(), "log");
  const methods = Object.keys(resource as object).sort();
  expect(methods).toEqual(["listWords", "tail", "watch", "watchStream", "whole"]);
});

test("a watch of Kubernetes is lines that come as JSON", async () => {
  type = "application/json";
  const items: unknown[] = [];
  for await (const one of wire.call(wire.create(), "log.watchStream") as AsyncIterable<unknown>)
    items.push(one);
  expect(items).toEqual([{ n: 1 }, { n: 2 }]);
  expect(accepted).toBe("application/json;stream=watch");
});

const read = async (method: string, text: string): Promise<readonly unknown[]> => {
  sent = text;
  const items: unknown[] = [];
  for await (const one of wire.call(wire.create(), method) as AsyncIterable<unknown>) items.push(one);
  return items;
};

test("lines that are strings are what the JSON of each says", async () => {
  expect(await read("log.listWords", '"a"\n"b\\n"\n')).toEqual(["a", "b\n"]);
});

test("lines whose schema is the text of all are whatever the JSON of each says", async () => {
  expect(await read("log.whole", '"a"\n{"n":1}\n')).toEqual(["a", { n: 1 }]);
});

test("a line of text is no JSON, whatever the contract calls it", async () => {
  await expect(read("log.listWords", '"a"\nb\n')).rejects.toThrow(
    "Line 2 of the response is not valid JSON.",
  );
  await expect(read("log.whole", "b\n")).rejects.toThrow("Line 1 of the response is not valid JSON.");
});
