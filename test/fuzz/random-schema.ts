import type { Json, JsonObject } from "../determinism/json-tree.js";
import { put } from "./json-nodes.js";
import { hostileText, likelyName } from "./names.js";
import type { Random } from "./random.js";

/** The two families of JSON Schema that contracts are written in. */
export type Dialect = "3.0" | "3.1";

/** What schemas of one contract may lead to. */
export interface SchemaSetting {
  readonly random: Random;
  readonly dialect: Dialect;
  /** References that resolve once the whole contract is there. */
  readonly references: readonly string[];
  /** Components that are objects with a member `kind`: what a discriminator can choose among. */
  readonly variants: readonly string[];
}

const formats = [
  "date",
  "date-time",
  "uuid",
  "uri",
  "email",
  "int32",
  "int64",
  "float",
  "double",
  "byte",
  "binary",
  "password",
  "ipv4",
  "decimal",
  "x-own",
];
const scalars = ["string", "integer", "number", "boolean"];

/** A schema that is valid by construction. @param depth how many more levels it may have inside */
export function randomSchema(setting: SchemaSetting, depth: number): Json {
  const { random, dialect, references } = setting;
  if (references.length > 0 && random.chance(depth <= 0 ? 0.5 : 0.22)) return referenceTo(setting);
  if (depth <= 0) return scalar(setting, 0);
  const kinds = [
    scalar,
    scalar,
    objectOf,
    objectOf,
    objectOf,
    arrayOf,
    arrayOf,
    combination,
    combination,
    mapOf,
    discriminated,
    ...(dialect === "3.1" ? [tupleOf, applied, anchored, booleanSchema] : [nullableOf]),
  ];
  const made = random.pick(kinds)(setting, depth);
  return typeof made === "object" && made !== null && !Array.isArray(made) ? annotated(setting, made) : made;
}

type Maker = (setting: SchemaSetting, depth: number) => Json;

function referenceTo({ random, references, dialect }: SchemaSetting): JsonObject {
  const $ref = random.pick(references);
  if (dialect === "3.0" || random.chance(0.8)) return { $ref };
  return {
    $ref,
    ...random.pick<JsonObject>([
      { description: "beside" },
      { type: "object" },
      { required: ["id"] },
      { properties: { beside: { type: "string" } } },
      { deprecated: true },
      { unevaluatedProperties: false },
    ]),
  };
}

const scalar: Maker = ({ random, dialect }) => {
  const type = random.pick(scalars);
  const schema: JsonObject = { type };
  if (random.chance(0.25)) schema["format"] = random.pick(formats);
  if (type === "string" && random.chance(0.3))
    schema["enum"] = random.pick([["a", "b"], ["", "*/", "`"], ["a"]]);
  if (type === "integer" && random.chance(0.2)) schema["enum"] = [0, 1, 9007199254740991];
  if (type === "string" && random.chance(0.2))
    Object.assign(schema, { minLength: 1, maxLength: 9, pattern: "^[a-z*/`]+$" });
  if (type === "number" && random.chance(0.2)) schema["minimum"] = -1.5;
  if (dialect === "3.1" && random.chance(0.12)) {
    delete schema["enum"];
    delete schema["type"];
    schema["const"] = random.pick<Json>(["x", 1, true, null, ["a"], { a: 1 }]);
  }
  if (
    dialect === "3.1" &&
    random.chance(0.12) &&
    schema["type"] !== undefined &&
    schema["enum"] === undefined
  )
    schema["type"] = [type, "null"];
  return schema;
};

const objectOf: Maker = (setting, depth) => {
  const { random } = setting;
  const properties = membersOf(setting, depth, random.between(0, 4));
  const names = Object.keys(properties);
  const required = random.some(names, random.between(0, names.length));
  return {
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
    ...(random.chance(0.25) && {
      additionalProperties: random.chance(0.5) ? random.chance(0.4) : randomSchema(setting, depth - 1),
    }),
    ...(random.chance(0.05) && { minProperties: 1, maxProperties: 9 }),
  };
};

function membersOf(setting: SchemaSetting, depth: number, count: number): JsonObject {
  const members: JsonObject = {};
  for (let index = 0; index < count; index += 1)
    put(members, likelyName(setting.random), randomSchema(setting, depth - 1));
  return members;
}

const arrayOf: Maker = (setting, depth) => ({
  type: "array",
  items: randomSchema(setting, depth - 1),
  ...(setting.random.chance(0.1) && { minItems: 1, maxItems: 3, uniqueItems: true }),
});

const combination: Maker = (setting, depth) => {
  const { random } = setting;
  const form = random.pick(["allOf", "oneOf", "anyOf"]);
  const members = random.many(random.between(1, 3), () => randomSchema(setting, depth - 1));
  const beside = random.chance(0.3) ? (objectOf(setting, depth - 1) as JsonObject) : {};
  return { ...beside, [form]: members, ...(random.chance(0.05) && { not: { required: ["forbidden"] } }) };
};

const mapOf: Maker = (setting, depth) => ({
  type: "object",
  additionalProperties: randomSchema(setting, depth - 1),
  ...(setting.dialect === "3.1" &&
    setting.random.chance(0.3) && {
      patternProperties: { "^x-": randomSchema(setting, depth - 1) },
      propertyNames: { pattern: "^[a-z-]+$" },
    }),
});

const discriminated: Maker = ({ random, variants, dialect }) => {
  if (variants.length === 0) return { type: "object" };
  const chosen = random.some(variants, random.between(1, 3));
  const mapping = Object.fromEntries(chosen.map(($ref, index) => [`v${String(index)}`, $ref]));
  return {
    ...(dialect === "3.1" && random.chance(0.3) && { type: "object" }),
    [random.pick(["oneOf", "anyOf"])]: chosen.map(($ref) => ({ $ref })),
    discriminator: { propertyName: "kind", ...(random.chance(0.6) && { mapping }) },
  };
};

const nullableOf: Maker = (setting, depth) => {
  const schema = objectOf(setting, depth) as JsonObject;
  return setting.random.chance(0.5)
    ? { ...schema, nullable: true }
    : { allOf: [randomSchema(setting, depth - 1)], nullable: true };
};

const tupleOf: Maker = (setting, depth) => ({
  type: "array",
  prefixItems: setting.random.many(setting.random.between(1, 3), () => randomSchema(setting, depth - 1)),
  ...(setting.random.chance(0.5) && {
    items: setting.random.chance(0.5) ? false : randomSchema(setting, depth - 1),
  }),
  ...(setting.random.chance(0.2) && { contains: randomSchema(setting, 0), minContains: 1 }),
});

/** The applicators of 2020-12 that depend on what else is there. */
const applied: Maker = (setting, depth) => {
  const { random } = setting;
  const inner = (): Json => randomSchema(setting, depth - 1);
  const base = objectOf(setting, depth) as JsonObject;
  return {
    ...base,
    ...random.pick<() => JsonObject>([
      () => ({ if: { required: ["id"] }, then: inner(), else: inner() }),
      () => ({ dependentSchemas: { id: inner(), kind: inner() } }),
      () => ({ dependentRequired: { id: ["name"] } }),
      () => ({ allOf: [inner()], unevaluatedProperties: random.chance(0.5) ? false : inner() }),
      () => ({ not: inner() }),
      () => ({ oneOf: [{ required: ["a"] }, { required: ["b"] }] }),
    ])(),
  };
};

/** Schemas of its own, reached by pointer, by anchor and dynamically. */
const anchored: Maker = (setting, depth) => {
  const { random } = setting;
  const name = `anchor${String(random.between(0, 1e9))}`;
  const own = randomSchema(setting, depth - 1);
  const target =
    typeof own === "object" && own !== null && !Array.isArray(own) && !("$ref" in own)
      ? own
      : { allOf: [own] };
  const dynamic = random.chance(0.4);
  return {
    type: "object",
    $defs: { own: { ...target, [dynamic ? "$dynamicAnchor" : "$anchor"]: name } },
    properties: {
      first: dynamic ? { $dynamicRef: `#${name}` } : { $ref: `#${name}` },
      many: { type: "array", items: dynamic ? { $dynamicRef: `#${name}` } : { $ref: `#${name}` } },
    },
  };
};

const booleanSchema: Maker = ({ random }) => random.chance(0.8);

function annotated({ random, dialect }: SchemaSetting, schema: JsonObject): JsonObject {
  if (random.chance(0.12)) schema["description"] = hostileText(random);
  if (random.chance(0.06)) schema["title"] = hostileText(random);
  if (random.chance(0.05)) schema[random.pick(["readOnly", "writeOnly", "deprecated"])] = true;
  if (random.chance(0.04)) schema["default"] = random.pick<Json>([null, "x", 1, {}, [], true]);
  if (random.chance(0.04)) schema["example"] = random.pick<Json>([null, "*/", { $ref: "#/x" }, [1]]);
  if (random.chance(0.03))
    schema["externalDocs"] = { url: "https://docs.example/*/", description: hostileText(random) };
  if (dialect === "3.1" && random.chance(0.03)) schema["examples"] = ["*/", { a: 1 }];
  if (dialect === "3.1" && random.chance(0.02)) schema["$comment"] = hostileText(random);
  if (random.chance(0.03)) schema["x-own"] = { $ref: "#/nowhere", $constant: "x" };
  return schema;
}

/** Keywords to put beside those of a schema, whether or not they suit it. */
export function randomKeywords(random: Random, references: readonly string[]): JsonObject {
  const setting = { random, dialect: random.pick(["3.0", "3.1"] as const), references, variants: references };
  const schema = randomSchema(setting, 2);
  const made = typeof schema === "object" && schema !== null && !Array.isArray(schema) ? schema : {};
  const names = Object.keys(made);
  return Object.fromEntries(random.some(names, random.between(1, 3)).map((name) => [name, made[name]!]));
}
