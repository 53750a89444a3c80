import { describe, expect, test } from "vitest";
import { thrownBy } from "../../../model/model-of.js";
import { emitContract } from "../../../emit/emit-contract.js";
import { compile } from "../../../types/compile.js";
import { planOf, traitsOf } from "../../plan-of.js";
import { countTime } from "../../../support/count-time.js";

const GRANT = "urn:ietf:params:oauth:grant-type:token-exchange";
const FIXED = "{ const: 'urn:acme:params:oauth:token-type:key' }";
const OPEN =
  "{ type: string, pattern: '^urn:[a-z0-9-]+:params:oauth:token-type:external-access-credential$' }";

const KEY = "urn:acme:params:oauth:token-type:key";
const SEVERAL = `{ type: string, enum: [client_credentials, '${GRANT}'] }`;

interface Given {
  readonly grant?: string;
  readonly subject?: string;
  readonly schemes?: string;
  readonly mediaType?: string;
  readonly requested?: string;
  readonly resource?: string;
}

const OAUTH =
  "o: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://a.example/oauth/token', scopes: {} } } }";

function contract(given: Given): string {
  const {
    grant = GRANT,
    subject = FIXED,
    schemes = OAUTH,
    mediaType = "application/x-www-form-urlencoded",
  } = given;
  const requested =
    given.requested === undefined ? "" : `, requested_token_type: { const: '${given.requested}' }`;
  const resource = given.resource === undefined ? "" : `, resource: { enum: ['${given.resource}'] }`;
  return `
paths:
  /oauth/token:
    post:
      operationId: exchange
      tags: [token]
      servers: [{ url: https://auth.example }]
      requestBody:
        content:
          ${mediaType}:
            schema: { type: object, properties: { grant_type: ${grant.startsWith("{") ? grant : `{ const: '${grant}' }`}, subject_token_type: ${subject}${requested}${resource} } }
      responses:
        '200':
          description: Token
          content:
            application/json:
              schema: { type: object, required: [scope, access_token], properties: { access_token: {}, scope: {}, more: {} } }
  /pets: { get: { operationId: listPets, tags: [pets], security: [{ o: [] }] } }
components: { securitySchemes: { ${schemes} } }`;
}

const exchange = (given: Given) => traitsOf(contract(given), "token.exchange").tokenExchange;
const planned = (given: Given, vendor?: string) => {
  const [credential] = planOf(contract(given), vendor === undefined ? {} : { vendor }).connection.credentials;
  return credential?.kind === "tokenExchange" ? credential.exchange : undefined;
};

test.each<readonly [string, Given & { readonly both?: true }, string | undefined]>([
  ["a form", {}, undefined],
  ["JSON", { mediaType: "application/json" }, "application/json"],
  ["a form where both are taken", { both: true }, undefined],
])("[TOK-1] an exchange is sent as %s", async (_, { both, ...given }, want) => {
  const text = contract(given);
  const form = "          application/x-www-form-urlencoded:";
  const json = "          application/json: { schema: { type: object } }";
  const yaml = both ? text.replace(form, `${json}\n${form}`) : text;
  const [credential] = planOf(yaml).connection.credentials;
  expect(credential).toMatchObject({ kind: "tokenExchange", exchange: { mediaType: want } });
  const files = await emitContract(yaml);
  expect(/mediaType: ("[^"]*")/.exec(files.get("connect.ts") ?? "")?.[1]).toBe(want && JSON.stringify(want));
});

test.each([
  ["https://a.example/v1/external", { server: "https://a.example", path: "/v1/external" }],
  ["https://a.example/", undefined],
  ["https://other.example/v1", { uri: "https://other.example/v1" }],
  ["urn:acme:api", { uri: "urn:acme:api" }],
])("[TOK-1] the form's only value %s of `resource` is what tokens are for", (resource, want) => {
  const servers = "servers: [{ url: 'https://a.example' }]";
  const [credential] = planOf(`${servers}\n${contract({ resource })}`).connection.credentials;
  expect(credential).toMatchObject({ exchange: { resource: want } });
});

describe("[TOK-1] what tokens are for, where the form only shows it", () => {
  const shown = (member: string, servers = "servers: [{ url: 'https://a.example' }]") => {
    const plan = planOf(
      `${servers}\n${contract({}).replace(" } }\n      responses", `, resource: ${member} } }\n      responses`)}`,
    );
    const [credential] = plan.connection.credentials;
    return credential?.kind === "tokenExchange" ? credential.exchange.resource : undefined;
  };
  const HERE = { server: "https://a.example", path: "/pets" };

  test.each<readonly [string, string, object | undefined]>([
    ["an example on the contract's server", "{ example: 'https://a.example/pets' }", HERE],
    ["an example of one thing there", "{ example: 'https://a.example/pets/12' }", undefined],
    ["a default", "{ default: 'https://other.example/v1' }", { uri: "https://other.example/v1" }],
    ["a default before an example", "{ default: 'urn:a', example: 'urn:b' }", { uri: "urn:a" }],
    ["the example of a name", "{ example: 'urn:acme:api' }", { uri: "urn:acme:api" }],
    ["an example on another host", "{ example: 'https://other.example/v1' }", undefined],
    ["an example that is no URI", "{ example: api }", undefined],
  ])("%s", (_, member, want) => {
    expect(shown(member)).toEqual(want);
  });

  const OPEN_HOST = "{ description: 'Below {base_url}: `{base_url}/pets`.' }";
  const NAMED = "{ description: 'The address of the API, `https://a.example/pets`.' }";
  const CHOSEN = { server: undefined, path: "/pets" };

  test.each<readonly [string, string, string, object | undefined]>([
    ["an example, where no server is named", "", "{ example: 'https://a.example/pets' }", CHOSEN],
    ["its host left open", "", "{ example: '{base_url}/pets/' }", CHOSEN],
    ["a description", "", NAMED, CHOSEN],
    ["a description, and a server has a path alone", "servers: [{ url: / }]", NAMED, CHOSEN],
    [
      "a description, on the contract's server",
      "servers: [{ url: 'https://a.example' }]",
      NAMED,
      { ...CHOSEN, server: "https://a.example" },
    ],
    ["a description with a host left open", "", OPEN_HOST, CHOSEN],
    [
      "below the path of the server",
      "servers: [{ url: /v1 }]",
      "{ example: 'https://a.example/v1/pets' }",
      CHOSEN,
    ],
    ["the server itself", "servers: [{ url: /v1 }]", "{ example: 'https://a.example/v1' }", undefined],
    ["a path that no operation has", "", "{ example: 'https://a.example/docs' }", undefined],
    [
      "documentation on the contract's server",
      "servers: [{ url: 'https://a.example' }]",
      "{ description: See https://a.example/docs. }",
      undefined,
    ],
    ["a page to read, where no server is named", "", "{ description: 'See https://b.example/.' }", undefined],
    ["a link to it", "", "{ description: 'The [pets](https://b.example/pets).' }", undefined],
    ["what was so", "", "{ description: 'Was `https://a.example/pets` until 2020.' }", undefined],
    ["what is so somewhere", "", "{ description: 'Is `https://a.example/pets` in production.' }", undefined],
    ["a description on another host", "servers: [{ url: 'https://b.example' }]", NAMED, undefined],
    ["two addresses", "", "{ description: 'https://a.example/pets or https://a.example/pets/x' }", undefined],
    [
      "what the description says that it must be",
      "",
      "{ description: 'Must be `urn:acme:api`.' }",
      { uri: "urn:acme:api" },
    ],
  ])("%s", (_, servers, member, want) => {
    expect(shown(member, servers)).toEqual(want);
  });

  test.each([" ", "\u00a0", "reference "])("a long description of %j takes no time", (filler) => {
    const elapsed = countTime();
    shown(`{ description: "The reference${filler.repeat(60_000)}" }`);
    expect(elapsed()).toBeLessThan(1000);
  });

  test.each<readonly [string, object | undefined]>([
    ["The reference: `https://a.example/pets`.", undefined],
    ["The reference is at <https://a.example/pets>.", undefined],
    ["By reference, that is, `https://a.example/pets`.", CHOSEN],
  ])("an address that is, or is not, of a page to read: %s", (description, want) => {
    const found = shown(`{ description: ${JSON.stringify(description)} }`);
    expect(found).toEqual(want && { ...want, server: "https://a.example" });
  });

  test("a path below the server that is called", async () => {
    const given = contract({}).replace(" } }\n      responses", `, resource: ${NAMED} } }\n      responses`);
    expect(traitsOf(given, "token.exchange").tokenExchange).toMatchObject({
      facts: { resource: "/pets" },
      reason: expect.stringContaining(
        'Tokens are for "/pets" below the server, as the description of',
      ) as string,
    });
    const connect = (await emitContract(given)).get("connect.ts");
    expect(connect).toContain('resource: resolveEndpoint("/pets", undefined, serverUrl, options)');
  });

  test("the server that is called", () => {
    const member = "{ example: 'https://a.example/v1/' }";
    const given = contract({}).replace(" } }\n      responses", `, resource: ${member} } }\n      responses`);
    const { tokenExchange } = traitsOf(`servers: [{ url: /v1 }]\n${given}`, "token.exchange");
    expect(tokenExchange?.facts.resource).toBe("/");
    expect(tokenExchange?.reason).toContain(
      'Tokens are for the address of the server, as the example of "resource" says.',
    );
  });

  test("an example on another server of the contract moves to the one in use", () => {
    const servers = "servers: [{ url: 'https://b.example' }, { url: 'https://a.example/v2' }]";
    expect(shown("{ example: 'https://a.example/v2' }", servers)).toEqual({
      server: "https://b.example",
      path: "/v2",
    });
  });

  test.each([
    ["{ example: 'https://a.example/v1' }", "/"],
    ["{ example: 'https://a.example/v1/pets' }", "/pets"],
    ["{ default: 'https://a.example/v1' }", "/"],
    ["{ description: 'It is `https://a.example/v1`.' }", "/"],
    ["{ enum: ['https://a.example/v1'] }", "https://a.example/v1"],
    ["{ default: 'https://a.example/v1/' }", "https://a.example/v1/"],
    ["{ default: 'https://c.example/v2/pets' }", "https://c.example/v2/pets"],
  ])("an address on a server with variables moves with them: %s", (member, want) => {
    const given = contract({}).replace(" } }\n      responses", `, resource: ${member} } }\n      responses`);
    const servers =
      "servers: [{ url: 'https://{host}/v1', variables: { host: { default: a.example, enum: [a.example, b.example] } } }, { url: 'https://{other}/v2', variables: { other: { default: c.example } } }]";
    expect(traitsOf(`${servers}\n${given}`, "token.exchange").tokenExchange?.facts.resource).toBe(want);
  });

  test("an example above the path of the server", () => {
    expect(shown("{ example: 'https://a.example/' }", "servers: [{ url: 'https://a.example/v2' }]")).toEqual({
      server: "https://a.example",
      path: "/",
    });
  });

  test.each<readonly [string, string | undefined]>([
    ["{ enum: [fleet] }", "fleet"],
    ["{ type: string, default: fleet }", "fleet"],
    ["{ description: 'Must be `fleet`.' }", "fleet"],
    ["{ example: 'urn:acme:fleet' }", "urn:acme:fleet"],
    ["{ example: 'https://a.example' }", "https://a.example"],
    ["{ example: my-fleet }", undefined],
    ["{ type: string }", undefined],
  ])("an audience, and a resource is not sent where the form declares none: %s", async (member, want) => {
    const given = contract({}).replace(" } }\n      responses", `, audience: ${member} } }\n      responses`);
    const yaml = `servers: [{ url: 'https://a.example' }]\n${given}`;
    const [credential] = planOf(yaml).connection.credentials;
    expect(credential).toMatchObject({ exchange: { resource: false, audience: want } });
    const files = await emitContract(yaml);
    expect(compile(files)).toEqual([]);
    const connect = files.get("connect.ts") ?? "";
    expect(connect).not.toContain("resource:");
    expect(/audience: ("[^"]*")/.exec(connect)?.[1]).toBe(want && JSON.stringify(want));
  });
});

describe("[TOK-1] the token exchange is recognised", () => {
  test("by its grant type, at the token URL of a scheme", () => {
    expect(exchange({})).toEqual({
      facts: {
        scheme: "o",
        grantType: GRANT,
        subjectTokenType: { value: "urn:acme:params:oauth:token-type:key" },
        responseFields: ["access_token", "scope"],
      },
      reason:
        'The form of POST /oauth/token has the grant type of RFC 8693; its tokens serve "o", whose token URL it is.',
    });
  });

  test("for the only scheme that takes Bearer tokens", () => {
    const schemes = "o: { type: http, scheme: bearer }, k: { type: apiKey, in: query, name: k }";
    expect(exchange({ schemes })?.reason).toContain('serve "o", the only scheme that takes Bearer tokens.');
  });

  test("among other grants of a machine's token URL", () => {
    expect(exchange({ grant: SEVERAL })?.facts).toMatchObject({ scheme: "o", grantType: GRANT });
  });

  test.each<readonly [string, string, object | undefined]>([
    ["subject_token", "subject_token: {}", { value: KEY }],
    ["grant_type", "", undefined],
    ["grant_type", "subject_token: {}", undefined],
    ["subject_token", "subject_token: {}, refresh_token: {}", undefined],
    ["subject_token", "subject_token: {}, client_id: {}, client_secret: {}, actor_token: {}", undefined],
    ["subject_token", "subject_token: {}, assertion: {}", undefined],
  ])("where its grant is open, %s is required, and it has {%s}: %j", (required, members, want) => {
    const subject = `{ type: string, example: '${KEY}' }, ${members}`;
    const given = contract({ grant: "{ type: string }", subject }).replace(
      "schema: { type: object,",
      `schema: { type: object, required: [${required}],`,
    );
    expect(traitsOf(given, "token.exchange").tokenExchange?.facts.subjectTokenType).toEqual(want);
  });

  test.each<readonly [string, boolean]>([
    ["default: 'urn:acme:grant'", false],
    ["examples: [custom_key]", false],
    ["pattern: '^(custom|legacy)$'", false],
    ["pattern: '^token-exchange$'", false],
    ["pattern: '^urn:acme:.+$'", false],
    [`default: '${GRANT}'`, true],
    [`examples: [custom_key, '${GRANT}']`, true],
    [`pattern: '^(?:password|${GRANT})$'`, true],
    ["pattern: token-exchange", true],
    ["pattern: 'grant-type:token-exchange$'", true],
  ])("where its grant is open, and shown by %s: %s", (shown, want) => {
    const grant = `{ type: string, ${shown} }`;
    const given = contract({ grant, subject: `${FIXED}, subject_token: {}` }).replace(
      "schema: { type: object,",
      "schema: { type: object, required: [subject_token],",
    );
    expect(traitsOf(given, "token.exchange").tokenExchange !== undefined).toBe(want);
  });

  test.each<readonly [string, object | undefined]>([
    ["{ type: string }", undefined],
    ["{ type: string, example: 'urn:acme:<kind>:key' }", undefined],
    ["{ type: string, description: 'One of `urn:<vendor>:key` and `urn:<vendor>:code`.' }", undefined],
    ["{ type: string, description: 'Either `urn:<vendor>:key:<kind>`.' }", undefined],
    ["{ type: string, description: 'For us, urn:<your-service>:key.' }", { template: "urn:<vendor>:key" }],
    ["{ type: string, default: 'urn:{vendor}:key' }", { template: "urn:<vendor>:key" }],
    ["{ type: string, pattern: '^urn:', example: 'urn:<vendor>:a:key' }", { template: "urn:<vendor>:a:key" }],
    ["{ type: string, pattern: '^urn:', example: 'urn:acme:key' }", { value: "urn:acme:key" }],
    ["{ type: string, pattern: '^urn:acme:params:key$' }", { value: "urn:acme:params:key" }],
  ])("with a type of the access key that has a gap, or nothing shows: %s", (subject, want) => {
    const given = exchange({ subject, schemes: "o: { type: http, scheme: bearer }" });
    expect(given?.facts.subjectTokenType).toEqual(want);
  });

  test.each<readonly [string, object | undefined]>([
    ["{ type: string, description: 'Must be `urn:acme:key`.' }", { value: "urn:acme:key" }],
    [
      "{ type: string, pattern: '^urn:', description: 'Always \"urn:acme:key\".' }",
      { value: "urn:acme:key" },
    ],
    ["{ type: string, description: 'Must be `urn:<vendor>:key`.' }", { template: "urn:<vendor>:key" }],
    ["{ type: string, description: 'Such as `urn:acme:key`.' }", undefined],
  ])("with a type of the access key that a description states: %s", (subject, want) => {
    const given = exchange({ subject, grant: `{ type: string, description: 'Must be \`${GRANT}\`.' }` });
    expect(given?.facts.subjectTokenType).toEqual(want);
  });

  test("with a type of the token that a description states", () => {
    const given = contract({ requested: "x" }).replace(
      "{ const: 'x' }",
      "{ description: 'Must be `urn:a:jwt`.' }",
    );
    expect(traitsOf(given, "token.exchange").tokenExchange?.facts.requestedTokenType).toBe("urn:a:jwt");
  });

  test("for the one of several schemes that says so", () => {
    const schemes =
      "a: { type: http, scheme: bearer }, o: { type: http, scheme: bearer, description: 'From a token exchange.' }";
    expect(exchange({ schemes })?.facts.scheme).toBe("o");
  });

  test("with a type of the access key that is left open", () => {
    expect(exchange({ subject: OPEN })?.facts.subjectTokenType).toEqual({
      template: "urn:<vendor>:params:oauth:token-type:external-access-credential",
    });
  });

  test.each<readonly [string, Given]>([
    ["another grant", { grant: "client_credentials" }],
    ["another grant in words", { grant: "{ description: Must be `client_credentials`. }" }],
    ["a body of XML", { mediaType: "application/xml" }],
    [
      "two schemes that could be meant",
      { schemes: "o: { type: http, scheme: bearer }, p: { type: http, scheme: bearer }" },
    ],
    [
      "one of several grants, where tokens come with a person's consent",
      {
        grant: SEVERAL,
        schemes: OAUTH.replace("clientCredentials: {", `authorizationCode: { authorizationUrl: /a,`),
      },
    ],
    [
      "one of several grants, where nothing is said of the access key",
      { grant: SEVERAL, subject: "{ type: string }" },
    ],
    ["no scheme", { schemes: "o: { type: apiKey, in: query, name: k }" }],
  ])("but not from %s", (_, given) => {
    expect(exchange(given)).toBeUndefined();
  });
});

describe("[TOK-2] the vendor's word", () => {
  test("is not needed where the contract fixes the type", () => {
    expect(planned({})).toEqual({
      server: "https://auth.example",
      path: "/oauth/token",
      resolver: "resolveEndpoint",
      grantType: GRANT,
      subjectTokenType: "urn:acme:params:oauth:token-type:key",
      vendor: undefined,
      // Nothing that the contract leaves open is hard-coded (GEN-4): RFC 8693 makes the field optional.
      requestedTokenType: undefined,
      requiresScope: false,
      responseFields: ["access_token", "scope"],
    });
  });

  test("is filled in where it is open", () => {
    expect(planned({ subject: OPEN, requested: "urn:x:y" }, "acme")).toMatchObject({
      subjectTokenType: "urn:<vendor>:params:oauth:token-type:external-access-credential",
      vendor: "acme",
      requestedTokenType: "urn:x:y",
    });
  });

  test("that is missing stops the generation, and says how to set it", () => {
    expect(thrownBy(() => planned({ subject: OPEN }))).toMatchObject({
      exitCode: 2,
      message: "The contract leaves the vendor word of the access key's token type open.",
      where:
        "urn:<vendor>:params:oauth:token-type:external-access-credential, in the token exchange at #/paths/~1oauth~1token/post",
      remedy: expect.stringContaining("--vendor WORD") as string,
    });
  });

  test.each(["", "a", "-ab", "ab-", "a b", "a:b", "a\nb", "a".repeat(33)])(
    "that is malformed is refused: %j",
    (vendor) => {
      expect(thrownBy(() => planned({ subject: OPEN }, vendor))).toMatchObject({
        exitCode: 2,
        remedy: expect.stringContaining("2 to 32 letters") as string,
      });
    },
  );

  test("suffices where a text shows the gap", () => {
    const subject = "{ type: string, example: 'urn:<vendor>:key' }";
    expect(planned({ subject }, "acme")).toMatchObject({
      subjectTokenType: "urn:<vendor>:key",
      vendor: "acme",
    });
  });

  test("suffices where the contract's pattern has the last words of the type", () => {
    const subject = "{ pattern: 'access-credential$' }";
    expect(planned({ subject }, "acme")).toMatchObject({
      subjectTokenType: "urn:<vendor>:params:oauth:token-type:external-access-credential",
      vendor: "acme",
    });
    expect(thrownBy(() => planned({ subject }))).toMatchObject({
      exitCode: 2,
      remedy: expect.stringContaining("--vendor WORD") as string,
    });
  });

  test("is refused where the contract's pattern does not allow what is built", () => {
    const subject = "{ pattern: '^urn:x:params:[a-z-]+access-credential' }";
    expect(thrownBy(() => planned({ subject }, "acme"))).toMatchObject({
      exitCode: 2,
      message: expect.stringContaining("does not allow") as string,
    });
  });

  test.each([
    "{ type: string }",
    "{ pattern: '^.*$' }",
    "{ pattern: '^urn:x:params:[a-z]+$' }",
    "{ pattern: '(' }",
    "{ pattern: '^(([a-z:-]+)+)+!access-credential$' }",
  ])("cannot help where the contract shows no gap for it: %s", (subject) => {
    expect(thrownBy(() => planned({ subject }, "acme"))).toMatchObject({
      exitCode: 2,
      where: "at given #/paths/~1oauth~1token/post",
      remedy: expect.stringContaining('\ntokenExchange: { subjectTokenType: "?" }') as string,
    });
    const { connection } = planOf(contract({ subject }), { isPreview: true, vendor: "acme" });
    expect(connection.credentials).toMatchObject([{ exchange: { subjectTokenType: "?" } }]);
  });
});

test.each<readonly [string, string, readonly string[]]>([
  ["access_token: {}, token_type: {}", "access_token", ["access_token", "token_type"]],
  [
    "access_token: {}, expires_in: {}, issued_token_type: {}",
    "expires_in",
    ["access_token", "expires_in", "issued_token_type"],
  ],
  ["token: {}", "", ["access_token"]],
])(
  "[TOK-3] the response must have what RFC 8693 requires and the contract declares: {%s}",
  (members, required, want) => {
    const given = contract({}).replace(
      "required: [scope, access_token], properties: { access_token: {}, scope: {}, more: {} }",
      `required: [${required}], properties: { ${members} }`,
    );
    expect(traitsOf(given, "token.exchange").tokenExchange?.facts.responseFields).toEqual(want);
  },
);

test("[TOK-3] the token may be in the envelope of every response", async () => {
  const given = contract({}).replace(
    "required: [scope, access_token], properties: { access_token: {}, scope: {}, more: {} }",
    "properties: { data: { required: [access_token, scope], properties: { access_token: {}, scope: {} } }, meta: {} }",
  );
  expect(traitsOf(given, "token.exchange").tokenExchange?.facts).toMatchObject({
    responseFields: ["access_token", "scope"],
    responseAt: "data",
  });
  const files = await emitContract(given);
  expect(compile(files)).toEqual([]);
  expect(files.get("connect.ts")).toContain('responseAt: "data"');
});

test.each([
  "token: {}, data: { properties: { access_token: {} } }",
  "expires_in: {}, revoked: { properties: { access_token: {} } }",
  "data: { properties: { actor: { properties: { access_token: {} } } } }",
])("[TOK-3] the token of another object is not the one: {%s}", (members) => {
  const given = contract({}).replace(
    "required: [scope, access_token], properties: { access_token: {}, scope: {}, more: {} }",
    `properties: { ${members} }`,
  );
  expect(traitsOf(given, "token.exchange").tokenExchange?.facts.responseAt).toBeUndefined();
});

test.each<readonly [string, string, readonly string[]]>([
  ["{ a: A, b: B }", "[b, c]", ["a", "b", "c"]],
  ["{ a: A }", "[]", ["a"]],
  ["{}", "[]", []],
])("[ACC-2] scopes that a client can ask for: scheme %s, operation %s", async (listed, needed, want) => {
  const yaml = contract({})
    .replace("scopes: {}", `scopes: ${listed}`)
    .replace("{ o: [] }", `{ o: ${needed} }`);
  expect(planOf(yaml).contract.scopes.map(({ name }) => name)).toEqual(want);
  const connect = (await emitContract(yaml)).get("connect.ts") ?? "";
  expect([connect.includes("unscoped: true"), /scopes\??: ReadonlyArray<(\w+)>/.exec(connect)?.[1]]).toEqual(
    want.length === 0 ? [true, "string"] : [false, "Granted"],
  );
});

test("[ACC-2] a form that requires a scope is not sent without one, though the contract names none", async () => {
  const yaml = contract({}).replace(
    "{ type: object, properties: { grant_type",
    "{ type: object, required: [scope], properties: { scope: {}, grant_type",
  );
  const files = await emitContract(yaml);
  expect(compile(files)).toEqual([]);
  const connect = files.get("connect.ts") ?? "";
  expect([connect.includes("unscoped: true"), /scopes\??: ReadonlyArray<\w+>/.exec(connect)?.[0]]).toEqual([
    false,
    "scopes: ReadonlyArray<string>",
  ]);
});

test("[TOK-1] a token URL can have the path of the server before that of the operation", () => {
  const schemes = `${OAUTH.replace("https://a.example/oauth", "https://a.example/v1/oauth")}, b: { type: http, scheme: bearer }`;
  const yaml = `servers: [{ url: "https://a.example/v1" }]${contract({ schemes })}`;
  expect(traitsOf(yaml, "token.exchange").tokenExchange?.facts.scheme).toBe("o");
});

test("[TOK-1] the exchange has no method of its own", () => {
  const plan = planOf(contract({}));
  expect(plan.resources.map(({ member }) => member)).toEqual(["pets"]);
  expect(plan.traits.operations.find(({ name }) => name === "token.exchange")?.omitted).toBe(
    "The client exchanges tokens by itself.",
  );
});
