import { expect, test } from "vitest";
import { planOf } from "../../plan/plan-of.js";
import { listLost } from "./lost-names.js";

/** A webhook that says these parameters, beside another that is alike. */
const given = (name: string, parameters: readonly string[]) =>
  `  ${name}: { post: { parameters: [${parameters.map((text) => `{ ${text}, schema: { type: string } }`).join(", ")}], responses: {} } }`;
const signature = "name: X-Signature, in: header";
const attempt = "name: X-Attempt, in: header";
const tag = "name: tag, in: query";

/** What code for the first contract misses in a client of the second, generated over the first's. */
function lost(before: readonly string[], after: readonly string[]): readonly string[] {
  const old = planOf(`webhooks:\n${before.join("\n")}`);
  return listLost(old, planOf(`webhooks:\n${after.join("\n")}`, { kept: old.names }));
}

test("headers and queries of webhooks stay when others come beside them", () => {
  const before = [given("b", [signature, tag]), given("c", [signature, tag])];
  const after = [
    given("a", [signature, tag]),
    given("b", [attempt, signature, tag]),
    given("c", [signature, tag]),
  ];
  expect(lost(before, after)).toEqual([]);
});

test("headers and queries of webhooks that are gone are missed", () => {
  const before = [given("b", [signature, tag]), given("c", [signature, tag])];
  expect(lost(before, [given("b", [signature]), given("c", [attempt, tag])])).toEqual([
    "headers of the webhook c",
    "query of the webhook b",
  ]);
});
