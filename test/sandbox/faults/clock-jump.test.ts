import { describe, expect, test } from "vitest";
import { connect, northwind, refusal } from "../connect.js";
import { startFaulty } from "./faulty-sandbox.js";

const hour = 3_600_000;

describe("a wall clock that jumps", () => {
  test("[TOK-9] forward expires JWTs, and is what Date and timestamps say", async () => {
    const { sandbox, api } = await startFaulty([
      { on: "listCabinets", nth: 1, fault: { kind: "clockJump", milliseconds: 2 * hour } },
    ]);
    const late = await api.get("/cabinets");
    expect(refusal(late)).toEqual([401, "token_expired"]);
    expect(late.headers.get("date")).toBe("Sun, 09 Aug 2026 11:00:00 GMT");
    const again = await connect(sandbox);
    const cabinetId = northwind(sandbox);
    const etag = (await again.get(`/cabinets/${cabinetId}/settings`)).headers.get("etag") ?? "";
    const change = { cabinetId, reason: "test", patch: { language: "en" } };
    const { body } = await again.post("/settings/updates", change, { "if-match": etag });
    expect(body["updatedAt"]).toBe("2026-08-09T11:00:00.000Z");
  });

  test("[TOK-9] backward lets JWTs live longer than anybody planned", async () => {
    const { sandbox, api, clock } = await startFaulty([]);
    sandbox.jumpClock(-2 * hour);
    clock.advance(1.5 * hour);
    const { status, headers } = await api.get("/cabinets");
    expect([status, headers.get("date")]).toEqual([200, "Sun, 09 Aug 2026 08:30:00 GMT"]);
    expect((await (await connect(sandbox)).get("/cabinets")).status).toBe(200);
    clock.advance(1.6 * hour);
    expect(refusal(await api.get("/cabinets"))).toEqual([401, "token_expired"]);
  });

  test.each([10 * 24 * hour, -10 * 24 * hour])(
    "[OPS-2] [OPS-6] by %i ms neither hastens nor delays an operation, and changes no time that was told",
    async (milliseconds) => {
      const { sandbox, importDeal, clock, countDeals } = await startFaulty([]);
      const { body: created } = await importDeal();
      sandbox.jumpClock(milliseconds);
      const { token } = await connect(sandbox);
      const poll = async () => {
        const address = `${sandbox.apiUrl}/operations/${String(created["operationId"])}`;
        const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
        return (await answer.json()) as Record<string, unknown>;
      };
      expect(await poll()).toEqual(created);
      clock.advance(1000);
      expect((await poll())["status"]).toBe("running");
      expect(countDeals()).toBe(1801);
      expect(await poll()).toMatchObject({ status: "succeeded", expiresAt: created["expiresAt"] });
    },
  );

  test("is what operations and their effects say that are created after it", async () => {
    const { sandbox, importDeal, countDeals } = await startFaulty([]);
    sandbox.jumpClock(-hour);
    expect((await importDeal()).body).toMatchObject({
      createdAt: "2026-08-09T08:00:00.000Z",
      expiresAt: "2026-08-16T08:00:00.000Z",
    });
    expect(countDeals()).toBe(1801);
    const deals = sandbox.inspectUpstream()[0]?.deals ?? [];
    expect(deals.at(-1)?.createdAt).toBe("2026-08-09T08:00:01.000Z");
  });

  test("[CAP-6] does not open a rate limit", async () => {
    const { sandbox, api } = await startFaulty([]);
    sandbox.setLimits({ readRequestsPerMinute: 1 });
    await api.get("/cabinets");
    sandbox.jumpClock(120_000);
    expect(refusal(await api.get("/cabinets"))).toEqual([429, "rate_limited"]);
  });
});
