import { describe, expect, test } from "vitest";
import type { Interference } from "../../src/sandbox/index.js";
import { connect as connectRaw } from "../sandbox/connect.js";
import { errorOf, startWorld, useGeneratedClient, type World } from "../e2e/world.js";

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
    kind: "response",
    response: { status, headers: { "Content-Type": "application/problem+json", ...headers }, body },
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

  test("[ERR-1] has all seven members, by the media type of RFC 9457", async () => {
    const { sandbox } = await startWorld(client());
    const raw = await connectRaw(sandbox);
    const { headers, body } = await raw.get("/cabinets/1/context");
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(body).toEqual({
      type: `${sandbox.baseUrl}/problems/cabinet-not-found`,
      title: expect.any(String) as unknown,
      status: 404,
      detail: expect.any(String) as unknown,
      code: "cabinet_not_found",
      retryable: false,
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
    });
  });

  test.each([
    ["idempotency_key_conflict", 400, "idempotency-conflict"],
    ["ambiguous_upstream_outcome", 409, "ambiguous-outcome"],
    ["feature_disabled", 404, "feature-disabled"],
    ["operation_expired", 404, "operation-expired"],
    ["something_else", 409, "problem"],
  ])("[ERR-2] %s decides what it is, whatever status %s and text say", async (code, status, kind) => {
    const text = { title: "Rate limited", detail: "stale_etag: retry at once", code, traceId: "t-1" };
    const { connect, cabinetId } = await replaceContext(problem(status, text));
    const error = await errorOf(connect().cabinets.getContext(cabinetId));
    expect(error).toMatchObject({ kind, code, status, traceId: "t-1", attempts: 1 });
  });

  test("[ERR-3] of a malformed request is not repeated", async () => {
    const { connect, received } = await startWorld(client());
    const error = await errorOf(connect().cabinets.search({ query: "" })[Symbol.asyncIterator]().next());
    expect(error).toMatchObject({ kind: "problem", status: 400, attempts: 1 });
    expect(received("searchCabinets")).toHaveLength(1);
  });

  test.each([400, 404, 422])(
    "[ERR-3] of a request that is answered with %i is not repeated, even when it says `retryable`",
    async (status) => {
      const { connect, cabinetId, received } = await replaceContext(problem(status, { retryable: true }));
      const error = await errorOf(connect().cabinets.getContext(cabinetId));
      expect(error).toMatchObject({ status, retryable: true, attempts: 1 });
      expect(received("getCabinetContext")).toHaveLength(1);
    },
  );

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

  test("[ERR-6] without an end is given up, with attempts and waiting told", async () => {
    const { connect, cabinetId, received } = await replaceContext(problem(500, { retryable: true }));
    const error = await errorOf(connect().cabinets.getContext(cabinetId));
    expect(error).toMatchObject({ kind: "problem", status: 500, attempts: 4 });
    expect(received("getCabinetContext")).toHaveLength(4);
  });

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
