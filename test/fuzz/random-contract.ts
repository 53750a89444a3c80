import type { Json, JsonObject } from "../determinism/json-tree.js";
import { hostileText, likelyName } from "./names.js";
import { type Dialect, randomSchema, type SchemaSetting } from "./random-schema.js";
import type { Random } from "./random.js";

const componentNames = [
  "Pet",
  "pet",
  "Error",
  "Item",
  "Record",
  "Promise",
  "List",
  "class",
  "Page",
  "default",
  "enum",
  "example",
  "const",
  "items",
  "A",
  "B",
  "C",
  "User-v1",
  "user.v1",
  "Node",
  "Tree",
  "Object",
  "string",
];

/** A contract with schemas of every kind in every place that takes one; valid by construction. */
export function randomContract(random: Random): JsonObject {
  const version = random.pick(["3.0.3", "3.1.0", "3.1.1", "3.2.0"]);
  const dialect: Dialect = version.startsWith("3.0") ? "3.0" : "3.1";
  const names = random.some(componentNames, random.between(1, 7));
  const variantNames = random.chance(0.5) ? ["Cat", "Dog", "Fish"].slice(0, random.between(1, 3)) : [];
  const component = (name: string): string => `#/components/schemas/${name}`;
  const setting: SchemaSetting = {
    random,
    dialect,
    references: [
      ...[...names, ...variantNames].map(component),
      // Into what is sure to be there: a schema's own inside, and that of others.
      ...names.flatMap((name) => [
        `${component(name)}/properties/inner`,
        `${component(name)}/properties/inner/items`,
      ]),
    ],
    variants: variantNames.map(component),
  };
  const schemas = Object.fromEntries([
    ...names.map((name) => [name, namedSchema(setting)] as const),
    ...variantNames.map((name) => [name, variant(setting, name)] as const),
  ]);
  return {
    openapi: version,
    info: { title: random.chance(0.3) ? hostileText(random) : "Random", version: "1" },
    servers: [{ url: "https://api.example/v1" }],
    paths: Object.fromEntries(
      random.many(random.between(1, 3), (index) => [
        `/things${String(index)}/{key}`,
        pathItem(setting, index),
      ]),
    ),
    ...(dialect === "3.1" &&
      random.chance(0.1) && { webhooks: { told: { post: operation(setting, "told") } } }),
    components: {
      schemas,
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  };
}

/** A component: mostly of any kind, with the inner places that references count on. */
function namedSchema(setting: SchemaSetting): Json {
  const schema = randomSchema(setting, 3);
  const inner = { type: "array", items: randomSchema(setting, 1) };
  // A reference alone has no inside; a list of one does the same.
  if (typeof schema !== "object" || schema === null || Array.isArray(schema) || "$ref" in schema)
    return { allOf: [schema], properties: { inner } };
  const properties = schema["properties"];
  return { ...schema, properties: { ...(properties as JsonObject | undefined), inner } };
}

function variant(setting: SchemaSetting, name: string): Json {
  const { random } = setting;
  const own = {
    type: "object",
    required: ["kind"],
    properties: {
      kind: random.chance(0.5) ? { type: "string" } : { type: "string", enum: [name] },
      value: randomSchema(setting, 1),
    },
  };
  return random.chance(0.3) ? { allOf: [own, randomSchema(setting, 1)] } : own;
}

function pathItem(setting: SchemaSetting, index: number): JsonObject {
  const { random } = setting;
  const methods = random.some(["get", "put", "post", "delete", "patch"], random.between(1, 2));
  return {
    parameters: [{ in: "path", name: "key", required: true, schema: scalarParameter(random) }],
    ...Object.fromEntries(
      methods.map((method) => [method, operation(setting, `${method}Thing${String(index)}`, method)]),
    ),
  };
}

function operation(setting: SchemaSetting, operationId: string, method = "post"): JsonObject {
  const { random } = setting;
  const takesBody = method !== "get" && method !== "delete" && random.chance(0.8);
  const parameters = random.many(random.between(0, 3), (index) => parameter(setting, index));
  return {
    ...(random.chance(0.8) && { operationId }),
    ...(random.chance(0.7) && { tags: [likelyName(random)] }),
    ...(random.chance(0.5) && { summary: hostileText(random) }),
    ...(random.chance(0.2) && { security: [{ token: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(takesBody && { requestBody: { required: random.chance(0.7), content: requestContent(setting) } }),
    responses: responses(setting),
  };
}

function scalarParameter(random: Random): JsonObject {
  return { type: random.pick(["string", "integer"]) };
}

function parameter(setting: SchemaSetting, index: number): JsonObject {
  const { random } = setting;
  const where = random.pick(["query", "query", "header", "cookie"]);
  const name = where === "query" ? `${likelyName(random)}${String(index)}` : `X-Value-${String(index)}`;
  const schema = randomSchema(setting, random.between(0, 2));
  const shape: JsonObject = random.chance(0.12)
    ? { content: { "application/json": { schema } } }
    : {
        schema,
        ...(where === "query" &&
          random.chance(0.4) && {
            style: random.pick(["form", "spaceDelimited", "pipeDelimited", "deepObject"]),
            explode: random.chance(0.5),
          }),
      };
  return { in: where, name, required: random.chance(0.4), ...shape };
}

function requestContent(setting: SchemaSetting): JsonObject {
  const { random } = setting;
  const types = random.some(
    [
      "application/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
      "application/merge-patch+json",
    ],
    random.chance(0.75) ? 1 : 2,
  );
  return Object.fromEntries(types.map((type) => [type, { schema: randomSchema(setting, 2) }]));
}

function responses(setting: SchemaSetting): JsonObject {
  const { random } = setting;
  const statuses = random.some(
    ["200", "201", "202", "204", "302", "404", "4XX", "503", "default"],
    random.between(1, 4),
  );
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: hostileText(random),
        ...(random.chance(0.2) && {
          headers: { [random.pick(["X-Own", "Location", "X-class"])]: { schema: randomSchema(setting, 1) } },
        }),
        ...(status !== "204" &&
          random.chance(0.85) && {
            content: {
              [random.pick([
                "application/json",
                "application/json",
                "application/problem+json",
                "text/event-stream",
                "application/x-ndjson",
              ])]: { schema: randomSchema(setting, 2) },
            },
          }),
      },
    ]),
  );
}
