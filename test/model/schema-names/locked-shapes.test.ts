import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/load/loaded-contract.js";
import { createSchemaBuilder } from "../../../src/model/schema/build-schemas.js";

const text = { type: "string" };
const home: JsonObject = {
  type: "object",
  properties: { street: text, place: { type: "object", properties: { x: text } } },
};
const other: JsonObject = { type: "object", properties: { box: text } };

/** Identity → name, of a contract with a way and whatever stands beside it. */
function namesOf(way: Json, besides: JsonObject = {}, locked: ReadonlyMap<string, string> = new Map()) {
  const document = { openapi: "3.1.0", components: { schemas: { Way: way, ...besides } } };
  const schemas = createSchemaBuilder(document, "3.1", new Set(), locked).finish();
  return new Map(schemas.map(({ identity, name }) => [identity, name]));
}

const way = (schema: Json): JsonObject => ({ properties: { home: schema } });
const at = (rest: string) => `#/components/schemas/Way${rest}`;
const location = (prefix: string) => [at(`${prefix}/properties/place`), "WayHomePlace"] as const;

describe("a shape keeps its name, and what stands below it too,", () => {
  test.each<readonly [string, Json, Json, readonly (readonly [string, string])[]]>([
    [
      "when it may be null",
      way(home),
      way({ ...home, type: ["object", "null"] }),
      [["object:#/components/schemas/Way/properties/home", "WayHome"], location("/properties/home")],
    ],
    [
      "when it may be null no more",
      way({ ...home, type: ["object", "null"] }),
      way(home),
      [[at("/properties/home"), "WayHome"], location("/properties/home")],
    ],
    [
      "when null is an alternative",
      way(home),
      way({ oneOf: [{ type: "null" }, home] }),
      [
        [at("/properties/home/oneOf/{place,street}"), "WayHome"],
        location("/properties/home/oneOf/{place,street}"),
      ],
    ],
    [
      "when null is an alternative, and was said otherwise",
      way({ ...home, type: ["object", "null"] }),
      way({ anyOf: [home, { type: "null" }] }),
      [
        [at("/properties/home/anyOf/{place,street}"), "WayHome"],
        location("/properties/home/anyOf/{place,street}"),
      ],
    ],
  ])("%s", (_, before, after, want) => {
    const besides = { Other: { type: "object", properties: { z: text } } };
    const now = namesOf(after, besides, namesOf(before, besides));
    expect([...now].filter(([identity]) => !/\/(?:Way|Other)$/.test(identity)).sort()).toEqual(
      [...want].sort(),
    );
  });

  test("when other alternatives come beside it: the name is that of what is new there", () => {
    const before = namesOf(way({ oneOf: [other, home] }));
    const now = namesOf(way({ oneOf: [{ properties: { z: text } }, other, home] }), {}, before);
    expect(now.get(at("/properties/home/oneOf/{box}"))).toBe("WayHomeOption1");
    expect(now.get(at("/properties/home/oneOf/{place,street}"))).toBe("WayHomeOption2");
    expect(now.get(at("/properties/home/oneOf/{z}"))).toBe("WayHomeOption3");
  });

  test("when the schema that had its name is a component by now, which gets it", () => {
    const now = namesOf(way({ $ref: "#/components/schemas/WayHome" }), { WayHome: home }, namesOf(way(home)));
    expect([...now].sort()).toEqual([
      ["#/components/schemas/Way", "Way"],
      ["#/components/schemas/WayHome", "WayHome"],
      ["#/components/schemas/WayHome/properties/place", "WayHomePlace"],
    ]);
  });

  test("when a component is added that wants it", () => {
    const now = namesOf(way(home), { WayHome: other }, namesOf(way(home)));
    expect(now.get(at("/properties/home"))).toBe("WayHome");
    expect(now.get("#/components/schemas/WayHome")).toBe("WayHome2");
  });
});

test("a name is free again when its schema is gone, a plain value or a reference", () => {
  const before = namesOf(way(home));
  for (const gone of [text, { $ref: "#/components/schemas/Other" }]) {
    const now = namesOf(way(gone), { Other: other, WayHome: other }, before);
    expect(now.get("#/components/schemas/WayHome")).toBe("WayHome");
  }
  expect(namesOf(text, { WayHome: other }, before).get("#/components/schemas/WayHome")).toBe("WayHome");
});
