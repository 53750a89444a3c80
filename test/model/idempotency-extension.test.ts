import { expect, test } from "vitest";
import type { JsonObject } from "../../src/load/loaded-contract.js";
import type { KeyExtension } from "../../src/model/api-model.js";
import { keyExtension } from "../../src/model/idempotency-extension.js";

test.each<readonly [JsonObject, KeyExtension | undefined]>([
  [{ "x-idempotency-key": "required" }, { name: "x-idempotency-key" }],
  [{ "x-idempotency-key": "X-Once" }, { name: "x-idempotency-key", header: "X-Once" }],
  [{ "x-idempotency": true }, { name: "x-idempotency" }],
  [{ "x-idempotencyKey": {} }, { name: "x-idempotencyKey" }],
  [
    { "x-idempotency": { header: "X-Idempotency-Key" } },
    { name: "x-idempotency", header: "X-Idempotency-Key" },
  ],
  [
    { "x-acme-idempotency-header": "Idempotency-Key" },
    { name: "x-acme-idempotency-header", header: "Idempotency-Key" },
  ],
  [{ "x-idempotent": true }, { name: "x-idempotent", isHint: true }],
  [{ "x-idempotent": { header: "Idempotency-Key" } }, { name: "x-idempotent", header: "Idempotency-Key" }],
  [{ "x-idempotent": false }, undefined],
  [{ "x-idempotency": "none" }, undefined],
  [{ "x-idempotency": { enabled: false } }, undefined],
  [{ "x-idempotency": { in: "body", name: "requestId" } }, undefined],
  [{ "x-non-idempotent": true }, undefined],
  [{ "x-idempotent-docs": "https://a.example" }, undefined],
  [{ idempotency: true }, undefined],
])("what %j says of a key: %j", (operation, want) => {
  expect(keyExtension(operation)).toEqual(want);
});
