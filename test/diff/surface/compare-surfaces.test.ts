import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { compareSurfaces } from "../../../src/diff/surface/compare-surfaces.js";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import { repository } from "../../support/repository.js";
import { planContract, planDocument } from "../oracle/plan-pair.js";

/** `breaking sdk.member-removed member `colour` of `Pet``: each change on a line. */
async function changesOf(old: string, now: string): Promise<readonly string[]> {
  const before = await planDocument(documentOf(old));
  const after = await planDocument(documentOf(now), before.plan.names);
  return compareSurfaces(before.plan, after.plan).map(
    ({ level, rule, element }) => `${level} ${rule} ${element}`,
  );
}

function documentOf(yaml: string): JsonObject {
  const { paths = {}, schemas = {}, ...others } = parse(yaml) as JsonObject;
  return {
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    servers: [{ url: "https://pets.example" }],
    paths,
    components: { schemas },
    ...others,
  };
}

/** A contract that reads and writes one schema. */
const withPet = (pet: string) => `
paths:
  /pets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getPet
      tags: [pets]
      responses: { 200: { description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } }
    put:
      operationId: putPet
      tags: [pets]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewPet" } } } }
      responses: { 204: { description: Done } }
schemas:
  Pet: ${pet}
  NewPet: ${pet}
`;

const object = (properties: string, required = "") =>
  `{ type: object, properties: { ${properties} }, required: [${required}] }`;

describe("a schema that one call reads and another constructs", () => {
  const cases: readonly {
    readonly title: string;
    readonly given: readonly [string, string];
    readonly want: readonly string[];
  }[] = [
    {
      title: "nothing",
      given: [object("name: { type: string }"), object("name: { type: string }")],
      want: [],
    },
    {
      title: "words alone",
      given: [object("name: { type: string }"), object("name: { type: string, description: Its name. }")],
      want: [],
    },
    {
      title: "an optional member comes",
      given: [object("name: { type: string }"), object("name: { type: string }, age: { type: integer }")],
      want: [
        "compatible sdk.member-added member `age` of `NewPet`",
        "compatible sdk.member-added member `age` of `Pet`",
      ],
    },
    {
      title: "a required member comes",
      given: [
        object("name: { type: string }"),
        object("name: { type: string }, age: { type: integer }", "age"),
      ],
      want: [
        "breaking sdk.member-required-added member `age` of `NewPet`",
        "compatible sdk.member-added member `age` of `Pet`",
      ],
    },
    {
      title: "a member goes",
      given: [object("name: { type: string }, age: { type: integer }"), object("name: { type: string }")],
      want: [
        "breaking sdk.member-removed member `age` of `NewPet`",
        "breaking sdk.member-removed member `age` of `Pet`",
      ],
    },
    {
      title: "a member gets another name",
      given: [object("age: { type: integer }"), object("ageYears: { type: integer }")],
      want: [
        "breaking sdk.member-renamed member `age` of `NewPet`",
        "breaking sdk.member-renamed member `age` of `Pet`",
      ],
    },
    {
      title: "a member goes, and another of the same type comes",
      given: [object("colour: { type: string }"), object("born: { type: string }")],
      want: [
        "breaking sdk.member-removed member `colour` of `NewPet`",
        "breaking sdk.member-removed member `colour` of `Pet`",
        "compatible sdk.member-added member `born` of `NewPet`",
        "compatible sdk.member-added member `born` of `Pet`",
      ],
    },
    {
      title: "a member becomes optional",
      given: [object("name: { type: string }", "name"), object("name: { type: string }")],
      want: [
        "compatible sdk.member-became-optional member `name` of `NewPet`",
        "breaking sdk.member-became-optional member `name` of `Pet`",
      ],
    },
    {
      title: "a member becomes required",
      given: [object("name: { type: string }"), object("name: { type: string }", "name")],
      want: [
        "breaking sdk.member-became-required member `name` of `NewPet`",
        "compatible sdk.member-became-required member `name` of `Pet`",
      ],
    },
    {
      title: "null comes",
      given: [object("name: { type: string }"), object("name: { type: [string, 'null'] }")],
      want: [
        "compatible sdk.type-widened member `name` of `NewPet`",
        "breaking sdk.type-widened member `name` of `Pet`",
      ],
    },
    {
      title: "another type",
      given: [object("name: { type: string }"), object("name: { type: number }")],
      want: [
        "breaking sdk.type-changed member `name` of `NewPet`",
        "breaking sdk.type-changed member `name` of `Pet`",
      ],
    },
    {
      title: "an enum gets a value",
      given: [object("kind: { enum: [cat, dog] }"), object("kind: { enum: [cat, dog, bird] }")],
      want: [
        "compatible sdk.value-added member `kind` of `NewPet`",
        "compatible sdk.value-added member `kind` of `Pet`",
      ],
    },
    {
      title: "an enum loses a value",
      given: [object("kind: { enum: [cat, dog, bird] }"), object("kind: { enum: [cat, dog] }")],
      want: [
        "breaking sdk.value-removed member `kind` of `NewPet`",
        "breaking sdk.value-removed member `kind` of `Pet`",
      ],
    },
    {
      title: "a text becomes an enum",
      given: [object("kind: { type: string }"), object("kind: { type: string, enum: [cat, dog] }")],
      want: [
        "breaking sdk.type-narrowed member `kind` of `NewPet`",
        "compatible sdk.type-narrowed member `kind` of `Pet`",
        "compatible sdk.export-added exports of the client",
      ],
    },
    {
      title: "an enum becomes any text",
      given: [object("kind: { enum: [cat, dog] }"), object("kind: { type: string }")],
      want: [
        "compatible sdk.type-widened member `kind` of `NewPet`",
        "compatible sdk.type-widened member `kind` of `Pet`",
        "breaking sdk.export-removed exports of the client",
      ],
    },
    {
      title: "a constant changes",
      given: [object("kind: { const: cat }", "kind"), object("kind: { const: dog }", "kind")],
      want: [
        "compatible sdk.value-added member `kind` of `NewPet`",
        "breaking sdk.value-added member `kind` of `Pet`",
        "breaking sdk.value-removed member `kind` of `NewPet`",
        "breaking sdk.value-removed member `kind` of `Pet`",
      ],
    },
  ];

  test.each(cases)("$title", async ({ given: [old, now], want }) => {
    const found = await changesOf(withPet(old), withPet(now));
    expect(found.toSorted()).toEqual(want.toSorted());
  });
});

/** A contract whose read and change of one resource may have an ETag. */
const withEtag = (etag: string, ifMatch: string, more = "") => `
paths:
  /settings/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getSettings
      tags: [settings]
      responses: { 200: { description: OK, ${etag} content: { application/json: { schema: { $ref: "#/components/schemas/Settings" } } } } }
    put:
      operationId: putSettings
      tags: [settings]
      ${ifMatch}
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Settings" } } } }
      responses: { 204: { description: Done } }
    ${more}
schemas:
  Settings: { type: object, required: [language], properties: { language: { type: string } } }
`;

const ETAG = "headers: { ETag: { required: true, schema: { type: string } } },";
const IF_MATCH = "parameters: [{ name: If-Match, in: header, required: true, schema: { type: string } }]";

describe("methods", () => {
  test("a value that loses its ETag is one change of the result, not one for each member", async () => {
    expect((await changesOf(withEtag(ETAG, IF_MATCH), withEtag("", IF_MATCH))).toSorted()).toEqual([
      "breaking sdk.export-removed exports of the client",
      "breaking sdk.method-removed method `settings.modify`",
      "breaking sdk.method-result-changed method `settings.get`",
      "compatible sdk.type-widened member `ifMatch` of argument `precondition` of `settings.update`",
    ]);
  });

  const creating = (body: string) => `
paths:
  /pets:
    post:
      operationId: createPet
      tags: [pets]
      ${body}
      responses: { 204: { description: Done } }
schemas:
  NewPet: ${object("name: { type: string }, colour: { type: string }")}
  OtherPet: ${object("name: { type: string }")}
`;
  const bodyOf = (name: string) =>
    `requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } } }`;

  test("another type in the place of one that is still there is a change of the method, not of the type", async () => {
    expect(await changesOf(creating(bodyOf("NewPet")), creating(bodyOf("OtherPet")))).toEqual([
      "breaking sdk.type-narrowed argument `input` of `pets.create`",
      "breaking sdk.member-removed member `colour` of argument `input` of `pets.create`",
    ]);
  });

  test("an input that extends another model from now on is a change of the input, not of the model", async () => {
    const putting = (name: string) => `
paths:
  "/pets/{${name}}":
    put:
      operationId: putPet
      tags: [pets]
      parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses: { 204: { description: Done } }
schemas:
  Pet: ${object("id: { type: string }, name: { type: string }", "name")}
`;
    expect((await changesOf(putting("id"), putting("petId"))).toSorted()).toEqual([
      "breaking sdk.member-removed member `body` of `PetsUpdateInput`",
      "breaking sdk.member-required-added member `name` of `PetsUpdateInput`",
      "breaking sdk.member-required-added member `petId` of `PetsUpdateInput`",
      "compatible sdk.member-became-optional member `id` of `PetsUpdateInput`",
    ]);
  });

  test("an input that is gone is one change, not one of each member", async () => {
    expect(await changesOf(creating(bodyOf("NewPet")), creating(""))).toEqual([
      "breaking sdk.type-narrowed argument `input` of `pets.create`",
      "compatible sdk.parameter-optional method `pets.create`",
    ]);
  });

  test("a method that reads and changes is known by the operation that changes", async () => {
    const before = await planDocument(documentOf(withEtag(ETAG, IF_MATCH)));
    const after = await planDocument(documentOf(withEtag(ETAG, "")), before.plan.names);
    const found = compareSurfaces(before.plan, after.plan).find(
      ({ names }) => names.old === "settings.modify",
    );
    expect(found).toMatchObject({
      rule: "sdk.method-removed",
      anchors: { old: ["#/paths/~1settings~1{id}/put"], new: [] },
    });
  });

  test("what comes with a new method is not reported beside it, and what goes with an old one neither", async () => {
    const more =
      "delete: { operationId: deleteSettings, tags: [settings], parameters: [{ name: force, in: query, schema: { type: boolean } }], responses: { 204: { description: Done } } }";
    expect(await changesOf(withEtag("", ""), withEtag("", "", more))).toEqual([
      "compatible sdk.method-added method `settings.delete`",
    ]);
    expect(await changesOf(withEtag("", "", more), withEtag("", ""))).toEqual([
      "breaking sdk.method-removed method `settings.delete`",
    ]);
  });
});

test("names that no lock keeps are renamed", async () => {
  const of = (id: string, model: string) =>
    documentOf(`
paths:
  /pets:
    get:
      operationId: ${id}
      tags: [pets]
      responses: { 200: { description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/${model}" } } } } }
schemas:
  ${model}: ${object("name: { type: string }")}
`);
  const [old, now] = [
    await planDocument(of("listPets", "Pet")),
    await planDocument(of("findPets", "Animal")),
  ];
  const found = compareSurfaces(old.plan, now.plan).map(({ level, rule, names }) => [level, rule, names]);
  expect(found).toEqual([
    ["breaking", "sdk.method-renamed", { old: "pets.list", new: "pets.get" }],
    ["breaking", "sdk.model-renamed", { old: "Pet", new: "Animal" }],
  ]);
});

test("a handle that gets pages of results has more than before", async () => {
  const { document } = (await planContract(join(repository, "fixtures/external-api/openapi.yaml"))).contract;
  const { ["/operations/{operationId}/result"]: result, ...paths } = document["paths"] as JsonObject;
  expect(result).toBeDefined();
  const [now, old] = [await planDocument(document), await planDocument({ ...document, paths })];
  const found = compareSurfaces(old.plan, now.plan).filter(({ element }) => element.includes(".resume"));
  expect(found.map(({ level, rule, element }) => `${level} ${rule} ${element}`)).toEqual([
    "compatible sdk.method-result-extended method `operations.resume`",
  ]);
});

test("a list that is paged from now on has more than before, and what it has is compared", async () => {
  const listing = (parameters: string, members: string) => `
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      parameters: [${parameters}]
      responses: { 200: { description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/Page" } } } } }
schemas:
  Page: ${object(`pets: { type: array, items: { type: string } }, ${members}`, "pets")}
`;
  const cursor = "{ name: cursor, in: query, schema: { type: string } }";
  const found = await changesOf(
    listing("", "total: { type: integer }"),
    listing(cursor, "total: { type: string }, nextCursor: { type: string }"),
  );
  expect(found.filter((text) => !text.includes("exports of")).toSorted()).toEqual([
    "breaking sdk.type-changed member `total` of `Page`",
    "compatible sdk.member-added member `cursor` of `PetsListInput`",
    "compatible sdk.member-added member `nextCursor` of `Page`",
    "compatible sdk.method-result-extended method `pets.list`",
    "compatible sdk.model-added type `PetsListInput`",
  ]);
});

/** A contract that reads and writes a union with discriminator. */
const withUnion = (cat: string) => `
paths:
  /pets:
    put:
      operationId: putPet
      tags: [pets]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses: { 200: { description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } }
schemas:
  Pet:
    oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }]
    discriminator: { propertyName: kind, mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" } }
  Cat: ${cat}
  Dog: ${object("kind: { const: dog }", "kind")}
`;

test("the alternatives of a union are compared by their own names too", async () => {
  const found = await changesOf(
    withUnion(object("kind: { const: cat }, age: { type: integer }", "kind")),
    withUnion(object("kind: { type: string }, age: { type: integer }", "kind")),
  );
  expect(found).toEqual([
    // A value of `Cat` may be another kind now, which the union refuses.
    "breaking sdk.type-narrowed `Pet`",
    "breaking sdk.type-widened member `kind` of `Cat`",
  ]);
});

test("a credential of another type breaks callers", async () => {
  const withKey = (scheme: string) => `
security: [{ key: [] }]
paths: { /pets: { get: { operationId: listPets, responses: { 204: { description: Done } } } } }
components: { securitySchemes: { key: ${scheme} } }`;
  const found = await changesOf(
    withKey("{ type: apiKey, in: header, name: X-Key }"),
    withKey("{ type: http, scheme: basic }"),
  );
  expect(found).toContain("breaking sdk.type-changed member `credentials.key` of `PetsOptions`");
});

/** A contract with one call; other members are before and after it. */
const withList = (operation: string, response = "", others = "") => `
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      ${operation}
      responses: { 200: { description: OK, content: { application/json: { schema: { type: array, items: { type: string } } } } }${response} }
${others}`;
const answer = (status: number) =>
  `, ${String(status)}: { description: No., content: { application/json: { schema: { type: object, properties: { reason${String(status)}: { type: string } } } } } }`;
const limit = (more: string) =>
  `parameters: [{ name: limit, in: query, schema: { type: integer }, required: ${more} }]`;
const withScopes = (scopes: string) =>
  withList(
    `security: [{ o: [${scopes}] }]`,
    "",
    `components: { securitySchemes: { o: { type: oauth2, flows: { clientCredentials: { tokenUrl: https://a.example/t, scopes: { ${scopes.replaceAll(/\w+/g, "$&: S")} } } } } } }`,
  );
const withAlternatives = (...names: readonly string[]) => `
${withList("").replace("type: array, items: { type: string }", "$ref: '#/components/schemas/Pet'")}
schemas:
  Pet: { oneOf: [${names.map((name) => `{ $ref: '#/components/schemas/${name}' }`).join(", ")}] }
  Cat: ${object("cat: { type: string }", "cat")}
  Dog: ${object("dog: { type: string }", "dog")}
  Bird: ${object("bird: { type: string }", "bird")}`;

describe("what only one of two clients has", () => {
  test.each<[title: string, old: string, now: string, want: readonly string[], back: readonly string[]]>([
    [
      "the first optional parameter, where any input was empty",
      withList(""),
      withList(limit("false")),
      [
        "compatible sdk.member-added member `limit` of `PetsListInput`",
        "compatible sdk.model-added type `PetsListInput`",
      ],
      [
        "breaking sdk.member-removed member `limit` of `PetsListInput`",
        "breaking sdk.model-removed type `PetsListInput`",
      ],
    ],
    [
      "a required parameter",
      withList(limit("false")),
      withList(limit("true")),
      [
        "breaking sdk.member-became-required member `limit` of `PetsListInput`",
        "breaking sdk.parameter-required method `pets.list`",
      ],
      [
        "compatible sdk.member-became-optional member `limit` of `PetsListInput`",
        "compatible sdk.parameter-optional method `pets.list`",
      ],
    ],
    [
      "a resource",
      withList(""),
      withList("").replace(
        "paths:",
        "paths:\n  /dogs: { get: { operationId: listDogs, tags: [dogs], responses: { 204: { description: Done } } } }",
      ),
      ["compatible sdk.method-added method `dogs.list`", "compatible sdk.resource-added resource `dogs`"],
      ["breaking sdk.method-removed method `dogs.list`", "breaking sdk.resource-removed resource `dogs`"],
    ],
    [
      "the body of an error",
      withList("", answer(404)),
      withList("", answer(404) + answer(409)),
      [
        "compatible sdk.error-body-added method `pets.list`",
        "compatible sdk.model-added type `PetsListResponse409`",
      ],
      [
        "breaking sdk.error-body-removed method `pets.list`",
        "breaking sdk.model-removed type `PetsListResponse409`",
      ],
    ],
    [
      "a scope",
      withScopes("read, write"),
      withScopes("read"),
      [
        "breaking sdk.value-removed `Granted`",
        "breaking sdk.value-removed `Scope`",
        "compatible sdk.method-scope-dropped method `pets.list`",
      ],
      [
        "breaking sdk.method-scope-required method `pets.list`",
        "compatible sdk.value-added `Granted`",
        "compatible sdk.value-added `Scope`",
      ],
    ],
    [
      "a webhook",
      withList(""),
      withList(
        "",
        "",
        "webhooks: { added: { post: { requestBody: { content: { application/json: { schema: { type: object, properties: { a: { type: string } } } } } }, responses: { 204: { description: Done } } } } }",
      ),
      [
        "compatible sdk.model-added type `AddedWebhookBody`",
        "compatible sdk.model-added type `WebhookPayloads`",
        "compatible sdk.webhook-added webhook `added`",
      ],
      [
        "breaking sdk.model-removed type `AddedWebhookBody`",
        "breaking sdk.model-removed type `WebhookPayloads`",
        "breaking sdk.webhook-removed webhook `added`",
      ],
    ],
    [
      "an alternative",
      withAlternatives("Cat", "Dog"),
      withAlternatives("Cat", "Dog", "Bird"),
      ["breaking sdk.alternative-added `Pet`"],
      ["compatible sdk.alternative-removed `Pet`"],
    ],
  ])("%s", async (_, old, now, want, back) => {
    expect((await changesOf(old, now)).toSorted()).toEqual(want);
    expect((await changesOf(now, old)).toSorted()).toEqual(back);
  });

  test("the name of the class, without a lock", async () => {
    const [before, after] = await Promise.all(
      ["Pets", "Animals"].map((title) =>
        planDocument(documentOf(withList("", "", `info: { title: ${title}, version: '1' }`))),
      ),
    );
    const found = compareSurfaces(before!.plan, after!.plan).map(({ rule, level }) => `${level} ${rule}`);
    expect(found).toEqual(["breaking sdk.client-renamed"]);
  });
});

test("a member that refers to another type is a change of the member, not of the type", async () => {
  const withOwner = (owner: string) => `
paths:
  /pets: { get: { operationId: getPet, tags: [pets], responses: { 200: { description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } } } }
  /owners: { get: { operationId: getOwner, tags: [pets], responses: { 200: { description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/Owner" } } } } } } }
schemas:
  Pet: { type: object, properties: { owner: { $ref: "#/components/schemas/${owner}" } } }
  Owner: { type: object, properties: { name: { type: string } } }
  MaybeOwner: { type: [object, "null"], properties: { name: { type: string } } }
`;
  expect(await changesOf(withOwner("Owner"), withOwner("MaybeOwner"))).toEqual([
    "breaking sdk.type-widened member `owner` of `Pet`",
  ]);
});

test("an enum that only responses use is open: it outgrows where its values were given", async () => {
  const withSent = (state: string) => `
paths:
  /pets:
    post:
      operationId: addPet
      tags: [pets]
      requestBody:
        { required: true, content: { application/json: { schema: { type: object, properties: { state: ${state} } } } } }
      responses: { 204: { description: Done } }
schemas: { State: { type: string, enum: [sold, free] } }
`;
  const found = await changesOf(
    withSent('{ $ref: "#/components/schemas/State" }'),
    withSent("{ type: string, enum: [sold, free] }"),
  );
  expect(found).toEqual([
    "breaking sdk.type-widened `State`",
    "compatible sdk.export-added exports of the client",
  ]);
});

describe("types with more alternatives than are compared", () => {
  const parts = (count: number) => {
    const alternatives = (part: string) =>
      Array.from({ length: count }, (_, index) => object(`${part}${String(index)}: { type: string }`));
    const each = ["a", "b", "c"].map((part) => `{ oneOf: [${alternatives(part).join(", ")}] }`);
    return `{ allOf: [${each.join(", ")}] }`;
  };

  test.each<readonly [given: number, want: number]>([
    [3, 0],
    [11, 1],
  ])("three parts of %i alternatives each", async (given, want) => {
    const old = await planDocument(documentOf(withPet(parts(given))));
    const now = await planDocument(
      documentOf(withPet(parts(given).replace("a0: { type: string }", "a0: {}"))),
    );
    let told = 0;
    compareSurfaces(old.plan, now.plan, [], () => {
      told++;
    });
    expect(told).toBe(want);
  });
});
