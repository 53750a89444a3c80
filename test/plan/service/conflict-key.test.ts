import { expect, test } from "vitest";
import { lostIn } from "./lost-contract.js";

/** What is said of keys of a create with this member of its body, and this description of its 409. */
const saidOf = (
  member: string,
  { conflict = "Conflict", text = "", method = "post", path = "/orders" }: Record<string, string>,
) =>
  lostIn(
    `paths: { ${path}: { ${method}: { operationId: run, requestBody: { content: { application/json: { schema: { properties: { ${member}: { type: string, description: ${JSON.stringify(text)} } } } } } }, responses: { '201': { description: P }, '409': { description: ${JSON.stringify(conflict)} } } } } }`,
  )
    .filter(({ trait }) => trait === "idempotency")
    .map(({ shown, lines }) => [shown, lines]);

test.each([
  ["import_id", "An order with the same `import_id` already exists."],
  ["OrderReference", "Conflict - you have already told us about an order with this `OrderReference`"],
  ["externalId", "An order with the same external id already exists."],
  ["id", "An order with the provided id already exists."],
  ["order_id", "Duplicate order_id."],
])("a 409 that names %s is of an earlier request: %s", (member, conflict) => {
  expect(saidOf(member, { conflict })).toEqual([
    [`its response 409 is for the member of its body "${member}" of an earlier request`, []],
  ]);
});

test.each([
  ["name", "An order with the same `name` already exists."],
  ["email", "The `email` is already in use."],
  ["user_id", "The user with this `user_id` already has an order."],
  ["customer_id", "An order for the same `customer_id` already exists."],
  ["import_id", "An order with this name already exists."],
  ["import_id", "The `import_id` already belongs to another order."],
  ["import_id", "The order with this `import_id` already has a different status."],
  ["import_id", "The `import_id` is wrong."],
  ["id", "The order already exists; its id is in the header."],
  ["id", "An order with the same name already exists."],
])("a 409 says nothing of %s: %s", (member, conflict) => {
  expect(saidOf(member, { conflict })).toEqual([]);
});

test("a PUT may be sent again anyway", () => {
  expect(saidOf("id", { conflict: "The same `id` exists already.", method: "put" })).toEqual([]);
});

test("a value that the caller makes, and that has to be unique, is named", () => {
  expect(saidOf("reference", { text: "Has to be unique per merchant and mode." })).toEqual([
    ['the member of its body "reference" has to be unique', []],
  ]);
});

test.each([
  ["reference", "Has to be unique."],
  ["reference", "Has to be unique per line of the order."],
  ["reference", "Does not have to be unique per merchant."],
  ["name", "Has to be unique per merchant."],
])("what is unique otherwise is not: %s, %s", (member, text) => {
  expect(saidOf(member, { text })).toEqual([]);
});

test.each([
  [
    "a list",
    "{ properties: { orders: { type: array, items: { properties: { import_id: { type: string } } } } } }",
  ],
  ["an object", "{ properties: { order: { properties: { import_id: { type: string } } } } }"],
])("the value may be in %s", (_, schema) => {
  const found = lostIn(
    `paths: { /orders: { post: { requestBody: { content: { application/json: { schema: ${schema} } } }, responses: { '201': { description: P }, '409': { description: "The same import_id exists already." } } } } }`,
  ).filter(({ trait }) => trait === "idempotency");
  expect(found.map(({ shown }) => shown)).toEqual([
    'its response 409 is for the member of its body "import_id" of an earlier request',
  ]);
});
