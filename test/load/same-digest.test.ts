import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { loadContract } from "../../src/load/load-contract.js";
import { fileWith, folderWith, smallContract } from "./contract-files.js";

const contract = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {
    "/orders/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: {
        operationId: "getOrder",
        responses: {
          200: {
            description: "Order",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
          },
          404: { $ref: "#/components/responses/Missing" },
        },
      },
    },
  },
  components: {
    responses: { Missing: { description: "Missing" } },
    schemas: {
      Item: { type: "object", properties: { order: { $ref: "#/components/schemas/Order" } } },
      Order: {
        type: "object",
        properties: { items: { type: "array", items: { $ref: "#/components/schemas/Item" } } },
      },
    },
  },
};

const digestOf = async (path: string) => (await loadContract(path)).digest;
const whole = () => digestOf(fileWith(JSON.stringify(contract), "openapi.json"));

describe("the digest is the same", () => {
  test("whatever the order of keys", async () => {
    const want = await whole();
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
        const order = numbers[Symbol.iterator]();
        const text = JSON.stringify(shuffled(contract, () => Number(order.next().value)));
        expect(await digestOf(fileWith(text, "openapi.json"))).toBe(want);
      }),
      { numRuns: 20 },
    );
  });

  test("in YAML and in JSON", async () => {
    expect(await digestOf(fileWith(stringify(contract)))).toBe(await whole());
  });

  test("with YAML aliases and without", async () => {
    const text = smallContract.replace(
      "schemas:",
      "schemas:\n    Copy: &copy { type: string }\n    Again: *copy",
    );
    const written = smallContract.replace(
      "schemas:",
      "schemas:\n    Copy: { type: string }\n    Again: { type: string }",
    );
    expect(await digestOf(fileWith(text))).toBe(await digestOf(fileWith(written)));
  });

  test("however references are percent-encoded", async () => {
    const named = (name: string) =>
      smallContract.replace("schemas/Order", `schemas/${name}`).replace("Order:", "My Order:");
    expect(await digestOf(fileWith(named("My%20Order")))).toBe(await digestOf(fileWith(named("My Order"))));
  });

  test.each<[name: string, item: string, order: string]>([
    ["files named as the components", "Item", "Order"],
    ["files named otherwise", "line-item", "purchase.schema"],
  ])("split into files: %s", async (_, item, order) => {
    const folder = folderWith({
      "openapi.yaml": stringify({
        ...contract,
        paths: { "/orders/{id}": { $ref: "./paths/orders.yaml" } },
        components: {
          responses: { Missing: { $ref: "./missing.yaml" } },
          schemas: { Item: { $ref: `./schemas/${item}.yaml` }, Order: { $ref: `./schemas/${order}.yaml` } },
        },
      }),
      "missing.yaml": stringify(contract.components.responses.Missing),
      "paths/orders.yaml": stringify(contract.paths["/orders/{id}"])
        .replace("#/components/schemas/Order", `../schemas/${order}.yaml`)
        .replace("#/components/responses/Missing", "../missing.yaml"),
      [`schemas/${item}.yaml`]: stringify(contract.components.schemas.Item).replace(
        "#/components/schemas/Order",
        `./${order}.yaml`,
      ),
      [`schemas/${order}.yaml`]: stringify(contract.components.schemas.Order).replace(
        "#/components/schemas/Item",
        `./${item}.yaml`,
      ),
    });
    expect(await digestOf(join(folder, "openapi.yaml"))).toBe(await whole());
  });

  test("with path items as components or in place", async () => {
    const item = contract.paths["/orders/{id}"];
    const apart = {
      ...contract,
      paths: { "/orders/{id}": { $ref: "#/x-items/order" } },
      "x-items": { order: item },
    };
    const inPlace = { ...contract, "x-items": { order: item } };
    expect(await digestOf(fileWith(stringify(apart)))).toBe(await digestOf(fileWith(stringify(inPlace))));
  });
});

test("the digest changes with the contract", async () => {
  const changed = { ...contract, info: { title: "Shop", version: "2" } };
  expect(await digestOf(fileWith(JSON.stringify(changed)))).not.toBe(await whole());
});

/** The same JSON with its keys in an order that `next` decides. */
function shuffled(value: unknown, next: () => number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, next));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => ({
    key,
    member: shuffled(member, next),
    rank: next(),
  }));
  entries.sort((left, right) => left.rank - right.rank);
  return Object.fromEntries(entries.map(({ key, member }) => [key, member]));
}
