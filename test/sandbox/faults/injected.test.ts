import { describe, expect, test } from "vitest";
import type { Fault } from "../../../src/sandbox/index.js";
import { connect, exchange, exchangeForm, items, northwind, receive, refusal } from "../connect.js";
import { readRaw, startFaulty } from "./faulty-sandbox.js";

/** The seeded deals; an import makes them one more. */
const seeded = 1800;

describe("what comes in a response's place", () => {
  test.each<[fault: Fault, deals: number]>([
    [{ kind: "disconnect" }, seeded],
    [{ kind: "disconnect", when: "after" }, seeded + 1],
    [{ kind: "html" }, seeded],
    [{ kind: "html", when: "after" }, seeded + 1],
    [{ kind: "problem", code: "service_unavailable", when: "before" }, seeded],
    [{ kind: "problem", code: "service_unavailable", when: "after" }, seeded + 1],
    [{ kind: "emptyBody", status: 502 }, seeded],
    [{ kind: "emptyBody", status: 502, when: "after" }, seeded + 1],
    [{ kind: "emptyBody" }, seeded + 1],
    [{ kind: "truncatedBody" }, seeded + 1],
    [{ kind: "slowBody", milliseconds: 1 }, seeded + 1],
    [{ kind: "delay", milliseconds: 1 }, seeded + 1],
    [{ kind: "response", status: 302, headers: { Location: "/elsewhere" } }, seeded],
  ])("[IDM-3] %j comes on its side of the effect", async (fault, deals) => {
    const { sandbox, importDeal, countDeals } = await startFaulty([{ on: "importDeals", count: 1, fault }]);
    await importDeal().catch(() => undefined);
    expect(countDeals()).toBe(deals);
    expect(sandbox.faults.injected).toMatchObject([
      { rule: "faults[0]", kind: fault.kind, operationId: "importDeals", occurrence: 1 },
    ]);
    expect((await importDeal()).status).toBe(202);
    expect(countDeals()).toBe(seeded + 1);
  });

  test("[ERR-7] is the page of a proxy", async () => {
    const { sandbox, api } = await startFaulty([
      { on: "listCabinets", fault: { kind: "html", status: 504, retryAfter: 9 } },
    ]);
    const { status, type, text } = await readRaw(sandbox, "/cabinets", api.token);
    expect([status, type]).toEqual([504, "text/html"]);
    expect(text).toContain("<h1>504 Gateway Time-out</h1>");
    expect(sandbox.requests.at(-1)).toMatchObject({ status: 504, injected: ["faults[0]"] });
  });

  test("[ERR-7] is nothing at all, under the response's own status", async () => {
    const { sandbox, api } = await startFaulty([{ on: "listCabinets", fault: "emptyBody" }]);
    const want = { status: 200, type: "application/json", text: "" };
    expect(await readRaw(sandbox, "/cabinets", api.token)).toEqual(want);
  });

  test("[ERR-7] is half of the JSON, as a whole message", async () => {
    const { sandbox, api } = await startFaulty([{ on: "listCabinets", nth: 2, fault: "truncatedBody" }]);
    const whole = await readRaw(sandbox, "/cabinets", api.token);
    const half = await readRaw(sandbox, "/cabinets", api.token);
    expect(half).toEqual({ ...whole, text: whole.text.slice(0, Math.floor(whole.text.length / 2)) });
    expect(() => JSON.parse(half.text) as unknown).toThrow(SyntaxError);
  });

  test("[ERR-7] is half of the body, and then the connection is cut", async () => {
    const { sandbox, api } = await startFaulty([
      { on: "listCabinets", fault: { kind: "truncatedBody", connection: "cut" } },
    ]);
    const headers = { authorization: `Bearer ${api.token}` };
    const response = await fetch(`${sandbox.apiUrl}/cabinets`, { headers });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get("content-length"))).toBeGreaterThan(100);
    await expect(response.text()).rejects.toThrow("terminated");
  });

  test("is a body that takes its time, after a head that does not", async () => {
    const { sandbox, api } = await startFaulty([
      { on: "listCabinets", fault: { kind: "slowBody", milliseconds: 300 } },
    ]);
    const begun = performance.now();
    const headers = { authorization: `Bearer ${api.token}` };
    const response = await fetch(`${sandbox.apiUrl}/cabinets`, { headers });
    const head = performance.now() - begun;
    expect((await receive(response)).body["items"]).toHaveLength(7);
    const whole = performance.now() - begun;
    expect(whole).toBeGreaterThan(290);
    expect(whole - head).toBeGreaterThan(200);
  });

  test("is any other response, word for word", async () => {
    const headers = { "Content-Type": "application/json", "Retry-After": "soon" };
    const { sandbox, api } = await startFaulty([
      { on: "listCabinets", fault: { kind: "response", status: 429, headers, text: "{}" } },
    ]);
    const response = await fetch(`${sandbox.apiUrl}/cabinets`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
    expect([response.status, response.headers.get("retry-after"), await response.text()]).toEqual([
      429,
      "soon",
      "{}",
    ]);
  });

  test("has no header that nobody gave it but its length and date", async () => {
    const { sandbox } = await startFaulty([
      { on: "listCabinets", fault: { kind: "response", status: 200, text: "äh" } },
    ]);
    const { headers } = await fetch(`${sandbox.apiUrl}/cabinets`);
    expect([...headers.keys()].filter((name) => !["connection", "keep-alive"].includes(name))).toEqual([
      "content-length",
      "date",
    ]);
    expect(headers.get("content-length")).toBe("3");
  });
});

describe("a delay", () => {
  test("is in real time", async () => {
    const { api } = await startFaulty([{ on: "listCabinets", fault: { kind: "delay", milliseconds: 120 } }]);
    const begun = performance.now();
    expect((await api.get("/cabinets")).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThan(115);
  });

  test.each([
    ["before", 1800],
    ["after", 1801],
  ] as const)("%s the effect, whoever lost patience", async (when, deals) => {
    const { sandbox, clock } = await startFaulty([
      { on: "importDeals", fault: { kind: "delay", milliseconds: 86_400_000, when } },
    ]);
    const { token } = await connect(sandbox);
    const lost = fetch(`${sandbox.apiUrl}/gck/cabinets/${northwind(sandbox)}/deals/import-jobs`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "idempotency-key": "k",
      },
      body: JSON.stringify({ reason: "fair", contacts: [{ phone: "+442079460958" }] }),
      signal: AbortSignal.timeout(200),
    });
    await expect(lost).rejects.toThrow("timeout");
    clock.advance(3000);
    expect(sandbox.inspectUpstream()[0]?.deals).toHaveLength(deals);
    // The wait of a day ends with the sandbox.
    const begun = performance.now();
    await sandbox.close();
    expect(performance.now() - begun).toBeLessThan(1500);
  });
});

describe("a problem", () => {
  test.each<[fault: Omit<Extract<Fault, { kind: "problem" }>, "kind">, want: object]>([
    [{ code: "service_unavailable" }, { status: 503, code: "service_unavailable", retryable: true }],
    [{ code: "internal_error" }, { status: 500, code: "internal_error", retryable: false }],
    [
      { code: "internal_error", retryable: true },
      { status: 500, retryable: true },
    ],
    [
      { code: "rate_limited", status: 503 },
      { status: 503, code: "rate_limited" },
    ],
    [
      { code: "later_code", status: 422 },
      { status: 422, code: "later_code", retryable: false },
    ],
    [
      { code: "idempotency_key_in_progress", status: 409, retryable: true },
      { status: 409, code: "idempotency_key_in_progress", retryable: true },
    ],
  ])(
    "[ERR-6] [ERR-8] of %j has what the plan says, and else what the contract says",
    async (members, want) => {
      const { sandbox, api } = await startFaulty([
        { on: "listCabinets", fault: { kind: "problem", ...members } },
      ]);
      const { status, headers, body } = await api.get("/cabinets");
      expect(headers.get("content-type")).toBe("application/problem+json");
      expect(body).toMatchObject({ ...want, status });
      expect(body["type"]).toBe(`${sandbox.baseUrl}/problems/${members.code.replaceAll("_", "-")}`);
      expect(sandbox.requests.at(-1)).toMatchObject({ status, code: members.code });
    },
  );

  test("[ERR-6] may leave retryable out", async () => {
    const { api } = await startFaulty([
      { on: "listCabinets", fault: { kind: "problem", code: "internal_error", retryable: "absent" } },
    ]);
    const { body } = await api.get("/cabinets");
    expect(Object.keys(body)).toEqual(["type", "title", "status", "detail", "code", "traceId"]);
  });

  test("[CAP-6] has Retry-After in seconds, or as the date so many seconds ahead of the response's own", async () => {
    const limited = { kind: "problem", code: "rate_limited" } as const;
    const { api, clock } = await startFaulty([
      { name: "seconds", on: "listCabinets", nth: 1, fault: { ...limited, retryAfter: 30 } },
      { name: "date", on: "listCabinets", nth: 2, fault: { ...limited, retryAfterDate: 30 } },
    ]);
    expect((await api.get("/cabinets")).headers.get("retry-after")).toBe("30");
    clock.advance(1);
    const { headers, status } = await api.get("/cabinets");
    expect([status, headers.get("date"), headers.get("retry-after")]).toEqual([
      429,
      "Sun, 09 Aug 2026 09:00:00 GMT",
      "Sun, 09 Aug 2026 09:00:31 GMT",
    ]);
  });
});

describe("the token exchange and the contract", () => {
  test("[TOK-8] the token endpoint responds with a token error, a problem, HTML or nothing", async () => {
    const { sandbox } = await startFaulty([
      { name: "a", on: "exchangeToken", nth: 1, fault: { kind: "tokenError", error: "invalid_client" } },
      { name: "b", on: "POST /oauth/token", nth: 2, fault: { kind: "problem", code: "internal_error" } },
      { name: "c", on: "exchangeToken", nth: 3, fault: "html" },
      { name: "d", on: "exchangeToken", nth: 4, fault: { kind: "emptyBody", status: 503 } },
    ]);
    const attempt = () => exchange(sandbox, exchangeForm(sandbox, sandbox.accessKey, "cabinet:read"));
    const first = await attempt();
    expect(refusal(first)).toEqual([400, "invalid_client"]);
    expect(first.body).toEqual({ error: "invalid_client", error_description: "Injected as planned." });
    expect(refusal(await attempt())).toEqual([500, "internal_error"]);
    await expect(attempt()).rejects.toThrow("Unexpected token");
    expect((await attempt()).status).toBe(503);
    expect((await attempt()).status).toBe(200);
  });

  test("the published contract can be lost, cut short, or late", async () => {
    const { sandbox } = await startFaulty([
      { name: "a", on: "contract", nth: 1, fault: { kind: "html", status: 503 } },
      { name: "b", on: "GET /openapi.yaml", nth: 2, fault: "truncatedBody" },
      { name: "c", on: "*", nth: 3, fault: "disconnect" },
    ]);
    expect((await readRaw(sandbox, "/openapi.yaml")).status).toBe(503);
    const half = (await readRaw(sandbox, "/openapi.yaml")).text;
    await expect(readRaw(sandbox, "/openapi.json")).rejects.toThrow("fetch failed");
    const whole = await readRaw(sandbox, "/openapi.yaml");
    expect(whole.type).toBe("application/yaml");
    expect(whole.text.startsWith(half)).toBe(true);
    expect(Buffer.byteLength(half)).toBe(Math.floor(Buffer.byteLength(whole.text) / 2));
    expect(sandbox.faults.injected.map(({ operationId }) => operationId)).toEqual(
      Array<string>(3).fill("contract"),
    );
  });
});

describe("a JWT in the middle", () => {
  test.each([
    ["expired", "token_expired"],
    ["revoked", "token_invalid"],
  ] as const)("[TOK-6] is refused as %s, from then on, and a new one is good", async (as, code) => {
    const { sandbox, api } = await startFaulty([
      { on: "listCabinets", nth: 2, fault: { kind: "refuseToken", as } },
    ]);
    expect((await api.get("/cabinets")).status).toBe(200);
    expect(refusal(await api.get("/cabinets"))).toEqual([401, code]);
    expect(refusal(await api.get("/capabilities"))).toEqual([401, code]);
    expect((await (await connect(sandbox)).get("/cabinets")).status).toBe(200);
    expect(sandbox.faults.injected).toHaveLength(1);
  });
});

describe("responses that no client expects", () => {
  test("[RES-3] a page repeats the cursor that it was asked with", async () => {
    const { api, sandbox } = await startFaulty([{ on: "listCabinets", count: 1, fault: "repeatCursor" }]);
    const first = await api.get("/cabinets?limit=2");
    const cursor = String(first.body["nextCursor"]);
    const second = await api.get(`/cabinets?limit=2&cursor=${cursor}`);
    expect(second.body["nextCursor"]).toBe(cursor);
    expect(items(second)).not.toEqual(items(first));
    // The first page had no cursor to repeat, and did not use up the count.
    expect(sandbox.faults.injected).toMatchObject([{ occurrence: 2 }]);
    expect((await api.get(`/cabinets?limit=2&cursor=${cursor}`)).body["nextCursor"]).not.toBe(cursor);
  });

  test("[RES-3] also where the cursor is in the body", async () => {
    const { api, sandbox } = await startFaulty([{ on: "searchDeals", fault: "repeatCursor" }]);
    const path = `/cabinets/${northwind(sandbox)}/deals/search`;
    const { nextCursor: cursor } = (await api.post(path, {})).body;
    expect((await api.post(path, { cursor })).body["nextCursor"]).toBe(cursor);
  });

  test("[GEN-3] unknown members are wherever the contract allows them, and nothing else changes", async () => {
    const { api, sandbox } = await startFaulty([{ on: "*", nth: 2, fault: "unknownFields" }]);
    const { body: before } = await api.get("/capabilities");
    const { body: after } = await api.get("/capabilities");
    expect(Object.keys(after)[0]).toBe("x_added_later");
    expect(Object.keys(after["limits"] as object)).not.toContain("x_added_later");
    const { x_added_later: added, ...known } = after;
    expect(added).toBeInstanceOf(Object);
    expect(withoutUnknown(known)).toEqual(before);
    expect(sandbox.defects).toEqual([]);
  });

  test("[GEN-3] unknown members are in the items of a page too", async () => {
    const { api } = await startFaulty([{ on: "listCabinets", fault: "unknownFields" }]);
    const page = await api.get("/cabinets");
    expect(items(page)).toHaveLength(7);
    for (const item of items(page)) expect(Object.keys(item)).toContain("x_added_later");
  });

  test("[OPS-2] an operation is in a state that nobody knows", async () => {
    const { api, importDeal, clock } = await startFaulty([
      {
        on: ["importDeals", "getOperation"],
        nth: [1, 2],
        fault: { kind: "operationState", status: "paused" },
      },
    ]);
    const created = await importDeal();
    expect([created.status, created.body["status"]]).toEqual([202, "paused"]);
    const poll = () => api.get(`/operations/${String(created.body["operationId"])}`);
    expect((await poll()).body["status"]).toBe("paused");
    clock.advance(3000);
    expect((await poll()).body["status"]).toBe("succeeded");
  });

  test.each([
    ["none", 1800],
    ["done", 1801],
  ] as const)(
    "[OPS-3] a background operation fails with a code that nobody knows, its effect %s",
    async (effect, deals) => {
      const fault = { kind: "failOperation", code: "later_failure", retryable: true, effect } as const;
      const { api, importDeal, countDeals, sandbox } = await startFaulty([{ on: "*", count: 1, fault }]);
      const { body } = await importDeal();
      expect(countDeals()).toBe(deals);
      const { body: ended } = await api.get(`/operations/${String(body["operationId"])}`);
      expect(ended).toMatchObject({
        status: "failed",
        error: { code: "later_failure", retryable: true, message: "It failed as planned." },
      });
      expect((await importDeal()).body["operationId"]).toBe(body["operationId"]);
      expect(sandbox.faults.injected).toHaveLength(1);
    },
  );

  test.each([
    ["none", 1800],
    ["done", 1801],
  ] as const)(
    "[IDM-5] the outcome is unknown, the effect %s, again for the same key",
    async (effect, deals) => {
      const fault = { kind: "ambiguousOutcome", effect } as const;
      const { importDeal, countDeals, api, sandbox } = await startFaulty([
        { on: "importDeals", count: 1, fault },
      ]);
      // A request that is refused anyway meets no upstream system, and does not use up the count.
      const path = `/gck/cabinets/${northwind(sandbox)}/deals/import-jobs`;
      expect(refusal(await api.post(path, {}, { "idempotency-key": "k" }))).toEqual([
        400,
        "validation_failed",
      ]);
      expect(refusal(await importDeal())).toEqual([502, "ambiguous_upstream_outcome"]);
      expect(refusal(await importDeal())).toEqual([502, "ambiguous_upstream_outcome"]);
      expect(countDeals()).toBe(deals);
      expect((await importDeal("other")).status).toBe(202);
      expect(sandbox.faults.injected).toMatchObject([{ kind: "ambiguousOutcome", occurrence: 2 }]);
    },
  );

  test("[ETG-3] a change has an unknown outcome too", async () => {
    const { api, sandbox } = await startFaulty([
      { on: "POST /settings/updates", fault: { kind: "ambiguousOutcome", effect: "done" } },
    ]);
    const cabinetId = northwind(sandbox);
    const settings = () => api.get(`/cabinets/${cabinetId}/settings`);
    const etag = (await settings()).headers.get("etag") ?? "";
    const change = { cabinetId, reason: "test", patch: { language: "en" } };
    const answer = await api.post("/settings/updates", change, { "if-match": etag });
    expect(refusal(answer)).toEqual([502, "ambiguous_upstream_outcome"]);
    expect((await settings()).body["language"]).toBe("en");
  });
});

/** The same value without the members that no version of the contract has. */
function withoutUnknown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnknown);
  if (typeof value !== "object" || value === null) return value;
  const known = Object.entries(value).filter(([name]) => name !== "x_added_later");
  return Object.fromEntries(known.map(([name, member]) => [name, withoutUnknown(member)]));
}
