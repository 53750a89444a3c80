import { describe, expect, test } from "vitest";
import { buildPlan } from "../../src/build-plan.js";
import { messageOf } from "../../src/diagnostics/diagnostic.js";
import { loadContract } from "../../src/load/load-contract.js";
import { fileWith } from "./contract-files.js";
import { failureOf } from "./failure-of.js";

/** A contract with one operation; `with` replaces the value at a path, undefined removes it. */
function contractWith(path: string, value: unknown): string {
  const document = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "2" },
    paths: {
      "/orders/{id}": {
        get: {
          operationId: "getOrder",
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
          responses: {
            200: {
              description: "a",
              content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
            },
          },
        },
      },
    },
    components: {
      schemas: { Order: { type: "object", properties: { id: { type: "string" } } } },
      securitySchemes: { key: { type: "http", scheme: "bearer" } },
    },
  };
  const keys = path.split("|");
  const last = keys.pop() ?? "";
  let holder: Record<string, unknown> = document;
  for (const key of keys) holder = (holder[key] ??= {}) as Record<string, unknown>;
  if (value === undefined) Reflect.deleteProperty(holder, last);
  else holder[last] = value;
  return JSON.stringify(document, null, 1);
}

const operation = "paths|/orders/{id}|get";
const order = "components|schemas|Order";

describe("a contract that is invalid, and whose client is right all the same, is read with a warning", () => {
  test.each<[name: string, path: string, value: unknown, id: string]>([
    ["no info", "info", undefined, "document/info"],
    ["an info that is null", "info", null, "document/info"],
    ["an info that is a text", "info", "Shop", "document/info"],
    ["no title", "info|title", undefined, "document/info"],
    ["no version", "info|version", undefined, "document/info"],
    ["a title that is an object", "info|title", {}, "document/info"],
    ["a title that is empty", "info|title", "", "document/info"],
    ["a title that is blank", "info|title", " \t", "document/info"],
    ["a version that is empty", "info|version", "", "document/info"],
    [
      "a reference in leftover definitions",
      "definitions",
      { A: { $ref: "#/definitions/Gone" } },
      "openapi/struct",
    ],
    [
      "a reference in an unknown member",
      `${operation}|extra`,
      { $ref: "#/components/schemas/Gone" },
      "openapi/struct",
    ],
    [
      "a reference to another file in an unknown member",
      `${operation}|responses|200|schema`,
      { $ref: "other.yaml#/Gone" },
      "openapi/struct",
    ],
    [
      "a reference below a path without a slash",
      "paths|orders",
      {
        get: {
          responses: {
            200: { description: "a", content: { "application/json": { schema: { $ref: "#/gone" } } } },
          },
        },
      },
      "openapi/struct",
    ],
    ["no description of a response", `${operation}|responses|200|description`, undefined, "openapi/struct"],
    ["responses that are an empty list", `${operation}|responses`, [], "openapi/struct-value-ignored"],
    ["a response that is null", `${operation}|responses|204`, null, "openapi/struct-empty-value"],
    [
      "a media type that is null",
      `${operation}|responses|200|content|application/json`,
      null,
      "openapi/struct-empty-value",
    ],
    ["a schema that is null", `${order}|properties|id`, null, "openapi/struct-empty-value"],
    ["properties that are an empty list", `${order}|properties`, [], "openapi/struct-value-ignored"],
    ["parameters that are null", `${operation}|parameters`, null, "openapi/struct-value-ignored"],
    ["security that is null", `${operation}|security`, null, "openapi/struct-value-ignored"],
    ["a path that is null", "paths|/next", null, "openapi/struct-value-ignored"],
    ["components that are null", "components|responses", null, "openapi/struct-value-ignored"],
    ["a discriminator without a property", `${order}|discriminator`, {}, "openapi/struct-value-ignored"],
    ["a discriminator that is a text", `${order}|discriminator`, "kind", "openapi/struct-value-ignored"],
    [
      "a mapping that is null",
      `${order}|discriminator`,
      { propertyName: "id", mapping: null },
      "openapi/struct-value-ignored",
    ],
    [
      "a response header that is a text",
      `${operation}|responses|200|headers`,
      { ETag: "a" },
      "openapi/struct-value-ignored",
    ],
    ["callbacks that are a text", `${operation}|callbacks`, "a", "openapi/struct-value-ignored"],
    ["webhooks that are a text", "webhooks", "a", "openapi/struct-value-ignored"],
    [
      "an oauth2 scheme without flows",
      "components|securitySchemes|key",
      { type: "oauth2" },
      "openapi/struct",
    ],
  ])("%s", async (_, path, value, id) => {
    const contract = await loadContract(fileWith(contractWith(path, value), "openapi.json"));
    const found = contract.diagnostics.filter(({ level }) => level === "warning");
    expect(found.map((one) => one.id)).toEqual([id]);
    expect(found[0]?.location?.line).toBeGreaterThan(0);
    expect(buildPlan(contract, {}).plan.resources.flatMap(({ methods }) => methods)).toHaveLength(1);
  });

  test.each<[info: unknown, problems: readonly string[]]>([
    [undefined, ["The field `info` must be present on this level."]],
    [
      { title: " ", version: "" },
      ["The field `title` must not be empty.", "The field `version` must not be empty."],
    ],
  ])("a title and a version that are missing have others in their place: %j", async (info, problems) => {
    const contract = await loadContract(fileWith(contractWith("info", info), "openapi.json"));
    const { plan } = buildPlan(contract, {});
    expect([plan.contract.title, plan.contract.version]).toEqual(["API", "0"]);
    const others = "The client calls the API `API` without a title, and `0` without a version.";
    expect(contract.diagnostics.map(messageOf)).toEqual(problems.map((problem) => `${problem} ${others}`));
  });

  test("null is no response: the status keeps its place", async () => {
    const { document } = await loadContract(
      fileWith(contractWith(`${operation}|responses|204`, null), "openapi.json"),
    );
    expect(document).toHaveProperty(["paths", "/orders/{id}", "get", "responses", "204"], {});
  });
});

describe("what no right client comes of is refused", () => {
  test.each<[name: string, path: string, value: unknown, says: RegExp]>([
    ["a schema that is a text", `${order}|properties|id`, "string", /Expected type `Schema`/],
    ["a parameter without a name", `${operation}|parameters|0|name`, undefined, /The field `name`/],
    ["a parameter without a place", `${operation}|parameters|0|in`, undefined, /The field `in`/],
    [
      "a security scheme that is null",
      "components|securitySchemes|key",
      null,
      /Expected type `SecurityScheme`/,
    ],
    [
      "a security scheme without a type",
      "components|securitySchemes|key|type",
      undefined,
      /The field `type`/,
    ],
    [
      "requirements that are an empty object",
      `${operation}|security`,
      {},
      /Expected type `SecurityRequirementList`/,
    ],
    ["an operation that is a text", "paths|/orders/{id}|post", "a", /Expected type `Operation`/],
  ])("%s", async (_, path, value, says) => {
    const failure = await failureOf(fileWith(contractWith(path, value), "openapi.json"));
    expect(failure.exitCode).toBe(3);
    expect(failure.where).toMatch(says);
  });

  test.each<[name: string, schema: object]>([
    ["a reference to its own object", { $ref: `#/components/schemas/Order` }],
    ["with members beside it", { $ref: `#/components/schemas/Order`, type: "object", description: "a" }],
  ])("%s, in words that say so", async (_, schema) => {
    const { where = "" } = await failureOf(fileWith(contractWith(order, schema), "openapi.json"));
    expect(where).toContain("This $ref leads to the object that contains it, so that no value is described.");
  });
});
