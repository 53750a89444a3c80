import { expect, test } from "vitest";
import { planUnder } from "./overrides/configured.js";

/** The signs of a POST with a scope, without keys of the configuration or with them. */
const signsOf = async (text: string, { scope = "pets:read", keys = "" } = {}) => {
  const contract = `
info: { title: T, version: "1" }
components: { securitySchemes: { tokens: { type: oauth2, flows: {} } } }
paths:
  /pets/search:
    post:
      operationId: runPets
      security: [{ tokens: ["${scope}"] }]
      ${text}
      responses: { "200": { description: D } }`;
  return (await planUnder(contract, keys)).traits.lost.map(({ trait, rule, shown, missing, lines }) => ({
    trait,
    rule,
    shown,
    missing,
    line: lines.at(-1)?.trim(),
  }));
};

const named = (verb: string) => [
  {
    trait: "safe",
    rule: "trait/safe-change",
    shown: `its text has "${verb}", as that of a change does`,
    missing: 'its scopes ("pets:read") are for reading',
    line: "safe: false",
  },
];

test.each([
  ["summary: Pays all open invoices", named("pays")],
  ["description: Finds open invoices and charges them.", named("charges")],
  ["summary: Creates a list of matches", []],
  ["summary: Finds pets", []],
  ["summary: Purchases of a customer", []],
  ["summary: Book list", []],
  ["summary: Move through pages", []],
  ["summary: Replaces GET /pets for long filters", []],
  ["summary: Deletes nothing", []],
])("a POST with a scope for reading: %s", async (text, want) => {
  expect(await signsOf(text)).toEqual(want);
});

test.each(["true", "false"])("what the configuration says of it is not asked again: %s", async (safe) => {
  const keys = `operations:\n  runPets: { safe: ${safe} }`;
  expect(await signsOf("summary: Pays all open invoices", { keys })).toEqual([]);
});

test("a POST with another scope is not repeated, and not named", async () => {
  expect(await signsOf("summary: Pays all open invoices", { scope: "pets:write" })).toEqual([]);
});
