import { messageOf } from "../../../src/diagnostics/diagnostic.js";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/load/loaded-contract.js";
import { createSchemaBuilder } from "../../../src/model/schema/build-schemas.js";
import type { SchemaModel } from "../../../src/model/schema-model.js";
import { UserError } from "../../../src/text/user-error.js";
import { found } from "../../diagnostics/found.js";

const text = { type: "string" };
const ref = (key: string) => ({ $ref: `#/components/schemas/${key}` });

function document(schemas: JsonObject, rest: JsonObject = {}): JsonObject {
  return { openapi: "3.1.0", info: { title: "Given", version: "1" }, components: { schemas }, ...rest };
}

function build(
  schemas: JsonObject,
  dialect: "3.0" | "3.1" = "3.1",
  rest: JsonObject = {},
): readonly SchemaModel[] {
  return createSchemaBuilder(document(schemas, rest), dialect).finish();
}

function typeOf(json: Json, dialect: "3.0" | "3.1" = "3.1", others: JsonObject = {}) {
  const [given] = build({ AAA: json, ...others }, dialect);
  return given?.node.type;
}

describe("references", () => {
  test("an anchor, an id and a pointer lead to the same schema", () => {
    const target = { $anchor: "cab", $id: "https://x.example/cab", properties: { a: text } };
    for (const $ref of ["#cab", "https://x.example/cab", "#/components/schemas/Cab"]) {
      expect(typeOf({ $ref }, "3.1", { Cab: target })).toEqual({ kind: "ref", name: "Cab" });
    }
  });

  test("a reference into the middle of a schema names what stands there, once", () => {
    const schemas = build({
      Cab: { properties: { owner: { properties: { id: text } } } },
      Dup: { $ref: "#/components/schemas/Cab/properties/owner" },
    });
    expect(schemas.map(({ name }) => name)).toEqual(["Cab", "CabOwner", "Dup"]);
    expect(schemas[2]?.node.type).toEqual({ kind: "ref", name: "CabOwner" });
  });

  test("a reference to a parameter or a header where a schema belongs means its schema", () => {
    const part = { name: "limit", in: "query", schema: { type: "integer" } };
    const given = document({ Given: ref("x") }, {});
    const components = {
      schemas: { A: { $ref: "#/components/parameters/Limit" }, B: { $ref: "#/components/headers/Total" } },
      parameters: { Limit: part },
      headers: { Total: { schema: { properties: { count: text } } } },
    };
    const schemas = createSchemaBuilder({ ...given, components }, "3.1").finish();
    expect(schemas.map(({ name, node }) => [name, node.type.kind])).toEqual([
      ["A", "number"],
      ["B", "ref"],
      ["Total", "object"],
    ]);
  });

  test("a reference to a scalar in the middle of a schema is as good as repeating it", () => {
    const schemas = build({
      Cab: { properties: { id: text } },
      Dup: { $ref: "#/components/schemas/Cab/properties/id" },
    });
    expect(schemas[1]?.node.type).toEqual({ kind: "string" });
  });

  test("$defs and a reference into paths get the name of their place", () => {
    const paths = {
      "/cabs": {
        get: {
          responses: { "200": { content: { "application/json": { schema: { properties: { a: text } } } } } },
        },
      },
    };
    const schemas = build(
      {
        Cab: {
          $defs: { part: { properties: { x: text } } },
          properties: { part: { $ref: "#/components/schemas/Cab/$defs/part" } },
        },
        Way: { $ref: "#/paths/~1cabs/get/responses/200/content/application~1json/schema" },
      },
      "3.1",
      { paths },
    );
    expect(schemas.map(({ name }) => name)).toEqual(["Cab", "CabPart", "GetCabsResponse200", "Way"]);
  });

  test("siblings of a reference: ignored in 3.0, meant in 3.1", () => {
    const given = { ...ref("Cab"), description: "Mine.", properties: { b: text } };
    const Cab = { properties: { a: text } };
    expect(typeOf(given, "3.0", { Cab })).toEqual({ kind: "ref", name: "Cab" });
    expect(typeOf(given, "3.1", { Cab })?.kind).toBe("intersection");
    expect(build({ Cab, Dup: { ...ref("Cab"), description: "Mine." } })[1]?.node).toMatchObject({
      type: { kind: "ref", name: "Cab" },
      doc: { description: "Mine." },
    });
  });

  test("a reference that leads nowhere is the user's to mend, and says where", () => {
    const attempt = () => build({ Cab: ref("Cub") });
    expect(attempt).toThrow(UserError);
    expect(attempt).toThrow(/"#\/components\/schemas\/Cub" points at nothing/);
  });

  test("a schema that consists of itself loses the reference that closes the circle, with a note", () => {
    const builder = createSchemaBuilder(
      document({ A: { allOf: [ref("B")] }, B: { anyOf: [ref("A"), text] } }),
      "3.1",
    );
    expect(builder.finish().map(({ node }) => node.type.kind)).toEqual(["ref", "union"]);
    expect(found(builder.diagnostics)).toEqual([
      [
        "schema/self-reference-replaced",
        "#/components/schemas/B/anyOf/0",
        { reference: "#/components/schemas/A" },
      ],
    ]);
  });

  test("what excludes itself is noted with its place, and only there", () => {
    const number = { type: "integer" };
    const builder = createSchemaBuilder(
      document({
        A: { properties: { a: { allOf: [text, number] } } },
        B: { allOf: [ref("A"), { properties: { b: text } }] },
        C: { allOf: [{ properties: { c: text } }, { properties: { c: number } }] },
      }),
      "3.1",
    );
    builder.finish();
    expect(builder.diagnostics.map(({ pointer }) => pointer)).toEqual([
      "#/components/schemas/A/properties/a",
      "#/components/schemas/C",
    ]);
  });

  test("what looks like a reference inside an example is data", () => {
    expect(() =>
      build({ Cab: { properties: { a: { ...text, example: { $ref: "#/nowhere" } } } } }),
    ).not.toThrow();
  });
});

describe("normal form", () => {
  test.each<[string, Json, Json]>([
    ["nullable", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["one of null", { oneOf: [ref("Cab"), { type: "null" }] }, { oneOf: [{ type: "null" }, ref("Cab")] }],
    ["a single alternative", { oneOf: [ref("Cab")] }, ref("Cab")],
    ["a single part", { allOf: [ref("Cab")] }, ref("Cab")],
    ["an enum of one", { enum: ["a"] }, { const: "a" }],
    ["any", true, {}],
    ["parts that repeat a type", { allOf: [text, { minLength: 1 }] }, { type: "string", minLength: 1 }],
    [
      "parts that are objects",
      { allOf: [{ properties: { a: text } }, { properties: { b: text } }] },
      { properties: { a: text, b: text } },
    ],
    [
      "an outer type",
      { type: "object", oneOf: [ref("Cab"), ref("Cub")] },
      { oneOf: [ref("Cab"), ref("Cub")] },
    ],
    [
      "a type for all alternatives",
      { type: "string", oneOf: [{ format: "a" }, { pattern: "b" }] },
      {
        oneOf: [
          { type: "string", format: "a" },
          { ...text, pattern: "b" },
        ],
      },
    ],
  ])("%s", (_, left, right) => {
    const others = { Cab: { properties: { a: text } }, Cub: { properties: { b: text } } };
    const kinds = (json: Json) => stripped(typeOf(json, "3.1", others));
    expect(kinds(left)).toEqual(kinds(right));
  });

  test("OpenAPI 3.0's boolean bounds become numbers", () => {
    const [given] = build(
      { A: { type: "number", minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false } },
      "3.0",
    );
    expect(given?.node.constraints).toEqual({ exclusiveMinimum: 1, maximum: 9 });
  });

  test.each<[string, JsonObject, boolean]>([
    ["a password", { type: "string", format: "password" }, true],
    ...["phone", "tel", "phone-number", "e164"].map((format): [string, JsonObject, boolean] => [
      `a phone number: ${format}`,
      { type: "string", format },
      true,
    ]),
    ["a telegram", { type: "string", format: "telegram" }, false],
    ["text that is only written", { type: "string", writeOnly: true }, true],
    ["text that is only written, and listed", { type: "string", writeOnly: true, enum: ["a", "b"] }, false],
    ["one value that is only written", { type: "string", writeOnly: true, const: "a" }, false],
    ["a listed password", { type: "string", format: "password", enum: ["a"] }, true],
    ["x-sensitive", { type: "string", "x-sensitive": true }, true],
    ["anything else", { type: "string" }, false],
  ])("[SEC-1] sensitive: %s", (_, json, want) => {
    expect(build({ A: json })[0]?.node.sensitive).toBe(want);
  });

  test("the order of keys never shows", () => {
    const given = {
      B: { properties: { y: { properties: { z: text } }, x: text }, required: ["y"] },
      A: ref("B"),
    };
    const turned = {
      A: ref("B"),
      B: { required: ["y"], properties: { x: text, y: { properties: { z: text } } } },
    };
    expect(JSON.stringify(build(given))).toBe(JSON.stringify(build(turned)));
  });

  test.each<[string, Json, RegExp]>([
    ["a number", 3, /must be an object or a boolean/],
    ["an unknown type", { type: "text" }, /"text" is not a type/],
  ])("what is not a schema is refused: %s", (_, json, want) => {
    expect(() => build({ A: json })).toThrow(want);
  });
});

describe("names", () => {
  test("adding a schema renames no other that is its own identifier", () => {
    const names = (keys: readonly string[]) =>
      build(Object.fromEntries(keys.map((key) => [key, text]))).map(
        ({ key, name }) => `${key ?? ""} → ${name}`,
      );
    expect(names(["foo-bar"])).toEqual(["foo-bar → FooBar"]);
    expect(names(["foo-bar", "FooBar"])).toEqual(["FooBar → FooBar", "foo-bar → FooBar2"]);
  });

  test.each([
    [
      "another has the name",
      ["foo-bar", "FooBar"],
      "The schema `foo-bar` is named `FooBar2`: `FooBar` is the name of another schema.",
    ],
    [
      "another's differs by case alone",
      ["FooBar", "foobar", "Foobar2"],
      "The schema `foobar` is named `Foobar3`: `Foobar` and `FooBar` differ only in case.",
    ],
    [
      "the platform has the name, and another what it becomes",
      ["Error", "ErrorModel"],
      "The schema `Error` is named `ErrorModel2`: `Error` is reserved, and `ErrorModel` is another schema.",
    ],
    [
      "the platform has what its key becomes",
      ["error", "Error-Model"],
      "The schema `error` is named `ErrorModel2`: `Error` is reserved, and `ErrorModel` is another schema.",
    ],
    ["only the platform has the name", ["Error"], undefined],
  ])("a name that is not the key's is explained: %s", (_, keys, want) => {
    const schemas = Object.fromEntries(keys.map((key) => [key, text]));
    const builder = createSchemaBuilder(document(schemas), "3.1");
    expect(builder.diagnostics.map(messageOf)).toEqual(want === undefined ? [] : [want]);
  });

  test("a locked name whose reason is gone says how to get the new one", () => {
    const locked = new Map([["#/components/schemas/foo-bar", "FooBar2"]]);
    const builder = createSchemaBuilder(document({ "foo-bar": text }), "3.1", new Set(), locked);
    expect(found(builder.diagnostics)).toEqual([
      ["names/schema-kept", "#/components/schemas/foo-bar", { schema: "foo-bar", name: "FooBar2" }],
    ]);
  });

  test("an inline schema never takes a component's name", () => {
    const names = build({ Cab: { properties: { owner: { properties: { id: text } } } }, CabOwner: text }).map(
      ({ name }) => name,
    );
    expect(names).toEqual(["Cab", "CabOwner", "CabOwner2"]);
  });

  test("an alternative that nothing else tells is called after a part that no other has", () => {
    const part = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const oneOf = [
      { allOf: [part("Text"), part("Sent"), { properties: { a: text } }] },
      { allOf: [part("Image"), part("Sent"), { properties: { a: text } }] },
      { allOf: [part("Sent"), { properties: { a: text } }] },
    ];
    const given = { Sms: { oneOf }, Text: { properties: { b: text } }, Image: { properties: { c: text } } };
    const names = build({ ...given, Sent: { properties: { d: text } } }).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith("Sms"))).toEqual([
      "Sms",
      "SmsImage",
      "SmsOption3",
      "SmsText",
    ]);
  });

  test("a member that is called like an alternative is counted as any other", () => {
    const properties = { option1: { properties: { id: text } } };
    const names = build({ Cab: { properties }, CabOption1: text }).map(({ name }) => name);
    expect(names).toEqual(["Cab", "CabOption1", "CabOption12"]);
  });

  test("an answer that several operations share is one schema", () => {
    const builder = createSchemaBuilder(document({}), "3.1");
    const json = { properties: { a: text } };
    const first = builder.node(json, "/components/responses/R/content/x/schema", "FirstResponse", "First");
    const second = builder.node(json, "/components/responses/R/content/x/schema", "SecondResponse", "Second");
    expect(second).toBe(first);
    expect(builder.finish().map(({ name, owner }) => [name, owner])).toEqual([["FirstResponse", "First"]]);
  });
});

/** A type without what tells where it stands and how it is described. */
function stripped(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(stripped).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (typeof value !== "object" || value === null) return value;
  const ignored = ["origin", "doc", "form", "constraints", "sensitive"];
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !ignored.includes(key))
      .map(([key, member]) => [key, stripped(member)]),
  );
}
