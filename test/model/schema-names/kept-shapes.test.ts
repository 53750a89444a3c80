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
function namesOf(way: Json, besides: JsonObject = {}, kept: ReadonlyMap<string, string> = new Map()) {
  const document = { openapi: "3.1.0", components: { schemas: { Way: way, ...besides } } };
  const schemas = createSchemaBuilder(document, "3.1", new Set(), kept).finish();
  return new Map(schemas.map(({ identity, name }) => [identity, name]));
}

const way = (schema: Json): JsonObject => ({ properties: { home: schema } });
const at = (rest: string) => `#/components/schemas/Way${rest}`;
const place = (prefix: string) => [at(`${prefix}/properties/place`), "WayHomePlace"] as const;

describe("a shape keeps its name, and what stands below it too,", () => {
  test.each<readonly [string, Json, Json, readonly (readonly [string, string])[]]>([
    [
      "when it may be null",
      way(home),
      way({ ...home, type: ["object", "null"] }),
      [["object:#/components/schemas/Way/properties/home", "WayHome"], place("/properties/home")],
    ],
    [
      "when it may be null no more",
      way({ ...home, type: ["object", "null"] }),
      way(home),
      [[at("/properties/home"), "WayHome"], place("/properties/home")],
    ],
    [
      "when null is an alternative",
      way(home),
      way({ oneOf: [{ type: "null" }, home] }),
      [
        [at("/properties/home/oneOf/{place,street}"), "WayHome"],
        place("/properties/home/oneOf/{place,street}"),
      ],
    ],
    [
      "when null is an alternative, and was said otherwise",
      way({ ...home, type: ["object", "null"] }),
      way({ anyOf: [home, { type: "null" }] }),
      [
        [at("/properties/home/anyOf/{place,street}"), "WayHome"],
        place("/properties/home/anyOf/{place,street}"),
      ],
    ],
    [
      "when text is an alternative, written before it",
      way(home),
      way({ anyOf: [text, home] }),
      [
        [at("/properties/home/anyOf/{place,street}"), "WayHome"],
        place("/properties/home/anyOf/{place,street}"),
      ],
    ],
    [
      "when there are alternatives no more",
      way({ anyOf: [text, home] }),
      way(home),
      [
        [at("/properties/home"), "WayHomeObject"],
        [at("/properties/home/properties/place"), "WayHomeObjectPlace"],
      ],
    ],
    [
      "when alternatives are of the other kind",
      way({ anyOf: [text, home] }),
      way({ oneOf: [text, home] }),
      [
        [at("/properties/home/oneOf/{place,street}"), "WayHomeObject"],
        [at("/properties/home/oneOf/{place,street}/properties/place"), "WayHomeObjectPlace"],
      ],
    ],
    [
      "when another shape may stand there: the name is that of both",
      way(home),
      way({ oneOf: [other, home] }),
      [
        [at("/properties/home"), "WayHome"],
        place("/properties/home/oneOf/{place,street}"),
        [at("/properties/home/oneOf/{box}"), "WayHomeOption1"],
        [at("/properties/home/oneOf/{place,street}"), "WayHomeOption2"],
      ],
    ],
    [
      "when the whole component has alternatives",
      home,
      { oneOf: [text, home] },
      [
        [at("/oneOf/{place,street}"), "WayObject"],
        [at("/oneOf/{place,street}/properties/place"), "WayPlace"],
      ],
    ],
    [
      "but not that of what says more beside its alternatives",
      way({ ...home, oneOf: [{ $ref: "#/components/schemas/Other" }] }),
      way({ ...home, oneOf: [{ $ref: "#/components/schemas/Other" }, { properties: { box: text } }] }),
      [
        [at("/properties/home"), "WayHome"],
        place("/properties/home"),
        [at("/properties/home/oneOf/{box}"), "WayHomeObject"],
      ],
    ],
  ])("%s", (_, before, after, want) => {
    const besides = { Other: { type: "object", properties: { z: text } } };
    const now = namesOf(after, besides, namesOf(before, besides));
    expect([...now].filter(([identity]) => !/\/(?:Way|Other)$/.test(identity)).sort()).toEqual(
      [...want].sort(),
    );
  });

  test("when it is a component by now", () => {
    const now = namesOf(way({ $ref: "#/components/schemas/Home" }), { Home: home }, namesOf(way(home)));
    expect([...now].sort()).toEqual([
      ["#/components/schemas/Home", "Home"],
      ["#/components/schemas/Home/properties/place", "WayHomePlace"],
      ["#/components/schemas/Way", "Way"],
      ["#/components/schemas/Way/properties/home", "WayHome"],
    ]);
  });

  test("when it is a component of its name by now", () => {
    const now = namesOf(way({ $ref: "#/components/schemas/WayHome" }), { WayHome: home }, namesOf(way(home)));
    expect([...now].sort()).toEqual([
      ["#/components/schemas/Way", "Way"],
      ["#/components/schemas/WayHome", "WayHome"],
      ["#/components/schemas/WayHome/properties/place", "WayHomePlace"],
    ]);
  });
});

test("parts under a condition are told apart by what the condition says", () => {
  const under = (kind: string, shape: JsonObject): JsonObject => ({
    if: { properties: { kind: { const: kind } } },
    then: { properties: { home: shape } },
  });
  const before = namesOf({ type: "object", allOf: [under("flat", home)] });
  const now = namesOf({ type: "object", allOf: [under("box", other), under("flat", home)] }, {}, before);
  expect(now.get(at("/allOf/if kind=flat/then/properties/home"))).toBe("WayHome");
  expect(now.get(at("/allOf/if kind=box/then/properties/home"))).toBe("WayHome2");
  // A manifest that says nothing of conditions.
  const old = new Map([...before].map(([identity, name]) => [identity.replace("if kind=flat", "any"), name]));
  const again = namesOf({ type: "object", allOf: [under("flat", home)] }, {}, old);
  expect(again.get(at("/allOf/any/then/properties/home"))).toBe("WayHome");
});
