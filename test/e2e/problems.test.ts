import { describe, expect, test } from "vitest";
import type { Interference } from "../../src/sandbox/index.js";
import { VirtualClock } from "../runtime/virtual-clock.js";
import { errorOf, startWorld, useGeneratedClient, type World } from "./world.js";

const client = useGeneratedClient();

/** A world in which the first `count` answers to GET context are replaced. */
function replaceContext(answer: Interference, count = Number.POSITIVE_INFINITY): Promise<World> {
  let left = count;
  return startWorld(client(), {
    interceptor: {
      before: ({ operationId }) => (operationId === "getCabinetContext" && left-- > 0 ? answer : undefined),
    },
  });
}

function problem(status: number, members: object, headers: Record<string, string> = {}): Interference {
  const body = { type: "https://x.example/problems/p", title: "Some problem", status, ...members };
  return {
    kind: "answer",
    answer: { status, headers: { "Content-Type": "application/problem+json", ...headers }, body },
  };
}

describe("a problem", () => {
  test("[ERR-1] [ERR-2] keeps code, retryable, trace and the details, and says which call it was", async () => {
    const { connect, sandbox } = await startWorld(client());
    const error = await errorOf(connect().cabinets.getContext("1"));
    const { isProblem } = client();
    if (!isProblem(error)) throw error;
    expect(error).toMatchObject({
      operation: "cabinets.getContext",
      method: "GET",
      path: "/cabinets/{cabinetId}/context",
      status: 404,
      code: "cabinet_not_found",
      retryable: false,
      traceId: sandbox.requests.at(-1)?.traceId,
      attempts: 1,
    });
    expect(error.problem.type).toBe(`${sandbox.baseUrl}/problems/cabinet-not-found`);
    expect(typeof error.problem.detail).toBe("string");
  });

  test("[ERR-3] of a malformed request is not repeated", async () => {
    const { connect, received } = await startWorld(client());
    const error = await errorOf(connect().cabinets.search({ query: "" })[Symbol.asyncIterator]().next());
    expect(error).toMatchObject({ kind: "problem", status: 400, attempts: 1 });
    expect(received("searchCabinets")).toHaveLength(1);
  });

  test("[ERR-4] of denied access says what to check", async () => {
    const { connect, sandbox, cabinetId } = await startWorld(client());
    sandbox.withdrawRight({ right: "external_api_access" });
    const error = await errorOf(connect().cabinets.getContext(cabinetId));
    expect(client().isAccessDeniedError(error)).toBe(true);
    for (const word of ["scope", "allowlist", "rights"]) expect(String(error)).toContain(word);
  });

  test("[ERR-5] [ACC-7] of a resource names the identifiers that were sent, and not their values", async () => {
    const { connect, cabinetId } = await startWorld(client());
    const input = { cabinetId, namespaceId: "7777777", placementId: "8888888" };
    const error = await errorOf(connect().cabinets.getSettings(input));
    expect(client().isResourceProblemError(error)).toBe(true);
    expect(error).toMatchObject({ identifiers: ["cabinetId", "namespaceId", "placementId"] });
    expect(String(error)).not.toMatch(/7777777|8888888/);
  });

  test("[ERR-8] of an unknown code carries it through", async () => {
    const { connect, cabinetId } = await replaceContext(problem(418, { code: "teapot", traceId: "t" }));
    expect(await errorOf(connect().cabinets.getContext(cabinetId))).toMatchObject({
      kind: "problem",
      status: 418,
      code: "teapot",
      traceId: "t",
    });
  });

  test.each([
    [true, 2],
    [false, 1],
    [undefined, 1],
  ])(
    "[ERR-6] of the server's side is repeated only when `retryable` is true: %s",
    async (retryable, times) => {
      const { connect, cabinetId, received } = await replaceContext(problem(500, { retryable }), 1);
      const call = connect().cabinets.getContext(cabinetId);
      if (retryable === true) expect((await call).cabinetId).toBe(cabinetId);
      else expect(await errorOf(call)).toMatchObject({ kind: "problem", status: 500 });
      expect(received("getCabinetContext")).toHaveLength(times);
    },
  );

  const bodies: readonly (readonly [string, Record<string, string>, string])[] = [
    ["a proxy's HTML", { "content-type": "text/html", "x-request-id": "r-1" }, "<html>+442079460199</html>"],
    ["an empty body", { "x-request-id": "r-1" }, ""],
    [
      "truncated JSON",
      { "content-type": "application/problem+json", "x-request-id": "r-1" },
      '{"title":"+44',
    ],
  ];

  test.each(bodies)(
    "[ERR-7] that is %s is a typed error with status and headers",
    async (_, headers, text) => {
      const { connect, cabinetId } = await replaceContext({ kind: "text", status: 500, headers, text });
      const error = await errorOf(connect().cabinets.getContext(cabinetId));
      const { isApiError } = client();
      if (!isApiError(error)) throw error;
      expect(error).toMatchObject({ status: 500, traceId: "r-1", operation: "cabinets.getContext" });
      expect(error.headers).toHaveProperty("x-request-id", "r-1");
      expect(String(error)).not.toContain("+44");
    },
  );
});

describe("limits and features", () => {
  test("[CAP-6] a 429 is waited out for as long as it says, and then repeated", async () => {
    const pause = problem(429, { code: "rate_limited", retryable: true }, { "Retry-After": "8" });
    const { connect, cabinetId, received } = await replaceContext(pause, 1);
    await connect().cabinets.getContext(cabinetId);
    const [refused, answered, ...more] = received("getCabinetContext");
    expect([refused?.status, answered?.status, more]).toEqual([429, 200, []]);
    expect(answered!.time - refused!.time).toBeGreaterThanOrEqual(8_000);
  });

  test("[CAP-6] a 429 that is longer than the deadline fails at once, with the time to try again", async () => {
    const pause = problem(429, { code: "rate_limited", retryable: true }, { "Retry-After": "600" });
    const { connect, cabinetId, clock } = await replaceContext(pause);
    const begun = clock.now();
    const error = await errorOf(connect().cabinets.getContext(cabinetId));
    const { isRateLimitedError } = client();
    if (!isRateLimitedError(error)) throw error;
    expect(error.retryAt?.getTime()).toBe(clock.now() + 600_000);
    expect(clock.now()).toBe(begun);
  });

  /** Reads 45 times where 20 a minute are allowed; gives how often it was refused, and how long it took. */
  async function readMany(settle: boolean): Promise<{ refused: number; milliseconds: number }> {
    const clock = new VirtualClock({ skip: 60_000 });
    const limits = { readRequestsPerMinute: 20 };
    const { connect, cabinetId, sandbox } = await startWorld(client(), { limits }, clock);
    const api = connect({ deadline: "10m" });
    await api.connect();
    if (settle) await clock.advance(60_000);
    const begun = clock.now();
    for (let count = 0; count < 45; count += 1) await api.cabinets.getContext(cabinetId);
    const refused = sandbox.requests.filter(({ status }) => status === 429).length;
    return { refused, milliseconds: clock.now() - begun };
  }

  test("[CAP-2] reads are paced by what the server says, so that none is refused", async () => {
    const { refused, milliseconds } = await readMany(true);
    expect(refused).toBe(0);
    expect(milliseconds).toBeGreaterThanOrEqual(120_000);
  });

  test("[CAP-2] the client's own read of the limits counts among them", async () => {
    expect((await readMany(false)).refused).toBe(0);
  });

  test("[CAP-2] a body that is too large is refused before it is sent", async () => {
    const { connect, cabinetId, received } = await startWorld(client(), {
      limits: { maxRequestBodyBytes: 2000 },
    });
    const contacts = Array.from({ length: 100 }, () => ({ phone: "+442079460199" }));
    const error = await errorOf(connect().deals.import({ cabinetId, reason: "fair", contacts }));
    expect(client().isRequestTooLargeError(error)).toBe(true);
    expect(error).toMatchObject({ maxBytes: 2000 });
    expect(received("importDeals")).toEqual([]);
  });

  test("[CAP-3] a group that is switched off is a clear error", async () => {
    const { connect, cabinetId } = await startWorld(client(), {
      features: { sensitiveDataAndExportsEnabled: false },
    });
    const error = await errorOf(connect().deals.export({ cabinetId, reason: "audit" }));
    expect(client().isFeatureDisabledError(error)).toBe(true);
  });

  test("[CAP-4] another contract version is told to the hook, and breaks nothing", async () => {
    const { connect, cabinetId } = await startWorld(client(), { contractVersion: "2026-12-24.1" });
    const told: object[] = [];
    const api = connect({ hooks: { contract: (event) => void told.push(event) } });
    await api.cabinets.getContext(cabinetId);
    expect(told).toEqual([{ expected: "2026-08-09.5", actual: "2026-12-24.1" }]);
  });

  test("[GEN-1] a number for an identifier is refused before any request", async () => {
    const { connect, sandbox } = await startWorld(client());
    // What a caller without types could pass.
    const id = JSON.parse("9007199254740993") as string;
    const error = await errorOf((async () => connect().cabinets.getContext(id))());
    expect(client().isArgumentError(error)).toBe(true);
    expect(sandbox.requests).toEqual([]);
  });
});
