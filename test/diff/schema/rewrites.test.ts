import { describe, expect, test } from "vitest";
import { schemaFacts, schemaFindings } from "./compare-schemas.js";

const a = `
---
A: {type: object, required: [id], properties: {id: {type: string}, next: {$ref: "#/components/schemas/A"}}}
B: {type: object, required: [kind], properties: {kind: {const: b}}}
C: {type: object, required: [kind], properties: {kind: {const: c}}}`;

describe("rewrites with the same meaning", () => {
  test.each([
    [
      "a reference and its content",
      `{$ref: "#/components/schemas/B"}${a}`,
      "{type: object, required: [kind], properties: {kind: {const: b}}}",
    ],
    [
      "a recursive reference, one step unfolded",
      `{$ref: "#/components/schemas/A"}${a}`,
      `{type: object, required: [id], properties: {id: {type: string}, next: {$ref: "#/components/schemas/A"}}}${a}`,
    ],
    [
      "a part and its siblings",
      `{allOf: [{$ref: "#/components/schemas/B"}], description: x}${a}`,
      `{$ref: "#/components/schemas/B"}${a}`,
    ],
    [
      "parts and one object",
      "{allOf: [{type: object, properties: {a: {type: string}}}, {required: [a], properties: {b: {type: integer}}}]}",
      "{type: object, required: [a], properties: {b: {type: integer}, a: {type: string}}}",
    ],
    [
      "parts that both describe a property",
      "{allOf: [{type: object, properties: {a: {type: string}}}, {properties: {a: {maxLength: 5}}}]}",
      "{type: object, properties: {a: {type: string, maxLength: 5}}}",
    ],
    [
      "bounds in parts",
      "{allOf: [{type: integer, minimum: 3}, {minimum: 1, maximum: 9}]}",
      "{type: integer, minimum: 3, maximum: 9}",
    ],
    [
      "nullable and a list of types",
      "{type: string, nullable: true, enum: [a, null]}",
      "{type: [string, 'null'], enum: [a, null]}",
    ],
    [
      "nullable and an alternative",
      `{nullable: true, allOf: [{$ref: "#/components/schemas/B"}]}${a}`,
      `{oneOf: [{$ref: "#/components/schemas/B"}, {type: 'null'}]}${a}`,
    ],
    [
      "anyOf and oneOf with null",
      `{anyOf: [{type: 'null'}, {$ref: "#/components/schemas/B"}]}${a}`,
      `{oneOf: [{$ref: "#/components/schemas/B"}, {type: 'null'}]}${a}`,
    ],
    [
      "null among alternatives and in their list",
      `{anyOf: [{$ref: "#/components/schemas/C"}, {type: 'null'}, {$ref: "#/components/schemas/B"}]}${a}`,
      `{nullable: true, anyOf: [{$ref: "#/components/schemas/B"}, {$ref: "#/components/schemas/C"}]}${a}`,
    ],
    [
      "null among types and alternatives",
      "{type: [string, integer, 'null']}",
      "{anyOf: [{type: integer}, {type: string}, {type: 'null'}]}",
    ],
    [
      "a tuple and a list of as many items",
      "{type: array, items: {type: string}, minItems: 2, maxItems: 2}",
      "{type: array, prefixItems: [{type: string}, {type: string}], items: false, minItems: 2}",
    ],
    [
      "a tuple of an older draft",
      "{type: array, items: [{type: string}, {type: integer}], additionalItems: false}",
      "{type: array, prefixItems: [{type: string}, {type: integer}], items: false}",
    ],
    [
      "a tuple of an older draft, with further items",
      "{type: array, items: [{type: string}], additionalItems: {type: integer}}",
      "{type: array, prefixItems: [{type: string}], items: {type: integer}}",
    ],
    [
      "a format of integers and its limits",
      "{type: integer, format: int32}",
      "{type: integer, minimum: -2147483648, maximum: 2147483647}",
    ],
    [
      "names that go together, and a schema for objects with one of them",
      "{type: object, dependentRequired: {a: [b]}}",
      "{type: object, dependentSchemas: {a: {required: [b], description: x}}}",
    ],
    [
      "names that go together, and a condition",
      "{type: object, dependentRequired: {a: [b, c]}}",
      "{type: object, if: {required: [a]}, then: {required: [c, b]}}",
    ],
    ["no items", "{type: array, items: false}", "{type: array, maxItems: 0}"],
    [
      "listed names and closed properties",
      "{type: object, propertyNames: {enum: [a, b]}, additionalProperties: {type: number}}",
      "{type: object, properties: {a: {type: number}, b: {type: number}}, additionalProperties: false}",
    ],
    [
      "a listed name that is described",
      "{type: object, propertyNames: {const: a}, properties: {a: {type: string}, b: {type: number}}}",
      "{type: object, properties: {a: {type: string}}, additionalProperties: false}",
    ],
    ["types without an excluded one", "{type: [string, 'null'], not: {type: 'null'}}", "{type: string}"],
    [
      "all types without an excluded one",
      "{not: {type: [object, array]}}",
      "{type: [boolean, number, string, 'null']}",
    ],
    [
      "an excluded type in a part",
      "{allOf: [{type: [string, 'null']}, {not: {type: 'null', description: x}}]}",
      "{type: string}",
    ],
    ["const and a list of one", "{type: string, const: a}", "{type: string, enum: [a]}"],
    [
      "a list of values and constants",
      "{type: string, enum: [a, b]}",
      "{oneOf: [{const: b, title: B}, {const: a}]}",
    ],
    [
      "order",
      "{type: object, required: [a, b], properties: {a: {type: string, enum: [x, y]}, b: {}}}",
      "{required: [b, a], properties: {b: {}, a: {enum: [y, x], type: string}}, type: object}",
    ],
    [
      "alternatives in another order",
      `{oneOf: [{$ref: "#/components/schemas/B"}, {$ref: "#/components/schemas/C"}]}${a}`,
      `{oneOf: [{$ref: "#/components/schemas/C"}, {$ref: "#/components/schemas/B"}]}${a}`,
    ],
    [
      "nested alternatives",
      `{anyOf: [{$ref: "#/components/schemas/B"}, {anyOf: [{$ref: "#/components/schemas/C"}, {type: string}]}]}${a}`,
      `{anyOf: [{$ref: "#/components/schemas/B"}, {$ref: "#/components/schemas/C"}, {type: string}]}${a}`,
    ],
    [
      "one alternative",
      `{oneOf: [{$ref: "#/components/schemas/B"}]}${a}`,
      `{$ref: "#/components/schemas/B"}${a}`,
    ],
    [
      "exclusive bounds of 3.0 and 3.1",
      "{type: number, minimum: 0, exclusiveMinimum: true}",
      "{type: number, exclusiveMinimum: 0}",
    ],
    [
      "bounds of integers",
      "{type: integer, exclusiveMinimum: 0, maximum: 5.5}",
      "{type: integer, minimum: 1, maximum: 5}",
    ],
    ["a minimum of 0 of a count", "{type: string, minLength: 0}", "{type: string}"],
    [
      "constants with flags that are false, and a list of values",
      "{oneOf: [{const: a, deprecated: false, readOnly: false, minLength: 0}, {const: b, deprecated: true}]}",
      "{enum: [a, b]}",
    ],
    [
      "null in a part with flags that are false",
      `{allOf: [{nullable: true, deprecated: false}, {type: [string, 'null']}]}`,
      "{type: [string, 'null']}",
    ],
    [
      "two defaults of parts in another order",
      `{allOf: [{$ref: "#/components/schemas/B"}, {$ref: "#/components/schemas/C"}]}\n---\nB: {type: string, default: b}\nC: {default: c}`,
      `{allOf: [{$ref: "#/components/schemas/D"}, {$ref: "#/components/schemas/A"}]}\n---\nA: {type: string, default: b}\nD: {default: c}`,
    ],
    ["additionalProperties and its default", "{type: object, additionalProperties: true}", "{type: object}"],
    [
      "true, {} and nothing",
      "{type: object, properties: {a: {}}, additionalProperties: {}}",
      "{type: object, properties: {a: true}}",
    ],
    [
      "properties beside alternatives and in them",
      `{type: object, properties: {id: {type: string}}, oneOf: [{properties: {b: {type: string}}, required: [b]}, {properties: {c: {type: string}}, required: [c]}]}`,
      `{oneOf: [{type: object, properties: {id: {type: string}, b: {type: string}}, required: [b]}, {type: object, properties: {id: {type: string}, c: {type: string}}, required: [c]}]}`,
    ],
    [
      "unevaluated and additional properties",
      "{allOf: [{type: object, properties: {a: {type: string}}}], properties: {b: {type: string}}, unevaluatedProperties: false}",
      "{type: object, properties: {a: {type: string}, b: {type: string}}, additionalProperties: false}",
    ],
    [
      "items of older drafts",
      "{type: array, items: [{type: string}], additionalItems: false}",
      "{type: array, prefixItems: [{type: string}], items: false}",
    ],
    [
      "dependencies of older drafts",
      "{type: object, dependencies: {a: [b]}}",
      "{type: object, dependentRequired: {a: [b]}}",
    ],
    [
      "listed values of a format, in parts in another order",
      "{allOf: [{type: string, enum: [a, b]}, {format: date-time}]}",
      "{allOf: [{format: date-time}, {enum: [b, a], type: string}]}",
    ],
    [
      "parts with two discriminators in another order",
      `{allOf: [{$ref: "#/components/schemas/D"}, {$ref: "#/components/schemas/E"}]}\n---\nD: {type: object, discriminator: {propertyName: d}}\nE: {type: object, discriminator: {propertyName: e}}`,
      `{allOf: [{$ref: "#/components/schemas/E"}, {$ref: "#/components/schemas/D"}]}\n---\nD: {type: object, discriminator: {propertyName: d}}\nE: {type: object, discriminator: {propertyName: e}}`,
    ],
    [
      "an alternative of null beside alternatives without it",
      "{type: 'null', oneOf: [{type: integer}, {enum: [a, b], type: string}]}",
      "{anyOf: [{type: 'null', oneOf: [{type: integer}, {enum: [a, b], type: string}]}]}",
    ],
    ["booleans and the list of both", "{type: boolean}", "{type: boolean, enum: [true, false]}"],
    ["a trivial pattern", "{type: string, pattern: .*}", "{type: string}"],
    [
      "$anchor and a pointer",
      `{$ref: "#b"}\n---\nB: {$anchor: b, type: string}`,
      `{$ref: "#/components/schemas/B"}\n---\nB: {type: string}`,
    ],
  ])("%s", (_name, old, now) => {
    expect(schemaFacts(old, now)).toEqual([]);
    expect(schemaFacts(now, old)).toEqual([]);
  });
});

describe("names that objects of JavaScript have", () => {
  test.each(["__proto__", "constructor", "hasOwnProperty", "toString"])(
    "%s is a property like any other",
    (name) => {
      const of = (type: string) => `{type: object, properties: {"${name}": {type: ${type}}}}`;
      expect(schemaFindings(of("string"), of("integer"), "request")).toEqual([
        "request.type.changed breaking",
      ]);
      expect(schemaFindings("{type: object, properties: {}}", of("string"), "request")).toEqual([
        "request.property.optional-added compatible",
      ]);
      expect(
        schemaFindings(`{type: string, format: ${name}}`, "{type: string, format: date}", "request"),
      ).toEqual(["request.format.changed risky"]);
    },
  );
});

describe("cycles", () => {
  test.each([
    ["a reference to itself", `{$ref: "#/components/schemas/Pet"}`],
    ["a part of itself", `{allOf: [{$ref: "#/components/schemas/Pet"}, {type: object}]}`],
    ["an alternative of itself", `{anyOf: [{$ref: "#/components/schemas/Pet"}, {type: string}]}`],
    ["not itself", `{not: {$ref: "#/components/schemas/Pet"}}`],
    [
      "parts of each other",
      `{allOf: [{$ref: "#/components/schemas/A"}]}\n---\nA: {allOf: [{$ref: "#/components/schemas/Pet"}]}`,
    ],
    [
      "properties of each other",
      `{properties: {a: {$ref: "#/components/schemas/A"}}}\n---\nA: {allOf: [{$ref: "#/components/schemas/Pet"}, {properties: {a: {$ref: "#/components/schemas/Pet"}}}]}`,
    ],
  ])("%s end", (_name, text) => {
    expect(schemaFacts(text, text.replace("{", "{title: x, "))).toEqual([]);
    expect(() => schemaFacts(text, "{type: integer}")).not.toThrow();
    expect(() => schemaFacts("{type: object, properties: {a: {type: string}}}", text)).not.toThrow();
  });
});
