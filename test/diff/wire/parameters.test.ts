import { describe, expect, test } from "vitest";
import { compare, documentOf, findingsOf, verdictsOf } from "./compare.js";

/** A contract with one operation that has the given parameters. */
const get = (...parameters: readonly string[]) =>
  `paths: { /pets: { get: { parameters: [${parameters.map((each) => `{${each}}`).join(", ")}] } } }`;
const limit = "name: limit, in: query, schema: { type: integer }";
const list = "name: ids, in: query, schema: { type: array, items: { type: string } }";
/** Two operations with one parameter, a component. */
const refs =
  "paths: { /pets: { get: { parameters: [{ $ref: '#/components/parameters/Limit' }] }, post: { parameters: [{ $ref: '#/components/parameters/Limit' }] } } }";

describe("parameters", () => {
  test.each<[row: string, old: string, now: string, want: readonly string[], back: readonly string[]]>([
    [
      "D1 D3",
      get(),
      get(`${limit}, required: true`),
      ["request.parameter.required-added breaking"],
      ["request.parameter.removed breaking"],
    ],
    [
      "D2 D3",
      get(),
      get(limit),
      ["request.parameter.optional-added compatible"],
      ["request.parameter.removed breaking"],
    ],
    [
      "D2 D3 of headers, which servers ignore",
      get(),
      get("name: X-Trace, in: header, schema: {}"),
      ["request.parameter.optional-added compatible"],
      ["request.parameter.header-removed risky"],
    ],
    [
      "D3 announced",
      get(`${limit}, deprecated: true`),
      get(),
      ["request.parameter.removed breaking announced"],
      ["request.parameter.optional-added compatible"],
    ],
    [
      "B4",
      get(`${limit}, deprecated: true, x-sunset: '2027-01-01'`),
      get(),
      ["request.parameter.removed-before-sunset breaking"],
      ["request.parameter.optional-added compatible"],
    ],
    [
      "D4 D5",
      get(limit),
      get(`${limit}, required: true`),
      ["request.parameter.became-required breaking"],
      ["request.parameter.became-optional compatible"],
    ],
    [
      "D6 to another location",
      get(limit),
      get(limit.replace("query", "header")),
      ["request.parameter.location-changed breaking"],
      ["request.parameter.location-changed breaking"],
    ],
    [
      "D6 to another location, in the spelling of headers",
      get("name: apiVersion, in: query, schema: {}"),
      get("name: X-Api-Version, in: header, schema: {}"),
      ["request.parameter.location-changed breaking"],
      ["request.parameter.location-changed breaking"],
    ],
    [
      "D6 renamed in another spelling",
      get("name: page_size, in: query, schema: {}"),
      get("name: pageSize, in: query, schema: {}"),
      ["request.parameter.renamed breaking"],
      ["request.parameter.renamed breaking"],
    ],
    [
      "D6 renamed with its description",
      get(`${limit}, description: Most pets that come.`),
      get(`${limit.replace("limit", "most")}, description: Most pets that come.`),
      ["request.parameter.renamed breaking"],
      ["request.parameter.renamed breaking"],
    ],
    [
      "D6 renamed as a component",
      `${refs}\ncomponents: { parameters: { Limit: { name: limit, in: query, schema: {} } } }`,
      `${refs}\ncomponents: { parameters: { Limit: { name: size, in: query, required: true, schema: {} } } }`,
      ["request.parameter.renamed breaking"],
      ["request.parameter.renamed breaking"],
    ],
    [
      "D6 renamed to a name that is alike",
      get(limit),
      get(limit.replace("limit", "limit_of_pets")),
      ["request.parameter.renamed breaking"],
      ["request.parameter.renamed breaking"],
    ],
    [
      "D6, not certain",
      get(limit),
      get(limit.replace("limit", "offset")),
      ["request.parameter.optional-added compatible", "request.parameter.removed breaking"],
      ["request.parameter.optional-added compatible", "request.parameter.removed breaking"],
    ],
    [
      "D7 explode of a list",
      get(list),
      get(`${list}, explode: false`),
      ["request.parameter.serialisation-changed breaking"],
      ["request.parameter.serialisation-changed breaking"],
    ],
    [
      "D7 style of a list",
      get(`${list}, explode: false`),
      get(`${list}, style: pipeDelimited, explode: false`),
      ["request.parameter.serialisation-changed breaking"],
      ["request.parameter.serialisation-changed breaking"],
    ],
    ["D7 explode of a scalar, which is written alike", get(limit), get(`${limit}, explode: false`), [], []],
    [
      "D7 explode of a scalar that several parts describe",
      get(
        "name: q, in: query, schema: { allOf: [{ maxLength: 5 }, { oneOf: [{ type: string }, { enum: [1] }] }] }",
      ),
      get(
        "name: q, in: query, explode: false, schema: { allOf: [{ maxLength: 5 }, { oneOf: [{ type: string }, { enum: [1] }] }] }",
      ),
      [],
      [],
    ],
    [
      "D7 style of a list that was one value: a list of one item is written alike",
      get("name: ids, in: query, schema: { type: string }"),
      get("name: ids, in: query, style: pipeDelimited, explode: false, schema: { type: array }"),
      [],
      [],
    ],
    [
      "D7 allowReserved",
      get(limit),
      get(`${limit}, allowReserved: true`),
      ["request.parameter.serialisation-changed breaking"],
      ["request.parameter.serialisation-changed breaking"],
    ],
    [
      "D7 allowReserved of a path before OpenAPI 3.2, where it is for queries alone",
      get("name: id, in: path, required: true, schema: {}"),
      get("name: id, in: path, required: true, schema: {}, allowReserved: true"),
      [],
      [],
    ],
    [
      "D7 allowReserved of a header, which is not percent-encoded",
      get("name: X-Trace, in: header, schema: {}"),
      get("name: X-Trace, in: header, schema: {}, allowReserved: true"),
      [],
      [],
    ],
    [
      "D7 allowEmptyValue",
      get(limit),
      get(`${limit}, allowEmptyValue: true`),
      ["request.parameter.empty-allowed compatible"],
      ["request.parameter.empty-forbidden breaking"],
    ],
    ["D7 written defaults", get(list), get(`${list}, style: form, explode: true, required: false`), [], []],
    [
      "D8 schema or content",
      get("name: filter, in: query, schema: { type: object }"),
      get("name: filter, in: query, content: { application/json: { schema: { type: object } } }"),
      ["request.parameter.format-changed breaking"],
      ["request.parameter.format-changed breaking"],
    ],
    [
      "D8 another media type",
      get("name: filter, in: query, content: { text/csv: {} }"),
      get("name: filter, in: query, content: { application/json: {} }"),
      ["request.parameter.format-changed breaking"],
      ["request.parameter.format-changed breaking"],
    ],
    [
      "D8 schema given",
      get("name: filter, in: query"),
      get("name: filter, in: query, schema: { type: string }"),
      ["request.parameter.schema-added breaking"],
      ["request.parameter.schema-removed compatible"],
    ],
    [
      "B7 B6 B9",
      get(limit),
      get(`${limit}, deprecated: true`),
      ["parameter.deprecated compatible", "parameter.sunset-missing none"],
      ["parameter.deprecation-withdrawn compatible"],
    ],
    [
      "A2",
      get(limit),
      get(`${limit}, description: Most pets.`),
      ["docs.changed docs"],
      ["docs.changed docs"],
    ],
    ["headers in another case", get("name: X-A, in: header"), get("name: x-a, in: header"), [], []],
    [
      "headers that OpenAPI ignores",
      get(),
      get("name: authorization, in: header, required: true", "name: Accept, in: header"),
      [],
      [],
    ],
  ])("%s", (_, old, now, want, back) => {
    expect(verdictsOf(old, now)).toEqual(want);
    expect(verdictsOf(now, old)).toEqual(back);
  });

  test("D9: of a path item count for its operations, unless these override them", () => {
    const [own] = [get(limit)];
    const inherited = `paths: { /pets: { parameters: [{${limit}}], get: {} } }`;
    const overridden = `paths: { /pets: { parameters: [{${limit}, required: true}], get: { parameters: [{${limit}}] } } }`;
    expect(verdictsOf(own, inherited)).toEqual([]);
    expect(verdictsOf(own, overridden)).toEqual([]);
    expect(verdictsOf(inherited, overridden)).toEqual([]);
  });

  test("of a path item are one change for all of its operations", () => {
    const of = (parameters: string) => `paths: { /pets: { parameters: [${parameters}], get: {}, post: {} } }`;
    expect(findingsOf(of(""), of(`{${limit}}`))).toMatchObject([
      {
        title: "Query parameter `limit` of `/pets` was added, and it is optional.",
        new: { pointer: "#/paths/~1pets/parameters/0", value: "limit" },
        reach: [
          { operation: "GET /pets", part: "query parameter limit" },
          { operation: "POST /pets", part: "query parameter limit" },
        ],
      },
    ]);
  });

  test("of a component are one change, and are named by it", () => {
    const of = (members: string) => `
paths:
  /pets: { get: { parameters: [{ $ref: '#/components/parameters/Limit' }] } }
  /cats: { get: { parameters: [{ $ref: '#/components/parameters/Limit' }] } }
components: { parameters: { Limit: {${limit}${members}} } }`;
    expect(findingsOf(of(""), of(", required: true"))).toMatchObject([
      {
        element: "query parameter `limit` (component `Limit`)",
        new: { pointer: "#/components/parameters/Limit" },
        reach: [{ operation: "GET /cats" }, { operation: "GET /pets" }],
      },
    ]);
  });

  test("hand on their schemas, also those of content and of renamed paths", () => {
    const old = `paths: { '/pets/{id}': { get: { parameters: [{ name: id, in: path, schema: {} }, { name: f, in: query, content: { a/b: { schema: {} } } }] } } }`;
    const now = old.replaceAll("id", "petId");
    expect(compare(documentOf(old), documentOf(now)).schemas).toEqual([
      "#/paths/~1pets~1{id}/get/parameters/0/schema #/paths/~1pets~1{petId}/get/parameters/0/schema request GET /pets/{petId} path parameter petId",
      "#/paths/~1pets~1{id}/get/parameters/1/content/a~1b/schema #/paths/~1pets~1{petId}/get/parameters/1/content/a~1b/schema request GET /pets/{petId} query parameter f",
    ]);
  });

  test("may have any name", () => {
    const of = (members: string) =>
      get(
        ...["__proto__", "constructor", "hasOwnProperty"].map((name) => `name: ${name}, in: query${members}`),
      );
    expect(verdictsOf(of(""), of(""))).toEqual([]);
    expect(verdictsOf(of(""), of(", required: true"))).toHaveLength(3);
  });

  test("of a component that move are one change", () => {
    const of = (location: string) => `
paths: { /pets: { get: { parameters: [{ $ref: '#/components/parameters/Limit' }] }, put: { parameters: [{ $ref: '#/components/parameters/Limit' }] } } }
components: { parameters: { Limit: { name: limit, in: ${location}, schema: { type: integer } } } }`;
    expect(findingsOf(of("query"), of("header"))).toMatchObject([
      {
        rule: "request.parameter.location-changed",
        new: { pointer: "#/components/parameters/Limit", value: "header" },
        reach: [{ operation: "GET /pets" }, { operation: "PUT /pets" }],
      },
    ]);
  });
});
