import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { applyAcceptance, pointerOf } from "../../src/diff/apply-acceptance.js";
import type { Finding } from "../../src/diff/finding.js";
import { compareContracts } from "../../src/compare-contracts.js";
import type { JsonObject } from "../../src/load/loaded-contract.js";
import { planDocument } from "./oracle/plan-pair.js";

/* Findings of whole contracts: what changes on the wire and in the client is told once. */

/** `breaking/none response.type.changed`: each finding on a line, level on the wire and for callers first. */
async function findingsOf(old: string, now: string): Promise<readonly string[]> {
  const findings = await compare(old, now);
  return findings.map(({ rule, wire, sdk }) => `${wire}/${sdk} ${rule}`).sort();
}

async function compare(old: string, now: string): Promise<readonly Finding[]> {
  const before = await planDocument(documentOf(old));
  const after = await planDocument(documentOf(now), before.plan.names);
  return compareContracts({
    old: before.contract,
    now: after.contract,
    oldPlan: before.plan,
    newPlan: after.plan,
    today: "2026-11-30",
  });
}

function documentOf(yaml: string): JsonObject {
  return {
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    servers: [{ url: "https://pets.example" }],
    ...(parse(yaml) as JsonObject),
  };
}

type Row = readonly [title: string, old: string, now: string, want: readonly string[]];

describe("what the server of the consumer responds to webhooks and callbacks is made by its code", () => {
  const webhook = (ack: string) => `
webhooks:
  petLost:
    post:
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { 200: { description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/Ack" } } } } }
paths: {}
components: { schemas: { Ack: ${ack} } }
`;
  const callback = (ack: string) => `
paths:
  /pets:
    post:
      operationId: addPet
      tags: [pets]
      responses: { 204: { description: Done } }
      callbacks:
        done:
          "{$request.query.url}":
            post:
              responses: { default: { $ref: "#/components/responses/Acks" } }
components:
  responses:
    Acks: { description: OK, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Ack" } } } } }
  schemas: { Ack: ${ack} }
`;
  const taken = (type: string, required = "taken") =>
    `{ type: object, required: [${required}], properties: { taken: { type: ${type} }, memo: { type: string } } }`;
  test.each<Row>([
    [
      "a member of another type",
      webhook(taken("boolean")),
      webhook(taken("string")),
      ["breaking/breaking request.type.changed"],
    ],
    [
      "a wider member",
      webhook(taken("integer")),
      webhook(taken("number")),
      ["compatible/none request.type.widened"],
    ],
    [
      "a member that must be given",
      webhook(taken("boolean")),
      webhook(taken("boolean", "taken, memo")),
      ["breaking/breaking request.property.became-required"],
    ],
    [
      "of a callback, in a list of a component",
      callback(taken("boolean")),
      callback(taken("string")),
      ["breaking/breaking request.type.changed"],
    ],
  ])("%s", async (_, old, now, want) => {
    expect(await findingsOf(old, now)).toEqual(want);
  });
});

/** A contract with one call; other members of the document are after it. */
const listing = (operation: string, components = "{}") => `
paths:
  /pets/{id}:
    post:
      operationId: findPet
      tags: [pets]
${operation.replace(/^/gmu, "      ")}
components: ${components}
`;
const responses = (schema: string, more = "") =>
  `responses: { 200: { description: OK, content: { application/json: { schema: ${schema} } } }${more} }`;
const id = (schema: string) =>
  `parameters: [{ name: id, in: path, required: true, ${schema} }]\n${responses("{ type: object }")}`;
const schemas = (...all: readonly string[]) => `{ schemas: { ${all.join(", ")} } }`;
const pet = "{ $ref: '#/components/schemas/Pet' }";
/** Two contracts whose calls differ in one part. */
const edited = (
  write: (part: string) => string,
  [old, now]: readonly [old: string, now: string],
  components?: string,
) => [listing(write(old), components), listing(write(now), components)] as const;

describe("a change of a type joins the finding", () => {
  const part = (type: string) =>
    schemas(
      "Base: { type: object, properties: { b: { type: string } } }",
      `Pet: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: object, properties: { a: { type: ${type} } } }] }`,
    );
  const alternatives = schemas(
    "Cat: { type: object, required: [x], properties: { x: { type: string } } }",
    "Dog: { type: object, required: [y], properties: { y: { type: string } } }",
  );
  const kinds = (name: string) =>
    `${name}: { type: object, required: [k, ${name}], properties: { k: { type: string }, ${name}: { type: string } } }`;
  const mapped = (value: string) =>
    schemas(
      `Told: { oneOf: [{ $ref: '#/components/schemas/C' }, { $ref: '#/components/schemas/T' }], discriminator: { propertyName: k, mapping: { ${value}: '#/components/schemas/C', t: '#/components/schemas/T' } } }`,
      kinds("C"),
      kinds("T"),
    );
  const told = "{ $ref: '#/components/schemas/Told' }";
  const cat = "{ $ref: '#/components/schemas/Cat' }";
  const dog = "{ $ref: '#/components/schemas/Dog' }";
  test.each<Row>([
    [
      "in a part of allOf",
      listing(responses(pet), part("string")),
      listing(responses(pet), part("integer")),
      ["breaking/breaking response.type.changed"],
    ],
    [
      "of the value of an alternative, in the mapping",
      listing(responses(told), mapped("c")),
      listing(responses(told), mapped("cc")),
      [
        "breaking/breaking response.discriminator.mapping-removed",
        "risky/breaking response.discriminator.mapping-added",
      ],
    ],
    [
      "of properties that match a pattern",
      ...edited(
        (type) => responses(`{ type: object, patternProperties: { '^x-': { type: ${type} } } }`),
        ["string", "number"],
      ),
      ["breaking/breaking response.type.changed"],
    ],
    [
      "of a request with a limit that is a closed tuple from now on",
      ...edited(
        (items) =>
          `requestBody: { content: { application/json: { schema: { type: array, maxItems: 3, ${items} } } } }\n${responses(pet)}`,
        ["items: { type: string }", "prefixItems: [{ type: string }], items: false"],
        schemas("Pet: { type: object }"),
      ),
      ["breaking/breaking request.type.narrowed", "breaking/none request.upper-bound.lowered"],
    ],
    [
      "of a choice among properties that were all required",
      listing(responses("{ type: object, properties: { a: {}, b: {} }, required: [a, b] }")),
      listing(
        responses(
          "{ type: object, properties: { a: {}, b: {} }, oneOf: [{ required: [a] }, { required: [b] }] }",
        ),
      ),
      ["breaking/breaking response.one-of.demand-added"],
    ],
    [
      "of the property by which alternatives were told apart",
      listing(responses(told), mapped("c")),
      listing(responses(told), mapped("c").replace(/, discriminator: .*?\} \} \}/u, " }")),
      ["risky/breaking response.discriminator.removed"],
    ],
    [
      "of a model that requests have without its only property no longer",
      listing(
        `requestBody: { content: { application/json: { schema: ${pet} } } }\nresponses: { 204: { description: OK } }`,
        schemas(
          "Pet: { type: object, required: [id], properties: { id: { type: string, readOnly: true } } }",
        ),
      ),
      listing(
        `requestBody: { content: { application/json: { schema: ${pet} } } }\nresponses: { 204: { description: OK } }`,
        schemas("Pet: { type: object, required: [id], properties: { id: { type: string } } }"),
      ),
      ["breaking/breaking request.property.became-not-read-only"],
    ],
    [
      "of the members of an object that was a map",
      listing(responses(pet), schemas("Pet: { type: object, additionalProperties: { type: string } }")),
      listing(
        responses(pet),
        schemas("Pet: { type: object, additionalProperties: false, properties: { lang: { type: string } } }"),
      ),
      ["compatible/breaking response.additional-properties.closed"],
    ],
    [
      "of a base without its only property, and of what extends it",
      listing(
        responses(pet),
        schemas(
          "Base: { type: object, properties: { id: { type: string } } }",
          "Pet: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: object, properties: { a: {} } }] }",
        ),
      ),
      listing(
        responses(pet),
        schemas(
          "Base: { type: object }",
          "Pet: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: object, properties: { a: {} } }] }",
        ),
      ),
      ["breaking/breaking response.property.removed"],
    ],
    [
      "at the root of a response",
      ...edited(responses, ["{ type: string }", "{ type: integer }"]),
      ["breaking/breaking response.type.changed"],
    ],
    [
      "of the items of a response",
      ...edited(
        (type) => responses(`{ type: array, items: { type: ${type} } }`, ", 404: { description: No }"),
        ["string", "integer"],
      ),
      ["breaking/breaking response.type.changed"],
    ],
    [
      "of an argument that is a parameter of the path",
      ...edited((type) => id(`schema: { type: ${type} }`), ["string", "integer"]),
      ["breaking/breaking request.type.narrowed"],
    ],
    [
      "of a parameter that is content",
      ...edited(
        (type) => id(`content: { application/json: { schema: { type: ${type} } } }`),
        ["string", "integer"],
      ),
      ["breaking/breaking request.type.changed"],
    ],
    [
      "of a response that is one of several from now on",
      ...edited(responses, [cat, `{ oneOf: [${cat}, ${dog}] }`], alternatives),
      ["breaking/breaking response.one-of.added"],
    ],
    [
      "of the members of another type in its place",
      ...edited(responses, [cat, dog], alternatives),
      [
        "breaking/breaking response.property.removed",
        "compatible/compatible response.property.required-added",
      ],
    ],
  ])("%s", async (_, old, now, want) => {
    expect(await findingsOf(old, now)).toEqual(want);
  });
});

describe("names of the client join the finding that they come and go with", () => {
  const ok = "{ $ref: '#/components/schemas/Pet' }";
  const problem = "{ $ref: '#/components/schemas/Problem' }";
  const components = schemas("Pet: { type: object, properties: { a: { type: string } } }");
  const headers = (names: string) =>
    `responses: { 200: { description: OK, headers: { ${names} }, content: { application/json: { schema: { type: string } } } } }`;
  const upload = "multipart/form-data: { schema: { type: object, properties: { a: { type: string } } } }";
  const card = "{ type: object, required: [card], properties: { card: { type: string } } }";
  const cash = "{ type: object, required: [cash], properties: { cash: { type: integer } } }";
  const redirect = (content: string) => `, 302: { description: Elsewhere${content} }`;
  const body =
    ", content: { application/json: { schema: { type: object, properties: { a: { type: string } } } } }";
  test.each<Row>([
    [
      "an error with a body",
      listing(responses(ok, `, 404: { description: None${body} }`), components),
      listing(responses(ok), components),
      ["compatible/breaking response.status.error-removed"],
    ],
    [
      "one of two bodies of an error, which leaves a component alone",
      ...edited(
        (content) => responses(ok, `, 400: { description: Bad, content: { ${content} } }`),
        [
          `application/json: { schema: ${ok} }, application/problem+json: { schema: ${problem} }`,
          `application/problem+json: { schema: ${problem} }`,
        ],
        schemas("Pet: { type: object }", `Problem: ${card}`),
      ),
      ["breaking/compatible response.media-type.removed"],
    ],
    [
      "errors that are a range from now on, of which 5XX has no body any more",
      listing(responses(ok, `, default: { description: None${body} }`), components),
      listing(responses(ok, `, 4XX: { description: None${body} }`), components),
      ["compatible/breaking response.status.error-removed"],
    ],
    [
      "errors of a range that have a status of their own, without another on the wire",
      listing(responses(ok, `, 4XX: { description: None${body} }`), components),
      listing(responses(ok, `, 404: { description: None${body} }`), components),
      ["none/breaking sdk.error-body-removed"],
    ],
    [
      "a further media type of a body",
      listing(`requestBody: { content: { ${upload} } }\n${responses(ok)}`, components),
      listing(
        `requestBody: { content: { ${upload}, ${upload.replace("multipart/form-data", "application/json")} } }\n${responses(ok)}`,
        components,
      ),
      ["compatible/breaking request.media-type.added"],
    ],
    [
      "a further media type of a response",
      listing(responses(ok), components),
      listing(responses(ok).replace("content: {", "content: { application/pdf: {},"), components),
      ["compatible/compatible response.media-type.added"],
    ],
    [
      "an alternative of a body that is gone, whose properties the method takes",
      listing(
        `requestBody: { content: { application/json: { schema: { oneOf: [${card}, ${cash}] } } } }\n${responses(ok)}`,
        components,
      ),
      listing(
        `requestBody: { content: { application/json: { schema: { oneOf: [${card}] } } } }\n${responses(ok)}`,
        components,
      ),
      ["breaking/breaking request.one-of.branch-removed"],
    ],
    [
      "a property that is read only, of a body",
      listing(
        `requestBody: { content: { application/json: { schema: ${pet} } } }\n${responses(ok)}`,
        components,
      ),
      listing(
        `requestBody: { content: { application/json: { schema: ${pet} } } }\n${responses(ok)}`,
        schemas("Pet: { type: object, properties: { a: { type: string, readOnly: true } } }"),
      ),
      ["breaking/breaking request.property.became-read-only"],
    ],
    [
      "the only header",
      listing(headers("X-A: { schema: { type: string } }")),
      listing(headers("")),
      ["risky/breaking response.header.optional-removed"],
    ],
    [
      "one of two headers",
      listing(headers("X-A: { schema: { type: string } }, X-B: { schema: { type: string } }")),
      listing(headers("X-A: { schema: { type: string } }")),
      ["risky/breaking response.header.optional-removed"],
    ],
    [
      "a redirect with the content of an error, which has none any more",
      listing(responses(ok, redirect(body)), components),
      listing(responses(ok, redirect("")), components),
      ["risky/breaking response.status.became-address"],
    ],
    [
      "a redirect without content, which has that of an error",
      listing(responses(ok, redirect("")), components),
      listing(responses(ok, redirect(body)), components),
      ["risky/breaking response.status.became-error"],
    ],
    [
      "all redirects but one",
      listing(responses(ok, redirect("").replace("302", "3XX")), components),
      listing(responses(ok, redirect("")), components),
      ["compatible/breaking response.status.success-alternative-removed"],
    ],
    [
      "a range of successes",
      listing(responses(ok), components),
      listing(responses(ok).replace("200", "2XX"), components),
      ["risky/none response.status.success-added"],
    ],
    [
      "a webhook",
      listing(responses(ok), components),
      `${listing(responses(ok), components)}
webhooks: { lost: { post: { requestBody: { content: { application/json: { schema: { type: object, properties: { a: { type: string } } } } } }, responses: { 204: { description: Taken } } } } }
`,
      ["compatible/compatible webhook.added"],
    ],
    [
      "a member that is required, and described nowhere",
      listing(responses(ok), schemas("Pet: { type: object, properties: { a: { type: string } } }")),
      listing(
        responses(ok),
        schemas("Pet: { type: object, properties: { a: { type: string } }, required: [b] }"),
      ),
      ["compatible/compatible response.property.became-required"],
    ],
  ])("%s", async (_, old, now, want) => {
    expect(await findingsOf(old, now)).toEqual(want);
  });

  const paged = (items: string, more = "") => `
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      parameters: [{ name: cursor, in: query, schema: { type: string } }]
      responses: { 200: { description: OK, content: { application/json: { schema: { type: object, properties: { items: { type: array, items: { type: ${items} } }, nextCursor: { type: string } } } } } }${more} }
`;
  test.each<Row>([
    [
      "the items of pages, which are what the sequence gives",
      paged("string"),
      paged("integer"),
      ["breaking/breaking response.type.changed"],
    ],
    [
      "a redirect beside a page, which is no success",
      paged("string"),
      paged("string", redirect("")),
      ["compatible/none response.status.error-added"],
    ],
  ])("%s", async (_, old, now, want) => {
    expect(await findingsOf(old, now)).toEqual(want);
  });
});

describe("what the client has as a whole is told with what it comes from", () => {
  const contract = (security: string, scheme: string, codes: string) => `
security: ${security}
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      responses:
        200: { description: OK }
        default: { description: No, content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } } }
components:
  securitySchemes:
    ${scheme}: { type: oauth2, flows: { clientCredentials: { tokenUrl: "https://pets.example/token", scopes: { "pets.read": r, "pets.write": w } } } }
    key: { type: apiKey, in: header, name: X-Key }
  schemas:
    Problem: { type: object, required: [type, code], properties: { type: { type: string }, code: { type: string, enum: [${codes}] } } }
`;
  const login = "[{ login: [pets.read] }]";
  test.each<Row>([
    [
      "a security scheme that is renamed",
      contract(login, "login", "a"),
      contract("[{ oauth: [pets.read] }]", "oauth", "a"),
      ["compatible/breaking security-scheme.renamed"],
    ],
    [
      "an alternative of the security that is gone",
      contract("[{ login: [pets.read] }, { key: [] }]", "login", "a"),
      contract(login, "login", "a"),
      ["breaking/breaking request.security.alternative-removed"],
    ],
    [
      "a code of problems that came",
      contract(login, "login", "a, b"),
      contract(login, "login", "a, b, c"),
      ["risky/compatible response.enum.value-added"],
    ],
    [
      "a code of problems that replaced another",
      contract(login, "login", "a, b"),
      contract(login, "login", "a, c"),
      ["compatible/breaking response.enum.value-removed", "risky/compatible response.enum.value-added"],
    ],
  ])("%s", async (_, old, now, want) => {
    expect(await findingsOf(old, now)).toEqual(want);
  });
});

describe("callbacks of one name in two operations", () => {
  const caller = (id: string, type: string) => `
    post:
      operationId: ${id}
      tags: [pets]
      responses: { 204: { description: Done } }
      callbacks:
        done:
          "{$request.query.url}":
            post:
              requestBody: { content: { application/json: { schema: ${type} } } }
              responses: { 204: { description: OK } }`;
  const contract = (one: string, other: string) => `
paths:
  /birds:${caller("addBird", one)}
  /pets:${caller("addPet", other)}
`;

  test("have a finding each", async () => {
    const old = contract("{ type: string }", "{ type: boolean }");
    const now = contract("{ type: integer }", "{ type: string }");
    expect(await findingsOf(old, now)).toEqual([
      "breaking/breaking response.type.changed",
      "breaking/breaking response.type.changed",
    ]);
  });

  test("do not join what changes in the other", async () => {
    const old = contract("{ type: integer }", "{ type: string }");
    const now = contract("{ type: number }", "{ type: [string, 'null'] }");
    expect(await findingsOf(old, now)).toEqual([
      "breaking/breaking response.type.became-nullable",
      "breaking/none response.type.widened",
    ]);
  });
});

describe("a property of each subtype that moves to their base", () => {
  const contract = (base: string, subtype: string) => `
paths:
  /pets:
    get:
      operationId: getPet
      tags: [pets]
      responses: { 200: { description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } }
components:
  schemas:
    Pet:
      { type: object, required: [kind], properties: { kind: { type: string }, ${base} }, discriminator: { propertyName: kind } }
    Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, properties: { ${subtype} } }] }
    Dog: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, properties: { ${subtype} } }] }
`;
  const [name, nothing] = ["name: { type: string }", ""];

  test("is new in the type of the base alone", async () => {
    expect(await findingsOf(contract(nothing, name), contract(name, nothing))).toEqual([
      "none/compatible sdk.member-added",
    ]);
  });

  test("and back is missing there", async () => {
    expect(await findingsOf(contract(name, nothing), contract(nothing, name))).toEqual([
      "none/breaking sdk.member-removed",
    ]);
  });
});

test("a list of integers that becomes one of texts is one change of type", async () => {
  const contract = (state: string) => `
paths:
  /pets:
    post:
      operationId: addPet
      tags: [pets]
      requestBody:
        { required: true, content: { application/json: { schema: { type: object, properties: { state: ${state} } } } } }
      responses: { 204: { description: Done } }
`;
  expect(
    await findingsOf(
      contract("{ type: integer, enum: [1, 2] }"),
      contract('{ type: string, enum: ["1", "2"] }'),
    ),
  ).toEqual(["breaking/breaking request.type.changed"]);
});

describe("what is accepted hides no other change", () => {
  const today = "2026-11-30";
  const ids = "parameters: [{ name: id, in: path, required: true, schema: { type: string } }]";
  const json = (name: string) =>
    `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;
  const contract = (age: string, text: string) => `
paths:
  /pets/{id}:
    ${ids}
    get:
      operationId: getPet
      responses: { 200: { description: ${text}, ${json("Pet")} } }
    put:
      operationId: putPet
      parameters: [{ name: If-Match, in: header, required: true, schema: { type: string } }]
      requestBody: { ${json("PetIn")} }
      responses: { 204: { description: Done } }
components:
  schemas:
    Pet: { type: object, properties: { age: { type: ${age} }, name: { type: string } } }
    PetIn: { type: object, properties: { name: { type: string } } }
`;
  const versioned = "The pet. The ETag header of the response is its version.";

  test("of a read that loses its ETag beside an accepted type", async () => {
    const old = contract("integer", versioned);
    const entries = (await compare(old, contract("string", versioned))).map((finding) => ({
      ...{ rule: finding.rule, pointer: pointerOf(finding), fingerprint: finding.fingerprint },
      reason: "No client reads it.",
    }));
    const findings = await compare(old, contract("string", "The pet."));
    const left = applyAcceptance(findings, entries, today).findings.filter(
      ({ accepted, sdk, wire }) => accepted === undefined && (sdk === "breaking" || wire === "breaking"),
    );
    expect(left.map(({ rule, sdkNames }) => [rule, sdkNames[0]?.old])).toEqual([
      ["sdk.method-result-changed", undefined],
      ["sdk.method-removed", "pets.modify"],
    ]);
    expect(left.flatMap(({ sdkNames }) => sdkNames.map((one) => one.old))).toContain("Rebuild");
  });
});
