import { expect, test } from "vitest";
import { planUnder } from "./overrides/configured.js";
import { planOf } from "../plan-of.js";

const contract = (security: string) => `
paths: { /a: { get: { operationId: a, security: [${security}], responses: { '204': { description: D } } } } }
components: { securitySchemes: {
  k: { type: apiKey, in: header, name: X-Key },
  o: { type: oauth2, flows: { clientCredentials: { tokenUrl: "https://a.example/token", scopes: { "a:read": R, "a:write": W } } } } } }`;

const scopesOf = (security: string) =>
  planOf(contract(security)).traits.lost.filter(({ trait }) => trait === "scopes");

test("scopes that a call needs with one of its credentials alone are named", async () => {
  const given = "{ k: [] }, { o: ['a:read', 'a:write'] }";
  const [sign, ...others] = scopesOf(given);
  expect(sign).toMatchObject({
    shown: "with one of its credentials it needs scopes",
    missing: "with another it needs none",
    lines: [],
  });
  expect(others).toEqual([]);
  const { traits } = await planUnder(contract(given), 'operations: { "GET /a": { scopes: false } }');
  expect(traits.lost).toEqual([]);
});

test.each([
  "{ o: ['a:read'] }",
  "{ k: [], o: ['a:read'] }",
  "{}, { o: ['a:read'] }",
  "{ o: [] }, { o: ['a:read'] }, { k: [] }",
  "{ k: [] }",
])("nothing is lost of %s", (security) => {
  expect(scopesOf(security)).toEqual([]);
});
