import { expect, test, vi } from "vitest";
import type * as Judge from "../../src/diff/judge-facts.js";
import type * as Surfaces from "../../src/diff/surface/compare-surfaces.js";
import { diffRules } from "../../src/diff/rules/rule-table.js";
// The pairs of contracts and schemas that tests compare: their tests run here a second time.
import "./object-model.test.js";
import "./rule-table.test.js";
import "./schema/combined.test.js";
import "./schema/levels.test.js";
import "./schema/rows.test.js";
import "./schema/unexplained-pairs.test.js";
import "./schema/uses.test.js";
import "./surface/compare-surfaces.test.js";
import "./wire/bodies.test.js";
import "./wire/documents.test.js";
import "./wire/life-cycle.test.js";
import "./wire/operations.test.js";
import "./wire/parameters.test.js";
import "./wire/responses.test.js";
import "./wire/security.test.js";
import "./wire/servers.test.js";
import "./wire/webhooks.test.js";

/** Keys of the rules that the comparisons above gave. */
const met = vi.hoisted(() => new Set<string>());

vi.mock("../../src/diff/judge-facts.js", async (original) => {
  const real = await original<typeof Judge>();
  const judgeFacts: typeof real.judgeFacts = (facts) => {
    for (const { change } of facts) met.add(change);
    return real.judgeFacts(facts);
  };
  return { ...real, judgeFacts };
});

vi.mock("../../src/diff/surface/compare-surfaces.js", async (original) => {
  const real = await original<typeof Surfaces>();
  const compareSurfaces: typeof real.compareSurfaces = (...plans) => {
    const changes = real.compareSurfaces(...plans);
    for (const { rule } of changes) met.add(rule);
    return changes;
  };
  return { ...real, compareSurfaces };
});

test("every rule is given by a pair that a test compares", () => {
  expect(Object.keys(diffRules).filter((key) => !met.has(key))).toEqual([]);
});
