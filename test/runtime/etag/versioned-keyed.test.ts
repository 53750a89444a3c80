import { expect, it } from "vitest";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { versionedKeyed } from "../../../src/runtime/etag/keyed-changes.js";
import { parseStrongETag } from "../../../src/runtime/http/strong-etag.js";
import { fakeCore } from "../fake-core.js";

const change: OperationDescriptor = {
  name: "settings.update",
  method: "POST",
  path: "/settings",
  body: { from: "members", content: [] },
  responses: [],
  retryClass: "conditional",
  conditionHeader: "If-Match",
  idempotencyHeader: "Idempotency-Key",
};

it("[IDM-3] [ETG-2] carries the key of the intent beside the validator", async () => {
  const core = fakeCore(() => ({ value: { a: 2 }, headers: { etag: '"2"' } }));
  const options = { ifMatch: parseStrongETag('"1"'), intent: "i" };
  const changed = () => versionedKeyed(core, change, { a: 2 }, options);
  expect(await changed()).toMatchObject({ value: { a: 2 }, etag: '"2"' });
  await changed();
  const [first, second] = core.calls.map((call) => call.options);
  expect(first).toMatchObject({ ifMatch: '"1"', intent: "i" });
  expect(first?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
});
