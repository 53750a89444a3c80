import { expect, test } from "vitest";
import { json, lostIn } from "./lost-contract.js";

const OTHERS = "get: { operationId: a, x-features: [reads], responses: {} }";

/** A response with these flags, beside operations of `/pets`. */
const signsOf = (flags: string, operations: string) =>
  lostIn(`paths:
  /pets: { ${operations} }
  /capabilities: { get: { operationId: c, responses: { '200': { description: C, ${json(`{ properties: { limits: { properties: { readsPerMinute: { type: integer } } }, features: { properties: { reads: { type: boolean }, ${flags} } } } }`)} } } } }`);

const CHANGES = `${OTHERS}, put: { operationId: b, responses: {} }, delete: { operationId: d, responses: {} }`;

test.each([
  ["writesEnabled: { type: boolean }", "DELETE", '    features: ["?"]'],
  ["tariffs: { type: boolean, description: Needed to change tariffs. }", "DELETE", '    features: ["?"]'],
  ["tariffs: { type: boolean, description: '`PUT /pets`' }", "PUT", '    features: ["tariffs"]'],
])("a flag of changes that no operation needs is a sign: %s", (flag, method, line) => {
  const [name] = flag.split(":");
  expect(signsOf(flag, CHANGES)).toEqual([
    {
      trait: "features",
      shown: `its response has the flag "${name ?? ""}"`,
      missing: "no operation says that it needs it",
      lines: ["operations:", `  "${method} /pets":`, line],
    },
  ]);
});

test("several flags have one sign, with the lines that descriptions give", () => {
  expect(
    signsOf(
      "writes: { type: boolean }, pets.delete: { type: boolean, description: 'DELETE /pets, and nothing else' }",
      CHANGES,
    ),
  ).toEqual([
    {
      trait: "features",
      shown: 'its response has the flags "pets.delete", "writes"',
      missing: "no operation says that it needs them",
      lines: [
        "operations:",
        '  "DELETE /pets":',
        '    features: ["pets.delete"]',
        '  "PUT /pets":',
        '    features: ["?"]',
      ],
    },
  ]);
});

test.each([
  ["a flag of something else", "beta: { type: boolean }", CHANGES],
  [
    "a flag that is needed",
    "writes: { type: boolean }",
    `${OTHERS}, put: { operationId: b, x-features: [writes], responses: {} }`,
  ],
  ["no change", "writes: { type: boolean }", OTHERS],
  [
    "a change that needs another",
    "writes: { type: boolean }",
    `put: { operationId: b, x-features: [reads], responses: {} }`,
  ],
])("%s is no sign", (_, flags, operations) => {
  expect(signsOf(flags, operations)).toEqual([]);
});

test("a flag that a description of an operation names has the sign of that alone", () => {
  const operations = `${OTHERS}, put: { operationId: b, description: Requires the feature \`petWrites\`., responses: {} }`;
  expect(signsOf("petWrites: { type: boolean }", operations)).toMatchObject([
    { shown: 'its description names the flag "petWrites"' },
  ]);
});
