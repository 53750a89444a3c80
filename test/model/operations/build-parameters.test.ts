import { describe, expect, test } from "vitest";
import { modelOf, operationOf } from "../model-of.js";
import { found } from "../../diagnostics/found.js";

/** `place name: style explode` of every parameter. */
function listed(yaml: string): readonly string[] {
  return operationOf(yaml).parameters.map(
    ({ in: location, name, style, explode, required }) =>
      `${location} ${name}${required ? "!" : ""}: ${style}${explode ? " explode" : ""}`,
  );
}

describe("the parameters of an operation", () => {
  test("are sorted by place, then as written, with the defaults of their place", () => {
    const given = `
paths:
  /a/{id}:
    get:
      parameters:
        - { in: cookie, name: c, schema: {} }
        - { in: header, name: h, schema: {} }
        - { in: query, name: z, schema: {} }
        - { in: query, name: a, required: true, schema: {} }
        - { in: path, name: id, required: true, schema: {} }`;
    expect(listed(given)).toEqual([
      "path id!: simple",
      "query z: form explode",
      "query a!: form explode",
      "header h: simple",
      "cookie c: form explode",
    ]);
  });

  test("come from the path item too, which the operation overrides by name and place", () => {
    const given = `
paths:
  /a:
    parameters:
      - { in: query, name: x, schema: {}, style: pipeDelimited }
      - { in: header, name: x, schema: {} }
    get:
      parameters: [{ in: query, name: x, required: true, schema: {}, explode: false }]`;
    expect(listed(given)).toEqual(["query x!: form", "header x: simple"]);
  });

  test("are always required in a path, whatever the contract says", () => {
    expect(listed("paths: { '/{a}': { get: { parameters: [{ in: path, name: a, schema: {} }] } } }")).toEqual(
      ["path a!: simple"],
    );
  });

  test("are strings where the path names them and nothing describes them", () => {
    const given = `
paths:
  /a/{id}/{part-id}{suffix}/{id}:
    get:
      parameters:
        - { in: query, name: id, schema: {} }
        - { in: path, name: part-id, required: true, schema: { type: integer } }`;
    expect(listed(given)).toEqual([
      "path part-id!: simple",
      "path id!: simple",
      "path suffix!: simple",
      "query id: form explode",
    ]);
    expect(operationOf(given).parameters.map(({ schema }) => schema.type.kind)).toEqual([
      "number",
      "string",
      "string",
      "any",
    ]);
    expect(found(modelOf(given).diagnostics)).toEqual([
      [
        "path/undeclared-parameters",
        "#/paths/~1a~1{id}~1{part-id}{suffix}~1{id}",
        { names: ["id", "suffix"] },
      ],
    ]);
  });

  test("leave out the headers that the specification ignores, in any case", () => {
    const given = `
paths:
  /a:
    get:
      parameters:
        - { in: header, name: ACCEPT, schema: {} }
        - { in: header, name: Content-type, schema: {} }
        - { in: header, name: authorization, schema: {} }
        - { in: header, name: X-Accept, schema: {} }`;
    expect(listed(given)).toEqual(["header X-Accept: simple"]);
  });

  test("may be described by a media type, and stand behind a reference", () => {
    const { parameters } = operationOf(`
components:
  parameters:
    Filter:
      in: query
      name: filter
      deprecated: true
      description: What to keep.
      x-sensitive: true
      allowReserved: true
      content: { application/json: { schema: { type: string } } }
paths: { /a: { get: { parameters: [{ $ref: '#/components/parameters/Filter' }] } } }`);
    expect(parameters).toMatchObject([
      {
        name: "filter",
        content: { mediaType: "application/json", encoding: {} },
        deprecated: true,
        description: "What to keep.",
        sensitive: true,
        allowReserved: true,
        schema: { type: { kind: "string" } },
        origin: { pointer: "#/components/parameters/Filter" },
      },
    ]);
  });

  test("may be the whole query in OpenAPI 3.2, each member in its own way", () => {
    const { parameters } = operationOf(`
openapi: 3.2.0
components:
  mediaTypes:
    Search: { schema: { type: object }, encoding: { tags: { style: pipeDelimited } } }
paths:
  /a:
    get:
      parameters:
        - in: querystring
          name: search
          content: { application/x-www-form-urlencoded: { $ref: '#/components/mediaTypes/Search' } }`);
    expect(parameters).toMatchObject([
      {
        in: "querystring",
        content: {
          mediaType: "application/x-www-form-urlencoded",
          encoding: { tags: { style: "pipeDelimited" } },
        },
        schema: { type: { kind: "object" } },
      },
    ]);
  });

  test("are told of where the query is described twice", () => {
    const given = `
openapi: 3.2.0
paths:
  /a:
    parameters: [{ in: query, name: limit, schema: {} }]
    get: { parameters: [{ in: querystring, name: search, content: { application/json: {} } }] }`;
    expect(listed(given)).toEqual(["query limit: form explode", "querystring search: form explode"]);
    expect(found(modelOf(given).diagnostics)).toEqual([
      ["parameter/repeated-query", "#/paths/~1a/get", { names: ["search", "limit"] }],
    ]);
  });

  test("keep reserved characters where the version of the document says so", () => {
    const given = (version: string): readonly boolean[] =>
      operationOf(`
openapi: ${version}
paths:
  /a/{p}:
    get:
      parameters:
        - { in: path, name: p, required: true, schema: {}, allowReserved: true }
        - { in: query, name: q, schema: {}, allowReserved: true }
        - { in: header, name: h, schema: {}, allowReserved: true }
        - { in: cookie, name: c, schema: {}, allowReserved: true }`).parameters.map(
        ({ allowReserved }) => allowReserved,
      );
    expect([given("3.0.3"), given("3.1.1"), given("3.2.0")]).toEqual([
      [false, true, false, false],
      [false, true, false, false],
      [true, true, false, true],
    ]);
  });

  test("follow no style that their place does not have, which is told", () => {
    const given = `
paths:
  /a/{p}:
    get:
      parameters:
        - { in: path, name: p, required: true, schema: {}, style: form }
        - { in: query, name: q, schema: {}, style: matrix }
        - { in: header, name: h, schema: {}, style: simple }`;
    expect(listed(given)).toEqual(["path p!: simple", "query q: form explode", "header h: simple"]);
    expect(found(modelOf(given).diagnostics)).toEqual([
      [
        "parameter/style",
        "#/paths/~1a~1{p}/get/parameters/0",
        { style: "form", location: "path", used: "simple" },
      ],
      [
        "parameter/style",
        "#/paths/~1a~1{p}/get/parameters/1",
        { style: "matrix", location: "query", used: "form" },
      ],
    ]);
  });
});
