import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { json, lostIn, pets, type Sign } from "./lost-contract.js";

const RFC = "x-token-exchange: { grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange' }";

test.each<readonly [string, boolean]>([
  ["{ type: http, scheme: bearer, description: 'The key is exchanged for a token (RFC 8693).' }", true],
  ["{ type: http, scheme: bearer, x-auth: token-exchange }", true],
  [`{ type: oauth2, flows: {}, ${RFC} }`, true],
  ["{ type: http, scheme: bearer, description: 'A token. Exchange it once a day.' }", false],
  ["{ type: http, scheme: bearer, description: 'See RFC 6750.' }", false],
  ["{ type: http, scheme: bearer, description: 'The access key is exchanged for a JWT.' }", true],
  ["{ type: http, scheme: bearer, description: 'Exchange your API key at /token for a token.' }", true],
  ["{ type: http, scheme: bearer, description: 'The code is exchanged for a token.' }", false],
  ["{ type: http, scheme: bearer, description: 'Does not exchange the key for a token (RFC 8693).' }", false],
])("[TOK-1] the security scheme %s needs an exchange that nothing describes: %s", (scheme, want) => {
  const given = pets(
    "get",
    "security: [{ key: [] }], responses: { '204': { description: P } }",
    `components: { securitySchemes: { key: ${scheme} } }`,
  );
  const { diagnostics } = planOf(given);
  const found = diagnostics.filter(({ id }) => id === "trait/undescribed-exchange");
  expect(found).toEqual(
    want
      ? [
          {
            id: "trait/undescribed-exchange",
            level: "warning",
            pointer: "#/components/securitySchemes/key",
            arguments: { scheme: "key" },
          },
        ]
      : [],
  );
});

const EXCHANGED = `subject_token_type: 'urn:acme:params:oauth:token-type:key', resource: 'urn:acme:api'`;
const DESCRIBED = "POST `{base_url}/oauth/token` exchanges the key for a token (RFC 8693).";

const OF_INFO =
  "info: { description: 'A key comes to a token by `POST https://a.example/token` (RFC 8693). | subject_token_type | `urn:a:key` | resource | `urn:a:api` |' }";
const OF_RFC = [
  '  url: "https://a.example/token"',
  '  subjectTokenType: "urn:a:key"',
  '  resource: "urn:a:api"',
];

test.each<readonly [string, string, string, readonly string[]]>([
  [
    "an extension",
    `{ type: oauth2, flows: { clientCredentials: { tokenUrl: https://a.example/token, scopes: {} } }, x-token-exchange: { ${EXCHANGED} } }`,
    "",
    [
      '  url: "https://a.example/token"',
      '  subjectTokenType: "urn:acme:params:oauth:token-type:key"',
      '  resource: "urn:acme:api"',
    ],
  ],
  [
    "a description",
    `{ type: http, scheme: bearer, description: '${DESCRIBED}' }`,
    "",
    ['  url: "https://a.example/oauth/token"', '  subjectTokenType: "?"'],
  ],
  [
    "a description with all values",
    "{ type: http, scheme: bearer, description: 'From `POST /token` (RFC 8693): `subject_token_type` = `urn:a:key`, `requested_token_type`: `urn:a:jwt`, `resource` = `https://a.example/v1`, `scope`.' }",
    "",
    [
      '  url: "https://a.example/token"',
      '  subjectTokenType: "urn:a:key"',
      '  requestedTokenType: "urn:a:jwt"',
      '  resource: "https://a.example/v1"',
    ],
  ],
  [
    "a description with words to fill in",
    "{ type: http, scheme: bearer, description: 'From `POST /token` (RFC 8693): subject_token_type `urn:<word>:key`, requested_token_type, resource `{base_url}/v1`, scope.' }",
    "",
    ['  url: "https://a.example/token"', '  subjectTokenType: "urn:<word>:key"', '  resource: "/v1"'],
  ],
  [
    "a description, with the members of the response",
    "{ type: http, scheme: bearer }",
    "info: { description: '`POST /token` (RFC 8693) takes `subject_token_type`=`urn:<vendor>:key`, `resource` and `scope`. The answer holds `access_token`, `token_type` (`Bearer`), `expires_in` (3600), `scope` (optional) and `resource`.' }",
    [
      '  url: "https://a.example/token"',
      '  subjectTokenType: "urn:<vendor>:key"',
      '  responseFields: ["access_token", "token_type", "expires_in", "resource"]',
    ],
  ],
  [
    "the description of the contract",
    "{ type: http, scheme: bearer }",
    `info: { description: '${DESCRIBED}' }`,
    ['  url: "https://a.example/oauth/token"', '  subjectTokenType: "?"'],
  ],
  [
    "a scheme, and the description of the contract for what that leaves open",
    "{ type: http, scheme: bearer, description: 'A key is exchanged for it (RFC 8693).' }",
    "info: { description: 'Exchange your key for a token (RFC 8693) with `POST /token`: `requested_token_type` = `urn:a:jwt`, `resource` = `urn:a:api`.' }",
    [
      '  url: "https://a.example/token"',
      '  subjectTokenType: "?"',
      '  requestedTokenType: "urn:a:jwt"',
      '  resource: "urn:a:api"',
    ],
  ],
  [
    "the contract, of which a scheme is one of OAuth 2",
    "{ type: oauth2, flows: { clientCredentials: { tokenUrl: https://a.example/token, scopes: {} } } }",
    OF_INFO,
    OF_RFC,
  ],
  ["the contract, which has a scheme of OpenID Connect", "{ type: openIdConnect }", OF_INFO, OF_RFC],
  [
    "the contract, whose scheme of OAuth 2 leaves something open",
    "{ type: oauth2, flows: { clientCredentials: { tokenUrl: https://a.example/token, scopes: {} } }, description: A token exchange. }",
    OF_INFO,
    OF_RFC,
  ],
  [
    "the contract, of which a client key of OAuth 2 is exchanged",
    "{ type: oauth2, flows: { clientCredentials: { tokenUrl: https://a.example/token, scopes: {} } } }",
    "info: { description: 'Exchange your client key at `https://a.example/token` for a token.' }",
    [],
  ],
  [
    "the contract, which names a key and no standard",
    "{ type: http, scheme: bearer }",
    "info: { description: 'Exchange your API key at `https://a.example/token` for a token of 15 minutes.' }",
    ['  url: "https://a.example/token"', '  subjectTokenType: "?"'],
  ],
  [
    "the contract, which names a path",
    "{ type: http, scheme: bearer }",
    "info: { description: 'Get a token at `/oauth/token` for your key (RFC 8693).' }",
    ['  url: "https://a.example/oauth/token"', '  subjectTokenType: "?"'],
  ],
  [
    "the contract, whose keys are renewed",
    "{ type: http, scheme: bearer }",
    "info: { description: 'The signing keys are exchanged once a year; verify each JWT.' }",
    [],
  ],
  [
    "the contract, which denies it",
    "{ type: http, scheme: bearer }",
    "info: { description: 'You do not need to exchange your API key for a token.' }",
    [],
  ],
  [
    "the contract, of which nothing else says that tokens are exchanged",
    "{ type: http, scheme: bearer }",
    "info: { description: 'Tokens of an identity provider can be exchanged for others.' }",
    [],
  ],
])("[TOK-1] the lines for an exchange that only %s describes", (_, scheme, more, want) => {
  const signs = lostIn(
    pets(
      "get",
      "security: [{ key: [] }], responses: { '204': { description: P } }",
      `servers: [{ url: https://a.example/v1 }]\n${more}\ncomponents: { securitySchemes: { key: ${scheme} } }`,
    ),
  );
  expect(signs.flatMap(({ lines }) => lines)).toEqual(want.length === 0 ? [] : ["tokenExchange:", ...want]);
});

test("[TOK-1] the text of a contract is about its bearer tokens, where it has some", () => {
  const signs = planOf(
    pets(
      "get",
      "security: [{ key: [] }, { o: [] }], responses: { '204': { description: P } }",
      `${OF_INFO}\ncomponents: { securitySchemes: { key: { type: http, scheme: bearer }, o: { type: openIdConnect } } }`,
    ),
  ).traits.lost;
  const named = signs.filter(({ trait }) => trait === "tokenExchange").map(({ scheme }) => scheme?.name);
  expect(named).toEqual(["key"]);
});

test("[TOK-1] the sign of a scheme names the scheme, and no operation", () => {
  const scheme =
    "{ type: http, scheme: bearer, description: 'The key is exchanged for a token (RFC 8693).' }";
  const [sign] = planOf(
    pets(
      "get",
      "security: [{ key: [] }], responses: {}",
      `components: { securitySchemes: { key: ${scheme} } }`,
    ),
  ).traits.lost;
  expect(sign).toMatchObject({
    scheme: { name: "key" },
    shown: "its tokens come from an exchange",
    missing: "no operation of the contract describes it",
  });
  expect(sign?.operation).toBeUndefined();
});

test("[TOK-1] the lines for an exchange whose form is not described have what its operation says", () => {
  const form = "content: { application/x-www-form-urlencoded: { schema: { type: string } } }";
  const token = json("{ properties: { access_token: { type: string }, token_type: {} } }");
  const signs = lostIn(
    pets(
      "post",
      `description: 'Exchanges the key for a token (RFC 8693). subject_token_type \`urn:a:key\`, requested_token_type is \`urn:a:jwt\`.', requestBody: { ${form} }, responses: { '200': { description: T, ${token} } }`,
      "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
    ),
  );
  expect(signs.map(({ lines }) => lines)).toEqual([
    [
      "tokenExchange:",
      '  operation: "POST /pets"',
      '  subjectTokenType: "urn:a:key"',
      '  requestedTokenType: "urn:a:jwt"',
    ],
  ]);
});

test.each<readonly [string, string, string, readonly string[]]>([
  [
    "no schema, and a text that lists",
    "{ description: 'Has `access_token`, `token_type` and `expires_in`.' }",
    "",
    ["expires_in"],
  ],
  [
    "a schema that declares it",
    `{ description: 'Has \`access_token\` and \`expires_in\`.', ${json("{ required: [access_token], properties: { access_token: {}, expires_in: {} } }")} }`,
    "",
    [],
  ],
  [
    "a schema that declares it, and requires nothing",
    `{ description: 'Has \`access_token\` and \`expires_in\`.', ${json("{ properties: { access_token: {}, expires_in: {} } }")} }`,
    "",
    ["expires_in"],
  ],
  [
    "a schema that declares another one",
    `{ description: 'Has \`access_token\` and \`expires_in\`.', ${json("{ properties: { access_token: {}, scope: {} } }")} }`,
    "",
    ["expires_in"],
  ],
  [
    "a text that lists what is required anyway",
    "{ description: 'An access_token of token_type Bearer.' }",
    "",
    [],
  ],
  [
    "the text of its scheme",
    "{ description: T }",
    "description: 'A key is exchanged (RFC 8693) for \`access_token\` and \`expires_in\`.'",
    ["expires_in"],
  ],
])("[TOK-3] a response to an exchange with %s", (_, response, described, want) => {
  const given = pets(
    "post",
    `requestBody: { content: { application/x-www-form-urlencoded: { schema: { properties: { grant_type: { const: 'urn:ietf:params:oauth:grant-type:token-exchange' }, subject_token: {}, subject_token_type: { const: 'urn:a:key' } } } } } }, responses: { '200': ${response} }`,
    `components: { securitySchemes: { b: { type: http, scheme: bearer, ${described} } } }`,
  );
  const signs = planOf(given).traits.lost.filter(({ rule }) => rule === "trait/incomplete-token");
  expect(signs.map(({ shown }) => shown)).toEqual(
    want.length === 0
      ? []
      : [`a text lists ${want.map((name) => JSON.stringify(name)).join(", ")} in its response`],
  );
});

test("[TOK-2] an exchange of which a text leaves the word of the service open", () => {
  const given = `info: { description: 'POST /token (RFC 8693) exchanges an access key for a token. It takes \`subject_token_type\`=\`urn:<vendor>:key\`.' }
paths: { /pets: { get: { security: [{ b: [] }], responses: { '200': { description: P } } } } }
components: { securitySchemes: { b: { type: http, scheme: bearer } } }`;
  const [sign] = planOf(given).traits.lost.filter(({ trait }) => trait === "tokenExchange");
  expect(sign?.missing).toBe(
    'no operation of the contract describes it, and `vendor` gives the word of the service in "urn:<vendor>:key"',
  );
});

test("[TOK-3] a response whose schema requires nothing", () => {
  const given = pets(
    "post",
    `requestBody: { content: { application/x-www-form-urlencoded: { schema: { properties: { grant_type: { const: 'urn:ietf:params:oauth:grant-type:token-exchange' }, subject_token: {}, subject_token_type: { const: 'urn:a:key' } } } } } }, responses: { '200': { description: T, ${json("{ properties: { access_token: {}, scope: {}, note: {} } }")} } }`,
    "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
  );
  const [sign] = planOf(given).traits.lost.filter(({ rule }) => rule === "trait/incomplete-token");
  expect(sign).toMatchObject({
    shown: 'its response has "scope"',
    missing: "its schema requires no member",
    lines: ["tokenExchange:", '  operation: "POST /pets"', '  responseFields: ["access_token", "?"]'],
    meant: ["tokenExchange:", '  operation: "POST /pets"', '  responseFields: ["access_token"]'],
  });
});

const BEARER = "{ type: http, scheme: bearer }";
const SENDS_ADDRESS = 'nothing says the value of "resource": the client sends the address of the server';

test.each<readonly [string, string, readonly Omit<Sign, "trait">[]]>([
  [
    "resource: { type: string }",
    "subject_token",
    [
      {
        shown: 'its form takes "resource"',
        missing: SENDS_ADDRESS,
        lines: ["tokenExchange:", '  operation: "POST /token"', '  resource: "?"'],
      },
    ],
  ],
  [
    "resource: { example: 'https://b.example/v1' }, requested_token_type: { type: string }",
    "requested_token_type",
    [
      {
        shown: 'its form takes "resource" and requires "requested_token_type"',
        missing: `${SENDS_ADDRESS}; the client does not send "requested_token_type"`,
        lines: [
          "tokenExchange:",
          '  operation: "POST /token"',
          '  resource: "https://b.example/v1"',
          '  requestedTokenType: "?"',
        ],
      },
    ],
  ],
  [
    "audience: { example: my-fleet }",
    "subject_token",
    [
      {
        shown: 'its form takes "audience"',
        missing: 'nothing says the value of "audience": the client does not send it',
        lines: ["tokenExchange:", '  operation: "POST /token"', '  audience: "my-fleet"'],
      },
    ],
  ],
  ["audience: { default: fleet }", "audience", []],
  [
    "tenant: { type: string }",
    "tenant",
    [{ shown: 'its form requires "tenant"', missing: 'the client does not send "tenant"', lines: [] }],
  ],
  ["resource: { const: 'urn:a:api' }, requested_token_type: { type: string }", "resource", []],
  [
    "subject_token_type: { type: string }, audience: {}",
    "audience",
    [
      {
        shown: 'its form requires "audience"',
        missing: 'the client does not send "audience"',
        lines: ["tokenExchange:", '  operation: "POST /token"', '  subjectTokenType: "?"', '  audience: "?"'],
      },
    ],
  ],
])("[TOK-1] what an exchange leaves open: %s, required: %s", (members, required, want) => {
  const grant = "grant_type: { const: 'urn:ietf:params:oauth:grant-type:token-exchange' }";
  const fixed = members.includes("subject_token_type") ? "" : "subject_token_type: { const: 'urn:a:key' }, ";
  const form = `content: { application/x-www-form-urlencoded: { schema: { required: [${required}], properties: { ${grant}, subject_token: {}, ${fixed}${members} } } } }`;
  const signs = lostIn(`servers: [{ url: 'https://a.example' }]
paths:
  /token: { post: { operationId: token, security: [], requestBody: { ${form} }, responses: {} } }
  /pets: { get: { operationId: list, security: [{ b: [] }], responses: {} } }
components: { securitySchemes: { b: { type: http, scheme: bearer } } }`);
  expect(signs).toEqual(want.map((sign) => ({ trait: "tokenExchange", ...sign })));
});

test("[TOK-1] what an exchange in JSON leaves open is of its body", () => {
  const body = json(
    `{ type: object, properties: { grant_type: { const: 'urn:ietf:params:oauth:grant-type:token-exchange' }, subject_token: {}, subject_token_type: { const: 'urn:a:key' }, resource: {} } }`,
  );
  const signs = lostIn(`servers: [{ url: 'https://a.example' }]
paths:
  /token: { post: { operationId: token, security: [], requestBody: { ${body} }, responses: {} } }
  /pets: { get: { operationId: list, security: [{ b: [] }], responses: {} } }
components: { securitySchemes: { b: { type: http, scheme: bearer } } }`);
  expect(signs.map(({ shown }) => shown)).toEqual(['its body takes "resource"']);
});

const CAMEL = "{ properties: { grantType: {}, subjectToken: {}, subjectTokenType: {}, tenantId: {} } }";

test.each(["application/json", "application/x-www-form-urlencoded"])(
  "[TOK-1] a body in %s with names in another spelling than RFC 8693 has gets no lines",
  (type) => {
    const token = json("{ properties: { access_token: { type: string }, token_type: {} } }");
    const signs = lostIn(`servers: [{ url: 'https://a.example/v1' }]
paths:
  /token: { post: { operationId: token, security: [], requestBody: { content: { ${type}: { schema: ${CAMEL} } } }, responses: { '200': { description: T, ${token} } } } }
  /pets: { get: { operationId: list, security: [{ b: [] }], responses: {} } }
components: { securitySchemes: { b: ${BEARER} } }`);
    expect(signs).toEqual([
      {
        trait: "tokenExchange",
        shown: 'POST /token returns "access_token"',
        missing:
          'its body has "grantType", "subjectToken", "subjectTokenType", which a token exchange (RFC 8693) spells in another way',
        lines: [],
      },
    ]);
  },
);

const FLOW = (url: string) => `{ type: oauth2, flows: { password: { tokenUrl: '${url}', scopes: {} } } }`;
const URN = "urn:ietf:params:oauth:grant-type:token-exchange";

test.each<readonly [string, string, string, boolean]>([
  ["its own token URL", FLOW("/token"), "grant_type: {}", false],
  ["its token URL without a slash", FLOW("token"), "grant_type: {}", false],
  ["its token URL with the path of the server", FLOW("https://a.example/v1/token"), "grant_type: {}", false],
  ["the token URL of another path", FLOW("https://a.example/oauth/token"), "grant_type: {}", true],
  ["no URL", FLOW("http://["), "grant_type: {}", true],
  ["its token URL, for an exchange as well", FLOW("/token"), "subject_token: {}", true],
  ["a pattern", BEARER, "grant_type: { type: string, pattern: '^password$' }", false],
  [
    "a pattern or null",
    BEARER,
    "grant_type: { anyOf: [{ type: string, pattern: password }, { type: 'null' }] }",
    false,
  ],
  [
    "a pattern of several",
    BEARER,
    "grant_type: { type: string, pattern: '^(?:password|refresh_token)$' }",
    false,
  ],
  ["a pattern of more than words", BEARER, "grant_type: { type: string, pattern: '^p.*$' }", true],
  ["a constant", BEARER, "grant_type: { const: client_credentials }", false],
  ["a list", BEARER, "grant_type: { enum: [authorization_code, refresh_token] }", false],
  ["a list with an exchange", BEARER, `grant_type: { enum: [password, '${URN}'] }`, true],
  ["an example", BEARER, "grant_type: { type: string, example: client_credentials }", false],
  ["nothing", BEARER, "grant_type: { type: string }", true],
])("[TOK-1] tokens of a form whose grant is shown by %s", (_, scheme, members, want) => {
  const form = `content: { application/x-www-form-urlencoded: { schema: { properties: { ${members} } } } }`;
  const token = json("{ properties: { access_token: { type: string }, token_type: {} } }");
  const { diagnostics } = planOf(`servers: [{ url: 'https://a.example/v1' }]
paths:
  /token: { post: { operationId: token, security: [], requestBody: { ${form} }, responses: { '200': { description: T, ${token} } } } }
  /pets: { get: { operationId: list, security: [{ b: [] }], responses: {} } }
components: { securitySchemes: { b: ${scheme} } }`);
  const found = diagnostics.filter(({ id }) => id === "trait/token-exchange");
  expect(found).toHaveLength(want ? 1 : 0);
});

test("fields whose comments are titles, as protoc-gen-openapiv2 writes them, have those values", () => {
  const field = (name: string, title: string) => `${name}: { type: string, title: "${title}" }`;
  const form = [
    field("grant_type", "`urn:ietf:params:oauth:grant-type:token-exchange`"),
    field("subject_token", "The access key"),
    field("subject_token_type", "`urn:acme:key`"),
  ];
  const { traits } = planOf(`paths:
  /token: { post: { requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, required: [grant_type], properties: { ${form.join(", ")} } } } } }, responses: { '200': { description: T, ${json("{ properties: { access_token: { type: string }, token_type: { type: string } } }")} } } } }
  /pets: { get: { security: [{ b: [] }], responses: {} } }
components: { securitySchemes: { b: { type: http, scheme: bearer } } }`);
  expect(traits.lost).toEqual([]);
  expect(
    traits.contract.tokenExchange ?? traits.operations.flatMap((one) => one.traits.tokenExchange ?? []),
  ).toMatchObject([{ facts: { subjectTokenType: { value: "urn:acme:key" } } }]);
});
