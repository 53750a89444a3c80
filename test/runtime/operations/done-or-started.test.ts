import { afterEach, describe, expect, it } from "vitest";
import { createCore } from "../../../src/runtime/call/create-core.js";
import type { Core } from "../../../src/runtime/call/core.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { modify } from "../../../src/runtime/etag/modify.js";
import { modifyKeyed } from "../../../src/runtime/etag/keyed-changes.js";
import { rereadAlways } from "../../../src/runtime/etag/reread.js";
import type { CapabilitiesDescriptor } from "../../../src/runtime/limits/capabilities.js";
import { obeyLimits } from "../../../src/runtime/limits/obey-limits.js";
import type { BackgroundDescriptor } from "../../../src/runtime/operations/operation-handle.js";
import { modifyInBackground } from "../../../src/runtime/operations/modify-in-background.js";
import { startOrDone } from "../../../src/runtime/operations/start-operation.js";
import {
  json,
  playAnswer,
  problem,
  type Reply,
  startTestServer,
  type TestServer,
} from "../call/test-server.js";
import { VirtualClock } from "../virtual-clock.js";

const answers: OperationDescriptor["responses"] = [
  { statuses: ["2XX"], content: [{ mediaType: "application/json", codec: "json" }] },
];
const read: OperationDescriptor = {
  name: "settings.get",
  method: "GET",
  path: "/settings",
  responses: answers,
  retryClass: "read",
};
const change: OperationDescriptor = {
  name: "settings.update",
  method: "POST",
  path: "/settings",
  body: { from: "members", content: [{ mediaType: "application/json", codec: "json" }] },
  responses: answers,
  retryClass: "conditional",
  conditionHeader: "If-Match",
};
const background: BackgroundDescriptor = {
  status: {
    name: "operations.get",
    method: "GET",
    path: "/operations/{operationId}",
    parameters: [{ name: "operationId", in: "path", required: true }],
    responses: answers,
    retryClass: "read",
  },
  idParameter: "operationId",
  id: "operationId",
  state: "status",
  states: { succeeded: ["succeeded"], failed: ["failed"] },
};
const capabilities: CapabilitiesDescriptor = {
  operation: {
    name: "capabilities.get",
    method: "GET",
    path: "/capabilities",
    responses: answers,
    retryClass: "read",
  },
  limits: { concurrentOperations: "operations" },
};

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A server that reads `n` as 1, and answers the changes in turn; one operation may run at once. */
async function given(...changes: readonly Reply[]): Promise<{ core: Core; routes: () => readonly string[] }> {
  let made = 0;
  const routes: Readonly<Record<string, Reply>> = {
    "GET /settings": json({ n: 1 }, 200, { etag: '"1"' }),
    "GET /capabilities": json({ operations: 1 }),
    "GET /operations/op-1": json({ status: "succeeded" }),
  };
  const server = await startTestServer((received, response) => {
    const route = `${received.method} ${received.target}`;
    const reply = route === "POST /settings" ? changes[(made += 1) - 1] : routes[route];
    if (typeof reply === "function") reply(received, response);
    else playAnswer(response, reply ?? { status: 404 });
  });
  servers.push(server);
  const core = createCore(
    {
      contract: { title: "Settings", version: "1" },
      serverUrl: server.url,
      credentials: {},
      limits: obeyLimits(capabilities),
    },
    { clock: new VirtualClock({ skip: 9000 }) },
  );
  return { core, routes: () => server.received.map(({ method, target }) => `${method} ${target}`) };
}

const accepted = json({ operationId: "op-1" }, 202, { location: "/operations/op-1" });
const done = json({ n: 2 }, 200, { etag: '"2"' });
const options = { ifMatch: '"1"', deadline: "30s" } as const;
const next = ({ n }: { readonly n: number }) => ({ n: n + 1 });

describe("an operation that is done at once or goes on in the background", () => {
  it("[OPS-1] gives the value of a 200 and the handle of a 202", async () => {
    const { core } = await given(done, accepted);
    const run = () => startOrDone<{ n: number }>(core, change, background, { n: 2 }, options);
    expect(await run()).toEqual({ outcome: "done", value: { n: 2 } });
    const call = run();
    const started = await call;
    expect((await call.withResponse()).status).toBe(202);
    if (started.outcome !== "started") throw new Error("It was not started.");
    expect((await started.operation.wait()).status).toBe("succeeded");
  });

  it("[CAP-2] takes a place for what may be started, and gives it back when it was done at once", async () => {
    const { core, routes } = await given(done, accepted, done);
    for (let count = 0; count < 3; count += 1) await startOrDone(core, change, background, {}, options);
    // The third had to wait until the operation that the second started has ended.
    expect(routes()).toEqual([
      "GET /capabilities",
      "POST /settings",
      "POST /settings",
      "GET /operations/op-1",
      "POST /settings",
    ]);
  });

  it("starts by any status of a range that has an id, where the contract names no 202", async () => {
    const started = json({ operationId: "op-1" });
    const { core } = await given(started, json({ n: 2 }, 201), started, started);
    const run = (descriptor = change) => startOrDone(core, descriptor, background, {}, options);
    expect(await run()).toMatchObject({ outcome: "started", operation: { id: "op-1" } });
    expect(await run()).toEqual({ outcome: "done", value: { n: 2 } });
    // One that the contract names beside the range starts something, too; where that is 202, it alone does.
    const declared = {
      ...change,
      responses: answers.flatMap((one) => [{ ...one, statuses: [200] as const }, one]),
    };
    expect(await run(declared)).toMatchObject({ outcome: "started", operation: { id: "op-1" } });
    const named = {
      ...change,
      responses: [{ ...answers[0], statuses: ["2XX", 202] as const, content: [] }, ...answers],
    };
    expect(await run(named)).toMatchObject({ outcome: "done" });
  });

  it("raises when a 202 names no operation", async () => {
    const { core } = await given(json({}, 202));
    await expect(startOrDone(core, change, background, {}, options)).rejects.toThrow(
      "without a usable operation id",
    );
  });
});

describe("[ETG-3] a modification that may be made in the background", () => {
  const run = (core: Core, descriptor = change) =>
    modifyInBackground<{ n: number }, "settings.get", object>(
      core,
      { read, change: descriptor },
      background,
      undefined,
      next,
      { deadline: "30s" },
    );

  it("hands out the operation of a 202, and the new state of a 200", async () => {
    const { core, routes } = await given(problem(412), accepted, done);
    const started = await run(core);
    if (started.outcome !== "started") throw new Error("It was not started.");
    expect(started.operation.id).toBe("op-1");
    expect(routes()).toEqual([
      "GET /capabilities",
      "GET /settings",
      "POST /settings",
      "GET /settings",
      "POST /settings",
    ]);
    await started.operation.wait();
    expect(await run(core)).toEqual({ outcome: "done", value: { value: { n: 2 }, etag: '"2"' } });
  });

  it("carries one key where the change takes one", async () => {
    const { core } = await given(accepted);
    const keyed = { ...change, idempotencyHeader: "Idempotency-Key" };
    expect((await run(core, keyed).withResponse()).idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("gives what was read when nothing is left to change", async () => {
    const { core } = await given();
    const call = modifyInBackground(core, { read, change }, background, undefined, () => undefined);
    expect(await call).toEqual({ outcome: "done", value: { value: { n: 1 }, etag: '"1"' } });
  });

  it.each([
    ["modify", modify],
    ["modifyKeyed", modifyKeyed],
  ])("%s does not give the old state for a 202 that the contract does not have", async (_, make) => {
    const { core, routes } = await given(accepted);
    const descriptor = { ...change, ...(make === modifyKeyed && { idempotencyHeader: "Idempotency-Key" }) };
    const call = make<{ n: number }, "settings.get", object>(
      core,
      { read, change: descriptor, reread: rereadAlways },
      undefined,
      next,
    );
    await expect(call).rejects.toMatchObject({ kind: "unexpected-response", status: 202 });
    expect(routes().filter((route) => route === "GET /settings")).toHaveLength(1);
  });
});
