import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { messageOf } from "../../src/diagnostics/diagnostic.js";
import { loadContract } from "../../src/load/load-contract.js";
import { objectKeywords } from "../../src/openapi/keywords.js";
import { folderWith } from "./contract-files.js";

const HEAD = `openapi: 3.1.0
info: { title: Pets, version: "1" }
`;

/** Loads a contract of several files: path → text; the root is `openapi.yaml`, its head is added. */
async function load(files: Readonly<Record<string, string>>) {
  const folder = folderWith({ ...files, "openapi.yaml": HEAD + (files["openapi.yaml"] ?? "") });
  const { document, diagnostics } = await loadContract(join(folder, "openapi.yaml"));
  // Relative to the current folder where that is short: it depends on where the tests run.
  const shown = new RegExp(`[^ (]*${basename(folder)}`, "g");
  return { document, warnings: diagnostics.map((one) => messageOf(one).replace(shown, "")) };
}

const inOneFile = (text: string) => load({ "openapi.yaml": text });

const pet = "{ properties: { owner: { properties: { name: { type: string } } } } }";
const cat = "{ properties: { lives: { type: integer } } }";
const owner = "#/components/schemas/Pet/properties/owner";

describe("a reference into another file leads where it would in one file", () => {
  test.each<[name: string, files: Readonly<Record<string, string>>, oneFile: string]>([
    [
      "to a part of a component",
      {
        "openapi.yaml": `components: { schemas: { Pet: { $ref: ./pet.yaml }, Visit: { $ref: ./visit.yaml } } }`,
        "pet.yaml": pet,
        "visit.yaml": `{ items: { $ref: "./pet.yaml#/properties/owner" } }`,
      },
      `components: { schemas: { Pet: ${pet}, Visit: { items: { $ref: "${owner}" } } } }`,
    ],
    [
      "to a part of a component, by the root's pointer",
      {
        "openapi.yaml": `components: { schemas: { Pet: { $ref: ./pet.yaml }, Visit: { items: { $ref: "${owner}" } } } }`,
        "pet.yaml": pet,
      },
      `components: { schemas: { Pet: ${pet}, Visit: { items: { $ref: "${owner}" } } } }`,
    ],
    [
      "in a file of schemas that are named like keywords",
      {
        "openapi.yaml": `components: { schemas: { Pet: { $ref: "./all.yaml#/default" }, Owner: { $ref: "./all.yaml#/enum" } } }`,
        "all.yaml": `{ default: { properties: { owner: { $ref: "#/enum" } } }, enum: { properties: { example: { $ref: "#/default" } } } }`,
      },
      `components: { schemas: { Pet: { properties: { owner: { $ref: "#/components/schemas/Owner" } } }, Owner: { properties: { example: { $ref: "#/components/schemas/Pet" } } } } }`,
    ],
    [
      "to a part of another part",
      {
        "openapi.yaml": `components: { schemas: { Pet: { $ref: ./pet.yaml }, Visit: { $ref: ./visit.yaml } } }`,
        "pet.yaml": pet,
        "visit.yaml": `{ prefixItems: [{ $ref: "./pet.yaml#/properties/owner" }, { $ref: "./pet.yaml#/properties/owner/properties/name" }] }`,
      },
      `components: { schemas: { Pet: ${pet}, Visit: { prefixItems: [{ $ref: "${owner}" }, { $ref: "${owner}/properties/name" }] } } }`,
    ],
    [
      "to a member that is a reference itself",
      {
        "openapi.yaml": `components: { schemas: { Pet: { $ref: ./pet.yaml }, Visit: { $ref: ./visit.yaml } } }`,
        "pet.yaml": `{ properties: { visit: { $ref: ./visit.yaml } } }`,
        "visit.yaml": `{ items: { $ref: "./pet.yaml#/properties/visit" } }`,
      },
      `components: { schemas: { Pet: { properties: { visit: { $ref: "#/components/schemas/Visit" } } }, Visit: { items: { $ref: "#/components/schemas/Pet/properties/visit" } } } }`,
    ],
    [
      "to the schema of an answer and to a part of a path",
      {
        "openapi.yaml": `paths: { /pets: { $ref: ./pets.yaml } }
components: { responses: { Bad: { $ref: ./bad.yaml } }, schemas: { Pet: { $ref: ./pet.yaml } } }`,
        "pets.yaml": `{ get: { responses: { 200: { description: ok, content: { text/plain: { schema: { type: string } } } } } } }`,
        "bad.yaml": `{ description: Bad, content: { application/json: { schema: { type: object } } } }`,
        "pet.yaml": `{ properties: { bad: { $ref: "bad.yaml#/content/application~1json/schema" }, text: { $ref: "openapi.yaml#/paths/~1pets/get/responses/200/content/text~1plain/schema" } } }`,
      },
      `paths: { /pets: { get: { responses: { 200: { description: ok, content: { text/plain: { schema: { type: string } } } } } } } }
components:
  responses: { Bad: { description: Bad, content: { application/json: { schema: { type: object } } } } }
  schemas: { Pet: { properties: { bad: { $ref: "#/components/responses/Bad/content/application~1json/schema" }, text: { $ref: "#/paths/~1pets/get/responses/200/content/text~1plain/schema" } } } }`,
    ],
    [
      "to a component whose file refers to another",
      {
        "openapi.yaml": `components: { schemas: { Animal: { $ref: ./animal.yaml }, Pet: { $ref: ./pet.yaml }, Pets: { $ref: ./pets.yaml } } }`,
        "animal.yaml": `$ref: ./pet.yaml`,
        "pet.yaml": pet,
        "pets.yaml": `{ items: { $ref: ./animal.yaml } }`,
      },
      `components: { schemas: { Animal: { $ref: "#/components/schemas/Pet" }, Pet: ${pet}, Pets: { items: { $ref: "#/components/schemas/Animal" } } } }`,
    ],
    [
      "to a component that is a part of another",
      {
        "openapi.yaml": `components: { schemas: { Owner: { $ref: "./pet.yaml#/properties/owner" }, Pet: { $ref: ./pet.yaml }, Visit: { items: { $ref: "#/components/schemas/Owner" } } } }`,
        "pet.yaml": pet,
      },
      `components: { schemas: { Owner: { $ref: "${owner}" }, Pet: ${pet}, Visit: { items: { $ref: "#/components/schemas/Owner" } } } }`,
    ],
    [
      "to a part that is like a component of its name",
      {
        "openapi.yaml": `components: { schemas: { Pet: { $ref: ./pet.yaml }, Visit: { $ref: ./visit.yaml }, owner: { properties: { name: { type: string } } } } }`,
        "pet.yaml": pet,
        "visit.yaml": `{ items: { $ref: "./pet.yaml#/properties/owner" } }`,
      },
      `components: { schemas: { Pet: ${pet}, Visit: { items: { $ref: "${owner}" } }, owner: { properties: { name: { type: string } } } } }`,
    ],
    [
      "to what a discriminator leads to, by a mapping and by a default",
      {
        "openapi.yaml": `components: { schemas: { Cat: { $ref: "./pets.yaml#/Feline" }, Other: { $ref: "./pets.yaml#/Beast" }, Pet: { oneOf: [{ $ref: "./pets.yaml#/Feline" }, { $ref: "./pets.yaml#/Beast" }], discriminator: { propertyName: kind, mapping: { cat: "./pets.yaml#/Feline" }, defaultMapping: "./pets.yaml#/Beast" } } } }`,
        "pets.yaml": `{ Beast: ${pet}, Feline: ${cat} }`,
      },
      `components: { schemas: { Cat: ${cat}, Other: ${pet}, Pet: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Other" }], discriminator: { propertyName: kind, mapping: { cat: "#/components/schemas/Cat" }, defaultMapping: "#/components/schemas/Other" } } } }`,
    ],
    [
      "to a part that a mapping names too",
      {
        "openapi.yaml": `components: { schemas: { Pet: { $ref: ./pet.yaml }, Visit: { $ref: ./visit.yaml } } }`,
        "pet.yaml": pet,
        "visit.yaml": `{ oneOf: [{ $ref: "./pet.yaml#/properties/owner" }], discriminator: { propertyName: name, mapping: { a: "./pet.yaml#/properties/owner" } } }`,
      },
      `components: { schemas: { Pet: ${pet}, Visit: { oneOf: [{ $ref: "${owner}" }], discriminator: { propertyName: name, mapping: { a: "${owner}" } } } } }`,
    ],
  ])("%s", async (_, files, oneFile) => {
    expect(await load(files)).toEqual(await inOneFile(oneFile));
  });
});

describe("a part of a file that the root does not declare", () => {
  const common = "{ $defs: { Money: { type: integer } }, items: { $ref: '#/$defs/Money' } }";

  test("stays a part where the whole file is referred to", async () => {
    const { document } = await load({
      "openapi.yaml": `components: { schemas: { A: { items: { $ref: ./common.yaml } }, B: { items: { $ref: "./common.yaml#/$defs/Money" } } } }`,
      "common.yaml": common,
    });
    const money = { $ref: "#/components/schemas/common/$defs/Money" };
    expect(document["components"]).toEqual({
      schemas: {
        A: { items: { $ref: "#/components/schemas/common" } },
        B: { items: money },
        common: { $defs: { Money: { type: "integer" } }, items: money },
      },
    });
  });

  test("is a component where nothing else refers to the file", async () => {
    const { document } = await load({
      "openapi.yaml": `components: { schemas: { B: { items: { $ref: "./common.yaml#/$defs/Money" } } } }`,
      "common.yaml": common,
    });
    expect(document["components"]).toEqual({
      schemas: { B: { items: { $ref: "#/components/schemas/Money" } }, Money: { type: "integer" } },
    });
  });

  test("is the component that the root declares for it", async () => {
    const { document } = await load({
      "openapi.yaml": `components: { schemas: { A: { items: { $ref: ./common.yaml } }, Price: { $ref: "./common.yaml#/$defs/Money" } } }`,
      "common.yaml": common,
    });
    expect(document["components"]).toEqual({
      schemas: {
        A: { items: { $ref: "#/components/schemas/common" } },
        Price: { type: "integer" },
        common: { $defs: { Money: { type: "integer" } }, items: { $ref: "#/components/schemas/Price" } },
      },
    });
  });
});

describe("that a component got another name", () => {
  const parts = (root: string) =>
    load({
      "openapi.yaml": root,
      "a.yaml": stringify({ properties: { id: { type: "string" } } }),
      "b.yaml": stringify({ properties: { id: { type: "integer" } } }),
    });
  const schemas = `C: { items: { $ref: "./a.yaml#/properties/id" } }, D: { items: { $ref: "./b.yaml#/properties/id" } }`;

  test("is said where it has it", async () => {
    const { warnings } = await parts(`components: { schemas: { ${schemas} } }`);
    expect(warnings).toEqual([
      "Two schemas are referenced with the same name but different content. Renamed id to id-2.",
    ]);
  });

  test("is not said of what is a part and keeps its place", async () => {
    const root = `components: { schemas: { A: { $ref: ./a.yaml }, B: { $ref: ./b.yaml }, ${schemas} } }`;
    expect((await parts(root)).warnings).toEqual([]);
  });
});

describe("a reference into another file has a target in the bundle", () => {
  const keywords = [...objectKeywords.schema.keywords].flatMap(([name, keyword]) =>
    keyword.holds !== "data" && keyword.kind === "schema" ? [{ name, holds: keyword.holds }] : [],
  );
  const values = {
    one: "{ $ref: other.yaml }",
    "one or list": "{ $ref: other.yaml }",
    list: "[{ $ref: other.yaml }]",
    map: "{ a: { $ref: other.yaml } }",
    "map or data": "{ a: { $ref: other.yaml }, b: [c, d] }",
  };
  test.each(keywords.flatMap((keyword) => ["3.0.3", "3.1.0"].map((version) => ({ ...keyword, version }))))(
    "under $name of a schema in $version",
    async ({ name, holds, version }) => {
      const folder = folderWith({
        "openapi.yaml": `${HEAD.replace("3.1.0", version)}components: { schemas: { A: { ${name}: ${values[holds]} } } }`,
        "other.yaml": "{ type: string, pattern: ^a }",
      });
      const { document } = await loadContract(join(folder, "openapi.yaml"));
      expect(document["components"]).toMatchObject({ schemas: { other: { pattern: "^a" } } });
      expect(JSON.stringify(document)).toContain(`{"$ref":"#/components/schemas/other"}`);
    },
  );
});
