import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/load/loaded-contract.js";
import type { SchemaNode } from "../../../../src/model/schema-model.js";
import { createSchemaBuilder } from "../../../../src/model/schema/build-schemas.js";
import type { MemberPlan } from "../../../../src/plan/typescript/type-plan.js";
import { planModelTypes } from "../../../../src/plan/typescript/types/plan-model-types.js";
import {
  intersectionType,
  isAssignable,
  literalsType,
  unionType,
} from "../../../../src/plan/typescript/types/type-builders.js";

const text = { type: "string" };
const ref = (key: string) => ({ $ref: `#/components/schemas/${key}` });

function plan(schemas: JsonObject, inline: JsonObject, direction: "request" | "response" = "request") {
  const builder = createSchemaBuilder({ components: { schemas } }, "3.1");
  const node = builder.node(inline, "/paths/x", "GivenBody", "Given");
  const roots: readonly SchemaNode[] = [node];
  const usage = direction === "request" ? { request: roots, response: [] } : { request: [], response: roots };
  return { node, types: planModelTypes(builder.finish(), usage) };
}

function told(members: readonly MemberPlan[] | undefined): readonly string[] | undefined {
  return members?.map((member) =>
    member.kind === "index" ? "[]" : `${member.name}${member.optional ? "?" : ""}`,
  );
}

describe("the members of a body", () => {
  const Base = { properties: { id: text, at: { ...text, readOnly: true } }, required: ["id", "at"] };

  test("through references and allOf, sorted, without what the direction does not have", () => {
    const inline = { allOf: [ref("Base"), { properties: { name: text } }] };
    const sent = plan({ Base }, inline, "request");
    expect(told(sent.types.propertiesOf(sent.node, "request"))).toEqual(["id", "name?"]);
    const brought = plan({ Base }, inline, "response");
    expect(told(brought.types.propertiesOf(brought.node, "response"))).toEqual(["at", "id", "name?"]);
  });

  test.each<[string, JsonObject]>([
    ["a list", { type: "array", items: ref("Base") }],
    ["alternatives", { oneOf: [ref("Base"), text] }],
    ["members of any name", { properties: { a: text }, additionalProperties: text }],
    ["anything", {}],
  ])("none for %s", (_, inline) => {
    const { node, types } = plan({ Base }, inline);
    expect(types.propertiesOf(node, "request")).toBeUndefined();
  });
});

describe("files", () => {
  test("inline schemas stand with their owner, which is imported by whoever uses it", () => {
    const Cabinet = { properties: { owner: { properties: { id: text } } } };
    const { types } = plan({ Cabinet }, { properties: { cabinet: ref("Cabinet") } });
    expect(types.files.map(({ file, declarations }) => [file, declarations.map(({ name }) => name)])).toEqual(
      [
        ["cabinet", ["Cabinet", "CabinetOwner"]],
        ["given", ["GivenBody"]],
      ],
    );
    expect(types.files[1]?.imports).toEqual([{ from: "./cabinet", names: ["Cabinet"] }]);
    expect(types.fileOf("CabinetOwner")).toBe("cabinet");
  });

  test("no two files of one name, and none that a disk or a barrel would take", () => {
    const shape = { properties: { id: text } };
    const { types } = plan(
      { index: shape, CON: shape, FooBar: shape, "Foo-Bar1": shape, Given: shape, Word: text },
      { properties: { a: text } },
    );
    const files = types.files.map(({ file }) => file);
    expect(files).toEqual(["con-model", "foo-bar", "foo-bar1", "given", "index-model", "values"]);
  });
});

describe("types in their shortest form", () => {
  const string = { kind: "keyword", name: "string" } as const;
  const a = { kind: "literal", value: "a" } as const;
  const unknown = { kind: "keyword", name: "unknown" } as const;
  const never = { kind: "keyword", name: "never" } as const;
  const nothing = { kind: "keyword", name: "null" } as const;
  const boolean = { kind: "keyword", name: "boolean" } as const;
  const open = { kind: "intersection", members: [string, { kind: "object", members: [] }] } as const;

  test("unions", () => {
    expect(unionType([a, { kind: "union", members: [a, nothing] }, never])).toEqual({
      kind: "union",
      members: [a, nothing],
    });
    expect(unionType([a, unknown])).toEqual(unknown);
    expect(unionType([])).toEqual(never);
    expect(unionType([nothing, string, a])).toEqual({ kind: "union", members: [a, open, nothing] });
    expect(literalsType([true, false], true)).toEqual(boolean);
  });

  test("intersections", () => {
    expect(intersectionType([string, a])).toEqual(a);
    expect(intersectionType([unknown, string])).toEqual(string);
    expect(intersectionType([open, a])).toEqual(a);
    expect(intersectionType([])).toEqual(unknown);
  });

  test("assignability is claimed only where it is certain", () => {
    expect(isAssignable(a, open)).toBe(true);
    expect(isAssignable(open, string)).toBe(true);
    expect(isAssignable(string, a)).toBe(false);
    expect(isAssignable({ kind: "name", name: "A" }, { kind: "name", name: "B" })).toBe(false);
  });
});
