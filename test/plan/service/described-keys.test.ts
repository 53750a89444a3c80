import { expect, test } from "vitest";
import { describedHeader } from "../../../src/plan/service/signs/idempotency/described-keys.js";
import { planOf } from "../plan-of.js";
import { json, lostIn } from "./lost-contract.js";

test.each([
  ["It accepts an idempotency key in the header `X-Idem`.", "X-Idem"],
  ["Send the `X-Request-Token` header as the idempotency key.", "X-Request-Token"],
  ["Header `X-Idem`: the idempotency key", "X-Idem"],
  ["Idempotency key (`X-Idem` header)", "X-Idem"],
  ["Send an idempotency key.", "Idempotency-Key"],
  ["The `X-Tenant-Id` header with an idempotency key.", "Idempotency-Key"],
  ["Idempotency keys (`Retry-After` header applies).", "Idempotency-Key"],
  ["The response header `X-Request-Id` has the idempotency key.", "Idempotency-Key"],
  ["The idempotency key is not the header `X-Trace-Id`.", undefined],
  ["The idempotency key belongs to the tenant of the header `X-Tenant`.", "Idempotency-Key"],
  ["Send `X-Request-Id` for safe retries.", "X-Request-Id"],
  ["Retries are safe with the header `Request-Token`.", "Request-Token"],
  [
    "POST needs a value for X-Transaction-ID. That ensures it is processed once and only once.",
    "X-Transaction-ID",
  ],
  ["Send `X-Request-Id` so that nothing is charged twice.", "X-Request-Id"],
  ["Calls with the same value of `X-Dedupe` get the first response.", "X-Dedupe"],
  ["`X-Request-Id` is for tracing. Retries of reads are safe.", undefined],
  ["Webhooks have `X-Event` to avoid duplicates.", undefined],
  ["Send `X-Tenant`. Reads are idempotent.", undefined],
  ["The `X-Workspace` header picks one. This endpoint is not idempotent.", undefined],
  ["All requests need `X-Tenant-Id`. A card is never charged twice.", undefined],
  ["Send the `X-CSRF-Token` header; it can be used only once.", undefined],
  ["Use `X-Dry-Run: true` to check. It is safe to retry.", undefined],
  ["Retries are never safe. Send `X-Request-Id`.", undefined],
  ["### Idempotence (upcoming)\n\nPOST needs `X-Transaction-ID`: it is then processed once.", undefined],
  ["Idempotency keys will be supported in a future version.", undefined],
  ["### Idempotence\n\nPOST needs `X-Transaction-ID`: it is then processed once.", "X-Transaction-ID"],
  ["Idempotency keys are remembered. The header `X-Trace-Id` helps.", "Idempotency-Key"],
])("%s names %s", (text, want) => {
  expect(describedHeader(text)).toBe(want);
});

/** A create, below what the description of the contract says. */
const contract = (description: string, parameters = "") => `
info: { title: T, version: "1", description: "${description}" }
paths: { /pets: { post: { ${parameters} responses: { '201': { description: P, ${json("{ properties: { id: { type: string } } }")} } } } } }`;

const keysOf = (yaml: string) =>
  lostIn(yaml).flatMap(({ trait, lines }) => (trait === "idempotency" ? [lines.at(-1)?.trim()] : []));

test("a header of another name that the contract describes is that of each create", () => {
  expect(keysOf(contract("Creates take an idempotency key in the header `X-Idem`."))).toEqual([
    "idempotency: { header: X-Idem, undeclared: true }",
  ]);
});

test("a header that an operation declares is not called undeclared", () => {
  const parameters = "parameters: [{ in: header, name: X-Idem, schema: { type: string } }],";
  expect(keysOf(contract("Creates take an idempotency key in the header `X-Idem`.", parameters))).toEqual([
    "idempotency: { header: X-Idem }",
  ]);
});

test.each([
  ["Every endpoint that queues a job requires the `Idempotency-Key` header.", ["/b"]],
  ["Jobs take the `Idempotency-Key` header.", []],
])("a text about all requests is about those that do not declare the header: %s", (description, want) => {
  const start = (parameters: string) =>
    `{ post: { ${parameters} responses: { '202': { description: J } } } }`;
  const key = "parameters: [{ in: header, name: Idempotency-Key, schema: { type: string } }],";
  const given = `
info: { title: T, version: "1", description: ${JSON.stringify(description)} }
paths: { /a: ${start(key)}, /b: ${start("")} }`;
  const found = planOf(given).traits.lost.filter(({ trait }) => trait === "idempotency");
  expect(found.map(({ operation }) => operation?.path)).toEqual(want);
});
