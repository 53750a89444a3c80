import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allKeywords } from "../../src/openapi/keywords.js";
import { makeTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.js";
import { compileBatch } from "./compile-batch.js";
import { generateInMemory } from "./generate-in-memory.js";

let folder: TemporaryFolder;

beforeAll(async () => {
  folder = await makeTemporaryFolder("recursive");
});

afterAll(() => folder.remove());

function ref(path: string): { $ref: string } {
  return { $ref: `#/components/schemas/${path}` };
}

function contract(schemas: Record<string, unknown>, paths: Record<string, unknown> = {}): unknown {
  const info = { title: "Recursive", version: "1" };
  return {
    openapi: "3.1.0",
    info,
    servers: [{ url: "https://api.example" }],
    paths,
    components: { schemas },
  };
}

function read(schema: unknown, status = "200"): Record<string, unknown> {
  const content = { "application/json": { schema } };
  return { get: { responses: { [status]: { description: "Something.", content } } } };
}

/** Objects that keep the given order of names, `__proto__` included. */
function record(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(entries);
}

async function filesOf(given: unknown): Promise<ReadonlyMap<string, string>> {
  const outcome = await generateInMemory(given, folder.path);
  if ("refused" in outcome) throw outcome.refused;
  return outcome.files;
}

/** The declarations of a client's models, without comments. */
function models(files: ReadonlyMap<string, string>): string {
  return [...files]
    .filter(([path]) => path.startsWith("models/") && path !== "models/index.ts")
    .map(([, text]) => text.replaceAll(/\/\*\*[^]*?\*\/\n|^\/\/.*\n/gmu, "").trim())
    .join("\n")
    .replaceAll(/\n+/gu, "\n");
}

const tree = { type: "array", items: ref("Tree") };

const recursive: Readonly<Record<string, unknown>> = {
  "an `allOf` of the schema itself, whose part is referred to": contract({
    A: { allOf: [ref("A")], dependentRequired: { x: ["a"] } },
    B: ref("A/allOf/0"),
  }),
  "a part of an `allOf` that is met before its whole": contract({
    A: ref("B/allOf/0"),
    B: { allOf: [ref("B")], not: { type: "string" } },
  }),
  "`dependentSchemas` that lead back by an alternative": contract({
    Cat: { properties: { e: { dependentSchemas: { v: { oneOf: [ref("Cat")] } } } } },
  }),
  "`dependentSchemas` that lead back": contract({
    Node: { properties: { a: { dependentSchemas: { b: ref("Node") } } } },
  }),
  "`then` that leads back": contract({
    Node: { properties: { child: { properties: { spec: { if: {}, then: ref("Node") } } } } },
  }),
  "a schema that refers to its own nested place": contract({
    W: { type: "object", properties: { tree: { type: "array", items: ref("W/properties/tree") } } },
  }),
  "a schema that refers to its own nested place by an anchor": contract({
    W: { type: "object", properties: { tree: { $anchor: "tree", type: "array", items: { $ref: "#tree" } } } },
  }),
  "parameters and headers that are trees": contract(
    { Tree: tree },
    {
      "/a": {
        get: {
          parameters: [
            { in: "query", name: "q", schema: ref("Tree") },
            { in: "header", name: "h", schema: ref("Tree") },
            { in: "cookie", name: "c", schema: ref("Tree") },
          ],
          responses: {
            200: { description: "Something.", headers: { "x-tree": { schema: ref("Tree") } } },
          },
        },
      },
    },
  ),
  "unions that require members of each other": contract({
    A: {
      properties: { body: { anyOf: [ref("B"), { type: "number" }], required: ["a"] } },
      oneOf: [{}, {}],
    },
    B: { oneOf: [{}, ref("A")] },
  }),
  "cycles among schemas that are named like keywords": contract(
    {
      T: { type: "object", properties: { e: ref("enum") } },
      enum: ref("default"),
      default: { allOf: [ref("const")], nullable: true },
      const: { type: "object", properties: { next: ref("enum"), example: ref("example") } },
      example: { type: "array", items: ref("example") },
    },
    { "/t": read(ref("T")) },
  ),
  "a reference to a text body, which has a name then": contract(
    {},
    {
      "/a": {
        post: {
          requestBody: { content: { "text/event-stream": { schema: { anyOf: [{ const: "a" }] } } } },
          responses: {
            200: {
              description: "Something.",
              content: {
                "text/plain": {
                  schema: { $ref: "#/paths/~1a/post/requestBody/content/text~1event-stream/schema" },
                },
              },
            },
          },
        },
      },
    },
  ),
  "a reference to a place below `responses.default`": contract(
    {},
    {
      "/a": read(
        {
          type: "object",
          properties: {
            next: { $ref: "#/paths/~1a/get/responses/default/content/application~1json/schema" },
          },
        },
        "default",
      ),
    },
  ),
};

/** What stands in the models of such a contract. */
const expected: Readonly<Record<string, readonly string[]>> = {
  "`dependentSchemas` that lead back": ["interface NodeModel {", "a?: NodeModelA;"],
  "`then` that leads back": ["spec?: NodeModelChildSpec;", "child?: NodeModelChild;"],
  "a schema that refers to its own nested place": ["tree?: WTree;", "type WTree = WTree[];"],
  "a schema that refers to its own nested place by an anchor": ["tree?: WTree;", "type WTree = WTree[];"],
  "parameters and headers that are trees": ["type Tree = Tree[];"],
  "unions that require members of each other": ["type A = { body?: ({ a: unknown } & B) | number };"],
  "cycles among schemas that are named like keywords": [
    "type Default = Const | null;",
    "type EnumModel = Default;",
    "type Example = Example[];",
    "next?: EnumModel;",
  ],
  "a reference to a place below `responses.default`": ["next?: AGetResponseDefault;"],
};

describe("a contract with a schema that leads back to itself", () => {
  const clients: ReadonlyMap<string, string>[] = [];

  test.each(Object.keys(recursive))("becomes a client: %s", async (name) => {
    const files = await filesOf(recursive[name]);
    clients.push(files);
    for (const line of expected[name] ?? []) expect(models(files)).toContain(line);
  });

  test("that compiles", () => {
    expect(clients).toHaveLength(Object.keys(recursive).length);
    expect(compileBatch(clients)).toEqual([]);
  });

  test("is refused where it is nothing but references", async () => {
    const outcome = await generateInMemory(contract({ A: ref("B"), B: ref("A") }), folder.path);
    expect("refused" in outcome && outcome.refused.where).toContain("round in a circle");
  });
});

describe("names that are keywords", () => {
  /** `__proto__` and the like mean something to JavaScript objects, `$ref` to references. */
  const names = [...allKeywords(), "__proto__", "constructor", "hasOwnProperty", "toString"];
  const componentNames = names.filter((name) => /^[\w.-]+$/u.test(name));

  test("are names of components, properties, parameters, headers, responses and paths", async () => {
    const component = (name: string, section: string) => ({ $ref: `#/components/${section}/${name}` });
    const content = (name: string) => ({ "application/json": { schema: ref(name) } });
    const components = {
      schemas: record(
        componentNames.map((name, index) => {
          const next = ref(componentNames[(index + 1) % componentNames.length] ?? name);
          // The first has members of all names, the others one of their own.
          const properties = record((index === 0 ? names : [name]).map((property) => [property, next]));
          return [name, { type: "object", properties }];
        }),
      ),
      parameters: record(
        componentNames.map((name) => [name, { in: "query", name, schema: { type: "string" } }]),
      ),
      headers: record(componentNames.map((name) => [name, { schema: { type: "string" } }])),
      responses: record(
        componentNames.map((name) => {
          const headers = record([[name, component(name, "headers")]]);
          return [name, { description: name, headers, content: content(name) }];
        }),
      ),
      requestBodies: record(componentNames.map((name) => [name, { content: content(name) }])),
    };
    const paths = record(
      componentNames.map((name) => [
        `/${name}`,
        {
          post: {
            parameters: [component(name, "parameters")],
            requestBody: component(name, "requestBodies"),
            responses: { 200: component(name, "responses"), default: component(name, "responses") },
          },
        },
      ]),
    );
    const files = await filesOf({ ...(contract({}, paths) as object), components });
    const text = [...files.values()].join("\n");
    for (const name of componentNames) expect(text).toContain(`"/${name}"`);
    // Every schema is declared once, with all members: none was lost, or taken for data.
    const declared = [...files].filter(([path]) => path.startsWith("models/")).map(([, each]) => each);
    const interfaces = declared.flatMap((each) => each.match(/export interface (\w+)/gu) ?? []);
    expect(new Set(interfaces).size).toBe(interfaces.length);
    expect(interfaces.length).toBeGreaterThanOrEqual(componentNames.length);
    expect(compileBatch([files])).toEqual([]);
  });
});

describe("schemas that refer to each other in a long row", () => {
  const name = (index: number) => `S${String(10_000 + index)}`;
  const parts: Readonly<Record<string, (next: unknown) => unknown>> = {
    allOf: (next) => ({ allOf: [next, { properties: { a: { type: "string" } } }] }),
    oneOf: (next) => ({ oneOf: [next, { type: "integer" }] }),
    then: (next) => ({ type: "object", if: {}, then: next }),
  };

  test.each(Object.keys(parts))("are refused with a reason: %s", async (keyword) => {
    const schemas = Array.from({ length: 3_000 }, (_, index) => [
      name(index),
      index === 0 ? { type: "object" } : parts[keyword]?.(ref(name(index - 1))),
    ]);
    const given = contract(Object.fromEntries(schemas) as Record<string, unknown>);
    const outcome = await generateInMemory(given, folder.path);
    expect("refused" in outcome && outcome.refused.message).toMatch(/through \d{3,} levels|more than/u);
  });
});

test("objects of hundreds of members that are each any of them are generated", async () => {
  const names = ["A", "B", "C"];
  const any = { oneOf: names.map(ref) };
  const members = Object.fromEntries(Array.from({ length: 520 }, (_, index) => [`p${String(index)}`, any]));
  const schemas = Object.fromEntries(names.map((name) => [name, { type: "object", properties: members }]));
  const content = { "application/json": { schema: ref("A") } };
  const post = { requestBody: { content }, responses: { 204: { description: "Done." } } };
  const files = await filesOf(contract(schemas, { "/a": { post } }));
  expect([...files.keys()]).toContain("models/a.ts");
});
