import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { planUnder } from "./overrides/configured.js";

const contract = (description: string, more = "") => `
paths:
  /orders:
    post: { operationId: createOrder, parameters: [{ in: header, name: Idempotency-Key, required: true, description: ${JSON.stringify(description)}, schema: { type: string${more} } }], responses: { '204': { description: D } } }`;

test.each([
  ["The key is restricted to 36 characters.", "maxLength: 36"],
  ["A unique key with a maximum of 40 characters.", "maxLength: 40"],
  ["A string of up to 64 characters.", "maxLength: 64"],
  ["Must not exceed 64 characters.", "maxLength: 64"],
  ["No longer than 64 ASCII characters", "maxLength: 64"],
  ["A key (max. 50 characters).", "maxLength: 50"],
  ["Any text, 50 characters maximum.", "maxLength: 50"],
  ["Between 16 and 64 characters.", "minLength: 16, maxLength: 64"],
  ["At least 16 characters.", "minLength: 16"],
])("a text says how long keys are: %s", (text, want) => {
  const { lost } = planOf(contract(text)).traits;
  expect(lost.map(({ trait, shown, missing, lines }) => [trait, shown, missing, lines.at(-1)])).toEqual([
    [
      "idempotency",
      `the description of its header "Idempotency-Key" says how long keys are (${want})`,
      "its schema does not: the client checks no length",
      `      rules: { ${want} }`,
    ],
  ]);
});

test.each([
  ["Up to 255 characters.", ""],
  ["Up to 64 characters.", ", maxLength: 40"],
  ["Up to 64 characters.", ", format: uuid"],
  ["We recommend up to 64 characters.", ""],
  ["It should have at most 64 characters.", ""],
  ["Keys are not limited to 64 characters.", ""],
  ["Up to 64 characters. Not more than 32 characters.", ""],
  ["The name in the body has up to 64 characters.", ""],
  ["The merchant code (at most 8 characters), a hyphen and a UUID", ""],
  ["Up to 10 consecutive characters may be equal.", ""],
  ["A maximum 10 000 characters", ""],
  ["On the sandbox the key is restricted to 10 characters.", ""],
  ["It can contain up to 3 dash characters.", ""],
  ["Previously limited to 20 characters, now a UUID", ""],
  ["At least 4 different characters", ""],
  ["At least 300 characters", ""],
  ["The memo is limited to 100 characters.", ""],
  ["The server stores up to 40 characters.", ""],
])("no text says it: %s%s", (text, more) => {
  expect(planOf(contract(text, more)).traits.lost).toEqual([]);
});

test("the lines make the client check it", async () => {
  const given = contract("The key is restricted to 20 characters.");
  const [sign] = planOf(given).traits.lost;
  const planned = async (lines: readonly string[] = []) => {
    const { traits, resources } = await planUnder(given, lines.join("\n"));
    return [traits.lost, JSON.stringify(resources).includes("at most 20 characters")];
  };
  expect(await planned(sign?.lines)).toEqual([[], true]);
  expect(await planned(sign?.meant)).toEqual([[], false]);
});

test.each([
  ["that the contract declares", ", parameters: [{ in: header, name: X-Once, schema: { type: string } }]"],
  ["that it does not declare", ""],
])("the client checks the configured lengths of a header %s", async (_, parameters) => {
  const given = `
paths:
  /orders:
    post: { operationId: createOrder${parameters}, responses: { '204': { description: D } } }`;
  const keys =
    "operations: { createOrder: { idempotency: { header: X-Once, rules: { minLength: 20, maxLength: 60 } } } }";
  const { resources } = await planUnder(given, keys);
  expect(JSON.stringify(resources)).toContain("have at least 20 and at most 60 characters");
});
