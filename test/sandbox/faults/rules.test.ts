import { describe, expect, test } from "vitest";
import type { FaultRule } from "../../../src/sandbox/index.js";
import { northwind } from "../connect.js";
import { startFaulty, type FaultySandbox } from "./faulty-sandbox.js";

const busy = { kind: "problem", code: "service_unavailable" } as const;
const later = { kind: "problem", code: "internal_error" } as const;

/** The statuses of some requests, one after the other. */
async function statuses(count: number, { api }: FaultySandbox, path = "/cabinets"): Promise<number[]> {
  const answers: number[] = [];
  while (answers.length < count) answers.push((await api.get(path)).status);
  return answers;
}

describe("a rule strikes", () => {
  test.each<[rule: Omit<FaultRule, "on" | "fault">, want: number[]]>([
    [{}, [503, 503, 503, 503]],
    [{ count: 2 }, [503, 503, 200, 200]],
    [{ nth: 2 }, [200, 503, 200, 200]],
    [{ nth: [1, 3] }, [503, 200, 503, 200]],
    [{ nth: [2, 3, 4], count: 2 }, [200, 503, 503, 200]],
    [{ probability: 0 }, [200, 200, 200, 200]],
    [{ probability: 1 }, [503, 503, 503, 503]],
  ])("with %j", async (rule, want) => {
    const faulty = await startFaulty([{ on: "listCabinets", ...rule, fault: busy }]);
    expect(await statuses(4, faulty)).toEqual(want);
  });

  test.each<[on: string | string[], by: string]>([
    ["getCabinetSettings", "the operationId"],
    ["GET /cabinets/{cabinetId}/settings", "method and path template"],
    [["exchangeToken", "getCabinetSettings"], "one of a list"],
    ["*", "everything"],
  ])("%j: by %s", async (...[on]) => {
    const faulty = await startFaulty([{ on, fault: busy }]);
    const settings = `/cabinets/${northwind(faulty.sandbox)}/settings`;
    expect(await statuses(1, faulty, settings)).toEqual([503]);
    expect(await statuses(1, faulty, "/capabilities")).toEqual([on === "*" ? 503 : 200]);
  });

  test("by headers: a value, any value, or none", async () => {
    const { api } = await startFaulty([
      { name: "a", on: "listCabinets", headers: { "X-Run": "1" }, fault: busy },
      { name: "b", on: "listCabinets", headers: { "x-run": false, "x-other": true }, fault: later },
    ]);
    const get = async (headers: Record<string, string>) => (await api.get("/cabinets", headers)).status;
    expect(await get({})).toBe(200);
    expect(await get({ "x-run": "1" })).toBe(503);
    expect(await get({ "x-run": "2", "x-other": "a" })).toBe(200);
    expect(await get({ "x-other": "a" })).toBe(500);
  });

  test("counts only the requests that match it", async () => {
    const { api } = await startFaulty([
      { on: "listCabinets", headers: { "x-run": true }, nth: 2, fault: busy },
    ]);
    const get = async (headers: Record<string, string>) => (await api.get("/cabinets", headers)).status;
    expect([await get({ "x-run": "1" }), await get({}), await get({ "x-run": "1" })]).toEqual([
      200, 200, 503,
    ]);
  });
});

describe("chance", () => {
  const rules: FaultRule[] = [
    { name: "busy", on: "listCabinets", probability: 0.3, fault: busy },
    { name: "later", on: "listCabinets", probability: 0.5, fault: later },
  ];
  const draw = async (seed: number, faults = rules) => statuses(200, await startFaulty(faults, { seed }));

  test("is the same for the same seed and requests, and another for another seed", async () => {
    const first = await draw(7);
    expect(await draw(7)).toEqual(first);
    expect(await draw(8)).not.toEqual(first);
  });

  test("combines: the second rule meets what the first one left", async () => {
    const drawn = await draw(1);
    const share = (status: number) => drawn.filter((each) => each === status).length / drawn.length;
    // 0.3, and 0.5 of the other 0.7; three standard deviations on 200 draws are less than 0.11.
    expect(Math.abs(share(503) - 0.3)).toBeLessThan(0.11);
    expect(Math.abs(share(500) - 0.35)).toBeLessThan(0.11);
  });

  test("of one rule does not depend on other rules and operations", async () => {
    const [, second] = rules;
    const alone = await draw(3, second === undefined ? [] : [second]);
    const both = await draw(3);
    // Wherever the first rule stays away, the second strikes exactly as it does alone.
    expect(both.map((status, index) => (status === 503 ? alone[index] : status))).toEqual(alone);
  });
});

describe("rules together", () => {
  test("add up where they can, and the first settles how the response goes out", async () => {
    const { sandbox, api } = await startFaulty([
      { name: "slow", on: "*", fault: { kind: "delay", milliseconds: 5 } },
      { name: "busy", on: "listCabinets", count: 1, fault: busy },
      { name: "html", on: "listCabinets", count: 1, fault: "html" },
      { name: "more", on: "listCabinets", count: 1, fault: "unknownFields" },
    ]);
    expect((await api.get("/cabinets")).status).toBe(503);
    await expect(api.get("/cabinets")).rejects.toThrow("Unexpected token");
    expect((await api.get("/cabinets")).body).toHaveProperty("x_added_later");
    expect((await api.get("/cabinets")).body).not.toHaveProperty("x_added_later");
    // A fault that another one left no room for is not used up.
    expect(sandbox.requests.slice(-4).map(({ injected }) => injected)).toEqual([
      ["slow", "busy"],
      ["slow", "html"],
      ["slow", "more"],
      ["slow"],
    ]);
  });

  test("an interceptor comes first", async () => {
    const { api, sandbox } = await startFaulty([{ on: "listCabinets", fault: busy }], {
      interceptor: {
        before: ({ operationId }) =>
          operationId === "listCabinets"
            ? { kind: "text", status: 418, headers: { "content-type": "application/json" }, text: "{}" }
            : undefined,
      },
    });
    expect((await api.get("/cabinets")).status).toBe(418);
    expect(sandbox.faults.injected).toEqual([]);
  });
});

describe("at run time", () => {
  test("rules are set, added and cleared, and what was injected stays on record", async () => {
    const faulty = await startFaulty([{ on: "listCabinets", nth: 2, fault: busy }]);
    const { sandbox, clock } = faulty;
    expect(await statuses(3, faulty)).toEqual([200, 503, 200]);
    sandbox.faults.set({ faults: [{ on: "listCabinets", nth: 2, fault: busy }] });
    expect(await statuses(2, faulty)).toEqual([200, 503]);
    sandbox.faults.add({ name: "added", on: "listCabinets", nth: 1, fault: later });
    expect(await statuses(2, faulty)).toEqual([500, 200]);
    sandbox.faults.clear();
    expect(await statuses(1, faulty)).toEqual([200]);
    expect(sandbox.faults.injected.map(({ rule, kind }) => [rule, kind])).toEqual([
      ["faults[0]", "problem"],
      ["faults[0]", "problem"],
      ["added", "problem"],
    ]);
    expect(sandbox.faults.injected[0]).toEqual({
      time: clock.now(),
      rule: "faults[0]",
      kind: "problem",
      operationId: "listCabinets",
      occurrence: 2,
      traceId: sandbox.requests.filter(({ status }) => status === 503)[0]?.traceId,
    });
  });

  test("a plan that cannot be followed changes nothing", async () => {
    const faulty = await startFaulty([{ on: "listCabinets", fault: busy }]);
    const { faults } = faulty.sandbox;
    expect(() => {
      faults.set({ faults: [{ on: "listCabinet", fault: busy }] });
    }).toThrow("faults[0].on: listCabinet is not an operation of the contract. Did you mean listCabinets?");
    expect(() => {
      faults.add({ name: "faults[0]", on: "listCabinets", fault: later });
    }).toThrow("name: faults[0] is the name of another rule already.");
    expect(await statuses(1, faulty)).toEqual([503]);
  });
});
