import fc from "fast-check";
import { describe, expect, test } from "vitest";
import ts from "typescript";
import { emitContract, expectCompiles, expectFormatted, generated } from "./emit-contract.js";

/** Texts that would end a comment, a string, a template, a line; turn the reading direction; or name a prototype. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ["ends a comment", "*/ globalThis.owned = 1; /*"],
  ["ends a string", '"; globalThis.owned = 1; "\''],
  ["is a template", "${globalThis.owned = 1} `${globalThis.owned = 1}` {{{header}}} {{#each x}}"],
  ["has line ends", "a\nglobalThis.owned = 1;\r\u2028globalThis.owned = 1;\u2029\u0085b"],
  ["starts tags and markup", "@deprecated {@link x} <script>owned()</script> ```\n# owned\n```js\n| a | b |"],
  ["escapes", '\\u002a/ \\" \\x27 %2e%2e/..\\..\\ \u0000\u001b[31m\u007f'],
  ["turns the reading direction", "\u202Eabc\u2066\u200B\uFEFF\u{E0041}"],
  ["has half a character", "a\ud800b\udfff"],
  ["is a prototype", "__proto__"],
  ["is what every class has", "constructor"],
  ["is a word of the language", "import"],
  ["is nothing", ""],
  ["is blank", " \t "],
  ["climbs out of its folder", "../../../etc/passwd"],
  ["is long", "longer than any line that anybody would write in a contract ".repeat(4)],
];

/** A contract that has a text in every place where a contract may have one. */
function contractWith(text: string): string {
  const schema = {
    type: "object",
    title: text,
    description: text,
    required: [text],
    properties: {
      [text]: { type: "string", description: text, default: text, examples: [text], pattern: text },
      kind: { enum: [text, "other"], description: text },
      fixed: { const: { [text]: [text] } },
      open: { type: "object", additionalProperties: { $ref: "#/components/schemas/Named" } },
      secret: { type: "string", "x-sensitive": true },
    },
  };
  const json = (of: object) => ({ "application/json": { schema: of } });
  const answers = {
    200: {
      description: text,
      headers: { ETag: { description: text }, [`X-${text}`]: {} },
      content: json(schema),
    },
    400: {
      description: text,
      content: { "application/problem+json": { schema: { properties: { code: { enum: [text, "no"] } } } } },
    },
  };
  const parameters = [
    { in: "query", name: text, description: text, schema: { type: "string", enum: [text] } },
    { in: "header", name: "X-Id", required: true, schema: { type: "string" } },
  ];
  const operation = (id: string, more: object = {}) => ({
    operationId: id,
    tags: [text],
    summary: text,
    description: text,
    parameters,
    responses: answers,
    ...more,
  });
  return JSON.stringify({
    info: { title: text, version: text, description: text },
    servers: [
      {
        url: `https://h.example/{${text}}`,
        variables: { [text]: { default: text, enum: [text], description: text } },
      },
    ],
    security: [{ oauth: [text] }, { key: [] }],
    webhooks: {
      [text]: { post: { summary: text, description: text, requestBody: { content: json(schema) } } },
    },
    paths: {
      [`/${text}`]: {
        get: operation(text),
        put: operation(`put ${text}`, {
          parameters: [
            ...parameters,
            { in: "header", name: "If-Match", required: true, schema: { type: "string" } },
          ],
          requestBody: { description: text, content: json(schema) },
          servers: [{ url: text }],
        }),
        post: operation(`post ${text}`, {
          requestBody: { required: true, content: { [text]: { schema: { type: "string" }, encoding: {} } } },
        }),
      },
    },
    components: {
      schemas: { Named: schema, [text]: { type: "string", description: text } },
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: text, description: text },
        oauth: { type: "oauth2", flows: { clientCredentials: { tokenUrl: text, scopes: { [text]: text } } } },
      },
    },
  });
}

/** Calls and assignments of a program, comments and strings aside: what hostile text would be if it got out. */
function codeOf(path: string, text: string): readonly string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return names;
}

/** The generated TypeScript, without the runtime's. */
function programsOf(files: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...generated(files)].filter(([path]) => path.endsWith(".ts"));
}

/** Paths stay in the folder, every file parses, and has no invisible sign. */
function expectContained(files: ReadonlyMap<string, string>): void {
  for (const [path, source] of generated(files)) {
    expect(path).toMatch(/^(?:[\p{L}\p{N}_-]+\/)?[\p{L}\p{N}_-]+\.(?:ts|md|json)$/u);
    if (!path.endsWith(".ts")) continue;
    const { diagnostics } = ts.transpileModule(source, { reportDiagnostics: true });
    expect(diagnostics?.map(({ messageText }) => messageText)).toEqual([]);
    expect(source).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/u);
  }
}

/** Code, in the values of members whose names once told a reference of the plan from data. */
const CODE = "(Object.assign(globalThis, { owned: 1 }), {})";

const REFERENCES: readonly (readonly [string, object])[] = [
  [
    "a variable of an operation's server",
    { servers: [{ url: "https://{$constant}/", variables: { $constant: { default: CODE } } }] },
  ],
  ["a scheme of a security requirement", { security: [{ $constant: [CODE], $module: [] }] }],
  [
    "the encoding of a member of a form",
    {
      requestBody: {
        content: {
          "multipart/form-data": {
            schema: { type: "object", properties: { $constant: { type: "string" } } },
            encoding: { $constant: { contentType: "text/plain" }, $module: { contentType: CODE } },
          },
        },
      },
    },
  ],
];

test.each(REFERENCES)("no member's name makes code of %s", async (_, operation) => {
  const oauth = {
    type: "oauth2",
    flows: { clientCredentials: { tokenUrl: "https://a.example/t", scopes: {} } },
  };
  const files = await emitContract(
    JSON.stringify({
      servers: [{ url: "https://a.example" }],
      components: { securitySchemes: { $constant: oauth, $module: oauth } },
      paths: { "/a": { post: { ...operation, responses: { 200: { description: "x" } } } } },
    }),
  );
  expectCompiles(files);
  expect(files.get("operations/a.ts")).toContain("$constant: ");
  for (const [path, source] of programsOf(files)) expect(codeOf(path, source)).not.toContain("globalThis");
});

describe("a contract that wants out of its text", () => {
  test.each(HOSTILE)("because it %s", async (_, text) => {
    const files = await emitContract(contractWith(text));
    expectCompiles(files);
    await expectFormatted(files);
    expectContained(files);
    for (const [path, source] of programsOf(files)) {
      expect(codeOf(path, source)).not.toContain("globalThis");
      expect(codeOf(path, source)).not.toContain("owned");
    }
  });

  const piece = fc.constantFrom(
    ...[
      "*/",
      "/*",
      "//",
      "`",
      "${",
      "}",
      '"',
      "'",
      "\\",
      "{{",
      "}}",
      "{{{",
      "<!--",
      "-->",
      "@",
      "\n",
      "\r\n",
    ],
    ...[
      "\u2028",
      "\u202e",
      "\0",
      "../",
      "/",
      ":",
      "#",
      "|",
      "[x](y)",
      "(",
      ")",
      ";",
      ",",
      "=>",
      "import",
      "é",
      "日",
    ],
    ...["own_ed=1", "own_ed()", "__proto__", "constructor", "0", " ", "a"],
  );
  const text = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(""));

  test("whatever it is made of", async () => {
    await fc.assert(
      fc.asyncProperty(text, async (hostile) => {
        const files = await emitContract(contractWith(hostile));
        expectContained(files);
        // No name of a client has an underscore inside: here it can only be the contract's text as code.
        for (const [path, source] of programsOf(files)) {
          expect(codeOf(path, source)).not.toContain("own_ed");
        }
      }),
      { numRuns: 25 },
    );
  }, 120_000);
});

test("variation selectors, which hide data in a text, reach no comment and no Markdown", async () => {
  const text = `seen${Array.from("hidden")
    .map((letter) => String.fromCodePoint(0xe0100 + letter.charCodeAt(0)))
    .join("")}`;
  const files = generated(
    await emitContract(contractWith("plain").replaceAll('"description":"plain"', `"description":"${text}"`)),
  );
  const shown = [...files].filter(([path]) => path.endsWith(".md") || path.startsWith("models/"));
  expect(shown.some(([, content]) => content.includes("seen"))).toBe(true);
  expect(shown.filter(([, content]) => /[\u{E0100}-\u{E01EF}]/u.test(content)).map(([path]) => path)).toEqual(
    [],
  );
});
