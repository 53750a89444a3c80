import { describe, expect, test } from "vitest";
import { constantOf, planOf, traitsOf } from "../../plan-of.js";

/** An operation with an extension, beside one that tells limits, and features when asked to. */
function contract(extension: string, features = "features: { type: object }"): string {
  const told = `limits: { type: object, properties: { readRequestsPerMinute: { type: integer } } }, ${features}`;
  const answer = `{ description: x, content: { application/json: { schema: { type: object, properties: { ${told} } } } } }`;
  return `
paths:
  /pets: { get: { operationId: listPets, tags: [pets], ${extension} responses: {} } }
  /capabilities: { get: { operationId: getCapabilities, tags: [capabilities], responses: { "200": ${answer} } } }`;
}

describe("[CAP-3] the flags that an operation needs", () => {
  test("are those of `x-features`, sorted, each once", () => {
    expect(traitsOf(contract("x-features: [writes, reads, writes],"), "pets.list").features).toEqual({
      facts: ["reads", "writes"],
      reason: 'An extension names what must be switched on: "reads", "writes".',
    });
  });

  test.each(["", "x-features: [],", "x-features: [1, null],"])("none: %j", (given) => {
    expect(traitsOf(contract(given), "pets.list").features).toBeUndefined();
  });

  const gates = (yaml: string) => constantOf(planOf(yaml), "capabilities.getLimits").value["gates"];

  const FLAGS =
    "features: { type: object, properties: { reads: { type: boolean }, all.on: { type: boolean } } }";

  test.each([
    ["features.reads", "reads"],
    ["#/features/reads", "reads"],
    ["all.on", "all.on"],
    ["features.writes", "features.writes"],
  ])("are named as the response declares them: %s is %s", (given, want) => {
    const { features } = traitsOf(contract(`x-feature-flag: "${given}",`, FLAGS), "pets.list");
    expect(features?.facts).toEqual([want]);
  });

  test("are those of a map whose example has them, also without limits", () => {
    const given = contract(
      "x-features: [reads],",
      "features: { type: object, patternProperties: { '^[a-z]+$': { type: boolean } }, example: { reads: true } }",
    ).replace("limits:", "other:");
    expect(traitsOf(given, "pets.list").features?.facts).toEqual(["reads"]);
    expect(traitsOf(given.replace("reads: true", "writes: true"), "pets.list").features).toBeUndefined();
  });

  test("are asked for in the operation that has the limits, not in another one", () => {
    const lines = (features: string) =>
      planOf(contract("x-features: [reads],", features)).traits.lost.flatMap((one) => one.lines);
    expect(lines("on: { type: object, additionalProperties: { type: boolean } }")).toEqual([
      "capabilities:",
      '  operation: "GET /capabilities"',
      '  features: "?"',
      "  limits: { readsPerMinute: limits.readRequestsPerMinute }",
    ]);
  });

  test("are none where the entries of a list have no name and no boolean that the client reads", () => {
    const features =
      "features: { type: array, items: { properties: { feature: { type: string }, state: { enum: [enabled, disabled] } } } }";
    const { traits } = planOf(contract("x-features: [reads],", features));
    expect(gates(contract("x-features: [reads],", features))).toBeUndefined();
    expect(traits.lost.map(({ missing }) => missing)).toEqual(["no response has the flags"]);
  });

  test("are none where no response has them: the client would check nothing", () => {
    expect(traitsOf(contract("x-features: [reads],", ""), "pets.list").features).toBeUndefined();
  });

  test("are told to the runtime, where there is a place to read them", () => {
    expect(gates(contract("x-features: [reads],"))).toEqual({ "pets.list": ["reads"] });
    expect(gates(contract(""))).toBeUndefined();
    expect(gates(contract("x-features: [reads],", ""))).toBeUndefined();
  });
});
