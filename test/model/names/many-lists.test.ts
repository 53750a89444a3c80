import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import { nameOperations } from "../../../src/model/names/operation-names.js";
import { listRawOperations } from "../../../src/model/operations/list-raw-operations.js";
import { countTime } from "../../support/count-time.js";

const objectOf = (names: readonly string[]): JsonObject => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
});

const membersOf = (count: number, schemaOf: (index: number) => JsonObject): JsonObject => ({
  type: "object",
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`m${String(index)}`, schemaOf(index)]),
  ),
});

/** The name of `GET /orders`, by what it returns and what `GET /orders/{id}` returns. */
function nameOf(page: JsonObject, item: JsonObject): string | undefined {
  const get = (schema: JsonObject) => ({
    get: { responses: { "200": { description: "", content: { "application/json": { schema } } } } },
  });
  const document = { paths: { "/orders": get(page), "/orders/{id}": get(item) } };
  const names = nameOperations(listRawOperations(document), { document });
  return [...names].find(([{ path }]) => path === "/orders")?.[1].method;
}

test.each([
  ["more", ["sku", "size", "price"], "get"],
  ["some", ["sku", "size"], "list"],
])("a list of things with %s of the members of a member of the item", (_, names, method) => {
  const page = membersOf(3, (index) =>
    index === 1 ? { type: "array", items: objectOf(names) } : objectOf(["name"]),
  );
  expect(
    nameOf(
      page,
      membersOf(2, () => objectOf(["size", "sku", "name"])),
    ),
  ).toBe(method);
});

test("many lists beside an item with many members are read in little time", () => {
  const item = membersOf(2000, (index) => objectOf([index % 2 === 0 ? "a" : "b", "c", `x${String(index)}`]));
  const page = membersOf(2000, () => ({ type: "array", items: objectOf(["a", "b", "c"]) }));
  const elapsed = countTime();
  nameOf(page, item);
  expect(elapsed()).toBeLessThan(1000);
});
