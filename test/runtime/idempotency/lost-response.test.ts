import { afterEach, describe, expect, it } from "vitest";
import type { ClientOptions } from "../../../src/runtime/call/client-options.js";
import { createCore } from "../../../src/runtime/call/create-core.js";
import type { Core, CoreSetup } from "../../../src/runtime/call/core.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { isOutcomeUnknownError } from "../../../src/runtime/errors/idempotency-errors.js";
import { isResourceProblemError } from "../../../src/runtime/errors/response-errors.js";
import { intentsOf } from "../../../src/runtime/idempotency/intents.js";
import { keyed } from "../../../src/runtime/idempotency/keyed.js";
import { hangUp, json, problem, type Reply, startTestServer, type TestServer } from "../call/test-server.js";
import { unlimited } from "../unlimited.js";
import { VirtualClock } from "../virtual-clock.js";

const create: OperationDescriptor = {
  name: "projects.create",
  method: "POST",
  path: "/projects",
  body: { from: "members", content: [{ mediaType: "application/json", codec: "json" }] },
  responses: [{ statuses: [201], content: [{ mediaType: "application/json", codec: "json" }] }],
  retryClass: "keyed",
  idempotencyHeader: "Idempotency-Key",
};

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function given(
  replies: readonly Reply[],
  options: ClientOptions = {},
  setup: Partial<CoreSetup> = {},
): Promise<{ core: Core; keys: () => readonly unknown[] }> {
  const server = await startTestServer(...replies);
  servers.push(server);
  const core = createCore(
    {
      contract: { title: "Projects", version: "1", problem: { codes: {} } },
      serverUrl: server.url,
      credentials: {},
      ...setup,
    },
    { clock: new VirtualClock({ skip: 20_000 }), ...options },
  );
  return { core, keys: () => server.received.map(({ headers }) => headers["idempotency-key"]) };
}

const run = (core: Core) => keyed<unknown>(core, create, { name: "n" }, { intent: "nightly" });

async function caught(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => "resolved",
    (error: unknown) => error,
  );
}

describe("an intent whose answer was lost", () => {
  it.each([404, 403, 422, 400])(
    "[IDM-3] keeps its key when the repeat is answered with %i",
    async (status) => {
      const { core, keys } = await given([hangUp, problem(status), json("created", 201)]);
      const error = await caught(run(core));
      expect(error).toMatchObject({ kind: "outcome-unknown", intent: "nightly", attempts: 2 });
      expect(isOutcomeUnknownError(error) && error.cause).toMatchObject({ status });
      expect(await run(core)).toBe("created");
      const [first] = keys();
      expect(keys()).toEqual([first, first, first]);
      expect(isOutcomeUnknownError(error) && error.idempotencyKey).toBe(first);
    },
  );

  it("is free again when the one attempt there was is refused", async () => {
    const { core } = await given([problem(404)]);
    expect(isResourceProblemError(await caught(run(core)))).toBe(true);
    expect(await intentsOf(core).store.read("nightly")).toBeUndefined();
  });

  it("[IDM-3] keeps its key after a conflict, which can come of the very request that it repeats", async () => {
    const { core, keys } = await given([problem(409), json("created", 201)]);
    expect(await caught(run(core))).toMatchObject({ kind: "problem", status: 409 });
    expect(await run(core)).toBe("created");
    const [first] = keys();
    expect(keys()).toEqual([first, first]);
  });

  it("[IDM-3] keeps its key when a store of the caller's fails before the repeat", async () => {
    const broken = new Error("the pacing store is down");
    let turns = 0;
    const limits = {
      ...unlimited,
      pace: () => {
        turns += 1;
        return turns === 2 ? Promise.reject(broken) : Promise.resolve();
      },
    };
    const { core, keys } = await given([hangUp, json("created", 201)], {}, { limits: () => limits });
    const error = await caught(run(core));
    expect(error).toMatchObject({
      kind: "outcome-unknown",
      intent: "nightly",
      attempts: 1,
      rawCause: broken,
    });
    expect(await run(core)).toBe("created");
    const [first] = keys();
    expect(keys()).toEqual([first, first]);
    expect(isOutcomeUnknownError(error) && error.idempotencyKey).toBe(first);
  });
});
