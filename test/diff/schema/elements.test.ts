import { expect, test } from "vitest";
import { schemaFacts } from "./compare-schemas.js";

const named = `---
Named: {type: object, properties: {name: {type: string}}}
Other: {type: object, properties: {size: {type: integer}}, required: [size]}
`;

const cases: readonly {
  readonly title: string;
  readonly given: readonly [old: string, now: string];
  /** Element, old pointer and new pointer of each fact, below the schemas of the components. */
  readonly want: readonly string[];
}[] = [
  {
    title: "a property that goes with a part is missing in the whole, and its own schema has not changed",
    given: ['{allOf: [{$ref: "#/components/schemas/Named"}, {type: object}]}', "{allOf: [{type: object}]}"],
    want: ["property `name` of `Pet`: /Named/properties/name, /Pet"],
  },
  {
    title: "a property that comes with a part is new in the whole",
    given: ["{type: object}", '{type: object, allOf: [{$ref: "#/components/schemas/Named"}]}'],
    want: ["property `name` of `Pet`: /Pet, /Named/properties/name"],
  },
  {
    title: "properties of items that are replaced belong to the list",
    given: [
      '{type: array, items: {$ref: "#/components/schemas/Named"}}',
      '{type: array, items: {$ref: "#/components/schemas/Other"}}',
    ],
    want: [
      "property `size` of items of `Pet`: /Pet/items, /Other/properties/size",
      "property `name` of items of `Pet`: /Named/properties/name, /Pet/items",
    ],
  },
  {
    title: "what a keyword says is said of the schema that has it",
    given: [
      "{type: array, prefixItems: [{type: string}], items: false}",
      "{type: array, prefixItems: [{type: string}], not: {const: [a]}, if: {maxItems: 2}, then: {minItems: 1}}",
    ],
    want: ["`Pet`: /Pet/items, /Pet", "`Pet`: /Pet, /Pet/if", "`Pet`: /Pet, /Pet/not"],
  },
];

test.each(cases)("$title", ({ given: [old, now], want }) => {
  const found = schemaFacts(old + "\n" + named, now + "\n" + named).map(
    ({ element, ...sides }) => `${element}: ${shortOf(sides.old?.pointer)}, ${shortOf(sides.new?.pointer)}`,
  );
  expect([...new Set(found)]).toEqual(want);
});

function shortOf(pointer = "none"): string {
  return pointer.replace("#/components/schemas", "");
}
