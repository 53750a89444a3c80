import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfiguration } from "../../src/config/read-config.js";
import type { JsonObject } from "../determinism/json-tree.js";
import { json, type Reply } from "../runtime/call/test-server.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* A contract that shows none of its promises, and a configuration that says them: what travels. */
const text = { type: "string" };
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const gives = (schema: JsonObject, status = "200"): JsonObject => ({
  [status]: { description: "", content: { "application/json": { schema } } },
});
const id = { in: "path", name: "id", required: true, schema: text };
const query = (name: string, schema: JsonObject = text): JsonObject => ({ in: "query", name, schema });
const contract: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Wire", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/invoices": {
      get: {
        operationId: "listInvoices",
        tags: ["invoices"],
        parameters: [query("token"), query("nr", { type: "integer" })],
        responses: gives(
          object({ rows: { type: "array", items: object({ id: text }) }, meta: object({ follow: text }) }),
        ),
      },
      post: {
        operationId: "createInvoice",
        tags: ["invoices"],
        requestBody: { content: { "application/json": { schema: object({ total: text }) } } },
        responses: gives(object({ id: text }), "201"),
      },
    },
    "/invoices/{id}": {
      get: {
        operationId: "getInvoice",
        tags: ["invoices"],
        parameters: [id],
        responses: gives(object({ total: text })),
      },
      put: {
        operationId: "updateInvoice",
        tags: ["invoices"],
        parameters: [id],
        requestBody: { required: true, content: { "application/json": { schema: object({ total: text }) } } },
        responses: { "204": { description: "" } },
      },
    },
    "/limits": {
      get: {
        operationId: "getLimits",
        tags: ["limits"],
        responses: gives(object({ on: { type: "object" } })),
      },
    },
    "/find": {
      post: {
        operationId: "findInvoices",
        tags: ["invoices"],
        requestBody: { content: { "application/json": { schema: object({ word: text }) } } },
        responses: gives(object({ found: { type: "integer" } })),
      },
    },
    "/exports": {
      post: {
        operationId: "startExport",
        tags: ["exports"],
        responses: gives(object({ job: object({ no: text }) }), "202"),
      },
    },
    "/jobs/{id}": {
      get: {
        operationId: "getJob",
        tags: ["jobs"],
        parameters: [id],
        responses: gives(object({ phase: { enum: ["waiting", "ready", "broken"] }, why: text })),
      },
    },
    "/jobs/{id}/rows": {
      get: {
        operationId: "getRows",
        tags: ["jobs"],
        parameters: [id, query("from", { type: "integer" })],
        responses: gives({ type: "array", items: object({ id: text }) }),
      },
    },
  },
};

const configuration = `
clients:
  wire:
    contract: a
    out: b
    problems: { meanings: { SAME_KEY: idempotency-conflict } }
    capabilities: { operation: getLimits, features: on }
    intentRetention: 200ms
    operations:
      listInvoices: { pagination: { style: cursor, items: rows, next: meta.follow, cursor: token } }
      createInvoice: { idempotency: { header: X-Once } }
      updateInvoice: { conditional: { read: getInvoice } }
      findInvoices: { safe: true, features: [find] }
      startExport:
        background:
          status: getJob
          id: job.no
          state: { member: phase, succeeded: [ready], failed: [broken] }
          error: { message: why }
          result: getRows
      getRows: { pagination: { style: offset, offset: from } }
`;

let replies: Reply[] = [];
let isOn = true;
let wire: WireClient;
beforeAll(async () => {
  const folder = await makeTemporaryFolder("overrides");
  const path = join(folder.path, "cabinetry.yaml");
  writeFileSync(path, configuration);
  const overrides = (await readConfiguration(path))?.clients[0]?.overrides;
  await folder.remove();
  const reply: Reply = (received, response) => {
    // Read once for each client, before its first call.
    const next = received.target === "/limits" ? json({ on: { find: isOn } }) : replies.shift();
    if (typeof next === "function") next(received, response);
    else {
      response.writeHead(next?.status ?? 500, next?.headers as Record<string, string>);
      response.end(next?.body);
    }
  };
  wire = await wireClient(contract, reply, undefined, { overrides });
});
afterAll(() => wire.close());

const failed: Reply = { status: 503 };
const sent = (count: number) =>
  wire.received
    .filter(({ target }) => target !== "/limits")
    .slice(-count)
    .map(({ method, target, headers, body }) => ({ method, target, headers, body: body.toString() }));

describe("what a configuration says of an operation is what the client does", () => {
  test("a code has its meaning", async () => {
    const headers = { "content-type": "application/problem+json" };
    replies = [
      { status: 409, headers, body: JSON.stringify({ title: "Used", status: 409, code: "SAME_KEY" }) },
    ];
    const call = wire.call(wire.create(), "invoices.create", { total: "1" });
    await expect(call).rejects.toMatchObject({ kind: "idempotency-conflict" });
  });

  test("an operation whose flag is off is not sent", async () => {
    isOn = false;
    const call = wire.call(wire.create(), "invoices.find", { word: "a" });
    await expect(call).rejects.toMatchObject({ kind: "feature-disabled" });
    expect(wire.received.at(-1)?.target).toBe("/limits");
    isOn = true;
  });

  test("pages follow the cursor", async () => {
    replies = [json({ rows: [{ id: "1" }], meta: { follow: "b" } }), json({ rows: [{ id: "2" }], meta: {} })];
    const items: unknown[] = [];
    for await (const item of wire.call(wire.create(), "invoices.list") as AsyncIterable<unknown>)
      items.push(item);
    expect(items).toEqual([{ id: "1" }, { id: "2" }]);
    expect(sent(2).map(({ target }) => target)).toEqual(["/invoices", "/invoices?token=b"]);
  });

  test("an intent is not sent again once its key is forgotten, unless the client says otherwise", async () => {
    const lost: Reply = (_, response) => response.destroy();
    const lose = async (options: object) => {
      replies = [lost, json({ id: "1" }, 201)];
      const client = wire.create({ retry: { attempts: 1 }, ...options });
      const create = () => wire.call(client, "invoices.create", { total: "1" }, { intent: "may" });
      await expect(create()).rejects.toMatchObject({ kind: "outcome-unknown" });
      await new Promise((resolve) => setTimeout(resolve, 250));
      return { create, count: wire.received.length };
    };
    const { create, count } = await lose({});
    await expect(create()).rejects.toThrow(
      "The response to this intent was lost longer ago than the server keeps keys; nothing was sent.",
    );
    expect(wire.received.length).toBe(count);
    expect(await (await lose({ intentRetention: "1h" })).create()).toEqual({ id: "1" });
  });

  test("a create is repeated with the same key", async () => {
    replies = [failed, json({ id: "1" }, 201)];
    const client = wire.create({ retry: { baseDelay: 1 } });
    expect(await wire.call(client, "invoices.create", { total: "1" })).toEqual({ id: "1" });
    const keys = sent(2).map(({ headers }) => headers["x-once"]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/u);
    expect(keys[1]).toBe(keys[0]);
  });

  test("a POST that only reads is repeated", async () => {
    replies = [failed, json({ found: 1 })];
    const client = wire.create({ retry: { baseDelay: 1 } });
    expect(await wire.call(client, "invoices.find", { word: "a" })).toEqual({ found: 1 });
  });

  test("a change carries the ETag of its read, and reads again on 412", async () => {
    const client = wire.create();
    replies = [
      json({ total: "1" }, 200, { etag: '"a"' }),
      { status: 412 },
      json({ total: "2" }, 200, { etag: '"b"' }),
      { status: 204 },
      json({ total: "20" }, 200, { etag: '"c"' }),
    ];
    const invoices = Reflect.get(client, "invoices") as {
      modify(input: object, change: (now: { total: string }) => object): Promise<unknown>;
    };
    await invoices.modify({ id: "7" }, ({ total }) => ({ total: `${total}0` }));
    expect(sent(5).map(({ method, headers, body }) => [method, headers["if-match"], body])).toEqual([
      ["GET", undefined, ""],
      ["PUT", '"a"', '{"total":"10"}'],
      ["GET", undefined, ""],
      ["PUT", '"b"', '{"total":"20"}'],
      ["GET", undefined, ""],
    ]);
  });

  test("a background operation is followed to its end, and its result read", async () => {
    replies = [json({ job: { no: "j1" } }, 202), json({ phase: "ready" }), json([{ id: "1" }]), json([])];
    const job = (await wire.call(wire.create(), "exports.start")) as {
      readonly id: string;
      wait(): Promise<{ readonly outcome: string }>;
      results(): AsyncIterable<unknown>;
    };
    const { outcome } = await job.wait();
    const rows: unknown[] = [];
    for await (const row of job.results()) rows.push(row);
    expect([job.id, outcome, rows]).toEqual(["j1", "succeeded", [{ id: "1" }]]);
    expect(sent(4).map(({ target }) => target)).toEqual([
      "/exports",
      "/jobs/j1",
      "/jobs/j1/rows",
      "/jobs/j1/rows?from=1",
    ]);
  });

  test("and one that failed says why", async () => {
    replies = [json({ job: { no: "j2" } }, 202), json({ phase: "broken", why: "No rows." })];
    const job = (await wire.call(wire.create(), "exports.start")) as { wait(): Promise<unknown> };
    await expect(job.wait()).rejects.toMatchObject({ failure: { message: "No rows." } });
  });
});
