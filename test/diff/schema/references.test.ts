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
