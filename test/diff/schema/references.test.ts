import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import { wireFindings } from "../corpus/compare-wire.js";

const ref = (name: string, beside: JsonObject = {}) => ({ $ref: `#/components/schemas/${name}`, ...beside });

/** A contract with an operation that sends a schema, and one that receives another. */
function contract(
  schemas: JsonObject,
  { version = "3.1.0", sent = ref("Sent"), received, media = "application/json" }: Contract = {},
): JsonObject {
  const content = (schema: JsonObject) => ({ content: { [media]: { schema } } });
  return {
    openapi: version,
    info: { title: "T", version: "1" },
    paths: {
      "/a": {
        post: {
          requestBody: { required: true, ...content(sent) },
          responses: { "204": { description: "" } },
        },
        ...(received && { get: { responses: { "200": { description: "", ...content(received) } } } }),
      },
    },
    components: { schemas },
  };
}

interface Contract {
  readonly version?: string;
  readonly sent?: JsonObject;
  readonly received?: JsonObject;
  readonly media?: string;
}

function findings(old: JsonObject, now: JsonObject): readonly string[] {
  return wireFindings(old, now)
    .filter(({ wire }) => wire !== "docs")
    .map(({ rule, wire, new: position }) => `${rule} ${wire} ${position?.pointer ?? ""}`);
}

const text = { type: "string" };
const short = { type: "string", maxLength: 3 };

describe("siblings of a reference", () => {
  const of = (beside: JsonObject, version: string, media?: string) => {
    const schemas = { Text: text, Sent: { type: "object", properties: { a: ref("Text", beside) } } };
    return contract(schemas, { version, ...(media !== undefined && { media }) });
  };

  test("count since OpenAPI 3.1", () => {
    expect(findings(of({}, "3.1.0"), of({ maxLength: 3 }, "3.1.0"))).toEqual([
      "request.upper-bound.set breaking #/components/schemas/Sent/properties/a/maxLength",
    ]);
  });

  test("mean nothing in OpenAPI 3.0, but null", () => {
    expect(findings(of({}, "3.0.3"), of({ maxLength: 3, deprecated: true }, "3.0.3"))).toEqual([]);
    expect(findings(of({ nullable: true }, "3.0.3"), of({}, "3.0.3"))).toEqual([
      "request.type.became-not-nullable breaking #/components/schemas/Sent/properties/a",
    ]);
  });

  test("begin to count where a contract becomes one of OpenAPI 3.1", () => {
    expect(findings(of({ maxLength: 3 }, "3.0.3"), of({ maxLength: 3 }, "3.1.0"))).toEqual([
      "request.upper-bound.set breaking #/components/schemas/Sent/properties/a/maxLength",
    ]);
  });

  test("say how a value is written as XML", () => {
    const [one, other] = ["one", "two"].map((name) => of({ xml: { name } }, "3.1.0", "application/xml"));
    expect(findings(one ?? {}, other ?? {})).toEqual([
      "request.xml.changed breaking #/components/schemas/Sent/properties/a/xml",
    ]);
  });
});

describe("references", () => {
  test("by name are followed within unchanged schemas", () => {
    const of = (named: JsonObject) =>
      contract({
        Sent: { type: "object", properties: { a: { $ref: "#named" } } },
        Named: { $anchor: "named", ...named },
      });
    expect(findings(of(text), of(short))).toEqual([
      "request.upper-bound.set breaking #/components/schemas/Named/maxLength",
    ]);
  });

  test("to properties are followed whatever their names are", () => {
    const of = (value: JsonObject) => contract({ Sent: { type: "object", properties: { "a\nb": value } } });
    expect(findings(of(text), of(short))).toEqual([
      "request.upper-bound.set breaking #/components/schemas/Sent/properties/a\nb/maxLength",
    ]);
  });

  test("in a keyword that is compared as a whole are where the schema changed, once", () => {
    const list = (...names: readonly string[]) => ({ type: "string", enum: names });
    const of = (named: JsonObject, keyword: string) =>
      contract({
        Sent: {
          type: "object",
          properties: { a: { [keyword]: ref("Named") }, b: { [keyword]: ref("Named") } },
        },
        Named: named,
      });
    expect(findings(of(list("c", "d"), "propertyNames"), of(list("c"), "propertyNames"))).toEqual([
      "request.property-names.changed breaking #/components/schemas/Named",
    ]);
    expect(findings(of({}, "additionalProperties"), of(text, "additionalProperties"))).toEqual([
      "request.additional-properties.narrowed breaking #/components/schemas/Named",
    ]);
  });

  test("in a circle give the same, whichever schema is read first", () => {
    const of = (value: JsonObject, isBaseFirst: boolean) =>
      contract(
        {
          Base: { type: "object", properties: { a: value }, oneOf: [ref("Sent")] },
          Sent: { allOf: [ref("Base"), { type: "object", properties: { b: text } }] },
        },
        isBaseFirst
          ? { sent: ref("Base"), received: ref("Sent") }
          : { sent: ref("Sent"), received: ref("Base") },
      );
    const given = ["request.upper-bound.set breaking #/components/schemas/Base/properties/a/maxLength"];
    for (const isBaseFirst of [true, false])
      expect(findings(of(text, isBaseFirst), of(short, isBaseFirst))).toEqual(given);
  });
});

describe("findings of merged parts are where the keyword is, on both sides", () => {
  /** Both pointers of each finding, below the components. */
  const positions = (old: JsonObject, now: JsonObject): readonly string[] =>
    wireFindings(contract(old), contract(now)).map((finding) =>
      [finding.old, finding.new]
        .map((position) => position?.pointer.replace("#/components/schemas/", "") ?? "-")
        .join(" → "),
    );
  const any = { type: "object", maxProperties: 9 };

  test.each<[name: string, before: JsonObject, after: JsonObject, old: string, now: string]>([
    ["a type", { type: "string" }, { type: "integer" }, "/type", "/type"],
    ["a type that a constant limits", {}, { const: "a" }, "", ""],
    ["null in a list of types", { type: ["string", "null"] }, { type: "string" }, "", ""],
    ["null by a flag", { ...text, nullable: true }, text, "", ""],
    ["a closed object", any, { ...any, additionalProperties: false }, "", "/additionalProperties"],
    ["limited names", any, { ...any, propertyNames: short }, "", "/propertyNames"],
    ["names by pattern", any, { ...any, patternProperties: { a: text } }, "", "/patternProperties/a"],
    ["a required name", any, { ...any, required: ["a"] }, "", "/required"],
    ["names that go together", any, { ...any, dependentRequired: { a: ["b"] } }, "", "/dependentRequired/a"],
    ["a tuple", { type: "array" }, { type: "array", prefixItems: [text] }, "", "/prefixItems/0"],
    [
      "a count",
      { type: "array", contains: text },
      { type: "array", contains: text, minContains: 2 },
      "/contains",
      "/minContains",
    ],
    ["alternatives", any, { ...any, oneOf: [{ required: ["a"] }, { required: ["b"] }] }, "", "/oneOf"],
    ["content", text, { ...text, contentSchema: text }, "", "/contentSchema"],
  ])("%s", (_name, before, after, old, now) => {
    const inPart = (schema: JsonObject) => ({ Sent: { allOf: [{ title: "A" }, schema] } });
    const inBase = (schema: JsonObject) => ({ Sent: { allOf: [{ title: "A" }, ref("Base")] }, Base: schema });
    expect([...new Set(positions(inPart(before), inPart(after)))]).toContain(
      `Sent/allOf/1${old} → Sent/allOf/1${now}`,
    );
    expect([...new Set(positions(inBase(before), inBase(after)))]).toContain(`Base${old} → Base${now}`);
  });

  const sent = (part: JsonObject) => ({
    Sent: { allOf: [ref("Base"), part] },
    Base: { type: "object", properties: { a: { type: "string", enum: ["x", "y", "z"] } } },
  });
  const a = (more: JsonObject) => sent({ properties: { a: more } });

  test.each<[name: string, before: JsonObject, after: JsonObject, want: string]>([
    [
      "a property of the base that the part requires",
      sent({}),
      sent({ required: ["a"] }),
      "Sent/allOf/1 → Sent/allOf/1/required",
    ],
    [
      "a property of both that the part requires",
      a({}),
      sent({ required: ["a"], properties: { a: {} } }),
      "Sent/allOf/1/properties/a → Sent/allOf/1/properties/a",
    ],
    [
      "a shorter list in the part",
      a({ enum: ["x", "y"] }),
      a({ enum: ["x"] }),
      "Sent/allOf/1/properties/a/enum → Sent/allOf/1/properties/a/enum",
    ],
    [
      "a list that the part adds",
      a({}),
      a({ enum: ["x"] }),
      "Sent/allOf/1/properties/a → Sent/allOf/1/properties/a/enum",
    ],
    [
      "the part that describes a required property",
      { Sent: { allOf: [ref("Base")], required: ["a"] }, Base: { properties: { a: text } } },
      { Sent: { required: ["a"] }, Base: { properties: { a: text } } },
      "Base/properties/a/type → Sent",
    ],
    [
      "a property that parts contradict each other about",
      { Sent: { allOf: [ref("Base"), ref("Part")] }, Base: { properties: { a: text } }, Part: {} },
      {
        Sent: { allOf: [ref("Base"), ref("Part")] },
        Base: { properties: { a: text } },
        Part: { properties: { a: { type: "number" } } },
      },
      "Base/properties/a → Part/properties/a",
    ],
    [
      "a part that contradicts another about a property",
      {
        Sent: { allOf: [ref("Base"), ref("Part")] },
        Base: { properties: { a: text } },
        Part: { properties: { a: { type: "number" } } },
      },
      {
        Sent: { allOf: [ref("Base")] },
        Base: { properties: { a: text } },
        Part: { properties: { a: { type: "number" } } },
      },
      "Sent → Base/properties/a",
    ],
    [
      "a flag in the part",
      a({}),
      a({ readOnly: true }),
      "Sent/allOf/1/properties/a → Sent/allOf/1/properties/a",
    ],
  ])("%s", (_name, before, after, want) => {
    expect(positions(before, after)).toEqual([want]);
  });
});
