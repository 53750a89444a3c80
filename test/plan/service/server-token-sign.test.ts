import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { planUnder } from "./overrides/configured.js";

const contract = (name: string, more: string) =>
  `servers: [{ url: "https://a.example/x{${name}}", variables: { ${name}: { default: "123:abc", ${more} } } }]
paths: { /a: { get: { responses: {} } } }`;

test.each([
  ["token", "description: A unique authentication token"],
  ["api_key", ""],
  ["botToken", "description: Of the bot"],
])("a credential in the address of the server: %s", async (name, more) => {
  const given = contract(name, more);
  expect(planOf(given).traits.lost).toMatchObject([
    {
      trait: "security",
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
  ["api_key", "description: The name of the API key"],
  ["tenant", "description: Where your access token is from"],
])("no credential: %s, %s", (name, more) => {
  expect(planOf(contract(name, more)).traits.lost).toEqual([]);
});
