import { expect, test } from "vitest";
import { emitContract, expectCompiles } from "../../../emit/emit-contract.js";

const json = (schema: object) => ({ "application/json": { schema } });

/** Responses that an operation may describe beside each other. */
const RESPONSES: readonly (readonly [status: string, response: object])[] = [
  ["200", { description: "", content: json({ type: "object", properties: { a: { type: "string" } } }) }],
  [
    "201",
    {
      description: "",
      content: {
        "application/vnd.x+json": { schema: { type: "object", properties: { b: { type: "string" } } } },
        "text/plain": { schema: { type: "string" } },
      },
    },
  ],
  ["203", { description: "", content: { "application/vnd.x+json": {}, "text/plain": {} } }],
  ["204", { description: "" }],
  ["206", { description: "", content: { "text/plain": {}, "application/octet-stream": {} } }],
  ["302", { description: "" }],
  ["304", { description: "" }],
  ["default", { description: "", content: json({ type: "string" }) }],
];

/** Every choice of up to three of them. */
function choices(): readonly (readonly (readonly [string, object])[])[] {
  return RESPONSES.flatMap((one, first) => [
    [one],
    ...RESPONSES.slice(first + 1).flatMap((two, second) => [
      [one, two],
      ...RESPONSES.slice(first + second + 2).map((three) => [one, two, three]),
    ]),
  ]);
}

test("whatever responses an operation describes beside each other, its methods compile and have names of their own", async () => {
  const asks = { in: "header", name: "If-None-Match", schema: { type: "string" } };
  const paths = Object.fromEntries(
    choices().map((chosen, index) => [
      `/a${String(index)}`,
      Object.fromEntries(
        ["get", "head", "post"].map((method) => [
          method,
          { parameters: [asks], responses: Object.fromEntries(chosen) },
        ]),
      ),
    ]),
  );
  expect(Object.keys(paths)).toHaveLength(92);
  expectCompiles(await emitContract(JSON.stringify({ servers: [{ url: "https://a.example" }], paths })));
}, 120_000);

test("a media type that responses describe differently is asked for by one method", async () => {
  const answer = (schema: object) => ({
    description: "",
    content: { "application/json": { schema: { type: "object" } }, "application/vnd.x+json": { schema } },
  });
  const files = await emitContract(
    JSON.stringify({
      servers: [{ url: "https://a.example" }],
      paths: {
        "/o": { get: { responses: { 200: answer({ type: "integer" }), 201: answer({ type: "boolean" }) } } },
      },
    }),
    { name: "Api" },
  );
  expectCompiles(
    files,
    `import { Api } from "./index.js"; export const a: number | boolean = await new Api().o.getAsXJson();`,
  );
});

test.each(["[number, 'null']", "'null'"])(
  "a path parameter in JSON that may be null (%s) is given by its name",
  async (type) => {
    const files = await emitContract(
      `
servers: [{ url: https://a.example }]
paths:
  /{x}:
    get:
      tags: [o]
      parameters: [{ in: path, name: x, required: true, content: { application/json: { schema: { type: ${type} } } } }]
      responses: { '204': { description: Done } }`,
      { name: "Api" },
    );
    expectCompiles(files, `import { Api } from "./index.js"; await new Api().o.get({ x: null });`);
  },
);

test.each(["x", "simple", "matrix", "constructor"])(
  "a part of a body has no style %s: it is ignored",
  async (style) => {
    const encoding = { c: { style }, d: { style: "deepObject" } };
    const schema = { type: "object", properties: { c: { type: "object" }, d: { type: "object" } } };
    const files = await emitContract(
      JSON.stringify({
        servers: [{ url: "https://a.example" }],
        paths: {
          "/a": {
            post: {
              requestBody: { content: { "multipart/form-data": { schema, encoding } } },
              responses: { 204: { description: "" } },
            },
          },
        },
      }),
    );
    expectCompiles(files);
    expect(files.get("operations/a.ts")).not.toContain(`"${style}"`);
    expect(files.get("operations/a.ts")).toContain('style: "deepObject"');
  },
);
