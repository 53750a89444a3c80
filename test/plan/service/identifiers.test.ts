import { expect, test } from "vitest";
import type { ClientOverrides } from "../../../src/config/client-overrides.js";
import { constantOf, planOf } from "../plan-of.js";

/* What a contract says of one member holds for all of that name (GEN-1), and errors name what was sent (ERR-5). */
const contract = (cabinetId: string) => `
openapi: 3.0.3
info: { title: T, version: "1" }
paths:
  /cabinets/{cabinetId}:
    get:
      operationId: get
      tags: [cabinets]
      parameters:
        - { name: cabinetId, in: path, required: true, schema: { type: string } }
        - { name: parentCabinetId, in: query, schema: { type: string } }
        - { name: namespaceId, in: query, schema: { type: string } }
        - { name: requestId, in: query, schema: { type: string } }
      responses:
        "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Cabinet" } } } }
        default: { description: bad, content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } } }
    post:
      operationId: move
      tags: [cabinets]
      parameters: [{ name: cabinetId, in: path, required: true, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Move" } } } }
      responses: { "204": { description: ok } }
components:
  schemas:
    Cabinet: { type: object, properties: { cabinetId: ${cabinetId}, name: { type: string } } }
    Move:
      type: object
      properties:
        cabinetIds: { type: array, items: { type: string } }
        context: { type: object, properties: { placementId: { type: string }, note: { type: string } } }
        name: { type: string }
    Problem: { type: object, properties: { type: { type: string }, title: { type: string }, code: { type: string }, detail: { type: string } } }
`;

const settings = (values: ClientOverrides) => ({
  overrides: { values, file: "cabinetry.yaml", locate: () => ({ line: 1, column: 1 }) },
});

const found = (yaml: string, values: ClientOverrides = {}) => {
  const plan = planOf(yaml, settings(values));
  const marks = (constant: string) => {
    // The plan of a descriptor has values of many kinds; these two members are what is tested.
    const { parameters, body } = constantOf(plan, constant).value as {
      parameters: { name: string; id?: true; ids?: string[] }[];
      body?: { ids?: string[] };
    };
    const named = parameters.flatMap(({ name, id, ids }) => ((id ?? ids) ? [[name, ids ?? id]] : []));
    return [...named, ...(body?.ids === undefined ? [] : [["body", body.ids]])];
  };
  return { get: marks("cabinets.get"), move: marks("cabinets.move") };
};

const LONG = {
  get: [
    ["cabinetId", true],
    ["parentCabinetId", ["?"]],
    ["namespaceId", ["?"]],
  ],
  move: [
    ["cabinetId", true],
    ["body", ["cabinetIds/*/?", "context/placementId/?"]],
  ],
};

test.each([
  ["its format", "{ type: string, format: int64 }"],
  ["its description", '{ type: string, description: "64-bit number as string." }'],
])("a member that is an identifier by %s makes parameters and members of its name such", (_, schema) => {
  expect(found(contract(schema))).toEqual(LONG);
});

test.each([
  ["an example", '{ type: string, example: "9007199254740993" }'],
  ["a default", '{ type: string, default: "18446744073709551615" }'],
  ["the example of its elements", '{ type: array, items: { type: string, example: "9007199254740993" } }'],
  ["the example of a list", '{ type: array, items: { type: string }, example: ["9007199254740993", "7"] }'],
])("a member with the name of an identifier is one by %s that a number cannot hold", (_, schema) => {
  expect(found(contract(schema))).toEqual(LONG);
});

test.each([
  ["9007199254740991"],
  ["0907199254740993"],
  ["18446744073709551616"],
  ["9007199254740993.5"],
  ["c9007199254740993"],
])("the example %s makes none", (example) => {
  const none = { get: LONG.get.slice(1), move: [] };
  expect(found(contract(`{ type: string, example: "${example}" }`))).toEqual(none);
  expect(found(contract(`{ type: string, example: "9007199254740993", default: a }`))).toEqual(none);
});

test.each(["\\\\d+", "[0-9]+", "\\\\d{10}", "[0-9]{4,}", "\\\\d{1,19}", "[1-9][0-9]*", "[1-9]\\\\d{0,18}"])(
  "a member with the name of an identifier is one by the pattern %s, as it is written where it is matched with the whole text",
  (pattern) => {
    expect(found(contract(`{ type: string, pattern: "${pattern}" }`))).toEqual(LONG);
    expect(found(contract(`{ type: string, pattern: "${pattern}", example: "12345" }`))).toEqual(LONG);
    expect(found(contract(`{ type: array, items: { type: string, pattern: "${pattern}" } }`))).toEqual(LONG);
  },
);

test.each([
  ["a pattern that no digit matches as well", "pattern: '[0-9]*'"],
  ["a pattern with letters", "pattern: '[0-9a-f]+'"],
  ["a pattern with more before it", "pattern: 'c[0-9]+'"],
  ["another example", "pattern: '[0-9]+', example: c12"],
  ["another default", "pattern: '[0-9]+', default: c12"],
  ["a format", "pattern: '[0-9]+', format: uuid"],
  ["a pattern of one digit", "pattern: '\\d'"],
  ["a pattern of few digits", "pattern: '[0-9]{4}'"],
  ["a pattern of few digits in two parts", "pattern: '[1-9][0-9]{0,8}'"],
  ["a pattern of more digits than 64 bits have", "pattern: '[0-9]{32}'"],
  ["a length of few digits", "pattern: '[0-9]+', maxLength: 9"],
  ["a length of more digits than 64 bits have", "pattern: '[0-9]+', minLength: 32"],
  ["a length that the pattern denies", "pattern: '[0-9]{1,19}', minLength: 20"],
])("a member with the name of an identifier is none by %s", (_, keywords) => {
  expect(found(contract(`{ type: string, ${keywords} }`))).toEqual({ get: LONG.get.slice(1), move: [] });
});

test("a text with another name is no identifier by a pattern without anchors: JSON Schema finds that in any text with a digit", () => {
  const named = contract("{ type: string }").replace(
    "name: { type: string }",
    'name: { type: string, pattern: "[0-9]+" }',
  );
  expect(found(named)).toEqual({ get: LONG.get.slice(1), move: [] });
});

/** A contract whose members and parameters are plain text. */
const plain = (info: string, { id = "{ type: string }", example = "", tag = "" } = {}) => `
openapi: 3.0.3
info: { title: T, version: "1", description: "${info}" }
tags: [{ name: cabinets, description: "${tag}" }]
paths:
  /cabinets/{id}:
    get:
      operationId: get
      tags: [cabinets]
      parameters: [{ name: id, in: path, required: true, schema: { type: string }${example} }, { name: requestId, in: query, schema: { type: string } }]
      responses: { "204": { description: ok } }
    post:
      operationId: move
      tags: [cabinets]
      parameters: [{ name: id, in: path, required: true, schema: { type: string, format: uuid } }]
      requestBody:
        content:
          application/json:
            schema:
              properties:
                data: { properties: { id: ${id}, name: { type: string, example: "9007199254740993" } } }
                project-ids: { type: array, items: { type: string } }
      responses: { "204": { description: ok } }
`;

const NONE = { get: [], move: [] };

test("an identifier with an example of its own is one, whatever others of its name are", () => {
  expect(found(plain("", { example: ', example: "9007199254740993"' }))).toEqual({
    get: [["id", true]],
    move: [],
  });
  expect(found(plain("", { id: '{ type: string, example: "9007199254740993" }' }))).toEqual({
    get: [],
    move: [["body", ["data/id/?"]]],
  });
});

test.each([
  ["of a body", 'example: { data: [{ id: "9007199254740993", project-ids: ["9007199254740993"] }] },', ""],
  ["of an object", "", 'example: { id: "9007199254740993", projectIds: ["1", "9007199254740993"] },'],
])("texts with names of identifiers are those, if an example %s has such members", (_, body, object) => {
  const given = plain("")
    .replace("schema:\n", `${body === "" ? "" : `${body.slice(0, -1)}\n            `}schema:\n`)
    .replace("data: { properties:", `data: { ${object} properties:`);
  expect(found(given)).toEqual({
    get: [["id", true]],
    move: [["body", ["data/id/?", "project-ids/*/?"]]],
  });
  expect(
    found(given.replace(/"9007199254740993"(?= ?[,}])/g, '"9007199254740993", inner: { id: c_1 }')),
  ).toEqual({
    get: [],
    move: [["body", ["project-ids/*/?"]]],
  });
});

test.each([
  ["**Identifiers** are 64-bit numbers written as strings."],
  [
    "* Identifiers of the system are unsigned 64-bit numbers written as JSON strings, do not convert them to floats.",
  ],
  ["All IDs are int64. They are encoded as decimal strings."],
  ["IDs are 64-bit integers encoded as decimal strings."],
  ["Each `id` can exceed 2^53, and is a string therefore."],
  ["All ids are strings. They are 64-bit numbers, so don't turn them into numbers in JavaScript."],
])("texts with names of identifiers are those, where the contract says: %s", (text) => {
  const all = { get: [["id", true]], move: [["body", ["data/id/?", "project-ids/*/?"]]] };
  expect(found(plain(text))).toEqual(all);
  expect(found(plain("", { tag: text }))).toEqual(all);
  const others = ["{ type: string, pattern: '^[a-z]+$' }", "{ type: string, example: c_1 }"];
  const without = { get: [["id", true]], move: [["body", ["project-ids/*/?"]]] };
  for (const id of [...others, "{ type: string, description: A UUID. }"])
    expect(found(plain(text, { id }))).toEqual(without);
});

test.each([
  ["Identifiers of cabinets, projects and deals are 64-bit integers written as strings."],
  ["The ids of projects, the import jobs and all cabinets are strings. They are 64-bit numbers."],
  ["IDs for projects are int64 in a string."],
])("identifiers of the things that a contract names are those: %s", (text) => {
  expect(found(plain(text))).toEqual({ get: [], move: [["body", ["project-ids/*/?"]]] });
});

test.each([
  ["Identifiers of cabinets are 64-bit integers written as strings, those of projects are UUIDs."],
  ["Identifiers of projects are strings. Identifiers of cabinets are 64-bit numbers."],
  ["Identifiers are not 64-bit numbers written as strings."],
  ["Identifiers are 64-bit hashes written as strings."],
  ["Trace ids are 64-bit numbers written as strings."],
  ["Identifiers are strings. Amounts are 64-bit numbers written as strings."],
  ["`cabinet-id` is a 64-bit number in a string."],
  ["Identifiers are 64-bit numbers."],
  ["Identifiers are strings. They replaced the 64-bit integers."],
  ["Identifiers are strings, and used to be 64-bit integers."],
])("none are, where the contract says: %s", (text) => {
  expect(found(plain(text))).toEqual(NONE);
});

test("a description that denies it, or speaks of other bits, makes none", () => {
  const none = { get: LONG.get.slice(1), move: [] };
  expect(found(contract("{ type: string, description: Not a 64-bit number. }"))).toEqual(none);
  expect(found(contract("{ type: string, description: A 64-bit hash in hex. }"))).toEqual(none);
});

test("a configuration names identifiers, and a name that the contract does not have is refused", () => {
  expect(found(contract("{ type: string }"), { identifiers: ["cabinetId"] })).toEqual(LONG);
  expect(() => found(contract("{ type: string }"), { identifiers: ["cabinetID"] })).toThrow(
    expect.objectContaining({
      where: expect.stringContaining(
        'The contract has no member or parameter "cabinetID". Did you mean "cabinetId"?',
      ) as string,
    }),
  );
});

test("lists of identifiers are found by name in a schema that contains itself too", () => {
  const plan = planOf(
    contract("{ type: string, format: int64 }").replace(
      "        name: { type: string }\n    Problem",
      "        inner: { $ref: '#/components/schemas/Move' }\n        groups: { properties: { cabinetIds: { type: array, items: { type: array, items: { type: string } } } } }\n    Problem",
    ),
  );
  // The plan of a descriptor has values of many kinds; this member is what is tested.
  const { body } = constantOf(plan, "cabinets.move").value as { body: { ids: unknown; idGroups: unknown } };
  const groups = [["cabinetIds/*/?", "groups/@1", "inner/@0"], ["cabinetIds/*/*/?"]];
  expect([body.ids, body.idGroups]).toEqual([["@0"], groups]);
});

test("a list that contains itself is read to an end", () => {
  const list = "IdTree: { type: array, items: { $ref: '#/components/schemas/IdTree' } }";
  const node = "{ $ref: '#/components/schemas/IdTree' }";
  const contract = `info: { description: Identifiers are 64-bit numbers written as strings. }
paths: { /pets: { post: { operationId: run, parameters: [{ in: query, name: node_ids, schema: ${node} }], requestBody: { content: { application/json: { schema: { properties: { tree_ids: ${node} } } } } }, responses: {} } } }
components: { schemas: { ${list} } }`;
  expect(planOf(contract).traits.operations).toHaveLength(1);
});
