import { expect, test } from "vitest";
import { acceptedBy } from "../../../src/plan/service/signs/sign.js";
import { json, lostIn } from "./lost-contract.js";
import { planUnder } from "./overrides/configured.js";

const OTHERS = "get: { operationId: a, x-features: [reads], responses: {} }";

const signsOf = (flags: string, operations: string) => lostIn(contractOf(flags, operations));

/** A response with these flags, beside operations of `/pets`. */
const contractOf = (flags: string, operations: string) => `paths:
  /pets: { ${operations} }
  /capabilities: { get: { operationId: c, responses: { '200': { description: C, ${json(`{ properties: { limits: { properties: { readsPerMinute: { type: integer } } }, features: { properties: { reads: { type: boolean }, ${flags} } } } }`)} } } } }`;

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

const MORE = `${OTHERS}, put: { operationId: b, x-features: [reads], responses: {} } }
  /exports: { get: { operationId: e, tags: [Bulk files], responses: {} }, post: { operationId: f, responses: {} }`;

test.each([
  ["sensitiveDataAndExportsEnabled", "GET /exports"],
  ["bulkBeta", "GET /exports"],
  ["export_writes", "POST /exports"],
  ["readingEnabled", "GET /exports"],
])("a flag of what a path, a tag or a method names is a sign: %s", (flag, key) => {
  expect(signsOf(`${flag}: { type: boolean }`, MORE)).toEqual([
    {
      trait: "features",
      shown: `its response has the flag "${flag}"`,
      missing: "no operation says that it needs it",
      lines: ["operations:", `  "${key}":`, '    features: ["?"]'],
    },
  ]);
});

test.each([
  ["catsRead", "GET /cats"],
  ["itemsRead", "GET /items"],
  ["reading", "GET /cats"],
  ["items.delete", "DELETE /items"],
  ["deleting", "DELETE /cats"],
])("a flag of reads or changes is of what it names, else of the whole contract: %s", (flag, key) => {
  const both = "get: { operationId: x, responses: {} }, delete: { operationId: y, responses: {} }";
  const others = `${OTHERS} }
  /items: { ${both} }
  /cats: { ${both.replace("x", "v").replace("y", "w")}`;
  expect(signsOf(`${flag}: { type: boolean }`, others)[0]?.lines[1]).toBe(`  "${key}":`);
});

test.each([
  "darkMode: { type: boolean }",
  "petsExtra: { type: boolean }",
  "externalData: { type: boolean }",
  "changeColour: { type: boolean }",
  "putMonitoring: { type: boolean }",
  "exportEmails: { type: boolean }",
  "newExportsPage: { type: boolean }",
  "readMarkers: { type: boolean }",
  "colours: { type: boolean, description: Users may change the colour of a page. }",
])("a flag of something else is no sign: %s", (flag) => {
  expect(signsOf(flag, MORE)).toEqual([]);
});

test.each([
  "changesAllowed: { type: boolean }",
  "createExport: { type: boolean }",
  "colours: { type: boolean, description: Requests may change colours. }",
])("a flag of changes has a noun of the contract, says that it is on, or has a text of calls: %s", (flag) => {
  expect(signsOf(flag, MORE).map(({ lines }) => lines[1])).toEqual(['  "POST /exports":']);
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

const UNSAID =
  "get: { operationId: a, responses: {} }, put: { operationId: b, responses: {} }, delete: { operationId: d, responses: {} }";

/** What is left open where a configuration decides flags of operations. */
const leftUnder = async (operations: string, keys: readonly string[]) => {
  const given = contractOf("writes: { type: boolean }, beta: { type: boolean }", operations);
  const entries = keys.length === 0 ? "" : `operations:\n${keys.map((key) => `  ${key}\n`).join("")}`;
  const { traits } = await planUnder(given, entries);
  return traits.lost;
};

const DESCRIBED = `get: { operationId: a, x-features: [reads], responses: {} }, put: { operationId: b, description: Requires the feature \`petWrites\`., responses: {} }`;

test.each([
  ["another operation may need it", `${DESCRIBED}, delete: { operationId: d, responses: {} }`, "DELETE"],
  ["no other operation may need it", DESCRIBED, "PUT"],
])("an operation that a text covers is asked for another flag only where %s", (_, operations, method) => {
  const signs = signsOf("petWrites: { type: boolean }, petChangesEnabled: { type: boolean }", operations);
  expect(signs.toReversed().map(({ shown, lines }) => [shown, lines.slice(1)])).toEqual([
    ['its description names the flag "petWrites"', ['  "PUT /pets":', '    features: ["petWrites"]']],
    ['its response has the flag "petChangesEnabled"', [`  "${method} /pets":`, '    features: ["?"]']],
  ]);
});

test("a text of one operation leaves the others open, and is not listed twice", async () => {
  const operations = UNSAID.replace("b,", "b, description: Requires the feature `beta`.,");
  const signs = await leftUnder(operations, []);
  expect(
    signs.toReversed().map(({ shown, lines }) => [shown, lines.filter((line) => line.includes("/"))]),
  ).toEqual([
    ['its description names the flag "beta"', ['  "PUT /pets":']],
    ['its response has the flags "beta", "reads", "writes"', ['  "DELETE /pets":', '  "GET /pets":']],
  ]);
  expect(signs.map(({ missing }) => missing)[0]).toBe("nothing says which of them other operations need");
});

test.each([
  [[], ["DELETE", "PUT", "GET"]],
  [["b: { features: [writes] }"], ["DELETE", "GET"]],
  [["b: { features: false }"], ["DELETE", "GET"]],
  [["a: { features: [reads] }", "b: { features: [writes, beta] }"], ["DELETE"]],
])("what a person decides leaves the other operations open: %j", async (keys, methods) => {
  const [sign, ...others] = await leftUnder(UNSAID, keys);
  expect(others).toEqual([]);
  expect(sign?.shown).toBe('its response has the flags "beta", "reads", "writes"');
  expect(sign?.lines).toEqual([
    "operations:",
    ...methods.flatMap((method) => [`  "${method} /pets":`, '    features: ["?"]']),
  ]);
  const accepted = (sign && acceptedBy(sign)) ?? [];
  const isOfAll = keys.length === 0;
  expect(accepted[0]).toBe(isOfAll ? "capabilities:" : "operations:");
  if (isOfAll) return;
  const decided = accepted.slice(1).map((line) => line.slice(2));
  expect(await leftUnder(UNSAID, [...keys, ...decided])).toEqual([]);
});

test("the read that follows a start to its end is not named", async () => {
  const job = json("{ properties: { id: { type: string }, state: { enum: [running, done, failed] } } }");
  const more = `
  /exports: { post: { operationId: e, responses: { '202': { description: E, ${job} } } } }
  /exports/{id}: { get: { operationId: s, parameters: [{ in: path, name: id, required: true, schema: { type: string } }], responses: { '200': { description: E, ${job} } } } }`;
  const [sign] = (await planUnder(contractOf("writes: { type: boolean }", UNSAID) + more, "")).traits.lost;
  expect(sign?.lines.filter((line) => line.includes("/"))).toEqual([
    '  "POST /exports":',
    '  "DELETE /pets":',
    '  "PUT /pets":',
    '  "GET /pets":',
  ]);
});

test("the token exchange is not named", async () => {
  const form = `{ properties: { grant_type: { const: 'urn:ietf:params:oauth:grant-type:token-exchange' }, subject_token: { type: string }, subject_token_type: { const: 'urn:a:key' } } }`;
  const token = json("{ properties: { access_token: { type: string }, expires_in: { type: integer } } }");
  const more = `
  /token: { post: { operationId: t, requestBody: { content: { application/x-www-form-urlencoded: { schema: ${form} } } }, responses: { '200': { description: T, ${token} } } } }
components: { securitySchemes: { b: { type: http, scheme: bearer } } }`;
  const { traits } = await planUnder(contractOf("writes: { type: boolean }", UNSAID) + more, "");
  const lines = traits.lost.filter(({ trait }) => trait === "features").flatMap((sign) => sign.lines);
  expect(lines.filter((line) => line.includes("/"))).toEqual([
    '  "DELETE /pets":',
    '  "PUT /pets":',
    '  "GET /pets":',
  ]);
});

test.each(["more", "read_only", "price_list"])(
  "reads need no flag where no flag is of reads: %s",
  async (flag) => {
    const given = contractOf("writes: { type: boolean }", UNSAID).replace("reads:", `${flag}:`);
    const [sign] = (await planUnder(given, "")).traits.lost;
    expect(sign?.lines.filter((line) => line.includes("/pets"))).toEqual([
      '  "DELETE /pets":',
      '  "PUT /pets":',
    ]);
  },
);

test.each([
  [
    "each operation has an entry",
    UNSAID,
    ["a: { features: [reads] }", "b: { features: [writes, beta] }", "d: { features: false }"],
  ],
  ["an operation says which it needs", CHANGES, ["b: { features: [writes] }"]],
  [
    "a description says which its operation needs",
    UNSAID.replace("b,", "b, description: Requires the feature `beta`.,"),
    ["a: { features: [reads] }", "b: { features: [beta] }", "d: { features: [writes] }"],
  ],
])("no flag is left where %s", async (_, operations, keys) => {
  expect(await leftUnder(operations, keys)).toEqual([]);
});
