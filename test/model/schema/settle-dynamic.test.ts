import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import type { SchemaNote } from "../../../src/model/notes.js";
import { settleDynamic } from "../../../src/model/schema/dynamic-references.js";

function notesOf(document: JsonObject): readonly SchemaNote[] {
  const notes: SchemaNote[] = [];
  settleDynamic(document, notes);
  return notes;
}

describe("what dynamic references mean", () => {
  test("is told where an anchor outside of the components would change it", () => {
    const anchor = (type: string) => ({ T: { $dynamicAnchor: "T", type } });
    const inline = { $defs: anchor("number"), $ref: "#/components/schemas/Page" };
    const page = { $defs: anchor("string"), properties: { item: { $dynamicRef: "#T" } } };
    const document = {
      paths: {
        "/a": { get: { responses: { 200: { content: { "application/json": { schema: inline } } } } } },
      },
      components: { schemas: { Page: page } },
    };
    expect(notesOf(document)).toEqual([
      {
        text:
          'The dynamic anchor "T" changes what a component means; that is read for components alone, and here the ' +
          "component is read as it stands alone.",
        pointer: "#/paths/~1a/get/responses/200/content/application~1json/schema/$defs/T",
      },
    ]);
  });

  test("is followed up to a bound in contracts that extend each other without end", () => {
    const names = ["A", "B", "C", "D", "E", "F"];
    const schemas = Object.fromEntries(
      names.map((name) => {
        const allOf = names
          .filter((other) => other !== name)
          .map((other) => ({ $ref: `#/components/schemas/${other}` }));
        return [name, { $dynamicAnchor: "node", properties: { c: { $dynamicRef: "#node" } }, allOf }];
      }),
    );
    const texts = notesOf({ components: { schemas } }).map(({ text }) => text);
    expect(texts.filter((text) => text.startsWith("More than 100 schemas are extended"))).toHaveLength(1);
  });

  test("is told of the first schemas where each leads to all others", () => {
    const schemas = Object.fromEntries(
      [...Array(40).keys()].map((index) => {
        const next = { $ref: `#/components/schemas/S${String((index + 1) % 40)}` };
        return [`S${String(index)}`, { $dynamicAnchor: "n", properties: { c: { $dynamicRef: "#n" }, next } }];
      }),
    );
    const texts = notesOf({ components: { schemas } }).map(({ text }) => text);
    expect(texts).toHaveLength(101);
    expect(texts.at(-1)).toBe(
      "More than 100 schemas are reached where a dynamic reference would mean another schema; the rest is not listed, " +
        "and read as it stands alone, too.",
    );
  });
});
