import { describe, expect, test } from "vitest";
import { connect as connectRaw, refusal } from "../sandbox/connect.js";
import type { InterceptedRequest, Interference } from "../../src/sandbox/index.js";
import { contextOf, errorOf, startWorld, useGeneratedClient, type World } from "../e2e/world.js";

const client = useGeneratedClient();
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const contacts = [{ phone: "+442079460199" }];

/** Hides the answers to the first imports, whose effects have happened. */
function loseAnswers(count: number, interference: Interference = { kind: "disconnect" }) {
  let left = count;
  return {
    after: ({ operationId }: InterceptedRequest) =>
      operationId === "importDeals" && left-- > 0 ? interference : undefined,
  };
}

/** The deals of the cabinet once everything that was started has ended. */
async function dealsAfterwards({ sandbox, clock }: World): Promise<number> {
  await clock.advance(10_000);
  return contextOf(sandbox, "Northwind").deals.length;
}

describe("a create", () => {
  test("[OPS-1] carries its reason and a UUID as key, and gives the operation's id", async () => {
    const { connect, cabinetId, received } = await startWorld(client());
    const job = await connect().deals.import({ cabinetId, reason: "fair", contacts });
    expect(received("importDeals").map(({ status }) => status)).toEqual([202]);
    expect(received("importDeals")[0]?.headers["idempotency-key"]).toMatch(uuid);
    expect((await job.status()).operation).toMatchObject({ operationId: job.id, reason: "fair" });
  });

  test("[IDM-1] with the same key and data is the existing operation", async () => {
    const { connect, cabinetId } = await startWorld(client());
    const api = connect();
    const options = { idempotencyKey: "f3b1b6a2-4f0e-4a35-8a3c-2f4f5a4cf0d1" };
    const first = await api.deals.export({ cabinetId, reason: "audit" }, options);
    const second = await connect().deals.export({ cabinetId, reason: "audit" }, options);
    expect(second.id).toBe(first.id);
  });

  test.each([
    ["another reason", { reason: "another" }],
    ["other data", { filter: { stages: ["won"] } }],
  ])("[IDM-2] of the same key with %s is refused by the server; the first one stays", async (_, more) => {
    const { sandbox, cabinetId } = await startWorld(client());
    const raw = await connectRaw(sandbox);
    const send = (body: object) =>
      raw.post(
        `/cabinets/${cabinetId}/deals/export-jobs`,
        { reason: "audit", ...body },
        { "idempotency-key": "k" },
      );
    const first = await send({});
    expect(refusal(await send(more))).toEqual([409, "idempotency_key_conflict"]);
    const again = await send({});
    expect([again.status, again.body["operationId"]]).toEqual([202, first.body["operationId"]]);
  });

  test("[IDM-2] with the same key and other data is a typed error, and is not repeated", async () => {
    const { connect, cabinetId, received } = await startWorld(client());
    const api = connect();
    const options = { idempotencyKey: "f3b1b6a2-4f0e-4a35-8a3c-2f4f5a4cf0d2" };
    await api.deals.export({ cabinetId, reason: "audit" }, options);
    const error = await errorOf(api.deals.export({ cabinetId, reason: "another" }, options));
    expect(client().isIdempotencyConflictError(error)).toBe(true);
    expect(error).toMatchObject({ status: 409, code: "idempotency_key_conflict" });
    expect(received("exportDeals").map(({ status }) => status)).toEqual([202, 409]);
  });

  const lost: readonly (readonly [string, Interference])[] = [
    ["a connection that is cut", { kind: "disconnect" }],
    [
      "a gateway's 502",
      { kind: "text", status: 502, headers: { "content-type": "text/html" }, text: "<h1>" },
    ],
    ["a gateway's 504", { kind: "text", status: 504, headers: {}, text: "" }],
  ];

  test.each(lost)("[IDM-3] whose answer is lost by %s is repeated byte for byte", async (_, interference) => {
    const world = await startWorld(client(), { interceptor: loseAnswers(2, interference) });
    const { connect, cabinetId, received, sandbox } = world;
    const before = contextOf(sandbox, "Northwind").deals.length;
    const job = await connect().deals.import({ cabinetId, reason: "fair", contacts });
    await job.wait();
    const sent = received("importDeals");
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(new Set(sent.map(({ bodyDigest }) => bodyDigest)).size).toBe(1);
    expect(await dealsAfterwards(world)).toBe(before + 1);
  });

  test("[IDM-3] whose answers are all lost says so with its key, by which it is repeated later", async () => {
    const world = await startWorld(client(), { interceptor: loseAnswers(4) });
    const { connect, cabinetId, received, sandbox } = world;
    const before = contextOf(sandbox, "Northwind").deals.length;
    const input = { cabinetId, reason: "fair", contacts };
    const error = await errorOf(connect().deals.import(input));
    const { isOutcomeUnknownError } = client();
    if (!isOutcomeUnknownError(error)) throw error;
    const { idempotencyKey = "" } = error;
    expect(error.attempts).toBe(4);
    expect(idempotencyKey).toMatch(uuid);
    await (await connect().deals.import(input, { idempotencyKey })).wait();
    expect(
      received("importDeals").every(({ headers }) => headers["idempotency-key"] === idempotencyKey),
    ).toBe(true);
    expect(await dealsAfterwards(world)).toBe(before + 1);
  });

  test("[IDM-3] that a failing server asks to repeat later says so with its key, after its effect too", async () => {
    const busy: Interference = {
      kind: "text",
      status: 503,
      headers: { "content-type": "application/problem+json", "retry-after": "2" },
      text: JSON.stringify({ status: 503, code: "service_unavailable", retryable: true }),
    };
    const world = await startWorld(client(), { interceptor: loseAnswers(4, busy) });
    const { connect, cabinetId, received, sandbox } = world;
    const before = contextOf(sandbox, "Northwind").deals.length;
    const api = connect();
    const create = () => api.deals.import({ cabinetId, reason: "fair", contacts }, { intent: "fair-2026" });
    const error = await errorOf(create());
    const { isOutcomeUnknownError } = client();
    if (!isOutcomeUnknownError(error)) throw error;
    expect(error).toMatchObject({ attempts: 4, intent: "fair-2026", retryAt: expect.any(Date) as Date });
    expect(error.message).toContain("not before ");
    await (await create()).wait();
    expect(new Set(received("importDeals").map(({ headers }) => headers["idempotency-key"]))).toEqual(
      new Set([error.idempotencyKey]),
    );
    expect(await dealsAfterwards(world)).toBe(before + 1);
  });

  const open: readonly (readonly [string, Interference])[] = [
    ["lost", { kind: "disconnect" }],
    [
      "a failure that may pass",
      {
        kind: "response",
        response: {
          status: 503,
          headers: { "Content-Type": "application/problem+json" },
          body: { title: "Busy", status: 503, code: "busy", retryable: true },
        },
      },
    ],
  ];

  test.each(open)(
    "[IDM-3] whose only answer is %s says that its outcome is open",
    async (_, interference) => {
      const world = await startWorld(client(), { interceptor: loseAnswers(1, interference) });
      const { connect, cabinetId, received } = world;
      const api = connect({ retry: { attempts: 1 } });
      const error = await errorOf(api.deals.import({ cabinetId, reason: "fair", contacts }));
      expect(error).toMatchObject({ kind: "outcome-unknown", attempts: 1 });
      expect(error).toHaveProperty("idempotencyKey", received("importDeals")[0]?.headers["idempotency-key"]);
      expect(received("importDeals")).toHaveLength(1);
    },
  );
});

describe("an intent", () => {
  test("[IDM-3] [IDM-4] is the same create after its process has gone, over a shared store", async () => {
    const world = await startWorld(client(), { interceptor: loseAnswers(4) });
    const { connect, cabinetId, sandbox, received } = world;
    const before = contextOf(sandbox, "Northwind").deals.length;
    const intents = client().memoryIntentStore(() => world.clock.now());
    const input = { cabinetId, reason: "fair", contacts };
    const options = { intent: "trade-fair-2026" };
    const error = await errorOf(connect({ intents }).deals.import(input, options));
    expect(error).toMatchObject({ kind: "outcome-unknown", intent: "trade-fair-2026" });
    const job = await connect({ intents }).deals.import(input, options);
    const again = await connect({ intents }).deals.import(input, options);
    expect(again.id).toBe(job.id);
    expect(new Set(received("importDeals").map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(await dealsAfterwards(world)).toBe(before + 1);
  });

  test("[IDM-2] [ACC-8] with other data is refused before it is sent", async () => {
    const { connect, cabinetId, received } = await startWorld(client());
    const api = connect();
    await api.deals.export({ cabinetId, reason: "audit" }, { intent: "audit" });
    const error = await errorOf(api.deals.export({ cabinetId, reason: "other" }, { intent: "audit" }));
    expect(client().isIdempotencyConflictError(error)).toBe(true);
    expect(received("exportDeals")).toHaveLength(1);
  });

  test.each([
    [true, "happened", 0],
    [false, "did-not-happen", 1],
  ] as const)(
    "[IDM-5] of ambiguous outcome is locked until it is resolved (applied: %s)",
    async (applied, finding, more) => {
      const world = await startWorld(client());
      const { connect, cabinetId, sandbox, received } = world;
      const before = contextOf(sandbox, "Northwind").deals.length;
      const api = connect();
      const create = () => api.deals.import({ cabinetId, reason: "fair", contacts }, { intent: "fair" });
      sandbox.makeNextWriteAmbiguous({ operationId: "importDeals", applied });
      const error = await errorOf(create());
      expect(client().isAmbiguousOutcomeError(error)).toBe(true);
      expect(error).toMatchObject({ code: "ambiguous_upstream_outcome", attempts: 1 });

      expect(client().isAmbiguousOutcomeError(await errorOf(create()))).toBe(true);
      expect(received("importDeals")).toHaveLength(1);

      await api.resolveIntent("fair", finding);
      if (finding === "happened")
        expect(client().isIdempotencyConflictError(await errorOf(create()))).toBe(true);
      else await (await create()).wait();
      expect(received("importDeals")).toHaveLength(1 + more);
      expect(await dealsAfterwards(world)).toBe(before + 1);
    },
  );
});

test.each<[string, object]>([
  ["attempts", { attempts: 0 }],
  ["timeout", { timeout: "x" }],
  ["maxResponseBytes", { maxResponseBytes: -1 }],
  ["deadline", { deadline: "soon" }],
  ["deadline of another type", { deadline: 5n }],
  ["signal", { signal: {} }],
])("[GEN-5] a create with a bad option is refused before any request: %s", async (_, options) => {
  const { connect, cabinetId, sandbox } = await startWorld(client());
  const api = connect();
  const input = { cabinetId, reason: "fair", contacts };
  const background = await errorOf(api.deals.import(input, options));
  const keyed = await errorOf(api.deals.import(input, { ...options, intent: "fair" }));
  expect([background, keyed]).toMatchObject([{ kind: "argument" }, { kind: "argument" }]);
  expect(sandbox.requests).toEqual([]);
});

test("[GEN-5] plain JavaScript mistakes are argument errors before any request", async () => {
  const { connect, cabinetId, sandbox } = await startWorld(client());
  const api = connect();
  const walk = errorOf(api.cabinets.list({ limit: Number.NaN })[Symbol.asyncIterator]().next());
  const errors = [
    await walk,
    await errorOf(api.settings.modify(cabinetId, 5 as never)),
    await errorOf(api.operations.resume("op-1").wait({ onProgress: 5 as never })),
  ];
  expect(errors).toMatchObject([{ kind: "argument" }, { kind: "argument" }, { kind: "argument" }]);
  expect(sandbox.requests).toEqual([]);
});

test.each<[string, unknown]>([
  ["a Map", new Map([["phone", "1"]])],
  ["a function", () => "1"],
  ["a list with a gap", Array<unknown>(2)],
])("[GEN-5] a create refuses %s in its data before any request", async (_, given) => {
  const { connect, cabinetId, sandbox } = await startWorld(client());
  const input = { cabinetId, reason: "fair", contacts: [{ phone: "1", more: given }] } as never;
  const error = await errorOf(connect().deals.import(input));
  expect(error).toMatchObject({ kind: "argument" });
  expect(String(error)).toContain("Give plain data");
  expect(sandbox.requests).toEqual([]);
});

describe("a background operation with an ambiguous outcome", () => {
  test("[IDM-5] asks to check the actual state first, even when it is retryable, and locks its intent", async () => {
    const { connect, cabinetId, received, sandbox } = await startWorld(client());
    const api = connect();
    const create = () => api.deals.import({ cabinetId, reason: "fair", contacts }, { intent: "fair" });
    sandbox.failNextOperation({
      code: "ambiguous_upstream_outcome",
      message: "unknown",
      retryable: true,
      applied: true,
    });
    const job = await create();
    const error = await errorOf(job.wait());
    expect(client().isOperationFailedError(error)).toBe(true);
    expect(error).toMatchObject({ code: "ambiguous_upstream_outcome", retryable: false });
    expect(String(error)).toContain("Check the actual state in the upstream system first.");
    expect(String(error)).not.toContain("new intent");

    expect(client().isAmbiguousOutcomeError(await errorOf(create()))).toBe(true);
    expect(received("importDeals")).toHaveLength(1);
    await api.resolveIntent("fair", "happened");
    await errorOf(job.wait());
    expect(client().isIdempotencyConflictError(await errorOf(create()))).toBe(true);
  });
});

describe("a change without a key", () => {
  test("[IDM-3] whose answer is lost is not repeated: its outcome is unknown", async () => {
    const { connect, cabinetId, received, sandbox } = await startWorld(client(), {
      interceptor: {
        after: ({ operationId }) => (operationId === "updateProject" ? { kind: "disconnect" } : undefined),
      },
    });
    const projectId = contextOf(sandbox, "Northwind").projects[0]?.projectId ?? "";
    const error = await errorOf(
      connect().projects.update({ cabinetId, projectId, reason: "rename", patch: { name: "Renamed" } }),
    );
    expect(client().isOutcomeUnknownError(error)).toBe(true);
    expect(error).toMatchObject({ attempts: 1 });
    expect(error).not.toHaveProperty("idempotencyKey");
    expect(received("updateProject")).toHaveLength(1);
  });
});
