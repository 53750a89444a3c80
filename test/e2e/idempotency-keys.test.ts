import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generate } from "../../src/generate.js";
import { startTestServer, type TestServer } from "../runtime/call/test-server.js";
import { compileProgram } from "../support/compile-program.js";
import { makeTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.js";

/** Creates whose keys must be short, of one form, and of a form that no client can know. */
const contract = {
  openapi: "3.1.0",
  info: { title: "Orders", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/orders": create("createOrder", "orders", { $ref: "#/components/schemas/Key" }),
    "/parcels": create("createParcel", "parcels", { pattern: String.raw`^PCL-[0-9A-Z]{16}$` }),
    "/refunds": create("createRefund", "refunds", { pattern: String.raw`^[A-Z]{3}\d{8}$` }),
  },
  components: { schemas: { Key: { type: "string", maxLength: 20 } } },
};

function create(operationId: string, tag: string, schema: object): object {
  const key = {
    name: "Idempotency-Key",
    in: "header",
    required: true,
    schema: { type: "string", ...schema },
  };
  const responses = { "201": { description: "Created." } };
  return { post: { operationId, tags: [tag], parameters: [key], responses } };
}

interface Resource {
  create(
    input?: Record<string, never>,
    options?: { readonly idempotencyKey?: string; readonly intent?: string },
  ): Promise<unknown>;
}
type Client = Readonly<Record<"orders" | "parcels" | "refunds", Resource>>;

let server: TestServer;
let temporary: TemporaryFolder;
let client: Client;

beforeAll(async () => {
  server = await startTestServer({ status: 201 });
  temporary = await makeTemporaryFolder("idempotency-keys");
  const out = join(temporary.path, "orders");
  await writeFile(join(temporary.path, "openapi.json"), JSON.stringify(contract));
  await generate({ contract: join(temporary.path, "openapi.json"), out });
  await writeFile(join(temporary.path, "package.json"), '{ "type": "module" }');
  expect(compileProgram({ roots: [join(out, "index.ts")] })).toEqual([]);
  const module = (await import(pathToFileURL(join(out, "index.ts")).href)) as {
    readonly Orders: new (options: { readonly baseUrl: string }) => Client;
  };
  client = new module.Orders({ baseUrl: server.url });
});

afterAll(async () => {
  await server.close();
  await temporary.remove();
});

test("keys that the client makes have the form that the contract asks for", async () => {
  const from = server.received.length;
  await client.orders.create();
  await client.parcels.create();
  await client.orders.create({}, { intent: "nightly" });
  await client.refunds.create({}, { idempotencyKey: "ABC12345678" });
  expect(server.received.slice(from).map(({ headers }) => headers["idempotency-key"])).toEqual([
    expect.stringMatching(/^[0-9a-f]{20}$/),
    expect.stringMatching(/^PCL-[0-9A-Z]{16}$/),
    expect.stringMatching(/^[0-9a-f]{20}$/),
    "ABC12345678",
  ]);
});

test("a key that does not fit is not sent, nor is a call without one where the client can make none", async () => {
  const from = server.received.length;
  const misfit = { idempotencyKey: "7f3b1c9e-0000-4000-8000-000000000000" };
  await expect(client.orders.create({}, misfit)).rejects.toThrow("at most 20 characters");
  await expect(client.parcels.create({}, misfit)).rejects.toThrow("must match ^PCL-[0-9A-Z]{16}$");
  await expect(client.refunds.create()).rejects.toThrow("The client can make no idempotency key");
  expect(server.received.slice(from)).toEqual([]);
});
