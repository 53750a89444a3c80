import fc from "fast-check";
import { type Members, visitObjects } from "../../src/openapi/visit.js";
import { toReference } from "../../src/text/json-pointer.js";

type Schema = Record<string, unknown> | boolean;

/** A contract whose schemas refer to each other at random; plain JSON. */
export type RandomContract = Record<string, unknown>;

/** How a reference is written. */
const kinds = ["component", "pointer", "pointer", "$anchor", "$dynamicRef", "$id"] as const;

/** Stands for a reference until the whole contract is there: `to` counts the schemas of the contract. */
class Reference {
  /** A placeholder stands where a schema will, and has no keywords of its own. */
  readonly [keyword: string]: unknown;
  readonly kind: (typeof kinds)[number];
  readonly to: number;
  /** Keywords beside the reference. */
  readonly beside: Record<string, unknown>;

  constructor(kind: (typeof kinds)[number], to: number, beside: Record<string, unknown>) {
    this.kind = kind;
    this.to = to;
    this.beside = beside;
  }
}

/** Names that walkers could take for keywords are among the names of components and properties. */
const componentNames = fc.constantFrom(
  ...["Node", "Tree", "Pet", "List", "Page", "enum", "default", "const", "example", "examples", "items"],
  ...["properties", "hasOwnProperty", "constructor", "schema", "discriminator"],
);
const propertyNames = fc.constantFrom(
  ...["a", "b", "c", "id", "kind", "data", "next", "items", "enum", "default", "const", "$ref", "properties"],
  ...["allOf", "hasOwnProperty", "constructor", "example", "cursor"],
);

const scalars: fc.Arbitrary<Schema> = fc.constantFrom<Schema>(
  { type: "string" },
  { type: "string", format: "date-time" },
  { type: "string", format: "binary" },
  { type: "string", format: "byte" },
  { type: "string", writeOnly: true },
  { type: "integer", format: "int64" },
  { type: "number", readOnly: true },
  { type: "boolean" },
  { type: "string", enum: ["a", "b"] },
  { type: "string", enum: ["a"] },
  { enum: ["a", 1, null] },
  { nullable: true, type: "string" },
  { default: { $ref: "#/nowhere" }, example: { $ref: "#/nowhere" } },
  {},
);
const scalars31: fc.Arbitrary<Schema> = fc.constantFrom<Schema>(
  { type: "null" },
  { const: "a" },
  { const: { $ref: "#/nowhere" } },
  { type: ["string", "null"] },
  { type: ["array", "object", "string"] },
  { type: "string", contentMediaType: "application/json", contentSchema: {} },
  true,
  false,
);

function schemas(dialect: "3.0" | "3.1"): fc.Arbitrary<Schema> {
  const { schema } = fc.letrec<{ schema: Schema; object: Schema; list: Schema; combined: Schema }>((tie) => {
    const one = tie("schema");
    const many = fc.array(one, { minLength: 1, maxLength: 2 });
    const named = fc.dictionary(propertyNames, one, { minKeys: 1, maxKeys: 2 });
    const required = fc.uniqueArray(propertyNames, { minLength: 1, maxLength: 2 });
    const in31 = (members: Record<string, fc.Arbitrary<unknown>>) => (dialect === "3.0" ? {} : members);
    return {
      object: some({
        type: fc.constant("object"),
        properties: named,
        required,
        additionalProperties: fc.oneof(fc.boolean(), one),
        minProperties: fc.constant(1),
        ...in31({
          patternProperties: fc.dictionary(fc.constantFrom("^x", "y$", "default"), one, { maxKeys: 2 }),
          dependentSchemas: fc.dictionary(propertyNames, one, { maxKeys: 2 }),
          dependentRequired: fc.dictionary(propertyNames, required, { maxKeys: 1 }),
          propertyNames: one,
          unevaluatedProperties: fc.oneof(fc.constant(false), one),
          if: one,
          then: one,
          else: one,
        }),
      }),
      list: some(
        {
          type: fc.constant("array"),
          items: one,
          ...in31({ prefixItems: many, contains: one, unevaluatedItems: one }),
        },
        ["type", "items"],
      ),
      combined: some({
        allOf: many,
        anyOf: many,
        oneOf: many,
        not: one,
        required,
        nullable: fc.constant(true),
        properties: named,
        discriminator: fc.record({ propertyName: fc.constantFrom("kind", "a") }),
        ...in31({ if: one, then: one, $defs: named }),
      }),
      schema: fc.oneof(
        { depthSize: "small", maxDepth: 3, withCrossShrink: true },
        { weight: 2, arbitrary: dialect === "3.0" ? scalars : fc.oneof(scalars, scalars31) },
        { weight: 6, arbitrary: references(dialect) },
        { weight: 2, arbitrary: tie("object") },
        { weight: 1, arbitrary: tie("list") },
        { weight: 2, arbitrary: tie("combined") },
      ),
    };
  });
  return schema;
}

/** A schema of one to three keywords, and of those that it always has. */
function some(
  members: Record<string, fc.Arbitrary<unknown>>,
  always: readonly string[] = [],
): fc.Arbitrary<Schema> {
  return fc
    .subarray(Object.keys(members), { minLength: 1, maxLength: Math.min(3, Object.keys(members).length) })
    .chain((chosen) => {
      const keywords = [...new Set([...always, ...chosen])];
      return fc.record(Object.fromEntries(keywords.map((name) => [name, members[name] ?? fc.constant({})])));
    });
}

function references(dialect: "3.0" | "3.1"): fc.Arbitrary<Reference> {
  const beside = fc.oneof(
    { weight: 5, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Record<string, unknown>>(
        { description: "Beside." },
        { nullable: true },
        { readOnly: true },
        { writeOnly: true },
        { required: ["a"] },
        { properties: { a: { type: "string" } } },
      ),
    },
  );
  const kind = dialect === "3.0" ? fc.constantFrom("component", "pointer") : fc.constantFrom(...kinds);
  return fc.tuple(kind, fc.nat(60), beside).map(([given, to, more]) => new Reference(given, to, more));
}

/** Where operations use schemas: in every part of a request and of a response. */
function operations(schema: fc.Arbitrary<Schema>, hasBody: boolean): fc.Arbitrary<Record<string, unknown>> {
  const media = fc.constantFrom(
    ...["application/json", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain"],
    ...["application/problem+json", "text/event-stream", "application/x-ndjson"],
  );
  const content = fc.dictionary(
    media,
    schema.map((given) => ({ schema: given })),
    { minKeys: 1, maxKeys: 2 },
  );
  const parameter = fc
    .record({
      in: fc.constantFrom("query", "header", "cookie", "path"),
      name: propertyNames,
      schema,
      explode: fc.boolean(),
    })
    .map((given) => ({ ...given, required: given.in === "path" }));
  const response = fc.record(
    {
      description: fc.constant("Something."),
      content,
      headers: fc.dictionary(
        fc.constantFrom("x-next", "enum", "default", "retry-after"),
        schema.map((given) => ({ schema: given })),
        { maxKeys: 2 },
      ),
    },
    { requiredKeys: ["description"] },
  );
  return fc
    .record({
      parameters: fc.uniqueArray(parameter, {
        maxLength: 2,
        selector: (given) => `${given.in} ${given.name}`,
      }),
      requestBody: hasBody
        ? fc.option(fc.record({ content, required: fc.boolean() }), { nil: undefined })
        : fc.constant(undefined),
      responses: fc.dictionary(fc.constantFrom("200", "202", "404", "4XX", "default"), response, {
        minKeys: 1,
      }),
    })
    .map(({ requestBody, ...others }) => ({ ...others, ...(requestBody !== undefined && { requestBody }) }));
}

/** Contracts of 2 to 6 schemas that refer to each other, and to places inside each other, in every way that there is. */
export function randomContracts(): fc.Arbitrary<RandomContract> {
  return fc.constantFrom("3.0" as const, "3.1" as const).chain((dialect) => {
    const schema = schemas(dialect);
    return fc
      .record({
        named: fc.uniqueArray(fc.tuple(componentNames, schema), {
          minLength: 2,
          maxLength: 6,
          selector: ([name]) => name,
        }),
        get: operations(schema, false),
        post: operations(schema, true),
      })
      .map(({ named, get, post }) => {
        const path = (operation: Record<string, unknown>, base: string) => {
          const parameters = operation["parameters"] as { in: string; name: string }[];
          const names = parameters.filter((each) => each.in === "path").map(({ name }) => `/{${name}}`);
          return `${base}${names.join("")}`;
        };
        return writeReferences({
          openapi: `${dialect}.0`,
          info: { title: "Graph", version: "1" },
          servers: [{ url: "https://api.example" }],
          paths: { [path(get, "/gets")]: { get }, [path(post, "/posts")]: { post } },
          components: { schemas: Object.fromEntries(named) },
        });
      });
  });
}

/** Every reference in the way of its kind; what it refers to gets the anchor or identifier that it needs. */
function writeReferences(contract: RandomContract): RandomContract {
  // Each place gets an object of its own, because shrinking shares them.
  const copy = clone(contract) as RandomContract;
  const places: { readonly node: Members; readonly keys: readonly string[] }[] = [];
  visitObjects(copy, (node, kind, keys) => {
    if (kind === "schema") places.push({ node, keys: [...keys] });
    return undefined;
  });
  const components = places.filter(({ keys }) => keys[0] === "components" && keys.length === 3);
  const placesByReference = new Map(places.map(({ node, keys }) => [toReference(keys), node]));
  for (const { node } of places) {
    const given = node[PENDING];
    if (!(given instanceof Reference)) continue;
    const members = node as Record<string | symbol, unknown>;
    Reflect.deleteProperty(members, PENDING);
    const among = given.kind === "component" || given.kind === "$id" ? components : places;
    // Few references lead round in a circle to nothing but references: such a contract is refused, whatever else it has.
    const mayLoop = given.to === 0;
    const target = among
      .map((_, index) => among[(given.to + index) % among.length])
      .find((each) => mayLoop || (each !== undefined && !leadsBack(each.node, node, placesByReference)));
    if (target === undefined) continue;
    Object.assign(members, given.beside, write(given, target.node as Record<string, unknown>, target.keys));
  }
  return copy;
}

/** Whether references alone lead from one schema to another. */
function leadsBack(from: Members, to: Members, places: ReadonlyMap<string, Members>): boolean {
  const seen = new Set<Members>();
  for (let at: Members | undefined = from; at !== undefined && !seen.has(at);) {
    if (at === to) return true;
    seen.add(at);
    const reference: unknown = at["$ref"];
    if (typeof reference !== "string") return false;
    at = places.get(reference) ?? [...places.values()].find((each) => isNamed(each, reference));
  }
  return false;
}

function isNamed(schema: Members, reference: string): boolean {
  return schema["$id"] === reference || `#${String(schema["$anchor"])}` === reference;
}

const PENDING = "pending reference";

function clone(value: unknown): unknown {
  if (value instanceof Reference) return { [PENDING]: value };
  if (Array.isArray(value)) return value.map(clone);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, clone(child)]));
}

function write(
  { kind }: Reference,
  target: Record<string, unknown>,
  keys: readonly string[],
): Record<string, string> {
  const name = `n${keys.join("-").replaceAll(/[^A-Za-z0-9-]/gu, "_")}`;
  switch (kind) {
    case "$anchor":
      target["$anchor"] = name;
      return { $ref: `#${name}` };
    case "$dynamicRef":
      target["$dynamicAnchor"] = "node";
      return { $dynamicRef: "#node" };
    case "$id":
      target["$id"] = `https://schemas.example/${name}`;
      return { $ref: `https://schemas.example/${name}` };
    default:
      return { $ref: toReference(keys) };
  }
}
