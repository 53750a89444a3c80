import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { planUnder } from "./overrides/configured.js";

const contract = (name: string, more: string) =>
  `servers: [{ url: "https://a.example/x{${name}}", variables: { ${name}: { default: "123:abc", ${more} } } }]
paths: { /a: { get: { responses: {} } } }`;

test.each([
  ["token", "description: A unique authentication token"],
  ["api_key", ""],
  ["app_key", "description: Your app key"],
  ["subscription_key", ""],
  ["license_key", ""],
  ["clientKey", ""],
  ["bot_key", ""],
  ["botToken", "description: Of the bot"],
  ["account_key", "description: Your API key"],
])("a credential in the address of the server: %s", async (name, more) => {
  const given = contract(name, more);
  expect(planOf(given).traits.lost).toMatchObject([
    {
      trait: "security",
      rule: "security/server-variable",
      shown: `the address of the server has the credential "${name}" as a variable`,
      missing: `the client calls its default until \`serverVariables\` has "${name}"`,
      lines: [],
      origin: { pointer: "#/servers" },
    },
  ]);
  expect((await planUnder(given, "security: false")).traits.lost).toEqual([]);
});

test.each([
  ["token", ""],
  ["token", "description: Not an access token"],
  ["token", "enum: ['123:abc', other], description: An access token"],
  ["key", "description: Key of the region"],
  ["partition_key", ""],
  ["region_key", "description: Where the data is"],
  ["sort_key", ""],
  ["tenantKey", "description: Of the tenant"],
  ["api_key", "description: The name of the API key"],
  ["tenant", "description: Where your access token is from"],
])("no credential: %s, %s", (name, more) => {
  expect(planOf(contract(name, more)).traits.lost).toEqual([]);
});

test("it says nothing of the credentials that the contract declares and the client sends", () => {
  const given = `security: [{ s: [] }]
components: { securitySchemes: { s: { type: http, scheme: bearer } } }
${contract("api_key", "")}`;
  const found = planOf(given).diagnostics.filter(({ id }) => id.startsWith("security/"));
  expect(found.map(({ id }) => id)).toEqual(["security/server-variable"]);
});
