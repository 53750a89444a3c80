import { found } from "../../../diagnostics/found.js";
import { describe, expect, test } from "vitest";
import { emitContract, expectCompiles, expectFormatted, generated } from "../../../emit/emit-contract.js";
import { constantOf, methodOf, planOf } from "../../plan-of.js";

/** One operation, `pets.run`. */
function contract(path: string, yaml: string, method = "post"): string {
  return `
paths: { '${path}': { ${method}: { operationId: run, tags: [pets], ${yaml} } } }
components: { schemas: { Pet: { type: object, required: [name], properties: { name: { type: string }, id: { type: string } } },
  Extra: { type: object, properties: { note: { type: string } } } }, securitySchemes: { o: { type: mutualTLS } } }`;
}

const ID = "{ in: path, name: id, required: true, schema: { type: string } }";
const PET = "{ $ref: '#/components/schemas/Pet' }";
const body = (schema: string, more = "required: true") =>
  `requestBody: { ${more}, content: { application/json: { schema: ${schema} } } }`;

/** The declarations of the inputs, without header and imports. */
async function inputsOf(yaml: string): Promise<string> {
  const text = generated(await emitContract(yaml)).get("resources/pets.ts") ?? "";
  return text.slice(text.search(/^}\n/m) + 2).trim();
}

/** `input?: type` of the method. */
function argument(yaml: string): unknown {
  const [input] = methodOf(planOf(yaml), "pets.run").parameters;
  return { optional: input?.optional, type: input?.type };
}

const named = (name: string) => ({ kind: "name", name });
const INPUT = named("PetsRunInput");

describe("the input of a method", () => {
  test("of an operation that takes nothing", () => {
    expect(argument(contract("/pets", "responses: {}"))).toEqual({ optional: true, type: named("NoInput") });
  });

  test("has nothing of a body that allows no member, and sends it empty", async () => {
    const closed = "{ type: object, additionalProperties: false }";
    const given = contract(
      "/pets/{id}",
      `parameters: [${ID}], ${body("{ $ref: '#/components/schemas/None' }")}`,
    ).replace("Extra:", `None: ${closed}, Extra:`);
    expect(await inputsOf(given)).toBe(
      ["/** Input of `pets.run`. */", "export interface PetsRunInput {", "  id: string;", "}"].join("\n"),
    );
    expect(constantOf(planOf(given), "pets.run").value).toMatchObject({
      body: { from: "members", required: true },
    });
  });

  test("is the bare path parameter where there is nothing else", async () => {
    const given = contract("/pets/{id}", `parameters: [${ID}]`);
    expect(argument(given)).toEqual({ optional: false, type: { kind: "keyword", name: "string" } });
    expect(await inputsOf(given)).toBe("");
  });

  test("may be the bare path parameter where nothing else is required", async () => {
    const given = contract(
      "/pets/{id}",
      `parameters: [${ID}, { in: query, name: verbose, schema: { type: boolean } }]`,
    );
    expect(argument(given)).toEqual({
      optional: false,
      type: { kind: "union", members: [{ kind: "keyword", name: "string" }, INPUT] },
    });
    expect(await inputsOf(given)).toBe(
      "/** Input of `pets.run`. */\nexport interface PetsRunInput {\n  id: string;\n  verbose?: boolean;\n}",
    );
  });

  test.each([
    ["{ type: [string, 'null'] }", "string"],
    ["{ enum: [a, b, null] }", '"a" | "b"'],
    ["{ $ref: '#/components/schemas/Maybe' }", "NonNullable<Maybe>"],
    [
      "{ anyOf: [{ $ref: '#/components/schemas/Maybe' }, { type: 'null' }, { type: number }] }",
      "NonNullable<Maybe | number>",
    ],
    ["{ type: array, items: { type: [string, 'null'] } }", "(string | null)[]"],
    ["{ type: 'null' }", "string"],
    ["{ enum: [null] }", "string"],
  ])("has no null in the path: %s", async (schema, want) => {
    const path = `{ in: path, name: id, required: true, schema: ${schema} }`;
    const alone = contract("/pets/{id}", `parameters: [${path}]`);
    const beside = contract(
      "/pets/{id}",
      `parameters: [${path}, { in: query, name: q, required: true, schema: { type: [string, 'null'] } }]`,
    );
    const more = "components: { schemas: { Maybe: { type: [string, 'null'] },";
    const [one, two] = [alone, beside].map((text) => text.replace("components: { schemas: {", more));
    expectCompiles(await emitContract(one ?? ""));
    expect(await inputsOf(two ?? "")).toBe(
      `/** Input of \`pets.run\`. */\nexport interface PetsRunInput {\n  id: ${want};\n  q: string | null;\n}`,
    );
  });

  test("has the text of parameters whose media type the client does not write, and tells of them", async () => {
    const object = "schema: { type: object, properties: { a: { type: string } } }";
    const given = contract(
      "/pets",
      `parameters: [{ in: query, name: x, content: { application/xml: { ${object} } } },
       { in: query, name: f, content: { application/x-www-form-urlencoded: { ${object} } } },
       { in: query, name: n, content: { text/plain: { schema: { type: integer } } } }]`,
    );
    expect(await inputsOf(given)).toBe(
      "/** Input of `pets.run`. */\nexport interface PetsRunInput {\n  f?: string;\n  /** Integer. */\n  n?: number;\n  x?: string;\n}",
    );
    expect(found(planOf(given).diagnostics)).toEqual([
      [
        "media/untyped",
        "#/paths/~1pets/post/parameters/0/content/application~1xml/schema",
        { as: "passed as text", mediaType: "application/xml", operation: "POST /pets" },
      ],
      [
        "media/untyped",
        "#/paths/~1pets/post/parameters/1/content/application~1x-www-form-urlencoded/schema",
        { as: "passed as text", mediaType: "application/x-www-form-urlencoded", operation: "POST /pets" },
      ],
    ]);
  });

  test("tells of a path parameter that no value fits", () => {
    const path = "{ in: path, name: id, required: true, schema: { type: 'null' } }";
    expect(found(planOf(contract("/pets/{id}", `parameters: [${path}]`)).diagnostics)).toEqual([
      [
        "parameter/null-in-path",
        "#/paths/~1pets~1{id}/post/parameters/0",
        { name: "id", operation: "POST /pets/{id}" },
      ],
    ]);
  });

  test("may not leave out what has null beside its one value", async () => {
    const schema = "{ anyOf: [{ const: z }, { type: 'null' }] }";
    const given = contract(
      "/pets",
      `parameters: [{ in: query, name: z, required: true, schema: ${schema} }]`,
    );
    expect(await inputsOf(given)).toBe(`/** Input of \`pets.run\`. */
export interface PetsRunInput {
  z: "z" | null;
}`);
  });

  test("may leave out what has one value alone", async () => {
    const version = "{ in: query, name: api-version, required: true, schema: { type: string, enum: ['1'] } }";
    const given = contract(
      "/pets/{id}",
      `parameters: [${ID}, ${version},
       { in: header, name: Depth, required: true, description: How deep., schema: { type: integer, enum: [0] } },
       { in: query, name: perhaps, schema: { type: string, enum: [x] } }]`,
    );
    expect(await inputsOf(given)).toBe(`/** Input of \`pets.run\`. */
export interface PetsRunInput {
  id: string;
  /**
   * How deep.
   *
   * The only value; it is sent where it is omitted.
   */
  Depth?: 0;
  /** The only value; it is sent where it is omitted. */
  "api-version"?: "1";
  perhaps?: "x";
}`);
    expect(argument(given)).toEqual({
      optional: false,
      type: { kind: "union", members: [{ kind: "keyword", name: "string" }, INPUT] },
    });
    const operations = generated(await emitContract(given)).get("operations/pets.ts");
    expect(operations).toContain('name: "api-version", in: "query", required: true, only: "1" }');
    expect(operations).toContain('name: "Depth", in: "header", required: true, only: 0 }');
    expect(operations).toContain('name: "perhaps", in: "query" }');
  });

  test("says which parameters are sent as JSON", async () => {
    const filters = "{ type: array, items: { $ref: '#/components/schemas/Extra' } }";
    const given = contract(
      "/pets",
      `parameters: [{ in: query, name: filters, description: What to keep., schema: ${filters} },
       { in: query, name: deep, style: deepObject, schema: { type: object, additionalProperties: {type: array, items: {}} } },
       { in: query, name: json, content: { application/json: { schema: ${filters} } } },
       { in: query, name: page, schema: { type: object, additionalProperties: { type: array, items: { type: string } } } },
       { in: query, name: either, schema: { oneOf: [{ type: object, properties: { a: { type: array, items: { type: string } } } }, { type: object, properties: { b: { type: string } } }] } },
       { in: query, name: mixed, schema: { oneOf: [{ type: object, additionalProperties: { type: object } }, { type: string }] } },
       { in: query, name: rows, schema: { oneOf: [{ type: array, items: { type: array, items: { type: string } } }, { type: string }] } },
       { in: query, name: where, schema: { type: object, additionalProperties: { type: object } } },
       { in: query, name: sort, schema: { type: array, items: { type: string } } }]`,
    );
    expect(await inputsOf(given)).toBe(`/** Input of \`pets.run\`. */
export interface PetsRunInput {
  deep?: { [name: string]: unknown[] };
  either?: PetsRunEitherOption1 | PetsRunEitherOption2;
  /**
   * What to keep.
   *
   * Lists and objects that hold others are sent as JSON: OpenAPI gives them no
   * other form here.
   */
  filters?: Extra[];
  json?: Extra[];
  /**
   * Members that are or hold objects are sent as JSON: OpenAPI gives them no
   * other form here.
   */
  mixed?: { [name: string]: { [name: string]: unknown } } | string;
  page?: { [name: string]: string[] };
  /**
   * Lists and objects that hold others are sent as JSON: OpenAPI gives them no
   * other form here.
   */
  rows?: string[][] | string;
  sort?: string[];
  /**
   * Members that are or hold objects are sent as JSON: OpenAPI gives them no
   * other form here.
   */
  where?: { [name: string]: { [name: string]: unknown } };
}`);
  });

  test("whose body has parts without a type is given their bytes, where their content type says so", async () => {
    const form = `requestBody: { content: { multipart/form-data: {
      schema: { type: object, required: [image], properties: { image: {}, all: { type: array, items: {} }, mixed: {}, json: {}, open: {}, words: {}, styled: {}, named: { type: string } } },
      encoding: { words: { contentType: 'text/*' }, image: { contentType: 'image/png, image/*' }, all: { contentType: '*/*' }, mixed: { contentType: 'image/png, text/plain' }, json: { contentType: application/json }, open: {}, styled: { contentType: image/png, style: form }, named: { contentType: image/png } } } }, required: true }`;
    const given = contract("/pets/{id}", `parameters: [${ID}], ${form}`);
    expect(await inputsOf(given)).toBe(`/** Input of \`pets.run\`. */
export interface PetsRunInput extends Omit<PetsRunBody, "all" | "image"> {
  id: string;
  /** Bytes: \`image/png, image/*\`. */
  image: Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>;
  /** Bytes: \`*\\/*\`. */
  all?: (
    Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array> | string
  )[];
}`);
    expectCompiles(await emitContract(given));
    expect(planOf(given).diagnostics).toEqual([]);
  });

  describe("whose body has parts in XML", () => {
    const form = `requestBody: { required: true, content: { multipart/form-data: {
      schema: { type: object, required: [meta], properties: { meta: { $ref: '#/components/schemas/Pet' }, more: { type: array, items: ${PET} }, file: { type: string, format: binary }, note: { type: string }, styled: ${PET} } },
      encoding: { meta: { contentType: application/xml }, more: { contentType: 'text/xml, application/json' }, note: { contentType: application/xml }, styled: { contentType: application/xml, style: form } } } } }`;

    test("takes their text", async () => {
      const given = contract("/pets/{id}", `parameters: [${ID}], ${form}`);
      expect(await inputsOf(given)).toBe(`/** Input of \`pets.run\`. */
export interface PetsRunInput extends Omit<PetsRunBody, "meta" | "more"> {
  id: string;
  /** Sent as \`application/xml\`, which the caller writes. */
  meta: string;
  /** Sent as \`text/xml\`, which the caller writes. */
  more?: string[];
}`);
      expect(found(planOf(given).diagnostics)).toEqual([
        [
          "media/untyped",
          "#/paths/~1pets~1{id}/post/requestBody/content/multipart~1form-data/schema/properties/meta",
          { as: "passed as text", mediaType: "application/xml", operation: "POST /pets/{id}" },
        ],
        [
          "media/untyped",
          "#/paths/~1pets~1{id}/post/requestBody/content/multipart~1form-data/schema/properties/more",
          { as: "passed as text", mediaType: "text/xml", operation: "POST /pets/{id}" },
        ],
      ]);
    });

    test("takes their text in `body`, where a parameter has the name of a member", async () => {
      const given = contract(
        "/pets",
        `parameters: [{ in: query, name: meta, schema: { type: string } }], ${form}`,
      );
      const files = await emitContract(given, { name: "Pets" });
      expectCompiles(
        files,
        `
import type { PetsRunInput } from "./index.js";
export const right: PetsRunInput = { body: { meta: "<pet/>", more: ["<pet/>"], note: "" } };
// @ts-expect-error an object is no XML
export const wrong: PetsRunInput = { body: { meta: { name: "" } } };`,
      );
      await expectFormatted(files);
    });
  });

  test("is no bare value where that is an object, or two are required", () => {
    const object = ID.replace("type: string", "type: object");
    const more = "{ in: query, name: q, required: true, schema: { type: string } }";
    expect(argument(contract("/pets/{id}", `parameters: [${object}]`))).toEqual({
      optional: false,
      type: INPUT,
    });
    expect(argument(contract("/pets/{id}", `parameters: [${ID}, ${more}]`))).toEqual({
      optional: false,
      type: INPUT,
    });
  });

  describe("of a write whose body is required, with no member in it that is", () => {
    const EXTRA = "{ $ref: '#/components/schemas/Extra' }";
    const union = { kind: "union", members: [{ kind: "keyword", name: "string" }, INPUT] };
    const withId = (more: string) => contract("/pets/{id}", `parameters: [${ID}], ${more}`);

    test("is written out, with the id and without", () => {
      expect(argument(withId(body(EXTRA)))).toEqual({ optional: false, type: INPUT });
      expect(argument(contract("/pets", body(EXTRA)))).toEqual({ optional: false, type: named("Extra") });
    });

    test("may be the bare id, or nothing, where the body is optional or only read by", () => {
      const reads = `security: [{ o: ['pets:read'] }], ${body(EXTRA)}`;
      const optional = body(EXTRA, "required: false");
      expect(argument(withId(optional))).toEqual({ optional: false, type: union });
      expect(argument(withId(reads))).toEqual({ optional: false, type: union });
      expect(argument(contract("/pets", optional))).toEqual({ optional: true, type: named("Extra") });
      expect(argument(contract("/pets", reads))).toEqual({ optional: true, type: named("Extra") });
    });
  });

  test("is the body's model where there are no parameters", async () => {
    const given = contract("/pets", body(PET));
    expect(argument(given)).toEqual({ optional: false, type: named("Pet") });
    expect(await inputsOf(given)).toBe("");
  });

  test("has the members of an object body beside the parameters", async () => {
    const given = contract(
      "/pets",
      `parameters: [{ in: query, name: dry, schema: { type: boolean } }], ${body(PET)}`,
    );
    expect(await inputsOf(given)).toBe(
      "/** Input of `pets.run`. */\nexport interface PetsRunInput extends Pet {\n  dry?: boolean;\n}",
    );
  });

  test("has the body as a member where one of its names is a parameter's", async () => {
    const given = contract("/pets/{id}", `parameters: [${ID}], ${body(PET)}`);
    expect(await inputsOf(given)).toBe(
      [
        "/** Input of `pets.run`. */",
        "export interface PetsRunInput {",
        "  /** The request body, `application/json`. */",
        "  body: Pet;",
        "  id: string;",
        "}",
      ].join("\n"),
    );
  });

  test("takes all required members of an optional body, or none", () => {
    const given = contract("/pets", body(PET, "required: false"));
    expect(argument(given)).toEqual({ optional: true, type: named("Pet") });
    const all = contract("/pets", body("{ $ref: '#/components/schemas/Extra' }", "required: false"));
    expect(argument(all)).toEqual({ optional: true, type: named("Extra") });
  });

  const KEY = "parameters: [{ in: path, name: key, required: true, schema: { type: string } }]";
  const withKey = (more: string) => contract("/pets/{key}", `${KEY}, ${body(PET, more)}`);

  test("of a path and an optional body is a union: with the body or without", async () => {
    expect(await inputsOf(withKey("required: false")))
      .toBe(`/** Input of \`pets.run\`, with its body or without. */
export type PetsRunInput = PetsRunWithBodyInput | PetsRunWithoutBodyInput;

/** Input of \`pets.run\`, one of several. */
export interface PetsRunWithBodyInput extends Pet {
  key: string;
}

/** Input of \`pets.run\`, one of several. */
export interface PetsRunWithoutBodyInput {
  key: string;
  id?: never;
  name?: never;
}`);
  });

  test.each(["required: true", "required: false"])(
    "is written alike with a body that is %s",
    async (more) => {
      const calls = `
import { Api } from "./index.js";
const { pets } = new Api({ serverUrl: "https://a.example" });
await pets.run({ key: "1", name: "Rex" });
await pets.run({ key: "1", name: "Rex", id: "2" });
// @ts-expect-error - the body needs a name
await pets.run({ key: "1", id: "2" });`;
      const without = `
await pets.run("1");
await pets.run({ key: "1" });`;
      const files = await emitContract(withKey(more), { name: "Api" });
      expectCompiles(files, more === "required: false" ? calls + without : calls);
    },
  );

  test.each([
    ["a list", body("{ type: array, items: { type: string } }"), "body: string[];"],
    [
      "a text",
      "requestBody: { required: true, content: { text/plain: { schema: { type: string } } } }",
      "body: string;",
    ],
    [
      "bytes",
      "requestBody: { required: true, content: { image/png: {} } }",
      "body: Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>;",
    ],
    ["alternatives", body("{ oneOf: [{ type: string }, { type: number }] }"), "body: string | number;"],
  ])("has %s as the member `body`", async (_, yaml, want) => {
    expect(await inputsOf(contract("/pets", yaml))).toContain(want);
  });

  test("has the members of a form", () => {
    const form = `requestBody: { required: true, content: { application/x-www-form-urlencoded: { schema: ${PET} } } }`;
    expect(argument(contract("/pets", form))).toEqual({ optional: false, type: named("Pet") });
  });

  test("says where the same name goes in a second place", async () => {
    const more = ["query", "header", "cookie"].map(
      (location) => `{ in: ${location}, name: id, schema: { type: string } }`,
    );
    const given = contract("/pets/{id}", `parameters: [${[ID, ...more].join(", ")}]`);
    expect(await inputsOf(given)).toContain(
      "  id: string;\n" +
        "  /** Sent as `id` in the cookies. */\n  idInCookie?: string;\n" +
        "  /** Sent as `id` in the headers. */\n  idInHeader?: string;\n" +
        "  /** Sent as `id` in the query. */\n  idInQuery?: string;\n",
    );
  });

  test("makes up no name that the contract has: a parameter's before or after, a member's of the body", async () => {
    const parameter = (location: string, name: string) =>
      `{ in: ${location}, name: ${name}, schema: { type: string } }`;
    const membersOf = async (yaml: string) => (await inputsOf(yaml)).replaceAll(/ *\/\*\* Sent as .*\n/g, "");
    const query = [
      parameter("query", "idInQuery"),
      parameter("query", "id"),
      parameter("header", "idInHeader"),
    ];
    const more = [...query, parameter("header", "id")].join(", ");
    expect(await membersOf(contract("/pets/{id}", `parameters: [${ID}, ${more}]`))).toContain(
      "  id: string;\n  idInHeader?: string;\n  idInHeader2?: string;\n  idInQuery?: string;\n  idInQuery2?: string;\n",
    );
    const clash = contract(
      "/pets/{tag}",
      `parameters: [${ID.replace("id,", "tag,")}, ${parameter("query", "tag")}], ${body(PET)}`,
    ).replace("id: { type: string } }", "tagInQuery: { type: string } }");
    expect(await membersOf(clash)).toContain("  tag: string;\n  tagInQuery2?: string;\n");
  });

  test("leaves a parameter that is named `body` apart from the body", async () => {
    const given = contract(
      "/pets",
      `parameters: [{ in: query, name: body, schema: { type: string } }], ${body("{ type: string }")}`,
    );
    expect(await inputsOf(given)).toMatch(/ {2}body: string;\n[^]* {2}bodyInQuery\?: string;\n/);
  });

  test("leaves out what the client sets itself: key and validator", () => {
    const header = (name: string) =>
      `{ in: header, name: ${name}, required: true, schema: { type: string } }`;
    const keyed = contract("/pets", `parameters: [${header("Idempotency-Key")}]`);
    expect(argument(keyed)).toEqual({ optional: true, type: named("NoInput") });
    const both = contract("/pets", `parameters: [${header("Idempotency-Key")}, ${header("If-Match")}]`);
    expect(argument(both)).toMatchObject({ type: named("NoInput") });
  });
});

describe("the body in several media types", () => {
  const content = (types: string, more = "required: true") =>
    contract("/pets", `requestBody: { ${more}, content: { ${types} } }`);
  const json = `application/json: { schema: ${PET} }`;

  test("of one type is one input with a choice", async () => {
    expect(await inputsOf(content(`${json}, application/x-www-form-urlencoded: { schema: ${PET} }`))).toBe(
      "/** Input of `pets.run`. */\nexport interface PetsRunInput extends Pet {\n" +
        "  /** Media type of the body. Default: `application/json`. */\n" +
        '  contentType?: "application/json" | "application/x-www-form-urlencoded";\n}',
    );
  });

  test("of several types is one input each, told apart by the media type", async () => {
    const given = content(`${json}, application/xml: { schema: ${PET} }, text/csv: {}`);
    expect(argument(given)).toEqual({ optional: false, type: INPUT });
    const text = await inputsOf(given);
    expect(text).toContain("export type PetsRunInput = PetsRunJsonInput | PetsRunTextInput;");
    expect(text).toContain(
      'body: string;\n  /** Media type of the body. */\n  contentType: "application/xml" | "text/csv";',
    );
  });

  const left = (fallback: string) =>
    `/** Media type of the body. Default: \`${fallback}\`. */ contentType?: "`;
  test.each([
    {
      given: "image/jpeg: {}, application/msword: {}",
      want: 'contentType: "application/msword" | "image/jpeg";',
    },
    {
      given: "image/jpeg: {}, application/msword: {}",
      more: "required: false",
      want: "/** Media type of the body. Required unless the body is a Blob of one of these. */ contentType?:",
    },
    { given: "application/xml: {}, text/csv: {}", want: 'contentType: "application/xml" | "text/csv";' },
    { given: "application/xml: {}, text/csv: {}", more: "required: false", want: left("application/xml") },
    { given: "image/jpeg: {}, text/csv: { schema: { type: string } }", want: left("text/csv") },
    { given: "image/jpeg: {}, application/octet-stream: {}", want: left("application/octet-stream") },
    { given: "text/html: {}, text/plain: {}", want: 'contentType: "text/html" | "text/plain";' },
    { given: "text/x-a: {}, text/plain: {}", want: left("text/plain") },
  ])("that says nothing of its type is named by the caller: $given", async ({ given, more, want }) => {
    expect(
      (await inputsOf(content(given, more))).replace(/\s+(?:\*(?!\/))?\s*/g, " ").replace("/** *", "/**"),
    ).toContain(want);
  });

  test("of one codec and several types is named by media type", async () => {
    const text = await inputsOf(
      content(`${json}, application/vnd.pets+json: { schema: { $ref: '#/components/schemas/Extra' } }`),
    );
    expect(text).toContain("PetsRunApplicationJsonInput | PetsRunApplicationVndPetsJsonInput;");
  });

  test("names its choice otherwise where the contract has the name", async () => {
    const named = "{ type: object, properties: { contentType: { type: string } } }";
    const text = await inputsOf(content(`application/json: { schema: ${named} }, text/plain: {}`));
    expect(text).toContain('bodyContentType?: "application/json";');
  });

  test.each([
    {
      given: "application/octet-stream: {}",
      want: "body: Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>;",
    },
    { given: "text/plain: { schema: { type: object } }", want: "body: string;" },
    { given: `application/x-ndjson: { schema: ${PET} }`, want: "body: Pet[];" },
    { given: `application/json-seq: { schema: { type: array, items: ${PET} } }`, want: "body: Pet[];" },
    { given: "application/x-ndjson: { schema: { type: string } }", want: "body: string;" },
    { given: "application/json-seq: { itemSchema: { type: string } }", want: "body: string[];" },
    {
      given: "application/x-ndjson: { schema: { type: string, format: binary } }",
      want: "body: Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>;",
    },
    {
      given: "text/csv: { schema: { type: string, format: binary } }",
      want: "body: Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array> | string;",
    },
    { given: "application/json: {}", want: "body: unknown;" },
    { given: "text/event-stream: { schema: { type: object } }", want: "body: string;" },
    { given: "'application/*+json': {}", want: "contentType: `application/${string}+json`;" },
    { given: "multipart/form-data: {}", want: "body: { [name: string]: unknown };" },
    { given: "multipart/form-data: { schema: {} }", want: "body: { [name: string]: unknown };" },
    {
      given: "application/x-www-form-urlencoded: { schema: true }",
      want: "body: { [name: string]: unknown };",
    },
    { given: "'multipart/mixed;boundary=a': { schema: { type: string } }", want: "body: string;" },
    {
      given: `application/x-www-form-urlencoded: { schema: { type: array, items: ${PET} } }`,
      want: "body: string;",
    },
    { given: "application/x-www-form-urlencoded: { schema: { type: string } }", want: "body: string;" },
    { given: "application/x-www-form-urlencoded: {}", want: "body: { [name: string]: unknown };" },
    { given: `multipart/mixed: { schema: { type: array, items: ${PET} } }`, want: "body: Pet[];" },
    { given: `multipart/mixed: { itemSchema: ${PET} }`, want: "body: Pet[];" },
    { given: "multipart/mixed: { itemEncoding: { contentType: image/png } }", want: "body: unknown[];" },
    {
      given: `multipart/mixed: { schema: { type: array, minItems: 1, prefixItems: [${PET}], items: { type: string, format: binary } } }`,
      want: "    Pet,\n    ...(Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>)[],\n",
    },
    {
      given: "'multipart/*': { schema: { type: array, items: {} } }",
      want: "contentType?: `multipart/${string}`;",
    },
  ])("$given is $want", async ({ given, want }) => {
    expect(await inputsOf(content(given))).toContain(want);
  });

  test.each([
    { given: "image/*: {}", want: "contentType: `image/${string}`;" },
    { given: "image/*: {}", more: "required: false", want: "contentType?: `image/${string}`;" },
    { given: "'*/*': {}", want: "contentType: string;" },
    { given: "'*': {}", want: "contentType: string;" },
    {
      given: "application/pdf: {}, image/*: {}",
      want: 'contentType: "application/pdf" | `image/${string}`;',
    },
    {
      given: `${json}, image/*: {}, audio/*: {}`,
      want: "contentType: `audio/${string}` | `image/${string}`;",
    },
    { given: `'*/*': { schema: ${PET} }`, want: "contentType?: string;" },
    { given: `text/*: { schema: ${PET} }`, want: "contentType: `text/${string}`;" },
    { given: "'x`$y/*': {}", want: "contentType: `x\\`\\$y/${string}`;" },
    { given: "'a/*+x`$y': {}", want: "contentType: `a/${string}+x\\`\\$y`;" },
  ])("within a range has a type that the caller names: $given", async ({ given, more, want }) => {
    expect(await inputsOf(content(given, more))).toContain(want);
  });

  test.each([
    `${json}, image/*: {}, 'x\`\${y}\\z/*': {}, '*/*': {}`,
    `multipart/form-data: { schema: ${PET} }, multipart/mixed: { schema: { type: array, prefixItems: [${PET}], items: { type: string, format: binary } }, itemEncoding: { contentType: image/png } }`,
  ])("compiles as prettier would write it: %s", async (given) => {
    const files = await emitContract(`${content(given)}\nservers: [{ url: https://pets.example }]`);
    await expectFormatted(files);
    expectCompiles(files);
  });

  test("is not chosen where a change is rebuilt from what was read", async () => {
    const given = content(`${json}, text/csv: {}`).replace(
      "requestBody",
      "parameters: [{ in: header, name: If-Match, required: true, schema: { type: string } }], requestBody",
    );
    expect(argument(given)).toEqual({ optional: false, type: named("Pet") });
    expect(await inputsOf(given)).toBe("");
  });
});

describe("the default among patches", () => {
  const patches = (...types: readonly string[]) =>
    contract(
      "/pets",
      `requestBody: { content: { ${types.map((type) => `${type}: { schema: ${PET} }`).join(", ")} } }`,
      "patch",
    );
  test.each([
    ["application/merge-patch+json", patches("application/json-patch+json", "application/merge-patch+json")],
    ["application/json", patches("application/json", "application/merge-patch+json")],
    ["application/apply-patch+yaml", patches("application/json-patch+json", "application/apply-patch+yaml")],
    ["application/json-patch+json", patches("application/json-patch+json")],
  ])("is one that an object can be: %s", (mediaType, yaml) => {
    expect(constantOf(planOf(yaml), "pets.run").value).toHaveProperty("body.content.0.mediaType", mediaType);
  });
});
