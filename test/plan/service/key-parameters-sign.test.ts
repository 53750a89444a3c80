import { describe, expect, test } from "vitest";
import { buildPlan } from "../../../src/build-plan.js";
import { loadContract } from "../../../src/load/load-contract.js";
import { diagnoseSigns } from "../../../src/plan/service/signs/find-signs.js";
import { fileWith } from "../../load/contract-files.js";
import { planOf } from "../plan-of.js";
import { planUnder } from "./overrides/configured.js";
import { json } from "./lost-contract.js";

const key = (name: string, where = "header", more = "required: true") =>
  `{ in: ${where}, name: ${name}, ${more}, schema: { type: string } }`;

/** Operations with parameters, as many as there are; the texts of the first are those of `GET /a`. */
const contract = (...parameters: readonly string[]) => `openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: https://a.example }]
paths:${parameters
  .map(
    (one, index) =>
      `\n  /${"abcdef".charAt(index)}: { get: { tags: [t${String(index % 2)}], parameters: [${one}], responses: { '204': { description: D } } } }`,
  )
  .join("")}`;

const signOf = (yaml: string) => planOf(yaml).traits.lost.find(({ trait }) => trait === "security");

const IT = "`security` names no scheme that sends it: each call passes it";

test.each<readonly [string, string, string]>([
  [key("X-Api-Key"), '2 of 2 operations take "X-Api-Key" in the header', IT],
  [
    key("application_key", "query", "description: Your API key"),
    '2 of 2 operations take "application_key" in the query',
    IT,
  ],
  [key("apikey", "query"), '2 of 2 operations take "apikey" in the query', IT],
  [key("Acme-UserToken"), '2 of 2 operations take "Acme-UserToken" in the header', IT],
  [key("api_key", "query", "required: false"), '2 of 2 operations take "api_key" in the query', IT],
  [
    key("license", "query", "description: Your license API key"),
    '2 of 2 operations take "license" in the query',
    IT,
  ],
  [
    key("sig", "query"),
    '2 of 2 operations take "sig" in the query',
    'the client does not compute "sig": pass a `fetch` that does',
  ],
  [
    key("ACME.AUTH_SIGNATURE"),
    '2 of 2 operations take "ACME.AUTH_SIGNATURE" in the header',
    'the client does not compute "ACME.AUTH_SIGNATURE": pass a `fetch` that does',
  ],
  [
    `${key("apiKey")}, ${key("apiSecret")}`,
    '2 of 2 operations take "apiKey" in the header, 2 "apiSecret"',
    "`security` names no scheme that sends them: each call passes them",
  ],
])("a credential that is a parameter: %s", async (parameters, shown, missing) => {
  const given = contract(parameters, parameters);
  expect(signOf(given)).toMatchObject({ shown, missing, meant: ["security: false"] });
  expect(signOf(given)?.rule).toBeUndefined();
  const { lost } = (await planUnder(given, "security: false")).traits;
  expect(lost.filter(({ trait }) => trait !== "sensitive")).toEqual([]);
});

test.each([
  ["pageToken", "query", "required: true"],
  ["next_token", "query", "required: true"],
  ["client_token", "header", "required: true"],
  ["Idempotency-Token", "header", "required: true"],
  ["csrf_token", "header", "required: true"],
  ["captchaToken", "header", "required: true"],
  ["base_token", "query", "required: true"],
  ["key", "query", "description: Key of the setting"],
  ["primary_key", "query", "required: true"],
  ["user_key", "query", "required: true, description: Key of the user to show"],
  ["bot_key", "query", "required: true, description: Key of the bot to show"],
  ["accountKey", "query", "required: false"],
  ["accountKey", "query", "required: false, description: The key"],
  ["device_token", "query", "required: true, description: Token of the phone"],
  ["person_token", "query", "required: true, description: Token of the person to show"],
  [
    "application_key",
    "query",
    "required: true, description: Key of the application whose reviews are listed",
  ],
  ["signature", "query", "required: true, description: The signature of the document to verify"],
  ["X-Tenant", "header", "description: Not an API key"],
  ["X-Tenant", "header", "description: Id of the API key"],
  ["X-Tenant", "header", "description: API key name"],
])("no credential: %s in the %s", (name, where, more) => {
  const parameter = key(name, where, more);
  expect(signOf(contract(parameter, parameter))).toBeUndefined();
});

test.each([
  ["oauth_token", "query", "OAuth 2.0 token for the current user."],
  ["access_token", "query", "Token for the current user."],
  ["session_token", "query", "The token of the session"],
  ["X-Token", "header", "Token of the person who has logged in"],
  ["app_key", "query", "Identifier for the application"],
  ["user_key", "query", ""],
  ["application_key", "query", ""],
  ["AccountKey", "header", "Your account key, sent to you by mail"],
  ["X-Partner-Key", "header", "Partner key"],
  ["X-Signature", "header", "HMAC signature of the payload"],
  ["X-Signature", "header", "The signature for the body"],
  ["X-Api-Signature", "header", "Signature of the message"],
  ["signature", "query", "Signature of the data"],
])("what every call takes: %s in the %s, %s", (name, where, text) => {
  const parameter = key(name, where, `required: true, description: ${JSON.stringify(text)}`);
  expect(signOf(contract(parameter, parameter, parameter))?.shown).toBe(
    `3 of 3 operations take "${name}" in the ${where}`,
  );
});

test("what only is called a key, and not every call takes in the query, is none", () => {
  const one = key("user_key", "query");
  expect(signOf(contract(one, one, ""))).toBeUndefined();
  expect(signOf(contract(one))).toBeUndefined();
});

test.each<readonly [string, string, boolean]>([
  ["key", "Your API key.", true],
  ["token", "Your API token.", true],
  ["key", "", false],
])("an overlay makes a scheme of %s where its text calls it a credential: %s", (name, text, isMade) => {
  const one = key(name, "query", `required: true, description: ${JSON.stringify(text)}`);
  const sign = signOf(contract(one, one, one, one, one));
  expect(sign?.shown).toBe(`5 of 5 operations take "${name}" in the query`);
  expect(sign?.overlay !== undefined).toBe(isMade);
});

test("a described key that no overlay can declare is named for the client to mask", () => {
  const masked = (text: string) => {
    const one = key("key", "query", `required: true, description: ${JSON.stringify(text)}`);
    const given = `${contract(one, one, one, one, one)}\nsecurity: [{ b: [] }]\ncomponents: { securitySchemes: { b: { type: http, scheme: basic } } }`;
    return planOf(given)
      .traits.lost.filter(({ trait }) => trait === "sensitive")
      .flatMap(({ lines }) => lines);
  };
  expect(masked("Your API key.")).not.toEqual([]);
  expect(masked("")).toEqual([]);
});

test("what few operations take is no credential of the contract, unless a group takes it", () => {
  const one = key("X-Api-Key");
  expect(signOf(contract(one, "", ""))).toBeUndefined();
  expect(signOf(contract("", one, "", "", ""))).toBeUndefined();
  const group = contract(one, "", one, "", one, "")
    .replace(/t1/gu, "x")
    .replace(/\n {2}\/f/u, "\n  /g: { get: { tags: [x], responses: {} } }\n  /f");
  expect(signOf(group)?.shown).toBe('3 of 7 operations take "X-Api-Key" in the header');
  const scheme = "components: { securitySchemes: { k: { type: http, scheme: basic } } }";
  expect(signOf(`${group}\nsecurity: [{ k: [] }]\n${scheme}`)).toBeUndefined();
});

test("a key that a scheme sends is none of the callers'", () => {
  const one = key("X-Api-Key");
  const scheme = "{ type: apiKey, in: header, name: x-api-key }";
  expect(
    signOf(`${contract(one, one)}\nsecurity: [{ k: [] }]\ncomponents: { securitySchemes: { k: ${scheme} } }`),
  ).toBeUndefined();
});

describe("beside `security` of another scheme", () => {
  const shownBeside = (parameters: readonly string[], scheme: string) =>
    signOf(
      `${contract(...parameters)}\nsecurity: [{ k: [] }]\ncomponents: { securitySchemes: { k: ${scheme} } }`,
    );
  const BASIC = "{ type: http, scheme: basic }";
  const BEARER = "{ type: http, scheme: bearer }";
  const one = key("api_key", "query");
  const mandatory = key("api_key", "query", "description: The key. Mandatory with all API calls.");

  test.each([
    [[one, one], BASIC, "2 of 2"],
    [[mandatory, mandatory], BASIC, "2 of 2"],
    [[one, one, ""], BEARER, "2 of 3"],
  ])("a key that calls need: %s", (parameters, scheme, count) => {
    const sign = shownBeside(parameters, scheme);
    expect(sign).toMatchObject({
      shown: `${count} operations take "api_key" in the query`,
      missing: IT,
      lines: [],
      rule: "security/passed-key",
    });
    expect(sign?.overlay).toBeUndefined();
  });

  test("has a message that does not deny what the client sends", async () => {
    const given = `${contract(one, one)}\nsecurity: [{ k: [] }]\ncomponents: { securitySchemes: { k: ${BASIC} } }`;
    const found = diagnoseSigns(planOf(given).traits.lost);
    expect(found.map(({ id }) => id)).toEqual(["security/passed-key"]);
    expect((await planUnder(given, "security: false")).traits.lost).toEqual([]);
  });

  test.each([
    ["one that few need", [one, "", ""], BASIC],
    ["one that none needs", Array(2).fill(key("api_key", "query", "description: Key")), BASIC],
    [
      "one that is not mandatory",
      Array(2).fill(key("api_key", "query", "description: Not required for all calls.")),
      BASIC,
    ],
    ["the token of the scheme", Array(2).fill(key("access_token", "query")), BEARER],
    ["the key of the scheme", [one, one], "{ type: apiKey, in: query, name: api_key }"],
  ])("%s is none", (_, parameters: readonly string[], scheme) => {
    expect(shownBeside(parameters, scheme)).toBeUndefined();
  });
});

test("the optional key of calls that have no `security` is what they send", () => {
  const given = (secured: number) =>
    `${contract(...Array<string>(4).fill(key("acme-api-key", "header", "required: false")))}
components: { securitySchemes: { o: { type: http, scheme: bearer } } }`.replace(
      new RegExp(`(/[${"abcd".slice(0, secured)}]: \\{ get: \\{)`, "gu"),
      "$1 security: [{ o: [] }],",
    );
  expect(signOf(given(1))).toMatchObject({
    shown: '4 of 4 operations take "acme-api-key" in the header',
    missing: IT,
    lines: [],
  });
  expect(signOf(given(3))).toBeUndefined();
});

describe("a parameter that an overlay makes a credential", () => {
  const TAKEN = "parameters: [{ name: X-Shop-Token, in: header, required: true, schema: { type: string } }]";
  const given = (schema: string) =>
    `paths:${["a", "b"]
      .map(
        (path) =>
          `\n  /${path}: { get: { ${TAKEN}, responses: { '200': { description: D, ${json(schema)} } } } }`,
      )
      .join("")}`;
  const masked = (plan: ReturnType<typeof planOf>) =>
    plan.traits.lost.flatMap(({ trait, lines }) => (trait === "sensitive" ? lines : []));

  test("is not named beside the overlay, which leaves no parameter of that name", async () => {
    expect(signOf(given("{ type: object }"))).toMatchObject({
      lines: ['overlays: ["security.overlay.yaml"]'],
    });
    expect(masked(planOf(given("{ type: object }")))).toEqual([]);
    const accepted = await planUnder(given("{ type: object }"), "security: false");
    expect(masked(accepted)).toEqual(['sensitive: ["X-Shop-Token"]']);
  });

  test("is named where a response has a member of that name", () => {
    const schema = "{ type: object, properties: { X-Shop-Token: { type: string } } }";
    expect(masked(planOf(given(schema)))).toEqual(['sensitive: ["X-Shop-Token"]']);
  });
});

describe("a key in the body of nearly all calls", () => {
  const bodies = (...members: readonly string[]) =>
    `paths:${members
      .map(
        (one, index) =>
          `\n  /${"abcdefg".charAt(index)}: { post: { requestBody: { ${json(`{ type: object, properties: { ${one} } }`)} }, responses: { '204': { description: D } } } }`,
      )
      .join("")}`;
  const PLAIN = "key: { type: string }";
  const CALLED = "key: { type: string, description: A valid API key }";
  const SENT = ['sensitive: ["key"]'];

  test.each<readonly [string, readonly string[], string]>([
    ["that all take", Array<string>(5).fill(PLAIN), "5 of 5"],
    ["that most texts call so", [CALLED, CALLED, PLAIN], "3 of 3"],
  ])("%s is named, and a line masks it", async (_, members, count) => {
    const given = bodies(...members);
    expect(signOf(given)).toMatchObject({
      shown: `${count} operations take "key" in the body`,
      missing: "no security scheme sends members of a body: each call passes it",
      lines: [],
    });
    const masked = planOf(given).traits.lost.find(({ trait }) => trait === "sensitive");
    expect(masked).toMatchObject({ shown: 'operations take the credential "key"', lines: SENT });
    for (const accepted of [SENT[0], 'sensitive: { remove: ["key"] }'])
      expect((await planUnder(given, `security: false\n${String(accepted)}`)).traits.lost).toEqual([]);
  });

  test.each<readonly [string, readonly string[]]>([
    ["that few calls take", Array<string>(4).fill(PLAIN)],
    ["that not all take", [...Array<string>(5).fill(PLAIN), "a: { type: string }"]],
    [
      "that has another text",
      [...Array<string>(4).fill(PLAIN), "key: { type: string, description: Of a map }"],
    ],
    ["that is no text", Array<string>(5).fill("key: { type: integer }")],
  ])("%s is none", (_, members) => {
    expect(planOf(bodies(...members)).traits.lost).toEqual([]);
  });
});

test.each([
  ["api_key: { type: string }", ["api_key"]],
  ["authorization_token: { type: string, readOnly: true }", []],
  ["key: { type: string }", []],
  ["payment_token: { type: string }", []],
])("a member of bodies: %s", (member, names) => {
  const yaml = `paths: { /a: { post: { requestBody: { ${json(`{ type: object, properties: { ${member} } }`)} }, responses: { '204': { description: D } } } } }`;
  expect(
    planOf(yaml).traits.lost.flatMap(({ trait, shown, missing }) =>
      trait === "security" ? [shown, missing] : [],
    ),
  ).toEqual(
    names.flatMap((name) => [
      `the operation takes "${name}" in the body`,
      "no security scheme sends members of a body: each call passes it",
    ]),
  );
});

test("the overlay declares the keys, for the operations that require them", async () => {
  const dev = key("X-Dev-Token");
  const user = key("X-User-Token");
  const given = contract(
    dev,
    dev,
    `${dev}, ${user}`,
    user,
    user,
    key("X-Dev-Token", "header", "required: false"),
  );
  const sign = signOf(given);
  expect(sign).toMatchObject({ lines: ['overlays: ["security.overlay.yaml"]'] });
  expect(sign?.overlay).toEqual([
    "overlay: 1.0.0",
    "info: { title: Security, version: 1.0.0 }",
    "actions:",
    "  - target: $",
    "    update:",
    "      components:",
    "        securitySchemes:",
    "          X-Dev-Token: { type: apiKey, in: header, name: X-Dev-Token }",
    "          X-User-Token: { type: apiKey, in: header, name: X-User-Token }",
    "      security: [{ X-Dev-Token: [] }]",
    "  - target: \"$.paths['/c'].get\"",
    "    update: { security: [{ X-Dev-Token: [], X-User-Token: [] }] }",
    "  - target: \"$.paths['/d'].get\"",
    "    update: { security: [{ X-User-Token: [] }] }",
    "  - target: \"$.paths['/e'].get\"",
    "    update: { security: [{ X-User-Token: [] }] }",
    "  - target: \"$.paths['/f'].get\"",
    "    update: { security: [] }",
  ]);
  const text = sign?.overlay?.join("\n") ?? "";
  const loaded = await loadContract(fileWith(given), { overlays: [{ path: "security.overlay.yaml", text }] });
  const { lost } = buildPlan(loaded, {}).plan.traits;
  expect(lost.filter(({ trait }) => trait === "security")).toEqual([]);
});

test.each<readonly [string, readonly string[], readonly string[]]>([
  ["other characters than keys of components", ["api key"], ["api_key"]],
  [
    "other characters that are escaped alike",
    ["api key", "api+key", "api_key"],
    ["api_key", "api_key2", "api_key3"],
  ],
  ["the name of a declared scheme", ["old[key]", "app_key"], ["old_key_2", "app_key"]],
])("the overlay names the schemes of keys with %s", async (_, names, schemes) => {
  const [mine, escaped] = ["API key", "old_key_"];
  const all = names
    .map((name) => key(JSON.stringify(name), "query", `required: true, description: ${mine}`))
    .join(", ");
  const given = `${contract(all, all)}\ncomponents: { securitySchemes: { ${escaped}: { type: mutualTLS } } }`;
  const text = signOf(given)?.overlay?.join("\n") ?? "";
  expect([...text.matchAll(/^ {10}([^:]+): \{/gmu)].map(([, name]) => name)).toEqual(schemes);
  const loaded = await loadContract(fileWith(given), { overlays: [{ path: "security.overlay.yaml", text }] });
  expect(buildPlan(loaded, {}).plan.connection.credentials.map(({ scheme }) => scheme)).toEqual(
    expect.arrayContaining([...schemes]),
  );
});

test.each([
  ["dev_token", ', and POST /login returns "dev_token"'],
  ["id", ""],
  ["session_token", ""],
])("the login that returns the key is named: %s", (member, shown) => {
  const text = (name: string) => json(`{ type: object, properties: { ${name}: { type: string } } }`);
  const login = `\n  /login: { post: { requestBody: { ${text("password")} }, responses: { '200': { description: T, ${text(member)} } } } }`;
  const one = key("Acme-DevToken");
  expect(signOf(`${contract(one, one)}${login}`)?.shown).toBe(
    `2 of 3 operations take "Acme-DevToken" in the header${shown}`,
  );
});
