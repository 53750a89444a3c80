import { describe, expect, test } from "vitest";
import { connect as connectRaw, refusal } from "../sandbox/connect.js";
import { VirtualClock } from "../runtime/virtual-clock.js";
import { collect, contextOf, errorOf, startWorld, useGeneratedClient } from "../e2e/world.js";

const client = useGeneratedClient();
const day = 86_400_000;

describe("the request that creates one", () => {
  test("[OPS-1] answers 202 with the id, where its status is, and when to ask", async () => {
    const { sandbox, connect, cabinetId } = await startWorld(client());
    const { status, headers, value } = await connect()
      .deals.export({ cabinetId, reason: "audit" })
      .withResponse();
    expect(status).toBe(202);
    expect(headers.get("location")).toBe(`${sandbox.apiUrl}/operations/${value.id}`);
    expect(headers.get("retry-after")).toBe("2");
  });

  test("[OPS-1] is refused by the server without its reason, and without its key", async () => {
    const { sandbox, cabinetId } = await startWorld(client());
    const raw = await connectRaw(sandbox);
    const path = `/cabinets/${cabinetId}/deals/export-jobs`;
    const answers = [
      await raw.post(path, {}, { "idempotency-key": "k" }),
      await raw.post(path, { reason: "" }, { "idempotency-key": "k" }),
      await raw.post(path, { reason: "audit" }),
    ];
    expect(answers.map(refusal)).toEqual(Array<unknown>(3).fill([400, "validation_failed"]));
    expect((await raw.post(path, { reason: "audit" }, { "idempotency-key": "k" })).status).toBe(202);
  });
});

describe("a background operation", () => {
  test("[OPS-2] is waited for through its states, with progress", async () => {
    const { connect, cabinetId } = await startWorld(client(), {
      timing: { queuedMs: 3000, runningMs: 5000 },
    });
    const job = await connect().deals.export({ cabinetId, reason: "audit" });
    const seen: string[] = [];
    const end = await job.wait({ onProgress: ({ status }) => void seen.push(status) });
    expect(end).toMatchObject({
      outcome: "succeeded",
      operation: { status: "succeeded", progress: { processed: 1800, total: 1800 } },
    });
    expect([...new Set(seen)]).toEqual(["queued", "running", "succeeded"]);
  });

  test("[OPS-2] in a state that the client does not know goes on", async () => {
    let polls = 0;
    const { connect, cabinetId } = await startWorld(client(), {
      interceptor: {
        after: ({ operationId }, answer) => {
          polls += operationId === "getOperation" ? 1 : 0;
          return operationId === "getOperation" && polls === 1
            ? {
                kind: "response",
                response: { ...answer, body: { ...(answer.body as object), status: "paused" } },
              }
            : undefined;
        },
      },
    });
    const job = await connect().deals.export({ cabinetId, reason: "audit" });
    const seen: string[] = [];
    await job.wait({ onProgress: ({ status }) => void seen.push(status) });
    expect([seen[0], seen.at(-1)]).toEqual(["paused", "succeeded"]);
  });

  test("[OPS-3] that failed is a typed error of its own, and no HTTP error", async () => {
    const { connect, cabinetId, sandbox } = await startWorld(client());
    sandbox.failNextOperation({
      code: "quota",
      message: "+442079460199 is full",
      retryable: true,
      applied: false,
    });
    const job = await connect().deals.export({ cabinetId, reason: "audit" });
    const error = await errorOf(job.wait());
    expect(client().isOperationFailedError(error)).toBe(true);
    expect(error).toMatchObject({ code: "quota", retryable: true, operationId: job.id });
    expect(error).not.toHaveProperty("status");
    expect(String(error)).not.toContain("+442079460199");
    expect((await job.status()).outcome).toBe("failed");
  });

  test("[OPS-3] that failed is HTTP 200 for its status", async () => {
    const { connect, cabinetId, sandbox, received } = await startWorld(client());
    sandbox.failNextOperation({ code: "quota", message: "full", retryable: true, applied: false });
    const api = connect();
    const job = await api.deals.export({ cabinetId, reason: "audit" });
    await errorOf(job.wait());
    expect(received("getOperation").every(({ status }) => status === 200)).toBe(true);
    expect(await api.operations.get(job.id)).toMatchObject({
      status: "failed",
      error: { code: "quota", message: "full", retryable: true },
    });
  });

  test("[ACC-6] whose right was withdrawn while it was queued fails", async () => {
    const { connect, cabinetId, sandbox } = await startWorld(client());
    const job = await connect().deals.export({ cabinetId, reason: "audit" });
    sandbox.withdrawRight({ right: "export_deals", cabinetId });
    expect(await errorOf(job.wait())).toMatchObject({
      kind: "operation-failed",
      code: "cabinet_access_denied",
    });
  });

  test("[OPS-4] is polled every two seconds at most, and later when asked, however many wait for it", async () => {
    const { connect, cabinetId, received } = await startWorld(client(), {
      timing: { queuedMs: 10_000, runningMs: 20_000, retryAfterSeconds: 3 },
      limits: { minPollIntervalMs: 2000 },
    });
    const api = connect();
    const job = await api.deals.export({ cabinetId, reason: "audit" });
    const waiters = [job, job, api.operations.resume(job.id)];
    await Promise.all(waiters.map((waiter) => waiter.wait()));
    const polls = received("getOperation");
    const gaps = polls.slice(1).map(({ time }, index) => time - polls[index]!.time);
    expect(polls.length).toBeGreaterThan(5);
    expect(gaps.every((gap) => gap >= 3000 && gap <= 3600)).toBe(true);
    expect(polls.every(({ status }) => status === 200)).toBe(true);
  });

  test("[OPS-4] is polled no more than once in two seconds when the server asks for less", async () => {
    const { connect, cabinetId, received } = await startWorld(client(), {
      timing: { queuedMs: 10_000, runningMs: 10_000, retryAfterSeconds: 0 },
    });
    const api = connect();
    const job = await api.deals.export({ cabinetId, reason: "audit" });
    const asking = async () => {
      while ((await job.status()).outcome === "pending");
    };
    await Promise.all([job.wait(), asking(), api.operations.resume(job.id).wait()]);
    const times = received("getOperation").map(({ time }) => time);
    const gaps = times.slice(1).map((time, index) => time - times[index]!);
    expect(gaps.length).toBeGreaterThan(5);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2000);
  });

  test.each([
    [0, 2000],
    [0.5, 2200],
    [0.99, 2396],
  ])("[OPS-4] is polled with jitter, which only ever adds: %s gives %s ms", async (random, want) => {
    const clock = new VirtualClock({ skip: 9_000, random: () => random });
    const { connect, cabinetId, received } = await startWorld(client(), {}, clock);
    const job = await connect().deals.export({ cabinetId, reason: "audit" });
    const begun = clock.now();
    await job.status();
    await job.status();
    const times = received("getOperation").map(({ time }) => time);
    expect(times.map((time, index) => Math.round(time - (times[index - 1] ?? begun)))).toEqual([want, want]);
  });

  test("[OPS-5] goes on when its wait is aborted, and is resumed by its id by another client", async () => {
    const clock = new VirtualClock();
    const { connect, cabinetId } = await startWorld(client(), {}, clock);
    const job = await connect().deals.export({ cabinetId, reason: "audit", filter: { stages: ["won"] } });
    const controller = new AbortController();
    const waiting = errorOf(job.wait({ signal: controller.signal }));
    await clock.asleep(1, 5000);
    controller.abort(new Error("deploy"));
    expect(client().isAbortedError(await waiting)).toBe(true);

    const { id } = JSON.parse(JSON.stringify(job)) as { id: string };
    await clock.advance(10_000);
    const resumed = connect({ clock: new VirtualClock({ skip: 9_000 }) }).operations.resume(id);
    await resumed.wait();
    const rows = await collect(resumed.results({ pageSize: 250 }));
    expect(rows.map(({ kind }) => kind)).toEqual(Array<string>(rows.length).fill("deal_export"));
  });

  test("[OPS-6] is reported as expired after its retention", async () => {
    const { connect, cabinetId, clock } = await startWorld(client());
    const api = connect();
    const job = await api.deals.export({ cabinetId, reason: "audit" });
    await job.wait();
    await clock.advance(7 * day + 10_000);
    const errors = [
      await errorOf(api.operations.resume(job.id).wait()),
      await errorOf(collect(job.results())),
      await errorOf(api.operations.get(job.id)),
    ];
    expect(errors.map((error) => client().isOperationExpiredError(error))).toEqual([true, true, true]);
  });

  test("[RES-4] gives its result in pages, tied to the request that began it", async () => {
    const { connect, cabinetId, sandbox, received } = await startWorld(client());
    const job = await connect().deals.export({ cabinetId, reason: "audit" });
    await job.wait();
    const rows = await collect(job.results({ pageSize: 250 }));
    const { deals } = contextOf(sandbox, "Northwind");
    expect(rows.map((row) => (row.kind === "deal_export" ? row.dealId : ""))).toEqual(
      deals.map(({ dealId }) => dealId),
    );
    const pages = received("getOperationResult");
    expect(pages).toHaveLength(8);
    expect(new Set(pages.map(({ query }) => query["pageSize"]))).toEqual(new Set(["250"]));
    expect(new Set(pages.map(({ query }) => query["cursor"])).size).toBe(8);
  });

  test("[OPS-6] is not what its key gives after the retention: that is a new one", async () => {
    const { sandbox, cabinetId, clock } = await startWorld(client());
    const start = async () => {
      const raw = await connectRaw(sandbox);
      const path = `/cabinets/${cabinetId}/deals/export-jobs`;
      const { body } = await raw.post(path, { reason: "audit" }, { "idempotency-key": "k" });
      return body["operationId"];
    };
    const first = await start();
    await clock.advance(7 * day - 1000);
    expect(await start()).toBe(first);
    await clock.advance(2000);
    expect(await start()).not.toBe(first);
  });

  test.each([
    ["cabinet:exports:run", 200, undefined],
    ["cabinet:deals:write", 403, "scope_missing"],
    ["cabinet:read", 403, "scope_missing"],
  ] as const)(
    "[OPS-7] is readable with the scope that created it: %s gets %s",
    async (scope, status, code) => {
      const { sandbox, connect, cabinetId } = await startWorld(client());
      const job = await connect().deals.export({ cabinetId, reason: "audit" });
      const raw = await connectRaw(sandbox, { scopes: [scope] });
      expect(refusal(await raw.get(`/operations/${job.id}`))).toEqual([status, code]);
    },
  );

  test("[OPS-7] is read by a client with that scope alone", async () => {
    const { connect, cabinetId } = await startWorld(client());
    const api = connect({ scopes: ["cabinet:exports:run"] });
    const job = await api.deals.export({ cabinetId, reason: "audit" });
    expect((await job.wait()).outcome).toBe("succeeded");
  });
});
