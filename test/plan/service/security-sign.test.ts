import { describe, expect, test } from "vitest";
import { buildPlan } from "../../../src/build-plan.js";
import { loadContract } from "../../../src/load/load-contract.js";
import { fileWith } from "../../load/contract-files.js";
import { namesSignatures } from "../../../src/plan/service/signs/access/signature-sign.js";
import type { ClientPlan } from "../../../src/plan/typescript/client-plan.js";
import { planOf } from "../plan-of.js";
import { planUnder } from "./overrides/configured.js";
import { expectSilenced } from "./expect-silenced.js";
import { countTime } from "../../support/count-time.js";

const GRANT = "urn:ietf:params:oauth:grant-type:token-exchange";
const HEADER = "{ in: header, name: authorization, required: true, schema: { type: string }";
const TOKEN = `
  /token:
    post:
      operationId: token
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { grant_type: { const: '${GRANT}' }, subject_token: { type: string }, subject_token_type: { const: 'urn:a:key' } } } } } }
      responses: { '200': { description: T, content: { application/json: { schema: { type: object, properties: { access_token: { type: string }, token_type: { type: string } } } } } } }`;

interface Given {
  /** Description of the contract. */
  readonly info?: string;
  /** Parameters and descriptions of `GET /pets` and `GET /health`. */
  readonly pets?: string;
  readonly health?: string;
  readonly token?: boolean;
  readonly more?: string;
}

function contract({ info = "", pets = "", health = "", token = false, more = "" }: Given): string {
  const get = (id: string, keys: string) =>
    `{ get: { operationId: ${id}, ${keys === "" ? "" : `${keys}, `}responses: { '204': { description: D } } } }`;
  return `openapi: 3.1.0
info: { title: Pets, version: '1', description: ${JSON.stringify(info)} }
servers: [{ url: https://a.example }]
paths:
  /pets: ${get("pets", pets)}
  /health: ${get("health", health)}${token ? TOKEN : ""}
${more}`;
}

const signOf = (given: Given) =>
  planOf(contract(given)).traits.lost.find(({ trait }) => trait === "security");
const header = (more = "") => `parameters: [${HEADER}${more} }]`;
const BEARER = "components: { securitySchemes: { jwt: { type: http, scheme: bearer } } }";
const chapter = (name: string, text: string) =>
  `tags: [{ name: ${name}, description: ${JSON.stringify(text)} }]`;
const KEY = "components: { securitySchemes: { key: { type: apiKey, in: query, name: key } } }";
const OPEN_NEED =
  '    update: { security: [{ "?": [] }] } # fill in the scheme, or `security: []` where it needs none';

describe("operations without `security` beside others that have it", () => {
  const get = (path: string, more = "", status = "401") =>
    `\n  ${path}: { get: { ${more}responses: { '204': { description: D }, '${status}': { description: D } } } }`;
  const [KEY_OR_JWT, OPEN] = ["security: [{ key: [] }, { jwt: [] }], ", "security: [], "];
  const schemes =
    "\ncomponents: { securitySchemes: { jwt: { type: http, scheme: bearer }, key: { type: apiKey, in: query, name: key } } }";
  const of = (...paths: readonly string[]) =>
    `openapi: 3.1.0\ninfo: { title: T, version: '1' }\nservers: [{ url: https://a.example }]\npaths:${paths.join("")}${schemes}`;
  const JWT = of(get("/a", "security: [{ jwt: [] }], "));
  const TAKES_KEY = "parameters: [{ in: query, name: key, schema: { type: string } }], ";
  const ONE_KEY = [
    'the contract declares the scheme "key"',
    "no `security` of an operation names it",
  ] as const;
  const flows = (kind: string, url: string) =>
    `{ type: oauth2, flows: { ${kind}: { tokenUrl: ${url}, scopes: {} } } }`;
  const [a, b] = [get("/a", KEY_OR_JWT), get("/b", "security: [{ jwt: [] }], ")];

  test.each<readonly [string, string, string | undefined]>([
    ["that may respond with 401", of(a, get("/c")), "GET /c has a response 401, and no `security`"],
    ["two of them", of(a, b, get("/c"), get("/d")), "2 operations have a response 401, and no `security`"],
    ["that do not", of(a, get("/c", "", "403")), undefined],
    ["that say it", of(a, get("/c", OPEN)), undefined],
    ["that take other credentials", of(a, get("/login")), undefined],
    ["that confirm an address", of(a, get("/verify-email")), undefined],
    ["that tell how the service is", of(a, get("/v1/status")), undefined],
    [
      "that tell how an order is",
      of(a, get("/orders/status")),
      "GET /orders/status has a response 401, and no `security`",
    ],
    [
      "of which a text says that anyone can call them",
      of(a, get("/c", "description: Works without credentials., ")),
      undefined,
    ],
    ["that are public", of(a, get("/c", "summary: This endpoint is public, ")), undefined],
    [
      "of which a text says more",
      of(a, get("/c", "summary: Public keys of the account, ")),
      "GET /c has a response 401, and no `security`",
    ],
    [
      "of which a text says: Returns 401 without credentials.",
      of(a, get("/c", "description: Returns 401 without credentials., ")),
      "GET /c has a response 401, and no `security`",
    ],
    [
      "of which a text says: Fails with 401 if no token was sent.",
      of(a, get("/c", "description: Fails with 401 if no token was sent., ")),
      "GET /c has a response 401, and no `security`",
    ],
    [
      "of which a text says: Unauthenticated requests are refused.",
      of(a, get("/c", "description: Unauthenticated requests are refused., ")),
      "GET /c has a response 401, and no `security`",
    ],
    [
      "of which a text says: The reason is not required.",
      of(a, get("/c", "description: The reason is not required., ")),
      "GET /c has a response 401, and no `security`",
    ],
    [
      "at /reservations/{id}/confirmation",
      of(a, get("/reservations/{id}/confirmation")),
      "GET /reservations/{id}/confirmation has a response 401, and no `security`",
    ],
    ["at /boards/pins", of(a, get("/boards/pins")), "GET /boards/pins has a response 401, and no `security`"],
    [
      "at /training-sessions",
      of(a, get("/training-sessions")),
      "GET /training-sessions has a response 401, and no `security`",
    ],
    ["beside others that need none", of(get("/a", "security: [{}, { jwt: [] }], "), get("/c")), undefined],
    ["in a contract that needs none", `${of(a, get("/c"))}\nsecurity: []`, undefined],
    ["that are most", of(a, get("/c"), get("/d")), "2 operations have a response 401, and no `security`"],
    ["in a contract that says it for all", `${of(a, get("/c"))}\nsecurity: [{}]`, undefined],
  ])("%s", (_, given, want) => {
    const signs = planOf(given).traits.lost.filter(({ rule }) => rule === undefined);
    expect(signs.find(({ trait }) => trait === "security")?.shown).toBe(want);
  });

  test("those that are most have no overlay, and a line accepts them", async () => {
    const given = of(b, get("/c"), get("/d"));
    const ofSecurity = (contract: ClientPlan) =>
      contract.traits.lost.filter(({ rule, trait }) => trait === "security" && rule === undefined);
    expect(ofSecurity(planOf(given))).toMatchObject([{ missing: "nothing says which scheme", lines: [] }]);
    expect(ofSecurity(await planUnder(given, "security: false"))).toEqual([]);
  });

  test.each<readonly [string, readonly (readonly [string, string])[]]>([
    [of(get("/a", KEY_OR_JWT)), []],
    [
      of(get("/a", "security: [{ jwt: [] }], ")),
      [['the contract declares the scheme "key"', "no `security` of an operation names it"]],
    ],
    [
      of(get("/a", "security: [{ jwt: [] }], ")).replace(
        "key:",
        "cookie: { type: apiKey, in: cookie, name: c }, key:",
      ),
      [
        [
          'the contract declares the schemes "cookie", "key"',
          "no `security` of an operation names one of them",
        ],
      ],
    ],
    [of(get("/a", "security: [{ jwt: [] }, {}], "), get("/b", "security: [{ key: [] }, {}], ")), []],
    [
      of(
        get(
          "/a",
          "security: [{ jwt: [] }], callbacks: { done: { '{$url}': { post: { security: [{ key: [] }], responses: {} } } } }, ",
        ),
      ),
      [],
    ],
    [`${JWT}\nwebhooks: { done: { post: { security: [{ key: [] }], responses: {} } } }`, []],
    [
      `${JWT}\nwebhooks: { done: { post: { responses: {} } } }`,
      [['the contract declares the scheme "key"', "no `security` of an operation names it"]],
    ],
    [
      JWT.replace(
        "key:",
        "other: { type: oauth2, flows: {} }, old: { type: apiKey, in: header, name: x }, key:",
      ),
      [['the contract declares the schemes "key", "old"', "no `security` of an operation names one of them"]],
    ],
    [
      JWT.replace("key:", "key2: { type: apiKey, in: query, name: key }, key:"),
      [['the contract declares the scheme "key"', "no `security` of an operation names it"]],
    ],
    [
      JWT.replace("key:", "basic: { type: http, scheme: basic }, key:"),
      [
        [
          'the contract declares the schemes "basic", "key"',
          "no `security` of an operation names one of them",
        ],
      ],
    ],
    [
      of(
        get(
          "/a",
          "security: [{ jwt: [] }], parameters: [{ in: query, name: key, schema: { type: string } }], ",
        ),
      ),
      [],
    ],
    [
      of(get("/a", `security: [{ jwt: [] }], ${TAKES_KEY}`), get("/b", "security: [{ jwt: [] }], ")),
      [ONE_KEY],
    ],
    [
      of(
        get("/a", "security: [{ jwt: [] }], "),
        get("/b", "security: [{ jwt: [] }], "),
        get("/c", TAKES_KEY),
      ),
      [],
    ],
    [
      JWT.replace(
        "key: { type: apiKey, in: query, name: key }",
        "key: { type: apiKey, in: header, name: Authorization, description: The token. }",
      ),
      [],
    ],
    [
      JWT.replace(
        "key: { type: apiKey, in: query, name: key }",
        "key: { type: apiKey, in: header, name: Authorization, description: An HMAC signature. }",
      ),
      [ONE_KEY],
    ],
    [
      JWT.replace("in: query, name: key", "in: header, name: X-KEY").replace(
        "security: [{ jwt: [] }], ",
        "security: [{ jwt: [] }], parameters: [{ in: header, name: x-key, schema: { type: string } }], ",
      ),
      [],
    ],
    [
      JWT.replace(
        "key: { type: apiKey, in: query, name: key }",
        `key: ${flows("clientCredentials", "/token")}`,
      ),
      [ONE_KEY],
    ],
    [
      JWT.replace(
        "key: { type: apiKey, in: query, name: key }",
        `key: ${flows("authorizationCode", "/token, authorizationUrl: /login")}`,
      ),
      [],
    ],
    [
      JWT.replace(
        "jwt: { type: http, scheme: bearer }, key: { type: apiKey, in: query, name: key }",
        `jwt: ${flows("authorizationCode", "/token, authorizationUrl: /login")}, key: ${flows("clientCredentials", "/token")}`,
      ),
      [],
    ],
  ])("schemes that no `security` names, beside others: %#", async (given, want) => {
    const unused = (plan: ClientPlan) =>
      plan.traits.lost.filter(({ rule }) => rule === "security/unused-scheme");
    expect(unused(planOf(given)).map(({ shown, missing }) => [shown, missing])).toEqual(want);
    expect(unused(await planUnder(given, "security: false"))).toEqual([]);
  });

  test("the overlay gives them what most others need", async () => {
    const given = of(a, get("/e", KEY_OR_JWT), b, get("/c"));
    const [sign] = planOf(given).traits.lost;
    expect(sign?.overlay).toEqual([
      "overlay: 1.0.0",
      "info: { title: Security, version: 1.0.0 }",
      "actions:",
      `  - target: "$.paths['/c'].get"`,
      "    update: { security: [{ key: [] }, { jwt: [] }] }",
    ]);
    const text = sign?.overlay?.join("\n") ?? "";
    const loaded = await loadContract(fileWith(given), {
      overlays: [{ path: "security.overlay.yaml", text }],
    });
    expect(buildPlan(loaded, {}).plan.traits.lost).toEqual([]);
  });
});

describe("credentials that calls need, and `security` does not name", () => {
  test.each<readonly [string, Given, string | undefined]>([
    ["a required header", { pets: header() }, 'GET /pets has the required header parameter "Authorization"'],
    [
      "two of them",
      { pets: header(), health: header() },
      '2 operations have the required header parameter "Authorization"',
    ],
    ["an exchange", { token: true }, "POST /token exchanges tokens (RFC 8693)"],
    [
      "an exchange, with a scheme that nothing uses",
      { token: true, more: BEARER },
      "POST /token exchanges tokens (RFC 8693)",
    ],
    [
      "the description of the contract",
      { info: "Send `Authorization: Bearer <JWT>`." },
      "the description of the contract names a Bearer token",
    ],
    [
      "the description of an operation",
      { pets: "description: 'Needs a bearer token in `Authorization`.'" },
      "GET /pets has a Bearer token in the description",
    ],
    [
      "a chapter about credentials",
      { more: chapter("Authentication", "Make an `Authorization` header with `Bearer <token>`.") },
      'the description of the tag "Authentication" names a Bearer token',
    ],
    [
      "a chapter about something else",
      { more: chapter("Webhooks", "Has `Authorization: Bearer`.") },
      undefined,
    ],
    [
      "the tag of some operations",
      { more: chapter("Authentication", "Has `Authorization: Bearer`."), pets: "tags: [Authentication]" },
      undefined,
    ],
    ["a scheme that nothing uses", { more: BEARER }, 'the contract declares the scheme "jwt"'],
    [
      "a scheme that nothing uses, where no operation needs credentials",
      { more: BEARER, pets: "security: []", health: "security: []" },
      undefined,
    ],
    ["an optional header", { pets: header().replace("true", "false") }, undefined],
    ["a description that denies it", { info: "No `Authorization: Bearer` is sent." }, undefined],
    [
      "a description of something else",
      { info: "The bearer of a card. Authorization is needed." },
      undefined,
    ],
    [
      "a header that a scheme sends",
      { pets: `${header()}, security: [{ jwt: [] }]`, more: BEARER },
      undefined,
    ],
    [
      "a description beside another credential",
      { info: "Authorization: Bearer", pets: "security: [{ key: [] }]", more: KEY },
      undefined,
    ],
    [
      "a description of another contract",
      { info: "The admin API, which has a contract of its own, takes `Authorization: Bearer`." },
      undefined,
    ],
    [
      "a description of webhooks",
      { info: "Each webhook has the header `Authorization: Bearer` with your secret." },
      undefined,
    ],
    [
      "the description of a contract whose operations say that they need no credentials",
      { info: "Authorization: Bearer", pets: "security: []", health: "security: [{}]" },
      undefined,
    ],
    [
      "the description of an operation that says that it needs no credentials",
      { pets: "security: [], description: 'Returns a token for `Authorization: Bearer`.'" },
      undefined,
    ],
    [
      "the description of a login",
      { pets: "description: 'Returns a token. It is used as `Authorization: Bearer TOKEN`.'" },
      "the description of GET /pets gives out a Bearer token",
    ],
    [
      "a required header of an operation that says that it needs no credentials",
      { pets: `security: [], ${header()}` },
      'GET /pets has the required header parameter "Authorization"',
    ],
  ])("%s", (_, given, want) => {
    expect(signOf(given)?.shown).toBe(want);
  });

  test.each([
    "The API uses HMAC authentication.",
    "Send the generated HMAC in the authorization header.",
    "All requests must be signed.",
    "All requests must be signed by the client using HMAC-SHA256 over the body.",
    "All private requests must be signed with your secret key.",
    "Requests are signed by computing an HMAC of the body.",
    "Every authenticated request must be signed.",
    "You must sign every private request.",
    "All requests must be signed. Our SDKs do it for you.",
    "Sign each request with your private key.",
  ])("are signatures, which the client does not make: %s", async (info) => {
    expect(signOf({ info })).toMatchObject({
      shown: "the description of the contract says that requests are signed",
      missing: "`security` names no scheme, and the client signs none: pass a `fetch` that does",
      lines: [],
      meant: ["security: false"],
      origin: { pointer: "#/info/description" },
    });
    expect((await planUnder(contract({ info }), "security: false")).traits.lost).toEqual([]);
  });

  test.each([
    "All requests must be signed with an API key.",
    "Requests are not signed.",
    "We sign each request that we send to your webhook.",
    "Verify the HMAC of the notification: `hmac.update(body)`.",
    "Signing requests is optional: you may sign each request.",
    "You get a receipt that is signed with SHA-256.",
    "Requests to your server are signed with HMAC-SHA256.",
    "All API calls are signed in with SSO.",
    "All API requests are signed on your behalf by the SDK.",
    "Requests are signed automatically.",
    "Each request must be signed by a manager.",
    "Every request must be signed by both parties.",
    "Every request is signed off.",
    "Each request must be signed up for.",
    "Every lease request must be signed by both parties.",
    "All withdrawal requests must be signed.",
    "All requests to sign documents must be signed off by a manager with a token.",
  ])("are no signatures: %s", (info) => {
    expect(signOf({ info })).toBeUndefined();
  });

  test("long texts about signatures are read in little time", () => {
    const elapsed = countTime();
    for (const part of ["hmac ", "all requests to a ", "sign each a ", "the hmac a b in the authorization "])
      expect(namesSignatures(part.repeat(20_000))).toBe(false);
    expect(elapsed()).toBeLessThan(1000);
  });

  test("has the overlay for all but what gives access tokens", () => {
    const token = `paths:
  /login: { post: { operationId: login, ${header()}, responses: { '200': { description: T, content: { application/json: { schema: { type: object, properties: { access_token: { type: string }, token_type: { type: string } } } } } } } } }`;
    const found = planOf(contract({}).replace("paths:", token)).traits.lost.find(
      ({ trait }) => trait === "security",
    );
    expect(found).toMatchObject({
      shown: "POST /login returns access tokens",
      overlay: [
        "overlay: 1.0.0",
        "info: { title: Security, version: 1.0.0 }",
        "actions:",
        "  - target: $",
        "    update:",
        "      components: { securitySchemes: { accessToken: { type: http, scheme: bearer } } }",
        "      security: [{ accessToken: [] }]",
        "  - target: \"$.paths['/login'].post\"",
        "    update: { security: [] }",
      ],
    });
  });

  test("has the overlay for operations with `security` of their own alone, where all have it", () => {
    const own = `security: [], ${header()}`;
    expect(signOf({ pets: own, health: own })?.overlay?.filter((line) => /security/.test(line))).toEqual([
      "      components: { securitySchemes: { authorization: { type: apiKey, in: header, name: Authorization } } }",
      "    update: { security: [{ authorization: [] }] }",
      "    update: { security: [{ authorization: [] }] }",
    ]);
  });

  test("has the overlay that any one of the schemes is enough for, where nothing uses them", () => {
    const two = `${BEARER.slice(0, -3)}, a b: { type: apiKey, in: query, name: key } } }`;
    expect(signOf({ more: two })).toMatchObject({
      shown: 'the contract declares the schemes "a b", "jwt"',
      missing:
        "no `security` names one of them, nor says which are needed together: see whether the overlay does",
      overlay: [
        "overlay: 1.0.0",
        "info: { title: Security, version: 1.0.0 }",
        "actions:",
        "  - target: $",
        "    update:",
        '      security: [{ "a b": [] }, { jwt: [] }]',
      ],
    });
  });

  test.each(["in: header, name: Cookie", "in: cookie, name: sid"])(
    "has no overlay for a session that nothing names, and without which no call fails: %s",
    async (session) => {
      const more = `components: { securitySchemes: { session: { type: apiKey, ${session} } } }`;
      expect(signOf({ more })).toMatchObject({
        shown: 'the contract declares the scheme "session"',
        missing: "no `security` names it, and no response says that a call needs the cookie",
        lines: [],
      });
      expect(signOf({ more })).not.toHaveProperty("overlay");
      const loggedIn = contract({ more }).replaceAll(
        "'204':",
        "'200': { description: Login successful. }, '204':",
      );
      expect(planOf(loggedIn).traits.lost[0]).not.toHaveProperty("overlay");
      await expectSilenced(contract({ more }), "security: false");
      for (const refusal of ["'403': { description: F }", "4XX: { description: Not logged in. }"]) {
        const refused = contract({ more }).replaceAll("'204':", `${refusal}, '204':`);
        const [sign] = planOf(refused).traits.lost;
        expect(sign?.overlay?.at(-1)).toBe("      security: [{ session: [] }]");
      }
    },
  );

  test.each([
    ["No authentication is required.", OPEN_NEED],
    ["Does not require authentication.", OPEN_NEED],
    ["No authorization is required from the card holder.", OPEN_NEED],
    ["Deletes a terminal that does not require authorization.", OPEN_NEED],
    ["Does not require authentication if the list is shared.", undefined],
    ["Does not require an API key.", undefined],
    ["No credentials were found.", undefined],
  ])(
    "leaves open what an operation needs whose own text says that it needs no credentials: %s",
    (text, freed) => {
      const given = contract({ health: `description: ${text}`, more: KEY });
      const overlay = planOf(given).traits.lost.find(({ trait }) => trait === "security")?.overlay;
      expect(overlay?.slice(5)).toEqual([
        "      security: [{ key: [] }]",
        ...(freed === undefined ? [] : ["  - target: \"$.paths['/health'].get\"", freed]),
      ]);
    },
  );

  test.each([
    ["The API below **/v1/open** does not require any credentials. Others do.", "security: []"],
    ["Lists are at `/v1/open/`, for all.\nThis API requires no authentication.", "security: []"],
    ["Lists are at `/v1/open/`.\n\nThis API requires no authentication.", undefined],
    ["Use /v1/open or /v1/others. The latter does not require credentials.", undefined],
    ["The API below /v1/open does not require credentials, unless you pass some.", undefined],
    ["The API below /v1/op does not require credentials.", undefined],
    ["The webhook that we send to /v1/open requires no authentication.", undefined],
    ["We send webhooks to /v1/open.\nThey require no authentication.", undefined],
    ["Small amounts at /v1/open do not need authorization by a manager.", undefined],
    ["No authorization is required from the holder at /v1/open.", undefined],
    ["/v1/open has terminals that do not require authorization.", undefined],
    ["/v1/open cannot be called by those for whom no authentication is required.", undefined],
    ["Note that /v1/open does not require credentials of any kind.", undefined],
    ["Note that /v1/open requires no authentication.", "security: []"],
  ])("frees the operations below a path that a text names so: %s", (info, freed) => {
    const open = "  /v1/open/lists: { get: { responses: { '204': { description: D } } } }\n";
    const given = contract({ info, more: KEY }).replace("components:", `${open}components:`);
    const overlay = planOf(given).traits.lost.find(({ trait }) => trait === "security")?.overlay;
    expect(overlay?.slice(5)).toEqual([
      "      security: [{ key: [] }]",
      ...(freed === undefined
        ? []
        : ["  - target: \"$.paths['/v1/open/lists'].get\"", `    update: { ${freed} }`]),
    ]);
  });

  test("leaves open what an operation needs whose path alone is public", () => {
    const open = "  /public/lists: { get: { responses: { '204': { description: D } } } }\n";
    const given = contract({ more: KEY }).replace("components:", `${open}components:`);
    const overlay = planOf(given).traits.lost.find(({ trait }) => trait === "security")?.overlay;
    expect(overlay?.slice(5)).toEqual([
      "      security: [{ key: [] }]",
      "  - target: \"$.paths['/public/lists'].get\"",
      OPEN_NEED,
    ]);
  });

  test("names a key that is declared, and that nothing names, with a login that hands out tokens", () => {
    const login = `  /login: { post: { operationId: login, description: "Returns a token. It is used as \`Authorization: Bearer\`.", responses: { '204': { description: D } } } }\n`;
    const given = contract({ more: KEY }).replace("components:", `${login}components:`);
    expect(planOf(given).traits.lost.map(({ shown, missing }) => [shown, missing])).toEqual([
      [
        "the description of POST /login gives out a Bearer token",
        '`security` names no scheme that sends `Authorization`, nor "key"',
      ],
    ]);
  });

  test("has the overlay that needs all keys together", () => {
    const two = `${BEARER.slice(0, -3)}, b: { type: apiKey, in: query, name: b }, a: { type: apiKey, in: header, name: a } } }`;
    expect(signOf({ more: two })?.overlay?.at(-1)).toBe("      security: [{ a: [], b: [] }, { jwt: [] }]");
  });

  test("is one diagnostic of the contract", () => {
    const { diagnostics } = planOf(contract({ pets: header(), health: header(), token: true }));
    expect(diagnostics.filter(({ id }) => id === "security/undeclared")).toEqual([
      {
        id: "security/undeclared",
        level: "warning",
        pointer: "#/paths/~1health/get/parameters/0",
        arguments: {
          shown: '2 operations have the required header parameter "Authorization"',
          missing: "`security` names no scheme that sends `Authorization`",
        },
      },
    ]);
  });

  test("has no overlay where other credentials are needed with it", () => {
    const sign = signOf({ pets: `${header()}, security: [{ key: [] }]`, more: KEY });
    expect([sign?.lines, sign?.overlay]).toEqual([[], undefined]);
  });
});

describe("the overlay declares the scheme", () => {
  const under = async (given: Given) => {
    const overlay = signOf(given)?.overlay?.join("\n") ?? "";
    const text = contract(given);
    const loaded = await loadContract(fileWith(text), {
      overlays: [{ path: "security.overlay.yaml", text: overlay }],
    });
    const { model, plan } = buildPlan(loaded, {});
    return {
      credentials: plan.connection.credentials.map(({ scheme, kind }) => `${scheme} ${kind}`),
      secured: model.operations.filter(({ security }) => security.length > 0).map(({ path }) => path),
      lost: plan.traits.lost.filter(({ trait }) => trait === "security"),
      diagnostics: loaded.diagnostics,
    };
  };

  test.each<readonly [string, Given, string, readonly string[]]>([
    ["an exchange", { token: true }, "accessToken tokenExchange", ["/health", "/pets"]],
    ["an exchange and a scheme", { token: true, more: BEARER }, "jwt tokenExchange", ["/health", "/pets"]],
    ["a description", { info: "Authorization: Bearer" }, "accessToken bearer", ["/health", "/pets"]],
    [
      "a description, but for an operation that needs no credentials",
      { info: "Authorization: Bearer", health: "security: []" },
      "accessToken bearer",
      ["/pets"],
    ],
    [
      "headers, of which an operation with `security: []` has one",
      { pets: header(), health: `security: [], ${header()}` },
      "authorization apiKey",
      ["/health", "/pets"],
    ],
    ["a header of any kind", { pets: header() }, "authorization apiKey", ["/pets"]],
    ["a header of a JWT", { pets: header(", description: The JWT.") }, "accessToken bearer", ["/pets"]],
    ["a header of Basic", { pets: header(", description: Basic") }, "basicAuth basic", ["/pets"]],
    [
      "a header of two kinds",
      { pets: header(", description: Basic or Bearer") },
      "authorization apiKey",
      ["/pets"],
    ],
    [
      "a header beside another credential",
      { pets: header(), health: "security: [{ key: [] }]", more: KEY },
      "authorization apiKey",
      ["/health", "/pets"],
    ],
    [
      "a path with quotes and controls",
      {
        pets: header(),
        health: header(),
        more: String.raw`  "/it's \"a\\\n\u0007": { get: { operationId: its, responses: { '204': { description: D } } } }`,
      },
      "authorization apiKey",
      ["/health", "/pets"],
    ],
  ])("of %s", async (_, given, credential, secured) => {
    const found = await under(given);
    expect(found.credentials).toContain(credential);
    expect(found).toMatchObject({ secured, lost: [], diagnostics: [] });
  });

  const JWT_OF = (more: string) =>
    `components: { securitySchemes: { jwt: { type: http, scheme: bearer }, ${more} } }`;

  test.each<readonly [string, Given, string]>([
    [
      "the one of several that other operations need",
      {
        pets: header(", description: The JWT."),
        health: "security: [{ own: [] }]",
        more: JWT_OF("own: { type: http, scheme: bearer }"),
      },
      "{ own: [] }",
    ],
    [
      "any of several",
      { pets: header(", description: The JWT."), more: JWT_OF("own: { type: http, scheme: bearer }") },
      "{ jwt: [] }, { own: [] }",
    ],
    [
      "the contract's own key in the header",
      { pets: header(), more: JWT_OF("own: { type: apiKey, in: header, name: authorization }") },
      "{ own: [] }",
    ],
  ])("has no new scheme where the contract has %s", (_, given, needed) => {
    const lines = signOf(given)?.overlay ?? [];
    expect(lines.filter((line) => /securitySchemes/u.test(line))).toEqual([]);
    expect(lines.join("\n")).toContain(`security: [${needed}]`);
  });

  const MIXED = JWT_OF("own: { type: apiKey, in: header, name: Authorization }");

  test.each([
    ["Partner issued API key e.g. `ACME-KEY ABC`", "own"],
    ["API key e.g. `Bearer ABC`", '"?"'],
    ["OAuth2 token of a user or API key of a partner", '"?"'],
    ["OAuth2 token: Bearer", "jwt"],
  ])("of the kind that the header of an operation speaks of: %s", (text, scheme) => {
    const pets = header(`, description: ${JSON.stringify(text)}`);
    const health = header(", description: The JWT.");
    const needs = signOf({ pets, health, more: MIXED })?.overlay?.join("\n") ?? "";
    expect([...needs.matchAll(/\[\{ (\S+): \[\] \}\]/gu)].map(([, name]) => name)).toEqual(
      scheme === "jwt" ? ["jwt"] : ["jwt", scheme],
    );
  });
});

describe("operations that give the token", () => {
  const post = (path: string, keys: string, returned = "") => {
    const content = returned === "" ? "" : `, content: { application/json: { schema: ${returned} } }`;
    return `  ${path}: { post: { ${keys}responses: { '200': { description: D${content} } } } }\n`;
  };
  const members = (...names: readonly string[]) =>
    `{ type: object, properties: { ${names.map((name) => `${name}: { type: string }`).join(", ")} } }`;
  const takes = (...names: readonly string[]) =>
    `requestBody: { content: { multipart/form-data: { schema: ${members(...names)} } } }, `;
  const needOf = (more: string) => {
    const lines = signOf({ info: "Authorization: Bearer", more })?.overlay ?? [];
    return lines.filter((line) => /update: /u.test(line)).map((line) => line.trim().slice(8));
  };
  const NONE = ["{ security: [] }"];
  const OPEN = ['{ security: [{ "?": [] }] } # fill in the scheme, or `security: []` where it needs none'];

  test.each<readonly [string, string, readonly string[]]>([
    [
      "takes a password, and gives a token",
      post("/auth/token", takes("username", "password"), members("token")),
      NONE,
    ],
    [
      "takes a secret, and gives a token",
      post("/auth/init", takes("client_secret"), members("auth_token")),
      NONE,
    ],
    [
      "takes a password, and says so",
      post("/enter", `summary: Request a new user token by a password, ${takes("password")}`, members("x")),
      NONE,
    ],
    [
      "takes a secret in the query, and gives a token",
      post(
        "/login",
        "parameters: [{ in: query, name: api_key, required: true, schema: { type: string } }], ",
        members("token"),
      ),
      NONE,
    ],
    ["responds as OAuth 2.0 tells", post("/token", "", members("access_token", "expires_in")), NONE],
    ["is called a login", post("/login", "", members("id")), OPEN],
    ["is called so in its text", post("/sessions", "summary: Create user session (log in), "), OPEN],
    ["takes a password, and gives an id", post("/login", takes("password"), members("id")), OPEN],
    ["reports logins", post("/reports/login", "summary: Report of logins, ", members("items")), OPEN],
    [
      "is about the page of a login",
      post("/settings/login", "summary: Change the login page settings, ", members("items")),
      OPEN,
    ],
    ["is about a visitor", post("/visitors", "summary: Sign in a visitor, ", members("id")), OPEN],
    [
      "is about another user",
      post("/impersonations", "summary: Log in as another user, ", members("id")),
      OPEN,
    ],
    ["writes a record", post("/signin", "summary: Create a new signin record, ", members("id")), OPEN],
    [
      "is about a domain",
      post("/whitelabel/domains", "summary: Authenticate a domain, ", members("id")),
      OPEN,
    ],
    [
      "creates a user of a path of tokens",
      post("/auth/accounts", `summary: Create an account, ${takes("email", "password")}`, members("id")),
      OPEN,
    ],
    [
      "takes the PIN of a device",
      post("/devices/token", `summary: Register a device, ${takes("pin")}`, members("token")),
      OPEN,
    ],
    ["refreshes a cache", post("/cache/refresh", ""), []],
    ["refreshes what is shown", post("/dashboards/refresh", ""), []],
    ["starts a session of a game", post("/game/sessions", ""), []],
    ["counts the tokens of a text", post("/nlp/tokens", takes("text")), []],
    ["renews a token", post("/token/refresh", ""), OPEN],
    [
      "gives a token of what its path is about",
      post("/payments/token", `summary: Create an access token, ${takes("secret_key")}`, members("token")),
      [],
    ],
    [
      "is a page that a person is sent to, by its parameters",
      post(
        "/auth/login",
        `parameters: [{ in: query, name: response_type, schema: { type: string } }], ${takes("password")}`,
        members("token"),
      ),
      [],
    ],
    ["gives a token for nothing", post("/auth/token", "", members("token")), OPEN],
    ["is about tokens, and undescribed", post("/auth/jwt", ""), OPEN],
    [
      "needs a token, as its text says",
      post("/admin/jwt", "description: It requires an admin token to be used, ", members("token")),
      [],
    ],
    [
      "gives a token of what its path names",
      post(
        "/pets/{id}/token",
        "parameters: [{ in: path, name: id, required: true, schema: { type: string } }], ",
        members("token"),
      ),
      [],
    ],
    [
      "is the page that a person is sent to",
      post("/oauth/authorize", takes("client_secret"), members("token")),
      [],
    ],
    ["creates a user", post("/pets/users", takes("username", "password"), members("id")), []],
    ["confirms a password", post("/password/reset", takes("password"), members("token")), []],
    ["gives a token of a card", post("/cards/tokens", takes("pin"), members("card_token")), []],
    ["reads a list of tokens", post("/tokens/search", "summary: Get token balances, ", members("items")), []],
  ])("%s", (_, more, needs) => {
    expect(needOf(more)).toEqual(needs);
  });

  const login = post("/login", takes("password"), members("token"));
  const declare = (...schemes: readonly string[]) =>
    `components: { securitySchemes: { ${schemes.map((one, index) => `s${String(index)}: { ${one} }`).join(", ")} } }`;
  const [BASIC, JWT] = ["type: http, scheme: basic", "type: http, scheme: bearer"];
  const apiKey = (name: string) => `type: apiKey, in: header, name: ${name}`;

  test.each<readonly [string, Given, readonly string[]]>([
    ["a bearer token", { more: login + declare(JWT) }, NONE],
    ["a token in a header of its own", { more: login + declare(apiKey("X-Auth-Token")) }, NONE],
    [
      "a token of an unnamed kind",
      { info: "Send the token in the Authorization header.", more: login },
      NONE,
    ],
    ["an API key", { more: login + declare(apiKey("X-Api-Key")) }, []],
    ["Basic", { more: login + declare(BASIC) }, []],
    [
      "Basic, and a login takes nothing else",
      { more: post("/login", "summary: Log in, ", members("token")) + declare(BASIC) },
      [],
    ],
    [
      "Basic, and a session is for it",
      {
        more:
          post("/signin", "summary: Exchange basic auth credentials for session, ", members("id")) +
          declare(BASIC),
      },
      [],
    ],
    ["Basic or a token", { more: login + declare(BASIC, JWT) }, OPEN],
    ["a key and a token", { more: login + declare(apiKey("X-Api-Key"), apiKey("X-Auth-Token")) }, OPEN],
    [
      "a key of an unnamed kind",
      { info: "Send your API key in the Authorization header.", more: login },
      OPEN,
    ],
  ])("where calls send %s", (_, given, needs) => {
    const lines = signOf(given)?.overlay ?? [];
    expect(lines.at(-1)).toMatch(/security: /u);
    expect(lines.filter((line) => /update: /u.test(line)).map((line) => line.trim().slice(8))).toEqual(needs);
  });
});

describe("a code block of a description", () => {
  const block = (before: string, end = "") =>
    `description: ${JSON.stringify(`Lists pets.\n\n${before}\n\`\`\`json\nContent-Type: a\nAuthorization: Bearer KEY\n{ "a": (optional) without errors }\n\`\`\`${end}`)}`;
  const shownOf = (pets: string) => signOf({ pets })?.shown;

  test("says something in each line", () => {
    expect(shownOf(block("### Response"))).toBe("GET /pets has a Bearer token in the description");
  });

  test.each([
    ["denies it", "Optionally send:"],
    ["is about requests of the service", "We call your endpoint:"],
    ["is about what the caller receives", "The request that your server receives:"],
  ])("says nothing where the line before it %s", (_, before) => {
    expect(shownOf(block(before))).toBe(undefined);
    expect(signOf({ info: `${before}\n\`\`\`\nAuthorization: Bearer x\n\`\`\`` })).toBe(undefined);
  });

  test("takes time in proportion to the line before it", () => {
    const elapsed = countTime();
    expect(shownOf(block(`${":".repeat(100_000)}a`))).toBe("GET /pets has a Bearer token in the description");
    expect(elapsed()).toBeLessThan(3000);
  });

  test("is about all calls where nearly all have it", () => {
    const paths = (count: number) =>
      [...Array(count).keys()]
        .map(
          (at) => `  /p${String(at)}: { get: { ${block("")}, responses: { '204': { description: D } } } }\n`,
        )
        .join("");
    const open =
      "  /open: { get: { summary: Anyone can read it, responses: { '204': { description: D } } } }\n";
    const sign = signOf({ more: `${paths(12)}${open}` });
    expect(sign?.shown).toBe("12 operations have a Bearer token in the description");
    expect(sign?.missing).toContain(
      "; the other texts name none: check which operations of the overlay need a token",
    );
    expect(sign?.overlay?.slice(5)).toEqual([
      "      components: { securitySchemes: { accessToken: { type: http, scheme: bearer } } }",
      "      security: [{ accessToken: [] }]",
      "  - target: \"$.paths['/health'].get\"",
      "    update: { security: [] }",
      "  - target: \"$.paths['/open'].get\"",
      OPEN_NEED,
    ]);
    expect(signOf({ more: paths(5) })?.missing).not.toContain("see whether");
  });
});

describe("a text about the header `Authorization`", () => {
  test.each([
    "The token should be supplied in an `Authorization` header with the token, preceded by `token`:",
    "Send your API key in the Authorization header.",
    "The response contains a token that must be sent in the Authorization header.",
    "The API supports CORS, and your API key is sent in the Authorization header.",
    "Set your access token in the Authorization header, and cross-origin requests are allowed.",
    "Each response has a header X-Limit, and your API key is sent in the Authorization header.",
    "The response header X-Token contains the token to use in the Authorization header of every request.",
  ])("%s", (info) => {
    const sign = signOf({ info });
    expect(sign).toMatchObject({
      shown: "the description of the contract says that calls send `Authorization`",
      missing: "`security` names no scheme that sends it",
    });
    expect(sign?.overlay?.at(-1)).toBe("      security: [{ authorization: [] }]");
  });

  test.each([
    "The token is not sent in the Authorization header.",
    "We send the token in the Authorization header of your webhook.",
    "The response has an Authorization header with a token.",
    "Browsers may send the Authorization header.",
    "CORS: the server does allow to send the Authorization header with credentials.",
    "The response of the login has a token that is set in the Authorization header.",
    "We support CORS, and cross-origin requests send credentials in the Authorization header.",
  ])("nothing: %s", (info) => {
    expect(signOf({ info })).toBeUndefined();
  });
});
