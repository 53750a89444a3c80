import { describe, expect, test } from "vitest";
import { buildPlan } from "../../../../src/build-plan.js";
import { contractOf } from "../../../model/model-of.js";
import { misfitsUnder, overridesOf, planUnder } from "./configured.js";

/** A contract that declares only a bearer token, and one whose endpoint names no grant. */
const contract = `
paths:
  /login:
    post:
      operationId: login
      tags: [access]
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { grant_type: { type: string } } } } } }
      responses: { '200': { description: '', content: { application/json: { schema: { type: object, required: [access_token], properties: { access_token: {} } } } } } }
  /pets: { get: { operationId: listPets, tags: [pets], security: [{ key: [] }, { token: [] }], responses: { '204': { description: '' } } } }
components: { securitySchemes: { token: { type: http, scheme: bearer }, key: { type: apiKey, in: header, name: X-Key } } }
`;
const TYPE = "urn:acme:params:oauth:token-type:key";
const exchangeUnder = async (value: string) => {
  const { connection, traits } = await planUnder(contract, `tokenExchange: ${value}`);
  const [credential] = connection.credentials.flatMap((one) => (one.kind === "tokenExchange" ? [one] : []));
  const omitted = traits.operations.flatMap(({ path, omitted: why }) => (why === undefined ? [] : [path]));
  return { scheme: credential?.scheme, exchange: credential?.exchange, omitted };
};

describe("a configuration says where tokens are exchanged", () => {
  test.each<readonly [string, object, readonly string[]]>([
    [
      `{ url: https://auth.example/oauth/token, subjectTokenType: "${TYPE}" }`,
      {
        server: "https://auth.example",
        path: "/oauth/token",
        subjectTokenType: TYPE,
        responseFields: ["access_token", "issued_token_type", "token_type"],
      },
      [],
    ],
    [
      `{ url: /token, scheme: token, subjectTokenType: "${TYPE}", requestedTokenType: a, grantType: b, resource: "urn:acme:api" }`,
      {
        server: undefined,
        path: "/token",
        requestedTokenType: "a",
        grantType: "b",
        resource: { uri: "urn:acme:api" },
      },
      [],
    ],
    [
      `{ url: /token, subjectTokenType: "${TYPE}", resource: /pets }`,
      { resource: { server: undefined, path: "/pets" } },
      [],
    ],
    [
      `{ url: /token, subjectTokenType: "${TYPE}", resource: false, audience: fleet }`,
      { resource: false, audience: "fleet" },
      [],
    ],
    [
      `{ url: /token, subjectTokenType: "${TYPE}", responseFields: [token_type, expires_in] }`,
      { responseFields: ["access_token", "expires_in", "token_type"] },
      [],
    ],
    [
      `{ operation: login, subjectTokenType: "${TYPE}" }`,
      {
        path: "/login",
        subjectTokenType: TYPE,
        vendor: undefined,
        responseFields: ["access_token"],
      },
      ["/login"],
    ],
  ])("%s", async (value, exchange, omitted) => {
    expect(await exchangeUnder(value)).toMatchObject({ scheme: "token", exchange, omitted });
  });

  test.each([
    ["", "pets"],
    [", audience: false", undefined],
  ])("the audience that the form shows is sent with %j: %s", async (keys, audience) => {
    const shown = contract.replace("grant_type: { type: string }", "$&, audience: { const: pets }");
    const given = `tokenExchange: { operation: login, subjectTokenType: "${TYPE}"${keys} }`;
    const { connection } = await planUnder(shown, given);
    expect(connection.credentials.find(({ kind }) => kind === "tokenExchange")).toMatchObject({
      exchange: { audience },
    });
  });

  test("and the form shows what it leaves open", async () => {
    const members = `requested_token_type: { type: string, example: "urn:a:token" }, resource: { type: string, default: "urn:a:api" }`;
    const shown = contract.replace("grant_type: { type: string }", `$&, ${members}`);
    const { connection } = await planUnder(
      shown,
      `tokenExchange: { operation: login, subjectTokenType: "${TYPE}" }`,
    );
    expect(connection.credentials.find(({ kind }) => kind === "tokenExchange")).toMatchObject({
      exchange: { requestedTokenType: "urn:a:token", resource: { uri: "urn:a:api" } },
    });
  });

  test("and what the one that the contract describes leaves open", async () => {
    const described = contract.replace(
      "grant_type: { type: string }",
      `grant_type: { const: "urn:ietf:params:oauth:grant-type:token-exchange" }, subject_token_type: { const: "${TYPE}" }`,
    );
    const { connection } = await planUnder(described, `tokenExchange: { resource: "urn:acme:api" }`);
    expect(connection.credentials.find(({ kind }) => kind === "tokenExchange")).toMatchObject({
      exchange: { path: "/login", subjectTokenType: TYPE, resource: { uri: "urn:acme:api" } },
    });
  });

  test("and the word of the service is asked for where the type has a gap for it", async () => {
    const given = `{ url: /token, subjectTokenType: "urn:<vendor>:params:oauth:token-type:key" }`;
    expect((await exchangeUnder(given)).exchange).toMatchObject({
      subjectTokenType: "urn:<vendor>:params:oauth:token-type:key",
      vendor: "acme",
    });
  });

  test("whose open word is asked for without a place, where the contract has no exchange", async () => {
    const key = "tokenExchange: { url: /token, subjectTokenType: 'urn:<vendor>:x' }";
    const overrides = await overridesOf(key);
    expect(() => buildPlan(contractOf(contract), overrides === undefined ? {} : { overrides })).toThrow(
      expect.objectContaining({ where: "urn:<vendor>:x" }),
    );
  });

  test("or that they are not", async () => {
    expect(await exchangeUnder("false")).toEqual({ scheme: undefined, exchange: undefined, omitted: [] });
  });
});

test("without a scheme that takes tokens, the refusal has the overlay that declares one", async () => {
  const open = contract.replace("security: [{ key: [] }, { token: [] }], ", "").replace(/components: .*/, "");
  expect(await misfitsUnder(open, "tokenExchange: { operation: login }")).toEqual([
    'cabinetry.yaml:3:5 The contract declares no scheme that takes bearer tokens. Save this as security.overlay.yaml, and add `overlays: ["security.overlay.yaml"]` to the client:',
    "  overlay: 1.0.0",
    "  info: { title: Security, version: 1.0.0 }",
    "  actions:",
    "    - target: $",
    "      update:",
    "        components: { securitySchemes: { accessToken: { type: http, scheme: bearer } } }",
    "        security: [{ accessToken: [] }]",
    `    - target: "$.paths['/login'].post"`,
    "      update: { security: [] }",
  ]);
});

test("a body that declares other members than those of an exchange does not fit", async () => {
  const members = "accessToken: { type: string }, scope: { type: string }";
  const given = contract.replace("grant_type: { type: string }", members);
  expect(await misfitsUnder(given, "tokenExchange: { operation: login }")).toEqual([
    'cabinetry.yaml:3:22 The client sends the access key to POST /login as "subject_token" (RFC 8693), beside "grant_type" and "subject_token_type". Its body does not declare "subject_token"; it declares "accessToken", "scope". Where the server takes an exchange nevertheless, name its address with `url`.',
  ]);
  const camel = contract.replace("grant_type: { type: string }", "subjectToken: { type: string }");
  expect(
    await misfitsUnder(camel, `tokenExchange: { operation: login, subjectTokenType: "${TYPE}" }`),
  ).toEqual([]);
});

test.each<readonly [string, string]>([
  ["{ operation: logn }", '3:22 The contract has no operation "logn". Did you mean "login"?'],
  [
    "{ operation: listPets }",
    "3:22 GET /pets is not a POST that takes application/x-www-form-urlencoded or application/json.",
  ],
  [
    "{ url: /token, scheme: tokn }",
    '3:35 The contract has no scheme "tokn" that takes bearer tokens. Did you mean "token"?',
  ],
  [
    "{ scheme: token }",
    "3:5 Say with `operation` or with `url` where tokens are exchanged: with one of the two.",
  ],
])("%s does not fit", async (value, want) => {
  expect(await misfitsUnder(contract, `tokenExchange: ${value}`)).toEqual([`cabinetry.yaml:${want}`]);
});
