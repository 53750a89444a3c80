import { getEventListeners } from "node:events";
import { afterEach, expect, it } from "vitest";
import { call } from "../../../src/runtime/call/call.js";
import { createCore } from "../../../src/runtime/call/create-core.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { json, startTestServer, type TestServer } from "./test-server.js";

let server: TestServer;
afterEach(() => server.close());

const read: OperationDescriptor = {
  name: "things.get",
  method: "GET",
  path: "/things",
  responses: [{ statuses: [200], content: [{ mediaType: "application/json", codec: "json" }] }],
  retryClass: "read",
};

it("a hundred calls on one signal warn of nothing, end with it, and leave no listener behind", async () => {
  const warnings: Error[] = [];
  const warn = (warning: Error): number => warnings.push(warning);
  process.on("warning", warn);
  server = await startTestServer(json(1));
  const core = createCore({
    contract: { title: "t", version: "1" },
    serverUrl: server.url,
    credentials: {},
  });
  const { signal } = new AbortController();
  const calls = Array.from({ length: 100 }, () => call(core, read, {}, { signal }));
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  await Promise.all(calls);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  const controller = new AbortController();
  const aborted = Array.from({ length: 100 }, () =>
    call(core, read, {}, { signal: controller.signal }).catch((error: unknown) => (error as Error).name),
  );
  controller.abort();
  expect(new Set(await Promise.all(aborted))).toEqual(new Set(["AbortError"]));
  expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", warn);
  expect(warnings).toEqual([]);
});
