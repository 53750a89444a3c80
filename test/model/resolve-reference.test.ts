import { describe, expect, test } from "vitest";
import { resolveReference } from "../../src/model/json-members.js";
import { thrownBy } from "./model-of.js";

const DOCUMENT = {
  components: {
    parameters: {
      "a/b c": { name: "x", description: "Its own." },
      again: { $ref: "#/components/parameters/a~1b%20c", description: "In between." },
      round: { $ref: "#/components/parameters/and" },
      and: { $ref: "#/components/parameters/round" },
    },
    list: [{ name: "first" }],
  },
};

describe("a reference", () => {
  test("leads to where something else stands, through others", () => {
    const found = resolveReference(DOCUMENT, { $ref: "#/components/parameters/again" }, "#/here");
    expect(found).toEqual({
      json: { name: "x", description: "In between." },
      pointer: "#/components/parameters/a~1b%20c",
    });
  });

  test("has a summary and a description of its own that win (OpenAPI 3.1, Reference Object)", () => {
    const given = { $ref: "#/components/parameters/again", summary: "S", description: "Nearest." };
    expect(resolveReference(DOCUMENT, given, "#/here")?.json).toEqual({
      name: "x",
      summary: "S",
      description: "Nearest.",
    });
  });

  test("may point into a list", () => {
    expect(resolveReference(DOCUMENT, { $ref: "#/components/list/0" }, "#/here")?.json).toEqual({
      name: "first",
    });
  });

  test.each([undefined, null, "text", 5, true, [{}]])("is not asked for by %j", (json) => {
    expect(resolveReference(DOCUMENT, json, "#/here")).toBeUndefined();
  });

  test.each([
    "#/components/parameters/none",
    "#/components/parameters/constructor",
    "other.yaml#/x",
    "#/components/list/7",
  ])("that leads nowhere is an error: %s", (reference) => {
    expect(thrownBy(() => resolveReference(DOCUMENT, { $ref: reference }, "#/here"))).toMatchObject({
      exitCode: 3,
      where: expect.stringContaining("#/here") as string,
      message: expect.stringContaining(reference) as string,
    });
  });

  test("that leads round in a circle is an error", () => {
    const work = () => resolveReference(DOCUMENT, { $ref: "#/components/parameters/round" }, "#/here");
    expect(thrownBy(work)).toMatchObject({
      exitCode: 3,
      message: expect.stringContaining("leads round in a circle") as string,
    });
  });
});
