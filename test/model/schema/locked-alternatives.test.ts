import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/load/loaded-contract.js";
import { createSchemaBuilder } from "../../../src/model/schema/build-schemas.js";
import type { SchemaModel } from "../../../src/model/schema-model.js";

const text = { type: "string" };
const withMembers = (...names: readonly string[]): JsonObject => ({
  properties: Object.fromEntries(names.map((name) => [name, text])),
});

const build = (schema: Json, locked: ReadonlyMap<string, string> = new Map()): readonly SchemaModel[] => {
  const document = { openapi: "3.1.0", components: { schemas: { Way: schema } } };
  return createSchemaBuilder(document, "3.1", new Set(), locked).finish();
};

/** Name → members. */
function shapesOf(schemas: readonly SchemaModel[]): Readonly<Record<string, readonly string[]>> {
  const shapes = schemas.flatMap(({ name, node: { type } }) =>
    type.kind === "object" ? [[name, type.properties.map((property) => property.name)] as const] : [],
  );
  return Object.fromEntries(shapes);
}

const namesOf = (schemas: readonly SchemaModel[]) =>
  new Map(schemas.map(({ identity, name }) => [identity, name]));

const email = withMembers("email");
const nested = { properties: { home: withMembers("street") } };

describe("an alternative", () => {
  test.each([
    ["one put before it", { oneOf: [email, nested] }, { oneOf: [withMembers("phone"), email, nested] }],
    ["a member of its own", { oneOf: [email, nested] }, { oneOf: [withMembers("email", "lang"), nested] }],
    [
      "a part put before its own",
      { allOf: [nested, email] },
      { allOf: [withMembers("phone"), nested, email] },
    ],
    ["one put before that of a list", { items: { anyOf: [email] } }, { items: { anyOf: [nested, email] } }],
  ])("keeps its name and its shape beside %s", (_, before, after) => {
    const first = build(before);
    const second = shapesOf(build(after, namesOf(first)));
    for (const [name, members] of Object.entries(shapesOf(first))) {
      expect(second[name], name).toEqual(expect.arrayContaining([...members]));
    }
  });

  test.each<readonly [string, readonly Json[], readonly string[]]>([
    ["its title", [{ ...email, title: "Postal address" }], ["WayPostalAddress"]],
    ["its literal", [{ properties: { kind: { const: "by-mail" } } }], ["WayByMail"]],
    [
      "the first required member that no other has",
      [{ properties: { zip: text, id: text }, required: ["zip", "id"] }, { properties: { id: text } }],
      ["WayOption2", "WayWithZip"],
    ],
    ["its type", [{ type: "object", ...email }, { type: "string" }], ["WayObject"]],
    [
      "its type, for what stands below",
      [{ type: "array", items: email }, { type: "string" }],
      ["WayListItem"],
    ],
    [
      "its position, when nothing else tells",
      [email, nested],
      ["WayOption1", "WayOption2", "WayOption2Home"],
    ],
  ])("is named after %s", (_, oneOf, want) => {
    const names = build({ oneOf }).map(({ name }) => name);
    expect(names.filter((name) => name !== "Way").sort()).toEqual(want);
  });
});
