import { expect, test } from "vitest";
import { misfitsUnder, planUnder } from "./configured.js";

const contract = `
components:
  securitySchemes:
    tokens: { type: oauth2, flows: { clientCredentials: { tokenUrl: /t, scopes: { "pets:read": "", "pets:write": "" } } } }
    key: { type: apiKey, in: header, name: X-Key }
paths:
  /pets:
    get: { operationId: listPets, tags: [pets], security: [{ tokens: [] }], responses: {} }
    post: { operationId: addPet, tags: [pets], security: [{ tokens: ["pets:write"] }], responses: {} }
    delete: { operationId: removePets, tags: [pets], security: [{ key: [] }], responses: {} }`;

const scopesUnder = async (keys: string) =>
  (await planUnder(contract, `operations:\n  ${keys}`)).traits.operations
    .filter(({ path, method }) => path === "/pets" && method !== "DELETE")
    .map(({ method, scopes }) => [method, scopes]);

test.each([
  [
    'listPets: { scopes: ["pets:read"] }',
    [
      ["GET", [["pets:read"]]],
      ["POST", [["pets:write"]]],
    ],
  ],
  [
    'listPets: { scopes: [["pets:read"], ["pets:write", "pets:read"]] }',
    [
      ["GET", [["pets:read"], ["pets:read", "pets:write"]]],
      ["POST", [["pets:write"]]],
    ],
  ],
  [
    'addPet: { scopes: ["pets:read", ["pets:write"]] }',
    [
      ["GET", []],
      ["POST", [["pets:read"], ["pets:write"]]],
    ],
  ],
  [
    "addPet: { scopes: false }",
    [
      ["GET", []],
      ["POST", []],
    ],
  ],
])("scopes replace those of the contract: %s", async (keys, want) => {
  expect(await scopesUnder(keys)).toEqual(want);
});

const decidedUnder = async (keys: string) =>
  (await planUnder(contract, `operations:\n  ${keys}`)).traits.operations.flatMap(
    ({ method, traits: { scopes }, switchedOff }) => [
      ...(scopes === undefined ? [] : [[method, scopes]]),
      ...switchedOff.map((off) => [method, off]),
    ],
  );

test.each([
  [
    'listPets: { scopes: ["pets:read"] }',
    [["GET", { facts: ["pets:read"], reason: "cabinetry.yaml:4 says so.", decidedBy: "configuration" }]],
  ],
  ["addPet: { scopes: false }", [["POST", { trait: "scopes", reason: "cabinetry.yaml:4 says so." }]]],
  ["addPet: { name: add }", []],
])("the configuration is named where it decides the scopes: %s", async (keys, want) => {
  expect(await decidedUnder(keys)).toEqual(want);
});

test.each([
  [
    'listPets: { scopes: ["pets:reed"] }',
    'cabinetry.yaml:4:28 The contract describes no scope "pets:reed". Did you mean "pets:read"?',
  ],
  [
    'listPets: { scopes: [["pets:write"], ["pets:reed"]] }',
    'cabinetry.yaml:4:45 The contract describes no scope "pets:reed". Did you mean "pets:read"?',
  ],
  [
    'removePets: { scopes: ["pets:read"] }',
    "cabinetry.yaml:4:21 DELETE /pets needs no credential that has scopes (a bearer token, OAuth 2 or OpenID Connect).",
  ],
  [
    "lostPets: { scopes: false }",
    'cabinetry.yaml:4:7 The contract has no operation "lostPets". Did you mean "listPets"?',
  ],
])("a claim that does not fit is an error with its place: %s", async (keys, want) => {
  expect(await misfitsUnder(contract, `operations:\n  ${keys}`)).toEqual([want]);
});

/** Operations with a bearer token, of a contract whose description lists three scopes. */
const described = `
info: { title: T, version: "1", description: "Scopes: \`pets:read\`, \`pets:write\`, \`pets:all\`." }
components: { securitySchemes: { tokens: { type: http, scheme: bearer } } }
security: [{ tokens: [] }]
paths:
  /pets:
    get: { operationId: listPets, tags: [pets], description: "Needs \`pets:read\`.", responses: {} }
    post: { operationId: addPet, tags: [pets], description: "Needs \`pets:write\`.", responses: {} }
    put: { operationId: movePets, tags: [pets], responses: {} }`;

const signsUnder = async (keys: string) =>
  (await planUnder(described, `operations:\n  ${keys}`)).traits.lost
    .filter(({ trait }) => trait === "scopes")
    .map(({ operation, shown, rule, lines }) => [operation?.method, shown, rule, lines.at(-1)?.trim()]);

const write = ["POST", 'its description names "pets:write"', undefined, 'scopes: ["pets:write"]'];
const all = 'the description of the contract lists the scope "pets:all"';

test.each([
  [
    'listPets: { scopes: ["pets:read"] }',
    [write, [undefined, all, "trait/described-scopes", 'scopes: ["?"]']],
  ],
  [
    'listPets: { scopes: ["pets:read"] }\n  addPet: { scopes: ["pets:write"] }\n  movePets: { scopes: ["pets:all"] }',
    [],
  ],
  [
    'listPets: { scopes: ["pets:read"] }\n  addPet: { scopes: ["pets:write"] }\n  movePets: { scopes: false }',
    [[undefined, all, "trait/unused-scopes", undefined]],
  ],
])("scopes that no operation has are named until each is decided: %s", async (keys, want) => {
  expect(await signsUnder(keys)).toEqual(want);
});

test.each([
  ["description: Requires authority `pets:read`.", 'its description names "pets:read"', '["pets:read"]'],
  ['summary: "Lists pets [pets:read]"', 'its summary names "pets:read"', '["pets:read"]'],
  [
    "x-preauthorize: hasAnyAuthority('SCOPE_a:read', 'SCOPE_b:read')",
    'its extension names "a:read", "b:read"',
    '[["a:read"], ["b:read"]]',
  ],
  [
    "x-preauthorize: hasScope('c:x') and hasAnyScope('a:read', 'b:read')",
    'its extension names "a:read", "b:read", "c:x"',
    '[["?"]]',
  ],
])("scopes that other words call so are named: %s", async (text, shown, scopes) => {
  const contract = `
info: { title: T, version: "1" }
components: { securitySchemes: { tokens: { type: http, scheme: bearer } } }
security: [{ tokens: [] }]
paths:
  /pets:
    get:
      operationId: listPets
      ${text}
      responses: {}`;
  const signs = async (keys = "") =>
    (await planUnder(contract, keys)).traits.lost.filter(({ trait }) => trait === "scopes");
  const [sign] = await signs();
  expect([sign?.shown, sign?.lines.at(-1)?.trim()]).toEqual([shown, `scopes: ${scopes}`]);
  const filled = scopes.replace("?", "a:read");
  expect(await signs(`operations:\n  listPets: { scopes: ${filled} }`)).toEqual([]);
});

test("an API key that is described as a bearer token has scopes where no other scheme has", async () => {
  const key = `{ type: apiKey, in: header, name: Authorization, description: "\`Bearer TOKEN\`" }`;
  const given = described.replace("{ type: http, scheme: bearer }", key);
  const { traits } = await planUnder(given, 'operations:\n  listPets: { scopes: ["pets:read"] }');
  expect(
    traits.lost.flatMap(({ trait, lines }) => (trait === "scopes" ? [lines.at(-1)?.trim()] : [])),
  ).toEqual(['scopes: ["pets:write"]', 'scopes: ["?"]']);
});

test.each<readonly [string, string, string, string, readonly string[]]>([
  ["the tag", "Needs the scope `pets:read`.", "Needs the scope `shop:read`.", "", ["pets:read", "shop:read"]],
  [
    "the tag, beside all of the contract",
    "Needs the scope `pets:read`.",
    "",
    "Scopes: `pets:read`, `pets:write`.",
    ["pets:read"],
  ],
  ["no tag, where one names two", "Needs the scope `pets:read` or `pets:write`.", "", "", ["?"]],
  [
    "no tag, where it may be about changes",
    "Needs the scope `pets:write`.",
    "",
    "Scopes: `pets:read`, `pets:write`.",
    ["?"],
  ],
  [
    "no tag, where it denies",
    "The scope `pets:read` is not needed.",
    "",
    "Scopes: `pets:read`, `pets:write`.",
    ["?"],
  ],
])("the scope that lines name is that of %s", async (_, pets, shop, text, want) => {
  const given = `
info: { title: T, version: "1", description: "${text}" }
components: { securitySchemes: { tokens: { type: http, scheme: bearer } } }
security: [{ tokens: [] }]
tags: [{ name: pets, description: "${pets}" }, { name: shop, description: "${shop}" }]
paths:
  /pets: { get: { operationId: listPets, tags: [pets], responses: {} } }
  /shop: { get: { operationId: getShop, tags: [shop], responses: {} } }`;
  const [sign] = (await planUnder(given, "enums: open")).traits.lost;
  expect(sign?.lines).toEqual([
    "operations:",
    ...want.flatMap((scope, at) => [`  "GET /${at === 0 ? "pets" : "shop"}":`, `    scopes: ["${scope}"]`]),
  ]);
  if (!want.includes("?"))
    expect((await planUnder(given, sign?.lines.join("\n") ?? "")).traits.lost.length).toBe(
      text === "" ? 0 : 1,
    );
});

test("the scope that lines name is that of the scheme that an operation takes, where its description names one", async () => {
  const given = `
info: { title: T, version: "1" }
components: { securitySchemes: {
  reader: { type: http, scheme: bearer, description: "A token with the scope \`pets:read\`." },
  writer: { type: http, scheme: bearer, description: "A token with the scope \`pets:write\`." } } }
paths:
  /pets:
    get: { operationId: listPets, security: [{ reader: [] }], responses: {} }
    put: { operationId: movePets, security: [{ writer: [] }], responses: {} }
    delete: { operationId: removePets, security: [{ reader: [] }, { writer: [] }], responses: {} }`;
  const [sign] = (await planUnder(given, "enums: open")).traits.lost;
  expect(sign?.lines).toEqual([
    "operations:",
    '  "GET /pets":',
    '    scopes: ["pets:read"]',
    '  "PUT /pets":',
    '    scopes: ["pets:write"]',
  ]);
});
