import { messageOf } from "../../src/diagnostics/diagnostic.js";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emitClient } from "../../src/emit/emit-client.js";
import { loadContract } from "../../src/load/load-contract.js";
import { buildPlan } from "../../src/build-plan.js";
import { fileWith, folderWith, smallContract } from "./contract-files.js";
import { failureOf } from "./failure-of.js";

const contractWith = (members: string) => `openapi: 3.1.0
info: { title: A, version: "1" }
${members}
`;

describe("a flaw that a client would never show", () => {
  test.each<[name: string, text: string, warning: RegExp]>([
    [
      "an unknown keyword",
      smallContract.replace("type: string", "type: string, optional: true"),
      /`optional` is not expected/,
    ],
    [
      "an answer without description",
      smallContract.replace("description: Orders", "x-a: 1"),
      /`description` must be present/,
    ],
    [
      "an odd component name",
      smallContract.replaceAll("Order", "My«Order»"),
      /The map key in schemas "My«Order»"/,
    ],
    [
      "a version without patch number",
      smallContract.replace("3.1.0", "'3.1'"),
      /^`openapi` is `3\.1`; the client reads it as `3\.1\.0`\.$/,
    ],
    [
      "a version that is a number",
      smallContract.replace("3.1.0", "3.1"),
      /^`openapi` is `3\.1`; the client reads it as `3\.1\.0`\.$/,
    ],
    [
      "OpenAPI 3.0 as a number, which YAML reads as 3",
      smallContract.replace("3.1.0", "3.0"),
      /^`openapi` is `3`; the client reads it as `3\.0\.0`\.$/,
    ],
  ])("is a warning: %s", async (_, text, warning) => {
    const { diagnostics } = await loadContract(fileWith(text));
    const warnings = diagnostics.map(messageOf);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(warning);
  });

  test("has its place in the source", async () => {
    const text = smallContract.replace(
      "{ id: { type: string } }",
      "{ a: { nope: 1 }, b: { nope: 1 }, c: { nope: 1 } }",
    );
    const { diagnostics } = await loadContract(fileWith(text));
    const warnings = diagnostics.map(messageOf);
    expect(warnings).toEqual(["a", "b", "c"].map(() => "Property `nope` is not expected here."));
    expect(diagnostics.map(({ pointer, location }) => [pointer, location?.line])).toEqual(
      ["a", "b", "c"].map((name) => [`#/components/schemas/Order/properties/${name}/nope`, 15]),
    );
  });
});

describe("a wrong type beside a $ref", () => {
  const given = (version: string) =>
    fileWith(
      smallContract
        .replace("3.1.0", version)
        .replace('Order" }', 'Order", allOf: { first: { properties: { a: { type: string } } } } }')
        .replace(
          "id: { type: string }",
          "id: { $ref: '#/paths/~1orders/get/responses/200/content/application~1json/schema/allOf/first' }",
        ),
    );

  test("is not read in 3.0, where everything beside it is ignored; references lead into it", async () => {
    const { diagnostics } = await loadContract(given("3.0.3"));
    expect(diagnostics.map(messageOf)).toEqual(["Expected type `AllOf` (array) but got `object`."]);
  });

  test("is refused in later versions", async () => {
    expect((await failureOf(given("3.1.0"))).where).toContain(
      "Expected type `AllOf` (array) but got `object`",
    );
  });
});

test("an extension has the shape that its author gave it", async () => {
  const given = `${smallContract}x-webhooks: { x-exclude: true, lost: { post: { responses: 1 } } }\n`;
  const { document, diagnostics } = await loadContract(fileWith(given.replace("3.1.0", "3.0.3")));
  const warnings = diagnostics.map(messageOf);
  expect(warnings).toEqual([]);
  expect(document["x-webhooks"]).toEqual({ "x-exclude": true, lost: { post: { responses: 1 } } });
});

describe("a value that is wrong for every kind that a reference uses its object as", () => {
  const used = (version: string, schema: string) =>
    contractWith(
      `paths: { /a: { get: { responses: { 400: { $ref: '#/components/schemas/E' }, 200: { description: a, content: { a/b: { schema: { $ref: '#/components/schemas/E' } } } } } } } }\ncomponents: { schemas: { E: ${schema} } }`,
    ).replace("3.1.0", version);

  test.each<[schema: string, kept: unknown, warning: RegExp]>([
    [
      "{ type: object, required: true }",
      { type: "object" },
      /`array` but got `boolean`. The client ignores the value/,
    ],
    ["{ type: object, title: 4 }", { type: "object", title: "4" }, /The client reads the value as text/],
    [
      "{ type: object, minProperties: '1' }",
      { type: "object" },
      /`integer` but got `string`. The client ignores/,
    ],
    [
      "{ type: [object, 'null'] }",
      { type: ["object", "null"] },
      /`type` can be one of.*The client reads it as the OpenAPI version/,
    ],
  ])("is repaired with a warning: %s", async (schema, kept, warning) => {
    const { document, diagnostics } = await loadContract(fileWith(used("3.0.3", schema)));
    const warnings = diagnostics.map(messageOf);
    expect(document["components"]).toEqual({ schemas: { E: kept } });
    expect(warnings).toContainEqual(expect.stringMatching(warning));
  });

  test("is taken out of a map that two places of one kind have", async () => {
    const links = "components: { links: { Bad: 5, Good: { operationId: a } } }";
    const use =
      "paths: { /a: { get: { operationId: a, responses: { 200: { description: a, links: { $ref: '#/components/links' } } } } } }";
    const { document, diagnostics } = await loadContract(fileWith(contractWith(`${use}\n${links}`)));
    const warnings = diagnostics.map(messageOf);
    expect(document["components"]).toEqual({ links: { Good: { operationId: "a" } } });
    expect(warnings).toEqual([
      expect.stringMatching(/Expected type `Link` .* The client ignores the value\./),
    ]);
  });
});

describe("a reference in an extension", () => {
  const paths = "paths: { /a: { get: { responses: { 200: { description: a } } } } }";
  const schemas = (members: string) => `components: { schemas: { ${members} } }`;

  test.each<[name: string, members: string, at: string, kept: unknown]>([
    [
      "to the schema that has it",
      schemas("Node: { type: object, x-refers-to: { $ref: '#/components/schemas/Node' } }"),
      "components",
      {
        schemas: { Node: { type: "object", "x-refers-to": { $ref: "#/components/schemas/Node" } } },
      },
    ],
    ["to the whole document", `${paths}\nx-all: { $ref: '#' }`, "x-all", { $ref: "#" }],
    [
      "to the operation that has it",
      "paths: { /a: { get: { x-me: { $ref: '#/paths/~1a/get' }, responses: {} } } }",
      "paths",
      { "/a": { get: { "x-me": { $ref: "#/paths/~1a/get" }, responses: {} } } },
    ],
    [
      "to a path, among paths",
      "paths: { /a: { get: { responses: {} } }, x-b: { $ref: '#/paths/~1a' } }",
      "paths",
      { "/a": { get: { responses: {} } }, "x-b": { $ref: "#/paths/~1a" } },
    ],
    [
      "to a schema that refers back in an extension",
      schemas(
        "A: { x-b: { $ref: '#/components/schemas/B' } }, B: { x-a: { $ref: '#/components/schemas/A' } }",
      ),
      "components",
      {
        schemas: {
          A: { "x-b": { $ref: "#/components/schemas/B" } },
          B: { "x-a": { $ref: "#/components/schemas/A" } },
        },
      },
    ],
    [
      "to a file that does not exist",
      `${paths}\nx-code: { $ref: ./lost.js }`,
      "x-code",
      { $ref: "./lost.js" },
    ],
    [
      "to an object that it makes no sense of",
      "paths: { /a: { get: { x-row: { $ref: '#/components/schemas/S' }, responses: {} } } }\n" +
        schemas("S: { type: string, title: [] }"),
      "components",
      { schemas: { S: { type: "string" } } },
    ],
  ])("stays as it is written: %s", async (_, members, at, kept) => {
    const contract = await loadContract(fileWith(contractWith(members)));
    expect(contract.document[at]).toEqual(kept);
    const { plan } = buildPlan(contract, { vendor: "acme" });
    expect((await emitClient(plan, contract)).files.length).toBeGreaterThan(0);
  });

  test("is followed where a reference from elsewhere leads through it", async () => {
    const extension =
      "x-schemas: { A: { $ref: '#/x-schemas/B' }, B: { properties: { id: { $ref: ./pet.yaml } } } }";
    const text = contractWith(`${extension}\n${schemas("C: { $ref: '#/x-schemas/A' }")}`);
    const folder = folderWith({ "openapi.yaml": text, "pet.yaml": "type: string\n" });
    const { document } = await loadContract(join(folder, "openapi.yaml"));
    expect(JSON.stringify(document)).toContain('"pet":{"type":"string"}');
  });
});

test("what is ignored of an alternative may take the others with it: said apart from other places", async () => {
  const members = "{ a: { anyOf: [{ type: Date }, { type: number }] }, b: { type: Date } }";
  const { diagnostics } = await loadContract(
    fileWith(smallContract.replace("{ id: { type: string } }", members)),
  );
  expect(diagnostics.map(({ id, pointer }) => [id, pointer])).toEqual([
    ["openapi/struct-alternative-type", "#/components/schemas/Order/properties/a/anyOf/0/type"],
    ["openapi/struct-value-ignored", "#/components/schemas/Order/properties/b/type"],
  ]);
});

test.each([
  ["3.0.3", "const: x", "Property `const` is not expected here. In a schema, the client applies `const`."],
  [
    "3.1.0",
    "nullable: true",
    "Property `nullable` is not expected here. In a schema, the client applies `nullable: true`.",
  ],
])("a keyword of another version than %s is said to be understood: %s", async (version, keyword, want) => {
  const text = smallContract.replace("3.1.0", version).replace("type: string", `type: string, ${keyword}`);
  const { diagnostics } = await loadContract(fileWith(text));
  const warnings = diagnostics.map(messageOf);
  expect(warnings).toEqual([want]);
});

test.each([
  ["3.2.0", []],
  [
    "3.1.0",
    [
      expect.stringMatching(/^Property `summary` is not expected here/),
      expect.stringMatching(/^The field `description` must be present/),
    ],
  ],
])("an answer without description is one of OpenAPI %s, or is warned of", async (version, want) => {
  const text = smallContract.replace("3.1.0", version).replace("description: Orders", "summary: Orders");
  const { diagnostics } = await loadContract(fileWith(text));
  const warnings = diagnostics.map(messageOf);
  expect(warnings.toSorted()).toEqual(want);
});

test.each([
  ["3.2.0", []],
  ["3.1.0", [expect.stringMatching(/^`style` can be one of the following only/)]],
])("the style `cookie` is one of OpenAPI %s, or is warned of", async (version, want) => {
  const text = smallContract
    .replace("3.1.0", version)
    .replace(
      "responses:",
      "parameters: [{ name: c, in: cookie, style: cookie, schema: {} }]\n      responses:",
    );
  const { diagnostics } = await loadContract(fileWith(text));
  const warnings = diagnostics.map(messageOf);
  expect(warnings).toEqual(want);
});

test.each([
  ["3.2.0", []],
  ["3.1.0", [expect.stringMatching(/^Property `itemEncoding` is not expected here/)]],
])("the encoding of a part's own parts is one of OpenAPI %s, or is warned of", async (version, want) => {
  const body =
    "requestBody: { content: { multipart/mixed: { schema: {}, encoding: { a: { itemEncoding: {} } } } } }";
  const text = smallContract.replace("3.1.0", version).replace("responses:", `${body}\n      responses:`);
  const { diagnostics } = await loadContract(fileWith(text));
  const warnings = diagnostics.map(messageOf);
  expect(warnings).toEqual(want);
});

test.each([
  ["3.2.0", []],
  ["3.1.0", [expect.stringMatching(/^Property `deviceAuthorization` is not expected/)]],
])("a device authorization is a flow of OpenAPI %s, or is warned of", async (version, want) => {
  const flow =
    "{ deviceAuthorizationUrl: 'https://a.example/d', tokenUrl: 'https://a.example/t', scopes: { read: Read } }";
  const schemes = `securitySchemes: { o: { type: oauth2, flows: { deviceAuthorization: ${flow} } } }`;
  const text = contractWith(`paths: {}\ncomponents: { ${schemes} }`).replace("3.1.0", version);
  const { diagnostics } = await loadContract(fileWith(text));
  const warnings = diagnostics.map(messageOf);
  expect(warnings).toEqual(want);
});

test("media types by name are Media Type Objects, checked as such", async () => {
  const named =
    "mediaTypes: { Good: { schema: { type: object, properties: { a: {} } }, encoding: { a: { contentType: a/b } } }, Bad: { shema: {} } }";
  const text = contractWith(`paths: {}\ncomponents: { ${named} }`).replace("3.1.0", "3.2.0");
  const { diagnostics } = await loadContract(fileWith(text));
  const warnings = diagnostics.map(messageOf);
  expect(warnings).toEqual([expect.stringMatching(/^Property `shema` is not expected here/)]);
});

describe("a value of a wrong type never reaches the model", () => {
  test.each<[name: string, schema: string, want: object]>([
    ["`required` as a flag", "{ type: string, required: true }", { type: "string" }],
    ["a type that JSON Schema does not have", "{ type: file, title: A }", { title: "A" }],
    ["`maxLength` as a text", "{ type: string, maxLength: '5' }", { type: "string" }],
    ["a number where a text belongs", "{ type: string, pattern: 12 }", { type: "string", pattern: "12" }],
    [
      "several at once, in a list too",
      "{ type: object, required: [a, 1], title: 2 }",
      { type: "object", required: ["a", "1"], title: "2" },
    ],
  ])("%s", async (_, schema, want) => {
    const loaded = await loadContract(fileWith(contractWith(`components: { schemas: { A: ${schema} } }`)));
    expect(loaded.document["components"]).toEqual({ schemas: { A: want } });
    expect(loaded.diagnostics.length).toBeGreaterThan(0);
  });

  test.each([
    ["type: [string, 'null']", '"type":["string","null"]'],
    ["type: 'null'", '"type":"null"'],
    ["oneOf: [{ type: 'null' }]", '"oneOf":[{"type":"null"}]'],
  ])("%s in 3.0 is what 3.1 calls it, stays, and is said to", async (schema, want) => {
    const text = smallContract.replace("3.1.0", "3.0.3").replace("type: string", schema);
    const { document, diagnostics } = await loadContract(fileWith(text));
    const warnings = diagnostics.map(messageOf);
    expect(JSON.stringify(document)).toContain(want);
    expect(warnings).toEqual([
      expect.stringMatching(/^`type` .*\. The client reads it as the OpenAPI version that defines it\.$/),
    ]);
  });

  test("version: 1.0 in info is a text", async () => {
    const { document } = await loadContract(fileWith(smallContract.replace('"1"', "1.5")));
    expect(document["info"]).toEqual({ title: "Small", version: "1.5" });
  });

  test("servers of a wrong shape are left out", async () => {
    const loaded = await loadContract(
      fileWith(`${smallContract}servers: [https://a.example, { url: /v1 }]\n`),
    );
    expect(loaded.document["servers"]).toEqual([{ url: "/v1" }]);
    expect(loaded.diagnostics.map(messageOf)[0]).toMatch(/The client ignores the value/);
  });

  test("in a part too", async () => {
    const folder = folderWith({
      "openapi.yaml": smallContract.replace("#/components/schemas/Order", "./part.yaml"),
      "part.yaml": "type: string\nmaxLength: long\n",
    });
    const { document } = await loadContract(join(folder, "openapi.yaml"));
    expect(document["components"]).toHaveProperty("schemas.part", { type: "string" });
  });
});

describe("a shape that is needed is an error", () => {
  test.each<[name: string, members: string, want: RegExp]>([
    [
      "a path item that is a number",
      "paths: { /a: 3 }",
      /#\/paths\/~1a\n {2}Expected type `PathItem` \(object\) but got `integer`/,
    ],
    ["a schema that is a text", "components: { schemas: { A: text } }", /Expected type `Schema` \(object\)/],
    [
      "a parameter without `in`",
      "paths: { /a: { get: { parameters: [{ name: a }], responses: {} } } }",
      /The field `in` must be present/,
    ],
    [
      "a parameter in a place that is none",
      "paths: { /a: { get: { parameters: [{ name: a, in: body }], responses: {} } } }",
      /`in` can be one of the following only/,
    ],
    [
      "parameters that are no list",
      "paths: { /a: { get: { parameters: { a: 1 }, responses: {} } } }",
      /Expected type `ParameterList` \(array\)/,
    ],
    [
      "a security scheme without type",
      "components: { securitySchemes: { a: { name: k } } }",
      /The field `type` must be present/,
    ],
    [
      "a title that a reference uses as an example",
      "components: { responses: { A: { description: a, content: { a/b: { examples: { $ref: '#/info' } } } } } }",
      /#\/info\/title\n {2}Expected type `Example` .*\. A \$ref uses this object as `ExamplesMap`; the value is right for `Info`\./,
    ],
    [
      "the whole document as examples",
      "components: { responses: { A: { description: a, content: { a/b: { examples: { $ref: '#' } } } } } }",
      /#\/openapi\n {2}Expected type `Example` .*\. A \$ref uses this object as `ExamplesMap`; the value is right for `Root`\./,
    ],
    [
      "a parameter that must be given, used as a schema",
      "components: { parameters: { A: { name: a, in: query, required: true } }, schemas: { A: { $ref: '#/components/parameters/A' } } }",
      /#\/components\/parameters\/A\/required\n.* as `Schema`; the value is right for `Parameter`\. The \$ref is at \S+ #\/components\/schemas\/A\./,
    ],
    // Paths are visited before components: the use comes before the place where the value is right.
    [
      "a schema with required members that is used as a header",
      "paths: { /a: { get: { responses: { 200: { description: a, headers: { X: { $ref: '#/components/schemas/S' } } } } } } }\ncomponents: { schemas: { S: { required: [id] } } }",
      /#\/components\/schemas\/S\/required\n.* as `Header`; the value is right for `Schema`\./,
    ],
    [
      "a schema with required members that is used as a request body",
      "paths: { /a: { post: { requestBody: { $ref: '#/components/schemas/S' }, responses: {} } } }\ncomponents: { schemas: { S: { required: [id] } } }",
      /#\/components\/schemas\/S\/required\n.* as `RequestBody`; the value is right for `Schema`\./,
    ],
    [
      "a required parameter of another path that is used as a schema",
      "paths: { /a: { get: { parameters: [{ name: a, in: query, schema: { $ref: '#/paths/~1b/get/parameters/0' } }], responses: {} } }, /b: { get: { parameters: [{ name: q, in: query, required: true, schema: {} }], responses: {} } } }",
      /#\/paths\/~1b\/get\/parameters\/0\/required\n.* as `Schema`; the value is right for `Parameter`\./,
    ],
    [
      "tags that are used as the tags of an operation",
      "paths: { /a: { get: { $ref: '#' } } }\ntags: [{ name: a }]",
      /#\/tags\/0\n {2}Expected type `string` .* as `Operation`; the value is right for `Root`\./,
    ],
    [
      "a default of a schema that is used as a variable of a server",
      "servers: [{ url: 'https://{v}', variables: { v: { $ref: '#/components/schemas/S' } } }]\ncomponents: { schemas: { S: { type: integer, default: 5 } } }",
      /#\/components\/schemas\/S\/default\n.* as `ServerVariable`; the value is right for `Schema`\./,
    ],
  ])("%s", async (_, members, want) => {
    expect((await failureOf(fileWith(contractWith(members)))).where).toMatch(want);
  });

  test("all of them in one run", async () => {
    const { where = "" } = await failureOf(
      fileWith("openapi: 3.1.0\npaths: { /a: 1, /b: 2, /c: { parameters: [{ in: query, schema: 3 }] } }\n"),
    );
    expect(where.match(/^ {2}(?:The field|Expected)/gm)).toHaveLength(4);
  });

  test("a frame of a long line shows the part around the place", async () => {
    const noise = `"x-a": "${"a".repeat(300)}"`;
    const text = `{"openapi":"3.1.0","info":{"title":"A","version":"1"},${noise},"paths":{"/a":3},${noise}}`;
    const { where = "" } = await failureOf(fileWith(text, "openapi.json"));
    const [, line = "", marks = ""] = /\n1 \|( … .* …)\n {2}\|( +\^)(?:\n|$)/.exec(where) ?? [];
    expect(line).toHaveLength(124 + 1);
    expect(line.slice(marks.length - 1, marks.length + 1)).toBe("3}");
  });

  test("a frame shows the place; colours only when wanted", async () => {
    const file = fileWith(contractWith("paths: { /a: 3 }"));
    const plain = await failureOf(file);
    expect(plain.where).toMatch(/openapi.yaml:3:14 #\/paths\/~1a\n[^]*3 \| paths: \{ \/a: 3 \}\n +\| +\^\n/);
    const coloured = await failureOf(file, { color: true });
    expect([plain.where, coloured.where].map((text) => text?.includes("\u001b["))).toEqual([false, true]);
  });
});

describe("a `$ref` that is no reference", () => {
  test.each<[name: string, schema: string]>([
    ["in an example", '{ type: object, example: { $ref: "./nowhere.yaml" } }'],
    ["in a default", '{ type: object, default: { $ref: "#/nowhere" } }'],
    ["in the list of examples", '{ type: object, examples: [{ $ref: "http://other.example/a" }] }'],
    ["in an enum, nested", '{ enum: [{ a: [{ $ref: "./nowhere.yaml" }] }] }'],
    ["as a property's name", "{ type: object, properties: { $ref: { type: string } } }"],
  ])("stays as it is: %s", async (_, schema) => {
    const { document } = await loadContract(
      fileWith(contractWith(`components: { schemas: { A: ${schema} } }`)),
    );
    expect(JSON.stringify(document)).toMatch(/"\$ref":/);
    expect(JSON.stringify(document)).not.toContain("\\u0000");
  });

  test("stays as it is, whatever its name begins with", async () => {
    const schema = '{ type: object, x-data: { "\\0$ref": "http://other.example/a" } }';
    const { document } = await loadContract(
      fileWith(contractWith(`components: { schemas: { A: ${schema} } }`)),
    );
    expect(JSON.stringify(document)).toContain('{"\\u0000$ref":"http://other.example/a"}');
  });

  test("but a property that is named `example` refers", async () => {
    const text = smallContract.replace("{ id: { type: string } }", '{ example: { $ref: "./part.yaml" } }');
    const folder = folderWith({ "openapi.yaml": text, "part.yaml": "type: integer" });
    const { document } = await loadContract(join(folder, "openapi.yaml"));
    expect(document["components"]).toHaveProperty("schemas.part", { type: "integer" });
  });

  test("in an extension is data: it may lead nowhere", async () => {
    const { document, diagnostics } = await loadContract(
      fileWith(`${smallContract}x-samples: { a: { $ref: ./gone.md } }\n`),
    );
    const warnings = diagnostics.map(messageOf);
    expect([document["x-samples"], warnings]).toEqual([{ a: { $ref: "./gone.md" } }, []]);
  });

  test("for an example is left out with a warning when it leads nowhere", async () => {
    const examples = "examples: { a: { $ref: 'https://api.example/now' }, b: { summary: One } }";
    const text = smallContract.replace("schema: {", `${examples}\n              schema: {`);
    const { document, diagnostics } = await loadContract(fileWith(text));
    const warnings = diagnostics.map(messageOf);
    expect(JSON.stringify(document["paths"])).toContain('"examples":{"b":{"summary":"One"}}');
    expect(warnings[0]).toMatch(/The host api.example was not named.* The client ignores the value/);
  });

  test("is none where an example says that it stands elsewhere: it stays there", async () => {
    const examples =
      "examples: { a: { externalValue: 'https://api.example/now' }, b: { externalValue: ./gone.txt } }";
    const text = smallContract.replace("schema: {", `${examples}\n              schema: {`);
    const { document, diagnostics } = await loadContract(fileWith(text));
    const warnings = diagnostics.map(messageOf);
    expect(warnings).toEqual([]);
    expect(JSON.stringify(document["paths"])).toContain(
      '"examples":{"a":{"externalValue":"https://api.example/now"},"b":{"externalValue":"./gone.txt"}}',
    );
  });

  test("below a property called examples is needed as any other", async () => {
    const text = smallContract.replace(
      "{ id: { type: string } }",
      "{ examples: { items: { $ref: ./gone.yaml } } }",
    );
    expect((await failureOf(fileWith(text))).where).toMatch(/The file .*gone.yaml does not exist/);
  });

  test("below a component that is called like an extension is needed as any other", async () => {
    const text = smallContract.replace("{ id: { type: string } }", "{ x-gone: { $ref: ./gone.yaml } }");
    expect((await failureOf(fileWith(text))).where).toMatch(
      /Can't resolve \$ref: The file .*gone.yaml does not exist/,
    );
  });

  test("in an extension of another file stays as it is", async () => {
    const text = smallContract.replace(
      "{ id: { type: string } }",
      '{ id: { type: string }, more: { $ref: "./more.yaml" }, x-header: { $ref: "./part.yaml" } }',
    );
    const more = { type: "object", "x-expands": [{ $ref: "./part.yaml" }] };
    const files = { "openapi.yaml": text, "more.yaml": JSON.stringify(more), "part.yaml": "type: integer" };
    const { document } = await loadContract(join(folderWith(files), "openapi.yaml"));
    expect(document["components"]).toHaveProperty("schemas.more", more);
    expect(document["components"]).toHaveProperty("schemas.part", { type: "integer" });
    expect(document["components"]).toHaveProperty("schemas.Order.properties.x-header", {
      $ref: "#/components/schemas/part",
    });
  });

  test("an anchor becomes a pointer", async () => {
    const text = smallContract
      .replace("type: object,", "$anchor: order, type: object,")
      .replace("#/components/schemas/Order", "#order");
    expect(JSON.stringify((await loadContract(fileWith(text))).document["paths"])).toContain(
      '{"$ref":"#/components/schemas/Order"}',
    );
  });
});

describe("locate", () => {
  test("finds file, line and column of a pointer of the bundled document", async () => {
    const folder = folderWith({
      "openapi.yaml": smallContract.replace("#/components/schemas/Order", "./parts/item.yaml"),
      "parts/item.yaml": "type: object\nproperties:\n  count:\n    type: integer\n",
    });
    const { locate } = await loadContract(join(folder, "openapi.yaml"));
    expect(locate("#/components/schemas/item/properties/count")).toMatchObject({
      file: expect.stringMatching(/parts\/item.yaml$/) as unknown,
      pointer: "#/properties/count",
      line: 4,
      column: 5,
    });
    expect(locate("#/paths/~1orders/get/operationId")).toMatchObject({
      line: 6,
      pointer: "#/paths/~1orders/get/operationId",
    });
  });

  test("a pointer to nothing leads to the nearest thing above it", async () => {
    const { locate } = await loadContract(fileWith(smallContract));
    expect(locate("#/components/schemas/Order/nothing/here")).toMatchObject({ line: 15 });
  });
});
