import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createManualClock, startSandbox, type ManualClock, type Sandbox } from "../../src/sandbox/index.js";
import { connect, northwind, receive, refusal, type Connection } from "./connect.js";

let clock: ManualClock;
let sandbox: Sandbox;
let api: Connection;
beforeEach(async () => {
  clock = createManualClock();
  sandbox = await startSandbox({ clock });
  api = await connect(sandbox);
});
afterEach(() => sandbox.close());

const search = () => api.post("/cabinets/search", { query: "a" });

function startExport() {
  const path = `/cabinets/${northwind(sandbox)}/deals/export-jobs`;
  return api.post(path, { reason: "audit" }, { "idempotency-key": crypto.randomUUID() });
}

async function statuses(count: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const seen: number[] = [];
  for (let index = 0; index < count; index += 1) seen.push((await call()).status);
  return seen;
}

describe("requests per minute", () => {
  test("[CAP-5] [CAP-6] the baseline lets 60 POST requests pass and responses 429 to the next", async () => {
    expect(await statuses(60, search)).toEqual(Array.from({ length: 60 }, () => 200));
    clock.advance(20_500);
    const received = await search();
    expect([...refusal(received), received.body["retryable"]]).toEqual([429, "rate_limited", true]);
    expect(received.headers.get("retry-after")).toBe("40");
    expect((await api.get("/cabinets")).status).toBe(200);
  });

  test("[CAP-5] [CAP-6] the baseline lets 300 GET requests pass and responses 429 to the next", async () => {
    const seen = await Promise.all(Array.from({ length: 301 }, () => api.get("/capabilities")));
    expect(seen.filter(({ status }) => status === 200)).toHaveLength(300);
    expect(seen.find(({ status }) => status === 429)?.headers.get("retry-after")).toBe("60");
    expect((await search()).status).toBe(200);
  });

  test("[CAP-6] whoever waits as long as Retry-After says is let in, and not a moment sooner", async () => {
    sandbox.setLimits({ postRequestsPerMinute: 2 });
    await search();
    clock.advance(10_000);
    await search();
    const seconds = Number((await search()).headers.get("retry-after"));
    expect(seconds).toBe(50);
    clock.advance(seconds * 1000 - 1);
    expect((await search()).status).toBe(429);
    clock.advance(1);
    expect(await statuses(2, search)).toEqual([200, 429]);
  });

  test("[CAP-5] a deployment may lower them, and /capabilities says so", async () => {
    sandbox.setLimits({ readRequestsPerMinute: 2, maxConcurrentOperations: 1 });
    const { body } = await api.get("/capabilities");
    expect(body["limits"]).toMatchObject({ readRequestsPerMinute: 2, maxConcurrentOperations: 1 });
    expect(await statuses(2, () => api.get("/capabilities"))).toEqual([200, 429]);
  });

  test("are counted for each access key apart", async () => {
    sandbox.setLimits({ postRequestsPerMinute: 1 });
    const { accessKey } = sandbox.issueKey({ scopes: ["cabinet:read"], mode: "all_current" });
    const other = await connect(sandbox, { accessKey });
    expect(await statuses(2, search)).toEqual([200, 429]);
    expect((await other.post("/cabinets/search", { query: "a" })).status).toBe(200);
  });
});

describe("operations at once", () => {
  test("[CAP-5] the sixth is refused until one has ended", async () => {
    expect(await statuses(5, startExport)).toEqual([202, 202, 202, 202, 202]);
    clock.advance(500);
    const received = await startExport();
    expect([...refusal(received), received.headers.get("retry-after")]).toEqual([
      429,
      "too_many_operations",
      "3",
    ]);
    clock.advance(2500);
    expect((await startExport()).status).toBe(202);
  });

  test("[IDM-1] a repeat with the same key needs no room", async () => {
    sandbox.setLimits({ maxConcurrentOperations: 1 });
    const path = `/cabinets/${northwind(sandbox)}/deals/export-jobs`;
    const send = () => api.post(path, { reason: "audit" }, { "idempotency-key": "k" });
    const first = await send();
    const again = await send();
    expect([again.status, again.body["operationId"]]).toEqual([202, first.body["operationId"]]);
  });
});

describe("request bodies", () => {
  test("[CAP-5] may have 1 MiB and not a byte more", async () => {
    const send = async (length: number) => {
      const body = JSON.stringify({ query: "a" }).padEnd(length, " ");
      const headers = { authorization: `Bearer ${api.token}`, "content-type": "application/json" };
      return receive(await fetch(`${sandbox.apiUrl}/cabinets/search`, { method: "POST", headers, body }));
    };
    expect((await send(1_048_576)).status).toBe(200);
    const received = await send(1_048_577);
    expect(refusal(received)).toEqual([413, "request_too_large"]);
    expect(sandbox.requests.at(-1)?.bodyBytes).toBe(1_048_577);
  });
});

describe("polls", () => {
  test("[OPS-4] come too soon under two seconds, when that is enforced", async () => {
    sandbox.setLimits({ minPollIntervalMs: 2000 });
    const { body } = await startExport();
    const poll = () => api.get(`/operations/${String(body["operationId"])}`);
    expect((await poll()).status).toBe(200);
    clock.advance(1999);
    const received = await poll();
    expect([...refusal(received), received.headers.get("retry-after")]).toEqual([429, "rate_limited", "1"]);
    clock.advance(1);
    expect((await poll()).status).toBe(200);
  });
});

test("a deployment may shorten the life of JWTs", async () => {
  sandbox.setLimits({ tokenLifetimeSeconds: 5 });
  const short = await connect(sandbox);
  clock.advance(4999);
  expect((await short.get("/capabilities")).status).toBe(200);
  clock.advance(1);
  expect(refusal(await short.get("/capabilities"))).toEqual([401, "token_expired"]);
});
