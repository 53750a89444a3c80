import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generate } from "../../src/generate.js";
import { compileProgram } from "../support/compile-program.js";
import { makeTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.js";

const long = { type: "integer", format: "int64" };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const order = {
  type: "object",
  required: ["id"],
  properties: {
    id: long,
    amount: { type: "integer" },
    parts: { type: "array", items: { $ref: "#/components/schemas/Order" } },
  },
};
const answer = { "200": { description: "An order.", ...json({ $ref: "#/components/schemas/Order" }) } };
const contract = {
  openapi: "3.1.0",
  info: { title: "Orders", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/orders/{id}": {
      get: {
        operationId: "getOrder",
        tags: ["orders"],
        parameters: [
          { name: "id", in: "path", required: true, schema: long },
          { name: "since", in: "query", schema: long },
        ],
        responses: answer,
      },
    },
    "/orders": {
      post: {
        operationId: "createOrder",
        tags: ["orders"],
        requestBody: { required: true, ...json({ $ref: "#/components/schemas/Order" }) },
        responses: answer,
      },
    },
  },
  components: { schemas: { Order: order } },
};

interface Order {
  readonly id: number | bigint;
  readonly amount?: number;
  readonly parts?: readonly Order[];
}

/** What is used of the generated client. */
interface Orders {
  readonly orders: {
    get(input: { id: number | bigint; since?: number | bigint }): Promise<Order>;
    create(order: Order): Promise<Order>;
  };
}

const seen: string[] = [];
let server: Server;
let temporary: TemporaryFolder;
let client: Orders;

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: string[] = [];
    request.on("data", (part: Buffer) => parts.push(part.toString()));
    request.on("end", () => {
      seen.push(`${request.method ?? ""} ${request.url ?? ""} ${parts.join("")}`.trim());
      response.setHeader("content-type", "application/json");
      response.end(
        '{"id":9007199254740993,"amount":3,"parts":[{"id":7,"parts":[{"id":9223372036854775807}]}]}',
      );
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  temporary = await makeTemporaryFolder("long-integers");
  const out = join(temporary.path, "orders");
  await writeFile(join(temporary.path, "openapi.json"), JSON.stringify(contract));
  await generate({ contract: join(temporary.path, "openapi.json"), out });
  await writeFile(join(temporary.path, "package.json"), '{ "type": "module" }');
  expect(compileProgram({ roots: [join(out, "index.ts")] })).toEqual([]);
  const module = (await import(pathToFileURL(join(out, "index.ts")).href)) as {
    readonly Orders: new (options: { readonly baseUrl: string }) => Orders;
  };
  const { port } = server.address() as AddressInfo;
  client = new module.Orders({ baseUrl: `http://127.0.0.1:${String(port)}` });
});

afterAll(async () => {
  server.close();
  await temporary.remove();
});

test("a 64-bit integer arrives whole, however deep, and is a number where that loses nothing", async () => {
  expect(await client.orders.get({ id: 1 })).toEqual({
    id: 9007199254740993n,
    amount: 3,
    parts: [{ id: 7, parts: [{ id: 9223372036854775807n }] }],
  });
});

test("a 64-bit integer is sent whole in a path, a query and a body", async () => {
  seen.length = 0;
  const arrived = await client.orders.get({ id: 9007199254740993n, since: 9223372036854775807n });
  await client.orders.create(arrived);
  expect(seen).toEqual([
    "GET /orders/9007199254740993?since=9223372036854775807",
    'POST /orders {"id":9007199254740993,"amount":3,"parts":[{"id":7,"parts":[{"id":9223372036854775807}]}]}',
  ]);
});

test("a number that was rounded before it came is refused in a path, a query and a body, and nothing is sent", async () => {
  seen.length = 0;
  const rounded = Number("9007199254740993");
  const refused = (name: string) => new RegExp(`"${name}" is a 64-bit integer`, "u");
  await expect(client.orders.get({ id: rounded })).rejects.toThrow(refused("id"));
  await expect(client.orders.get({ id: 1, since: rounded })).rejects.toThrow(refused("since"));
  await expect(client.orders.create({ id: 1, parts: [{ id: rounded }] })).rejects.toThrow(refused("id"));
  expect(seen).toEqual([]);
});
