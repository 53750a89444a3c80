import { describe, expect, test } from "vitest";
import { methodOf, planOf } from "../../plan-of.js";

const ID = "{ in: path, name: petId, required: true, description: D, schema: { type: string } }";

/** The doc of `GET /pets/{petId}`, whose parameter is described so. */
function docOf(description: string, more = "") {
  const parameter = ID.replace("D,", `${JSON.stringify(description)},`);
  const yaml = `
paths:
  /pets/{petId}:
    get:
      operationId: getPet
      tags: [pets]
      parameters: [${parameter}${more}]
      responses: { '204': { description: Pet } }`;
  return methodOf(planOf(yaml), "pets.get").doc;
}

const OPTIONS = { tag: "param", text: "options - options of this call, {@link CallOptions}" };

describe("the doc of a bare parameter", () => {
  test.each([
    ["The pet's number.", { tag: "param", text: "petId - The pet's number." }],
    ["The pet,\nas listed.\n\nMore of it.", { tag: "param", text: "petId - The pet, as listed." }],
    ["", { tag: "param", text: "petId - a parameter of the path" }],
  ])("%j is what the contract says of it", (given, want) => {
    expect(docOf(given).tags).toEqual([want, OPTIONS]);
  });

  test("says what it is called where an object may stand for it", () => {
    const more = ", { in: query, name: q, schema: { type: string } }";
    expect(docOf("The pet.", more).tags).toEqual([
      { tag: "param", text: "input - `petId` alone, or {@link PetsGetInput}" },
      OPTIONS,
    ]);
  });
});

test("a summary without words is none", () => {
  const yaml = `
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      summary: " "
      responses: { '204': { description: Pet } }`;
  expect(methodOf(planOf(yaml), "pets.list").doc.text).toEqual(["`GET /pets`."]);
});

test("a body that the method cannot carry is told", () => {
  const yaml = `
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { '204': { description: Pet } }`;
  expect(methodOf(planOf(yaml), "pets.list").doc.text).toEqual([
    "The body that the contract describes is not sent: `fetch` takes none with GET.",
    "`GET /pets`.",
  ]);
});

describe("[ACC-2] scopes", () => {
  test.each([
    ["", "`GET /pets/{petId}`."],
    ["{ o: [a] }", "`GET /pets/{petId}`, scope `a`."],
    ["{ o: [a] }, { o: [b] }", "`GET /pets/{petId}`, scope `a` or `b`."],
    ["{ o: [a] }, { o: [b] }, { o: [c] }", "`GET /pets/{petId}`, scope `a`, `b` or `c`."],
    ["{ o: [a, b] }", "`GET /pets/{petId}`, scopes `a` and `b`."],
    ["{ o: [a, b, c] }", "`GET /pets/{petId}`, scopes `a`, `b` and `c`."],
    ["{ o: [a, b] }, { o: [c] }", "`GET /pets/{petId}`, scopes `a` and `b`, or `c`."],
  ])("%j are words", (given, want) => {
    const schemes =
      "components: { securitySchemes: { o: { type: oauth2, flows: { clientCredentials: { tokenUrl: /t, scopes: { a: A, b: B, c: C } } } } } }";
    const yaml = `
paths: { '/pets/{petId}': { get: { operationId: getPet, tags: [pets], security: [${given}], parameters: [${ID}], responses: { '204': { description: Pet } } } } }
${schemes}`;
    expect(methodOf(planOf(yaml), "pets.get").doc.text).toEqual([want]);
  });
});

describe("[ETG-1] a versioned read", () => {
  const textOf = (description: string) => {
    const yaml = `
paths:
  /pets:
    get: { operationId: listPets, tags: [pets], description: "${description}", responses: { '200': { description: P, headers: { ETag: {} }, content: { application/json: {} } } } }
    put: { operationId: setPets, tags: [pets], parameters: [{ in: header, name: If-Match, required: true, schema: { type: string } }], responses: { '204': { description: Done } } }`;
    return methodOf(planOf(yaml), "pets.list").doc.text;
  };
  test("says that its ETag comes along, unless the contract does", () => {
    expect(textOf("All pets.")).toContain(
      "The value comes with its strong ETag, which a change must present.",
    );
    expect(textOf("All pets, with a strong ETag.")).toEqual([
      "All pets, with a strong ETag.",
      "`GET /pets`.",
    ]);
  });
});
