import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { generate } from "../src/generate.js";
import { run, shop } from "./cli/run.js";

const contract = (paths: string, schemas: string) => `openapi: 3.1.0
info: { title: Corner shop, version: "1" }
servers: [{ url: https://shop.example/v1 }]
paths:
${paths}
components:
  schemas:
${schemas}
`;
const operation = (method: string, id: string, schema: string, more = "") =>
  `{ ${method}: { operationId: ${id}, tags: [orders], ${more} responses: { "200": { description: "", content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } } } } }`;
const BEFORE = contract(
  `  /orders: ${operation("get", "listOrders", "Order")}
  /old: ${operation("get", "oldOrders", "Gone")}
  /same: ${operation("get", "sameOrders", "Order")}`,
  `    Order: { type: object, properties: { id: { type: string } } }
    Gone: { type: object, properties: { id: { type: string } } }`,
);
const AFTER = contract(
  `  /orders: ${operation("get", "listOrders", "Order", "parameters: [{ in: query, name: q, required: true, schema: { type: string } }],")}
  /new: ${operation("get", "newOrders", "Added")}
  /same: ${operation("get", "sameOrders", "Order")}`,
  `    Order: { type: object, description: Other words., properties: { id: { type: integer } } }
    Added: { type: object, properties: { id: { type: string } } }`,
);

test("generate and --check list methods and models that are new, gone, renamed or different", async () => {
  const { contract: path } = shop(BEFORE);
  const out = join(dirname(path), "client");
  expect((await generate({ contract: path, out })).callerChanges).toBeUndefined();
  expect((await generate({ contract: path, out })).callerChanges).toEqual([]);
  writeFileSync(path, AFTER);
  const lock = join(out, "names.lock.json");
  writeFileSync(lock, readFileSync(lock, "utf8").replace("orders.same", "orders.equal"));
  const want = [
    { change: "changed", kind: "method", name: "orders.list" },
    { change: "added", kind: "method", name: "orders.new" },
    { change: "removed", kind: "method", name: "orders.old" },
    { change: "added", kind: "model", name: "Added" },
    { change: "removed", kind: "model", name: "Gone" },
    { change: "changed", kind: "model", name: "Order" },
  ];
  expect((await generate({ contract: path, out, check: true })).callerChanges).toEqual(want);
  const check = await run(["generate", path, "-o", out, "--check"]);
  const lines = `Changes for callers:
  changed  method orders.list
  added    method orders.new
  removed  method orders.old
  added    model  Added
  removed  model  Gone
  changed  model  Order
`;
  expect([check.exitCode, check.out]).toEqual([1, expect.stringContaining(lines)]);
  expect((await run(["generate", path, "-o", out])).out).toContain(lines);
  const renamed = await generate({ contract: path, out, rename: true, check: true });
  expect(renamed.callerChanges).toEqual([
    { change: "renamed", kind: "method", name: "orders.same", before: "orders.equal" },
  ]);
});

test("words and settings change nothing for callers; what cannot be read is not known", async () => {
  const { contract: path } = shop(BEFORE);
  const out = join(dirname(path), "client");
  await generate({ contract: path, out });
  writeFileSync(path, BEFORE.replace("type: object,", "type: object, description: Words.,"));
  expect((await generate({ contract: path, out, importExtension: "ts" })).callerChanges).toEqual([]);
  writeFileSync(join(out, "openapi.json"), "<<<<<<< ours\n");
  expect((await generate({ contract: path, out, check: true })).callerChanges).toBeUndefined();
});
