import { describe, expect, test } from "vitest";
import type { Use } from "../../../src/diff/fact.js";
import { judgeFacts } from "../../../src/diff/judge-facts.js";
import { createSchemaComparison } from "../../../src/diff/schema/schema-comparison.js";
import type { Json, JsonObject } from "../../../src/load/loaded-contract.js";
import { schemaFacts } from "./compare-schemas.js";

/** The findings between two schemas at a position of an operation. */
function findingsAt(
  keys: readonly string[],
  use: Omit<Use, "operation">,
  old: Json,
  now: Json,
  below = "",
): readonly string[] {
  const documentOf = (schema: Json): JsonObject =>
    ["paths", "/pets", "post", ...keys].reduceRight<Json>(
      (json, key) => ({ [key]: json }),
      schema,
    ) as JsonObject;
  const comparison = createSchemaComparison(
    { document: documentOf(old), dialect: "3.1" },
    { document: documentOf(now), dialect: "3.1" },
  );
  const pointer = `#/paths/~1pets/post/${keys.map((key) => key.replaceAll("/", "~1")).join("/")}${below}`;
  comparison.compare(pointer, pointer, { operation: "POST /pets", ...use });
  return judgeFacts(comparison.facts()).map(({ rule, wire, element }) => `${rule} ${wire}: ${element}`);
}

describe("types where values are written as text", () => {
  const [integer, text] = [{ type: "integer" }, { type: "string" }];
  const parameter = ["parameters", "0", "schema"];
  const limit = { part: "query parameter limit", direction: "request" } as const;
  const header = ["responses", "200", "headers", "ETag", "schema"];
  const tag = { part: "response 200 header ETag", direction: "response" } as const;
  const form = ["requestBody", "content", "application/x-www-form-urlencoded", "schema"];
  const multipart = ["requestBody", "content", "multipart/form-data", "schema"];
  const json = ["requestBody", "content", "application/json", "schema"];
  const body = { part: "request body", direction: "request" } as const;
  const xml = ["responses", "200", "content", "application/xml", "schema"];
  const received = { part: "response 200", direction: "response" } as const;

  test.each<
    [row: string, keys: readonly string[], use: Omit<Use, "operation">, old: Json, now: Json, want: string]
  >([
    [
      "D14",
      parameter,
      limit,
      integer,
      text,
      "request.type.widened compatible: query parameter `limit` of `POST /pets`",
    ],
    [
      "D13",
      parameter,
      limit,
      text,
      integer,
      "request.type.narrowed breaking: query parameter `limit` of `POST /pets`",
    ],
    [
      "D13, other",
      parameter,
      limit,
      integer,
      { type: "boolean" },
      "request.type.changed breaking: query parameter `limit` of `POST /pets`",
    ],
    [
      "D13, the texts of both values",
      parameter,
      limit,
      { type: "boolean" },
      { type: "string", enum: ["false", "true"] },
      "request.type.changed none: query parameter `limit` of `POST /pets`",
    ],
    [
      "F8",
      header,
      tag,
      integer,
      text,
      "response.type.widened breaking: response 200 header `ETag` of `POST /pets`",
    ],
    [
      "F9",
      header,
      tag,
      text,
      integer,
      "response.type.narrowed compatible: response 200 header `ETag` of `POST /pets`",
    ],
    [
      "H3, form",
      form,
      body,
      integer,
      text,
      "request.type.same-text compatible: request body of `POST /pets`",
    ],
    [
      "H3, XML",
      xml,
      received,
      integer,
      text,
      "response.type.same-text compatible: response 200 of `POST /pets`",
    ],
    [
      "H3, multipart",
      multipart,
      body,
      { type: "object", properties: { a: integer } },
      { type: "object", properties: { a: text } },
      "request.type.same-text compatible: property `a` of request body of `POST /pets`",
    ],
    [
      "H1, JSON in multipart",
      multipart,
      body,
      { type: "object", properties: { a: { type: "object", properties: { b: integer } } } },
      { type: "object", properties: { a: { type: "object", properties: { b: text } } } },
      "request.type.changed breaking: property `b` of property `a` of request body of `POST /pets`",
    ],
    [
      "H1, JSON of events",
      ["responses", "200", "content", "text/event-stream", "schema"],
      received,
      integer,
      text,
      "response.type.changed breaking: response 200 of `POST /pets`",
    ],
    [
      "D14, one value or several",
      parameter,
      limit,
      integer,
      { type: "array", items: { type: "number" } },
      "request.type.became-list compatible: query parameter `limit` of `POST /pets`",
    ],
    [
      "D14, one value or several, and null",
      parameter,
      limit,
      text,
      { type: ["array", "null"], items: text },
      "request.type.became-list compatible: query parameter `limit` of `POST /pets`",
    ],
    [
      "D13, one value or null, or several",
      parameter,
      limit,
      { type: ["string", "null"] },
      { type: "array", items: text },
      "request.type.changed breaking: query parameter `limit` of `POST /pets`",
    ],
    [
      "D14, a list in a list, which no style writes",
      parameter,
      limit,
      { type: "array", items: text },
      { type: "array", items: { type: "array", items: text } },
      "request.type.changed breaking: items of query parameter `limit` of `POST /pets`",
    ],
    [
      "D13, one value of several",
      parameter,
      limit,
      { type: "array", items: text },
      text,
      "request.type.became-single breaking: query parameter `limit` of `POST /pets`",
    ],
    [
      "D14, one value and a list of one at most",
      parameter,
      limit,
      { type: "array", items: text, maxItems: 1 },
      text,
      "request.type.became-single none: query parameter `limit` of `POST /pets`",
    ],
    [
      "D13, several values of another type",
      parameter,
      limit,
      text,
      { type: "array", items: integer },
      "request.type.changed breaking: query parameter `limit` of `POST /pets`",
    ],
    [
      "D13, two values at least",
      parameter,
      limit,
      text,
      { type: "array", items: text, minItems: 2 },
      "request.type.changed breaking: query parameter `limit` of `POST /pets`",
    ],
    [
      "F8, several values",
      header,
      tag,
      text,
      { type: "array", items: text },
      "response.type.became-list breaking: response 200 header `ETag` of `POST /pets`",
    ],
    [
      "H3, several parts",
      multipart,
      body,
      { type: "object", properties: { a: { type: "string", format: "binary" } } },
      { type: "object", properties: { a: { type: "array", items: { type: "string", format: "binary" } } } },
      "request.type.became-list compatible: property `a` of request body of `POST /pets`",
    ],
    [
      "D13, listed values of another type whose texts are the same",
      parameter,
      limit,
      { enum: ["1", "2"] },
      { enum: [2, 1] },
      "request.type.changed none: query parameter `limit` of `POST /pets`",
    ],
    [
      "D13, listed values of which another limit forbids some",
      parameter,
      limit,
      { type: "string", enum: ["10", "20", "50"] },
      { type: "integer", enum: [10, 20, 50], maximum: 20 },
      "request.type.changed breaking: query parameter `limit` of `POST /pets`",
    ],
    [
      "D3, a member of a query parameter, which is a part of the URL",
      parameter,
      limit,
      { type: "object", properties: { a: text, b: text } },
      { type: "object", properties: { a: text } },
      "request.property.removed breaking: property `b` of query parameter `limit` of `POST /pets`",
    ],
    ["H1, JSON", json, body, integer, text, "request.type.changed breaking: request body of `POST /pets`"],
  ])("%s", (_row, keys, use, old, now, want) => {
    expect(findingsAt(keys, use, old, now)).toEqual([want]);
  });
});

describe("a text and a list of one at most", () => {
  const [text, list] = [{ type: "string" }, { type: "array", items: { type: "string" }, maxItems: 1 }];
  const changed = "request.type.changed breaking";

  test.each<[part: string, members: JsonObject, want: readonly [there: string, back: string]]>([
    ["query", {}, ["request.type.became-list none", "request.type.became-single none"]],
    ["query", { explode: false }, [changed, changed]],
    ["query", { style: "pipeDelimited", explode: false }, [changed, changed]],
    ["header", {}, [changed, changed]],
    ["path", {}, [changed, changed]],
  ])("of a %s parameter with %j", (part, members, [there, back]) => {
    const use = { part: `${part} parameter a`, direction: "request" } as const;
    const at = (old: Json, now: Json) => {
      const of = (schema: Json) => ({ ...members, schema });
      return findingsAt(["parameters", "0"], use, of(old), of(now), "/schema");
    };
    expect(at(text, list)).toEqual([`${there}: ${part} parameter \`a\` of \`POST /pets\``]);
    expect(at(list, text)).toEqual([`${back}: ${part} parameter \`a\` of \`POST /pets\``]);
  });
});

describe("bytes of a part, however they are written", () => {
  const keys = ["requestBody", "content", "multipart/form-data", "schema"];
  const body = { part: "request body", direction: "request" } as const;
  const of = (file: Json): Json => ({ type: "object", properties: { file } });
  const binary = { type: "string", format: "binary" };

  test.each<[title: string, old: Json, now: Json, want: readonly string[]]>([
    ["3.0 and 3.1", binary, {}, []],
    ["3.1 and 3.0", {}, binary, []],
    ["lists", { type: "array", items: {} }, { type: "array", items: binary }, []],
    [
      "a text is no bytes",
      {},
      { type: "string" },
      ["request.type.narrowed breaking: property `file` of request body of `POST /pets`"],
    ],
  ])("%s", (_, old, now, want) => {
    expect(findingsAt(keys, body, of(old), of(now))).toEqual(want);
  });

  test("are another media type than text, where the encoding says none", () => {
    const named = (type: string) => ["requestBody", "content", type, "schema"];
    const want = ["request.encoding.changed breaking: property `file` of request body of `POST /pets`"];
    expect(findingsAt(keys, body, of(binary), of({ type: "string" }))).toEqual(want);
    expect(findingsAt(keys, body, of({ type: "string" }), of(binary))).toEqual(want);
    expect(findingsAt(named("application/json"), body, of(binary), of({ type: "string" }))).toEqual([
      "request.format.removed compatible: property `file` of request body of `POST /pets`",
    ]);
  });

  test("keep the media type that the encoding says", () => {
    const media = (file: Json): Json => ({
      schema: of(file),
      encoding: { file: { contentType: "image/png" } },
    });
    const pair = [media(binary), media({ type: "string" })] as const;
    expect(findingsAt(keys.slice(0, -1), body, ...pair, "/schema")).toEqual([
      "request.format.removed compatible: property `file` of request body of `POST /pets`",
    ]);
  });

  test("are a text in JSON", () => {
    const json = ["requestBody", "content", "application/json", "schema"];
    expect(findingsAt(json, body, of(binary), of({}))).not.toEqual([]);
  });
});

test("a parameter of a path belongs to all its operations", () => {
  const of = (type: string): JsonObject => ({
    paths: { "/pets": { parameters: [{ schema: { type } }], get: {}, put: {} } },
  });
  const comparison = createSchemaComparison(
    { document: of("string"), dialect: "3.1" },
    { document: of("integer"), dialect: "3.1" },
  );
  const pointer = "#/paths/~1pets/parameters/0/schema";
  for (const operation of ["GET /pets", "PUT /pets"])
    comparison.compare(pointer, pointer, { operation, part: "query parameter a", direction: "request" });
  expect(comparison.facts().map(({ element }) => element)).toEqual(["query parameter `a` of `/pets`"]);
});

describe("uses", () => {
  test("of both directions are one fact of the component", () => {
    const facts = schemaFacts("{type: string, maxLength: 5}", "{type: string, maxLength: 4}");
    expect(facts.map(({ uses }) => uses.map(({ direction }) => direction))).toEqual([
      ["response", "request"],
    ]);
  });

  test("do not pass a property that their direction lacks", () => {
    const of = (limit: number) =>
      `{type: object, properties: {a: {readOnly: true, type: object, properties: {b: {type: string, maxLength: ${limit}}}}}}`;
    expect(schemaFacts(of(5), of(4)).map(({ uses }) => uses.map(({ part }) => part))).toEqual([
      ["response 200"],
    ]);
  });

  test.each([
    ["deprecated: true", [true]],
    ["maxLength: 3", [undefined]],
    ["deprecated: true, x-sunset: 2026-03-01", [true]],
    ["deprecated: true, x-sunset: 2026-03-02", [undefined]],
    ["deprecated: true, x-sunset: soon", [true]],
    ["deprecated: true, x-sunset: 20301231", [true]],
  ])("have a removal of a property with %s announced: %j", (members, want) => {
    const old = `{type: object, properties: {a: {type: string, ${members}}}}`;
    const facts = schemaFacts(old, "{type: object}", "both", "2026-03-01");
    expect(facts.map(({ announced }) => announced)).toEqual(want);
  });
});
