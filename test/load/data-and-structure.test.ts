import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadContract } from "../../src/load/load-contract.js";
import { fileWith, folderWith } from "./contract-files.js";

/* Names and data of a contract that look like structure: what is moved, renamed or inlined must be none of them. */

const head = { openapi: "3.1.0", info: { title: "Looks", version: "1" } };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const objectWith = (properties: object) => ({ type: "object", properties });

/** What a contract in one file is read as, without what was added. */
async function read(contract: object): Promise<Record<string, unknown>> {
  const { document } = await loadContract(fileWith(JSON.stringify({ ...head, ...contract })));
  return JSON.parse(JSON.stringify(document)) as Record<string, unknown>;
}

/** What stands for a path item, where there is none. */
const looksLikeCallbacks = { callbacks: objectWith({ done: ref("Done"), next: ref("Node") }) };

describe("what only looks like a path item keeps its references", () => {
  test.each<[where: string, schemas: object]>([
    ["a property that is called `callbacks`", { Node: objectWith(looksLikeCallbacks) }],
    ["a schema that is called `callbacks`", { Node: ref("callbacks"), ...looksLikeCallbacks }],
    [
      "a definition that is called `callbacks`",
      { Node: { $defs: looksLikeCallbacks, $ref: "#/components/schemas/Node/$defs/callbacks" } },
    ],
    [
      "an example",
      {
        Node: {
          ...objectWith({}),
          example: { callbacks: { a: { b: ref("Done") } }, paths: { c: ref("x") } },
        },
      },
    ],
    ["a constant", { Node: { const: { callbacks: { a: { b: ref("Done") } } } } }],
    ["a default", { Node: { default: { callbacks: { a: { b: ref("Done") } } } } }],
    ["values", { Node: { enum: [{ callbacks: { a: { b: ref("Done") } } }] } }],
    ["an extension", { Node: { "x-own": { callbacks: { a: { b: ref("Done") } } } } }],
  ])("%s", async (_, schemas) => {
    const components = { schemas: { ...schemas, Done: objectWith({ id: { type: "string" } }) } };
    const { components: found } = await read({ paths: { "/a": { get: { responses: {} } } }, components });
    expect(found).toEqual(components);
  });

  test("while path items are read in every place that has one", async () => {
    const item = { get: { responses: { 200: { description: "ok" } } } };
    const refersTo = { $ref: "#/components/pathItems/Item" };
    const document = await read({
      paths: {
        "/a": { ...refersTo, summary: "own" },
        "/b": { post: { callbacks: { on: { "{$url}": refersTo } } } },
      },
      webhooks: { hook: refersTo },
      components: {
        pathItems: { Item: { $ref: "#/components/pathItems/Last", description: "between" }, Last: item },
        callbacks: { done: { "{$url}": refersTo } },
      },
    });
    const whole = { ...item, description: "between" };
    expect(document).toMatchObject({
      paths: {
        "/a": { ...whole, summary: "own" },
        "/b": { post: { callbacks: { on: { "{$url}": whole } } } },
      },
      webhooks: { hook: whole },
      components: { callbacks: { done: { "{$url}": whole } } },
    });
  });
});

describe("what only looks like a discriminator keeps its text where a component gets its name back", () => {
  // The bundler calls the component `order-schema`, after its file.
  const bundled = "#/components/schemas/order-schema";
  const mapping = { order: bundled };
  const looksLike = { discriminator: { propertyName: "kind", mapping, defaultMapping: bundled } };

  test.each<[where: string, schema: object]>([
    ["an example", { type: "object", example: looksLike }],
    ["examples", { type: "object", examples: [looksLike] }],
    ["a default", { type: "object", default: looksLike }],
    ["a constant", { const: looksLike }],
    ["values", { enum: [looksLike] }],
    ["an extension", { type: "object", "x-own": looksLike }],
    [
      "the default of a property that is called `discriminator`",
      objectWith({ discriminator: { default: looksLike } }),
    ],
  ])("%s", async (_, schema) => {
    const folder = folderWith({
      "openapi.json": JSON.stringify({
        ...head,
        components: { schemas: { Order: { $ref: "./order-schema.json" }, Shown: schema } },
      }),
      "order-schema.json": JSON.stringify(objectWith({ id: { type: "string" } })),
    });
    const { document } = await loadContract(join(folder, "openapi.json"));
    expect(JSON.parse(JSON.stringify(document["components"]))).toEqual({
      schemas: { Order: objectWith({ id: { type: "string" } }), Shown: schema },
    });
  });

  test("while a discriminator follows it, under any name of a value", async () => {
    const folder = folderWith({
      "openapi.json": JSON.stringify({
        ...head,
        components: {
          schemas: {
            Order: { $ref: "./order-schema.json" },
            mapping: {
              oneOf: [{ $ref: "./order-schema.json" }],
              discriminator: {
                propertyName: "kind",
                mapping: {
                  $ref: "./order-schema.json",
                  mapping: "./order-schema.json",
                  hasOwnProperty: "Order",
                },
              },
            },
          },
        },
      }),
      "order-schema.json": JSON.stringify(objectWith({ kind: { type: "string" } })),
    });
    const { document } = await loadContract(join(folder, "openapi.json"));
    expect(document["components"]).toMatchObject({
      schemas: {
        mapping: {
          discriminator: {
            mapping: {
              $ref: ref("Order").$ref,
              mapping: ref("Order").$ref,
              hasOwnProperty: "Order",
            },
          },
        },
      },
    });
  });
});

test("a part that example data alone names leaves no component behind", async () => {
  const part = "#/components/schemas/owner";
  const split = folderWith({
    "openapi.json": JSON.stringify({
      ...head,
      components: {
        schemas: {
          Pet: { $ref: "./pet.json" },
          Visit: { $ref: "./visit.json" },
          Shown: { type: "object", example: { discriminator: { mapping: { owner: part } } } },
        },
      },
    }),
    "pet.json": JSON.stringify(objectWith({ owner: objectWith({ name: { type: "string" } }) })),
    "visit.json": JSON.stringify({ type: "array", items: { $ref: "./pet.json#/properties/owner" } }),
  });
  const { document } = await loadContract(join(split, "openapi.json"));
  expect(Object.keys((document["components"] as Record<"schemas", object>).schemas).sort()).toEqual([
    "Pet",
    "Shown",
    "Visit",
  ]);
});
