import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { emitClient } from "../../src/emit/emit-client.js";
import { loadContract } from "../../src/load/load-contract.js";
import { UserError } from "../../src/text/user-error.js";
import { buildPlan } from "../../src/build-plan.js";
import { runProcess, shop } from "../cli/run.js";
import { everyCase } from "../support/every-case.js";

/** A contract with one of nearly everything that OpenAPI has a place for. */
const rich = {
  openapi: "3.1.0",
  info: { title: "T", version: "1", description: "d", contact: { name: "n" }, license: { name: "l" } },
  servers: [
    { url: "https://a.example/{v}", description: "s", variables: { v: { default: "1", enum: ["1", "2"] } } },
  ],
  security: [{ key: [] }, { oauth: ["read"] }],
  tags: [{ name: "pets", description: "d", externalDocs: { url: "https://a.example" } }],
  paths: {
    "/pets/{id}": {
      summary: "s",
      servers: [{ url: "https://b.example" }],
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      post: {
        operationId: "createPet",
        tags: ["pets"],
        deprecated: true,
        parameters: [
          {
            name: "q",
            in: "query",
            style: "form",
            explode: true,
            schema: { type: "array", items: { type: "integer" } },
          },
          { name: "h", in: "header", content: { "application/json": { schema: { type: "object" } } } },
          { $ref: "#/components/parameters/limit" },
        ],
        requestBody: {
          required: true,
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                properties: {
                  file: { type: "string", format: "binary" },
                  meta: { $ref: "#/components/schemas/Pet" },
                },
              },
              encoding: {
                meta: { contentType: "application/json", headers: { "X-A": { schema: { type: "string" } } } },
              },
            },
          },
        },
        responses: {
          200: {
            description: "ok",
            headers: { ETag: { schema: { type: "string" }, required: true } },
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/Pet" },
                examples: { a: { value: 1 } },
              },
            },
            links: { next: { operationId: "createPet", parameters: { id: "$response.body#/id" } } },
          },
          default: { $ref: "#/components/responses/problem" },
        },
        callbacks: {
          done: {
            "{$request.body#/u}": {
              post: {
                requestBody: { content: { "application/json": { schema: { type: "string" } } } },
                responses: { 204: { description: "n" } },
              },
            },
          },
        },
      },
    },
  },
  webhooks: {
    changed: {
      post: {
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } },
        responses: { 200: { description: "x" } },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: "object",
        title: "A pet",
        required: ["id"],
        discriminator: { propertyName: "kind", mapping: { dog: "#/components/schemas/Dog" } },
        properties: {
          id: { type: "integer", format: "int64", minimum: 1 },
          kind: { enum: ["dog", "cat"] },
          tags: { type: ["array", "null"], prefixItems: [{ const: 1 }] },
        },
        additionalProperties: { anyOf: [{ type: "string", pattern: "^a" }, { type: "boolean" }] },
      },
      Dog: {
        allOf: [
          { $ref: "#/components/schemas/Pet" },
          {
            properties: { bark: { type: "string", default: "w" } },
            if: { required: ["bark"] },
            then: { not: { type: "null" } },
          },
        ],
      },
    },
    parameters: { limit: { name: "limit", in: "query", schema: { type: "integer" } } },
    responses: {
      problem: {
        description: "p",
        content: {
          "application/problem+json": {
            schema: { type: "object", properties: { code: { type: "string" } } },
          },
        },
      },
    },
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      oauth: {
        type: "oauth2",
        flows: { clientCredentials: { tokenUrl: "https://a.example/t", scopes: { read: "r" } } },
      },
    },
  },
};

type Edit = (holder: Record<string, unknown>, key: string) => void;
const put =
  (value: unknown): Edit =>
  (holder, key) => {
    holder[key] = value;
  };
const NAMES = ["hasOwnProperty", "__proto__", "constructor", "toString", "valueOf", "then"];

/** What may stand in a place where it does not belong. */
const edits: Readonly<Record<string, Edit>> = {
  null: put(null),
  "a number": put(7),
  "a text": put("text"),
  "a boolean": put(true),
  "a list": put([null]),
  "an empty object": put({}),
  "a $ref to a text": put({ $ref: "#/openapi" }),
  "a $ref to an object": put({ $ref: "#/info" }),
  "a $ref to a list": put({ $ref: "#/tags" }),
  "a $ref to a number": put({ $ref: "#/components/schemas/Pet/properties/id/minimum" }),
  "a $ref of a number": put({ $ref: 1 }),
  "a $ref beside": (holder) => {
    holder["$ref"] = "#/components/schemas/Pet";
  },
  ...Object.fromEntries(
    NAMES.map((name) => [
      `a member ${name}`,
      ((holder, key) => {
        Object.defineProperty(holder, name, {
          value: holder[key],
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }) satisfies Edit,
    ]),
  ),
};

function* locationsOf(node: object, keys: readonly string[] = []): Generator<readonly string[]> {
  for (const [key, value] of Object.entries(node) as [string, unknown][]) {
    yield [...keys, key];
    if (typeof value === "object" && value !== null) yield* locationsOf(value, [...keys, key]);
  }
}

/** What comes of a contract: a client, a failure for a person, or an internal error. */
async function outcomeOf(contract: unknown): Promise<string> {
  const input = Readable.from([JSON.stringify(contract)]);
  try {
    const loaded = await loadContract("-", { input });
    const { plan } = buildPlan(loaded, { vendor: "acme" });
    await emitClient(plan, loaded);
    return "client";
  } catch (error) {
    return error instanceof UserError ? `exit ${error.exitCode}` : String((error as Error).stack);
  }
}

/** Every place is tried with some of the edits, and every edit in some of the places: all of it takes minutes. */
const STRIDE = everyCase ? 1 : 36;

test.each(Object.entries(edits).map(([name, edit], index) => [name, edit, index] as const))(
  "%s in any place of a contract is no internal error",
  async (_, edit, offset) => {
    expect(await outcomeOf(rich)).toBe("client");
    const places = [...locationsOf(rich)].filter((_place, index) => index % STRIDE === offset % STRIDE);
    const errors: Record<string, string> = {};
    for (const keys of places) {
      const contract = structuredClone(rich) as Record<string, unknown>;
      const above = keys.slice(0, -1);
      const holder = above.reduce((at, key) => at[key] as Record<string, unknown>, contract);
      edit(holder, keys.at(-1) ?? "");
      const outcome = await outcomeOf(contract);
      if (!/^(?:client|exit 3)$/.test(outcome)) errors[keys.join("/")] = outcome;
    }
    expect(errors).toEqual({});
  },
  everyCase ? 600_000 : 60_000,
);

test.each([
  [
    "exit1-unhandled",
    3,
    {
      components: {
        schemas: {
          A: {
            properties: {
              "": { then: { $ref: "#/components/schemas/A" } },
              $ref: "#/components/schemas/A/properties//x/y",
            },
          },
        },
      },
    },
  ],
  [
    "a list's index in other digits",
    3,
    { components: { schemas: { A: { allOf: [{ $ref: "#/components/schemas/A/allOf/00" }] } } } },
  ],
  ["servers: {$ref}", 0, { servers: { $ref: "#/openapi" } }],
  ["hasOwnProperty", 0, { hasOwnProperty: 1 }],
])("%s ends with exit %i, and with nothing unhandled", async (_, exitCode, members) => {
  const { contract } = shop(
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      paths: { "/a": { get: { responses: { 200: { description: "x" } } } } },
      ...members,
    }),
  );
  const ran = await runProcess(["inspect", contract]);
  expect([ran.exitCode, ran.err]).toEqual([exitCode, expect.not.stringContaining("Internal error")]);
  if (exitCode === 3)
    expect(ran.err).toMatch(/This \$ref leads only to other references, round in a circle\./);
});
