import { describe, expect, test } from "vitest";
import { allKeywords, isInExtension, objectKeywords } from "../../src/openapi/keywords.js";
import {
  childrenOf,
  deepestReferences,
  mapChildren,
  visitObjects,
  type VisitOptions,
} from "../../src/openapi/visit.js";
import { pointerKeys, toPointer } from "../../src/text/json-pointer.js";

function visited(root: unknown, options?: VisitOptions): string[] {
  const found: string[] = [];
  visitObjects(
    root,
    (_node, kind, keys) => {
      found.push(`${kind} ${toPointer(keys)}`);
      return undefined;
    },
    options,
  );
  return found;
}

/** Names that mean something to JavaScript objects or to walkers. */
const names = [...allKeywords(), "__proto__", "constructor", "hasOwnProperty", "toString", "0"];

function named(name: string, value: unknown): Record<string, unknown> {
  return Object.defineProperty({}, name, { value, enumerable: true, writable: true, configurable: true });
}

describe("the keyword table", () => {
  test("leads to kinds that it has", () => {
    const kinds = Object.values(objectKeywords).flatMap(({ keywords, others }) =>
      [...keywords.values(), ...(others === undefined ? [] : [others])].flatMap((value) =>
        value.holds === "data" ? [] : [value.kind],
      ),
    );
    expect(new Set([...kinds, "openapi"])).toEqual(new Set(Object.keys(objectKeywords)));
  });
});

describe("visitObjects", () => {
  test.each(names)("does not take a name for a keyword: %s", (name) => {
    const schema = { type: "object", properties: named(name, { items: { type: "string" } }) };
    const document = {
      components: {
        schemas: named(name, schema),
        responses: named(name, { headers: named(name, { schema }) }),
      },
      paths: { "/a": { get: { responses: named(name, { content: named(name, { schema: true }) }) } } },
    };
    const segment = toPointer([name]).slice(1);
    const header = `#/components/responses${segment}/headers${segment}`;
    expect(visited(document)).toEqual([
      "openapi #",
      "components #/components",
      `response #/components/responses${segment}`,
      `header ${header}`,
      `schema ${header}/schema`,
      `schema ${header}/schema/properties${segment}`,
      `schema ${header}/schema/properties${segment}/items`,
      "paths #/paths",
      "pathItem #/paths/~1a",
      "operation #/paths/~1a/get",
      "responses #/paths/~1a/get/responses",
      ...(name.startsWith("x-")
        ? []
        : [
            `response #/paths/~1a/get/responses${segment}`,
            `mediaType #/paths/~1a/get/responses${segment}/content${segment}`,
          ]),
    ]);
  });

  test("leaves out data, extensions and what stands in neither form", () => {
    const inner = { type: "object", properties: { a: {} } };
    const schema = {
      allOf: [inner, null, "text", [inner]],
      const: inner,
      default: inner,
      enum: [inner],
      example: inner,
      examples: [inner],
      "x-more": inner,
      oneOf: { a: inner },
      properties: [inner],
      unknown: inner,
      dependencies: { a: ["b"], c: inner },
      items: [inner, true],
    };
    expect(visited(schema, { kind: "schema", keys: ["s"] })).toEqual([
      "schema #/s",
      "schema #/s/allOf/0",
      "schema #/s/allOf/0/properties/a",
    ]);
    const own = {
      ...schema,
      allOf: undefined,
      dependencies: { c: { type: "null" } },
      items: { type: "null" },
    };
    expect(visited(own, { kind: "schema" })).toEqual([
      "schema #",
      "schema #/dependencies/c",
      "schema #/items",
    ]);
  });

  test("visits what is shared or leads back to itself once for each kind", () => {
    const shared: Record<string, unknown> = { schema: { type: "string" } };
    shared["content"] = { "a/b": shared };
    const document = { components: { headers: { h: shared, i: shared }, mediaTypes: { m: shared } } };
    expect(visited(document)).toEqual([
      "openapi #",
      "components #/components",
      "header #/components/headers/h",
      "mediaType #/components/headers/h/content/a~1b",
      "schema #/components/headers/h/content/a~1b/schema",
    ]);
  });

  test("follows references to places that the specification does not know", () => {
    const document = {
      components: { schemas: { A: { $ref: "#/x-models/B" } } },
      "x-models": { B: { $ref: "#/x-models/C" }, C: { items: { $ref: "#/x-models/B" } } },
    };
    expect(visited(document, { follow: document })).toEqual([
      "openapi #",
      "components #/components",
      "schema #/components/schemas/A",
      "schema #/x-models/B",
      "schema #/x-models/C",
      "schema #/x-models/C/items",
    ]);
  });
});

describe("mapChildren", () => {
  test.each(Object.keys(objectKeywords) as (keyof typeof objectKeywords)[])(
    "changes in a %s just what childrenOf lists",
    (kind) => {
      const { keywords } = objectKeywords[kind];
      const node = Object.fromEntries(
        [...keywords].flatMap(([name, value]): [string, unknown][] => {
          if (value.holds === "list") return [[name, [{ at: `${name}/0` }]]];
          const isMap = value.holds.startsWith("map");
          return [[name, isMap ? { default: { at: `${name}/default` } } : { at: name }]];
        }),
      );
      const seen: unknown[] = [];
      const copy = mapChildren(node, kind, (child) => {
        seen.push(child);
        return child;
      });
      expect(copy).toEqual(node);
      expect(new Set(seen)).toEqual(new Set(childrenOf(node, kind).map(({ value }) => value)));
    },
  );
});

describe("isInExtension", () => {
  test.each<[keys: string, want: boolean]>([
    ["/components/schemas/headers/x-of/$ref", true],
    ["/components/schemas/x-Model/properties/a", false],
    ["/components/x-models/A", true],
    ["/paths/x-paths/get", true],
    ["/paths/~1a/get/responses/200/headers/x-next/schema", false],
    ["/paths/~1a/get/responses/x-more/schema", true],
    ["/paths/~1a/get/parameters/0/x-of", true],
    ["/components/schemas/A/items/0/x-of", true],
    ["/components/schemas/A/items/properties/x-of", false],
    ["/components/schemas/A/discriminator/mapping/x-of", false],
    ["/properties/x-of", false],
    ["/unknown/x-of", true],
    ["/unknown/properties/x-of", false],
  ])("%s: %s", (pointer, want) => {
    expect(isInExtension(pointerKeys(pointer))).toBe(want);
  });
});

function ref(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** A row of schemas, each of which refers to the next, named so that the first is met first or last. */
function row(length: number, isReversed: boolean): Record<string, unknown> {
  const name = (index: number) => `S${String(isReversed ? 100_000 - index : 100_000 + index)}`;
  const schemas = Array.from({ length }, (_, index) => [
    name(index),
    index === length - 1 ? { type: "string" } : { allOf: [ref(name(index + 1))] },
  ]);
  return { components: { schemas: Object.fromEntries(schemas) as unknown } };
}

describe("deepestReferences", () => {
  test.each([false, true])("counts a row of 20,000, met from its last: %s", (isReversed) => {
    const { references, pointer } = deepestReferences(row(20_001, isReversed));
    expect(references).toBe(20_000);
    expect(pointer).toBe("#/components/schemas/S100000");
  });

  test("takes the longest way, and ends in a cycle", () => {
    const schemas = {
      A: { properties: { a: ref("B"), b: ref("C") } },
      B: { items: ref("C") },
      C: { oneOf: [ref("A"), ref("D")] },
      D: {},
    };
    expect(deepestReferences({ components: { schemas } }).references).toBe(3);
  });
});
