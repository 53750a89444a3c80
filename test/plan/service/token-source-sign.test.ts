import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { planUnder } from "./overrides/configured.js";
import { json } from "./lost-contract.js";

const BEARER = "{ type: http, scheme: bearer }";
const JWT_KEY = "{ type: apiKey, in: header, name: Authorization, description: 'JWT: Bearer {token}' }";
const LOGIN = json("{ properties: { email: { type: string }, password: { type: string } } }");
const REFRESH = json("{ properties: { refreshToken: { type: string } } }");
const token = (name: string) =>
  `responses: { '200': { description: T, ${json(`{ properties: { ${name}: { type: string } } }`)} } }`;
const ORDERS = "/orders: { get: { security: [{ b: [] }], responses: { '204': { description: O } } } }";

/** A contract whose orders need the scheme `b`. */
function shop(paths: string, scheme = BEARER, more = ""): string {
  return `servers: [{ url: 'https://a.example' }]
paths:
  ${ORDERS}
  ${paths}
components: { securitySchemes: { b: ${scheme}, ${more} } }`;
}

/** An operation that gives tokens. */
const post = (path: string, body: string, rest: string, security = "[]") =>
  `${path}: { post: { security: ${security}, requestBody: { ${body} }, ${rest} } }`;

function signsOf(yaml: string): readonly unknown[] {
  return planOf(yaml)
    .traits.lost.filter(({ rule }) => rule === "trait/token-source")
    .map(({ shown, missing, lines, origin }) => ({ shown, missing, lines, pointer: origin?.pointer }));
}

const OTHER = 'its body does not declare "subject_token" (RFC 8693)';
const UNKNOWN = "nothing says that it is a token exchange (RFC 8693)";

test.each<readonly [string, string, string]>([
  ["/auth/login", post("/auth/login", LOGIN, token("accessToken")), 'POST /auth/login returns "accessToken"'],
  ["/api/token/", post("/api/token/", LOGIN, token("access")), 'POST /api/token/ returns "access"'],
  ["/auth/refresh", post("/auth/refresh", REFRESH, token("token")), 'POST /auth/refresh returns "token"'],
  ["/auth/session", post("/auth/session", LOGIN, token("jwt")), 'POST /auth/session returns "jwt"'],
  [
    "/auth/jwt, with or without a token",
    post("/auth/jwt", LOGIN, token("jwt"), "[{ b: [] }, {}]"),
    'POST /auth/jwt returns "jwt"',
  ],
  [
    "/login, whose response nothing describes",
    post("/login", LOGIN, "responses: { '201': { description: '' } }"),
    'POST /login takes "password"',
  ],
])("[TOK-5] tokens come from %s", (path, given, shown) => {
  const at = path.split(",")[0] ?? "";
  expect(signsOf(shop(given))).toEqual([
    { shown, missing: OTHER, lines: [], pointer: `#/paths/${at.replaceAll("/", "~1")}/post` },
  ]);
});

test.each<readonly [path: string, entry: string, shown: readonly string[]]>([
  ["/users/login", "token: { type: string }", ["users.0.token"]],
  ["/auth/sign-in", "accessToken: { type: string }", ["users.0.accessToken"]],
  ["/users/login", "token: { type: integer }", []],
  ["/users/login", "tokens: { type: integer }", []],
  ["/sessions", "token: { type: string }", []],
])("[TOK-5] tokens may come from the entries of a list of a login: %s with %s", (path, entry, shown) => {
  const list = `{ properties: { count: { type: integer }, users: { type: array, items: { properties: { ${entry} } } } } }`;
  const given = shop(post(path, LOGIN, `responses: { '200': { description: T, ${json(list)} } }`));
  expect(signsOf(given)).toMatchObject(shown.map((name) => ({ shown: `POST ${path} returns "${name}"` })));
});

test("[TOK-5] one sign names the first of several operations that give tokens", () => {
  const given = shop(
    `${post("/auth/a-refresh", REFRESH, token("token"))}\n  ${post("/auth/login", LOGIN, token("token"))}`,
  );
  expect(signsOf(given)).toMatchObject([
    { shown: 'POST /auth/login, 1 of 2 operations that give tokens, returns "token"' },
  ]);
});

test("[TOK-5] an operation whose body can be that of an exchange has lines", () => {
  const given = shop(post("/token", json("{ type: object }"), token("accessToken")));
  expect(signsOf(given)).toMatchObject([
    {
      missing: UNKNOWN,
      lines: ["tokenExchange:", '  operation: "POST /token"', '  subjectTokenType: "?"'],
    },
  ]);
});

const GLOBAL = `servers: [{ url: 'https://a.example' }]
security: [{ b: [] }]
paths:
  /orders: { get: { responses: { '204': { description: O } } } }
  /login: { post: { requestBody: { ${LOGIN} }, ${token("token")} } }
components: { securitySchemes: { b: ${BEARER} } }`;

test.each([
  ["the contract", GLOBAL, []],
  [
    "itself",
    shop(post("/login", LOGIN, token("token"), "[{ b: [] }]")),
    [`  - target: "$.paths['/login'].post.security"`, "    remove: true"],
  ],
])("[TOK-5] a login that needs its own token by `security` of %s has an overlay", (_, given, removed) => {
  const [sign] = planOf(given).traits.lost.filter(({ rule }) => rule === "trait/token-source");
  expect(sign).toMatchObject({
    shown: 'POST /login returns "token"',
    missing: "`security` requires a token for POST /login too",
    lines: [
      'overlays: ["token.overlay.yaml"] # beside those that the key has',
      "tokenExchange: false # pass a function that calls it as the credential",
    ],
  });
  expect(sign?.overlay).toEqual([
    "overlay: 1.0.0",
    "info: { title: Security, version: 1.0.0 }",
    "actions:",
    ...removed,
    `  - target: "$.paths['/login'].post"`,
    "    update: { security: [] }",
  ]);
});

/** A member of the body of an operation that renews a token, and what it then responds with. */
const renewing = (member: string, given = "access", path = "/login/refresh") =>
  `${path}: { post: { requestBody: { ${json(`{ properties: { ${member} } }`)} }, ${token(given)} } }`;

test.each([
  ["refresh: { type: string }", renewing("refresh: { type: string }"), "/login/refresh"],
  ["refreshToken", renewing("refreshToken: { type: string }"), "/login/refresh"],
  ["a flag", renewing("refresh: { type: boolean }"), undefined],
  ["a response without a token", renewing("refreshToken: { type: string }", "count"), undefined],
  ["credentials alone", renewing("password: { type: string }", "token", "/reports"), undefined],
])("[TOK-5] what renews a token is freed with the login: %s", (_, operation, freed) => {
  const given = GLOBAL.replace("components:", `  ${operation}\ncomponents:`);
  const [sign] = planOf(given).traits.lost.filter(({ rule }) => rule === "trait/token-source");
  const paths = ["/login", ...(freed === undefined ? [] : [freed])];
  expect(sign?.missing).toBe(
    `\`security\` requires a token for ${paths.map((path) => `POST ${path}`).join(", ")} too`,
  );
  expect(sign?.overlay?.filter((line) => line.includes("target"))).toEqual(
    paths.map((path) => `  - target: "$.paths['${path}'].post"`),
  );
});

test("[TOK-5] another sign that has the overlay of the security goes first", () => {
  const ignored =
    "/items: { get: { parameters: [{ in: header, name: Authorization, required: true, schema: { type: string } }], responses: {} } }";
  const given = shop(`${post("/login", LOGIN, token("token"), "[{ b: [] }]")}\n  ${ignored}`);
  const overlays = planOf(given).traits.lost.map(({ trait, overlay }) => [trait, overlay === undefined]);
  expect(overlays).toEqual([
    ["security", false],
    ["tokenExchange", true],
  ]);
});

test("[TOK-5] an exchange whose tokens no scheme takes as bearer tokens says so, with its type", () => {
  const given = shop(post("/token", EXCHANGE_FORM, token("access_token")), keyThat("An opaque token"));
  expect(signsOf(given)).toMatchObject([
    {
      shown: 'POST /token returns "access_token"',
      missing: "no scheme says that it takes a bearer token",
      lines: ["tokenExchange:", '  operation: "POST /token"', '  subjectTokenType: "urn:a"'],
    },
  ]);
});

test("[TOK-5] operations that return tokens as an exchange does are counted", () => {
  const members = "{ properties: { access_token: { type: string }, token_type: { type: string } } }";
  const returned = `responses: { '200': { description: T, ${json(members)} } }`;
  const user = json("{ properties: { external_id: { type: string } } }");
  const given = shop(
    `${post("/sdk/token", LOGIN, returned)}\n  ${post("/sdk/token/bot", user, returned, "[{ b: [] }]")}`,
  );
  expect(signsOf(given)).toMatchObject([
    { shown: 'POST /sdk/token, 1 of 2 operations that give tokens, returns "access_token"' },
  ]);
});

const oauth = (flows: string) => `{ type: oauth2, flows: { ${flows} } }`;
const granted = (url: string) => oauth(`clientCredentials: { tokenUrl: '${url}', scopes: {} }`);
const FORM =
  "content: { application/x-www-form-urlencoded: { schema: { properties: { client_id: { type: string }, client_secret: { type: string } } } } }";
const GRANT = "content: { application/x-www-form-urlencoded: { schema: { type: object } } }";
const SECRET = json("{ properties: { clientSecret: { type: string } } }");
const NO_RESPONSE = "responses: { '204': { description: '' } }";

test.each<readonly [string, string, string]>([
  [
    "whose token URL it is",
    shop(post("/users/token", FORM, token("access_token")), granted("/users/token")),
    'POST /users/token returns "access_token"',
  ],
  [
    "by a password",
    shop(
      post("/login", LOGIN, token("access_token")),
      oauth("password: { tokenUrl: https://a.example/login, scopes: {} }"),
    ),
    'POST /login returns "access_token"',
  ],
  [
    "whose token URL is another one",
    shop(post("/v1/token", SECRET, token("access_token")), granted("https://b.example/token")),
    'POST /v1/token returns "access_token"',
  ],
  [
    "of which it says no more than its URL",
    shop(post("/grants", GRANT, NO_RESPONSE), granted("/grants")),
    "POST /grants is a token URL (RFC 6749)",
  ],
])("[TOK-5] an operation gives the tokens of a scheme of OAuth 2 %s", (_, given, shown) => {
  expect(signsOf(given)).toMatchObject([{ shown }]);
});

test("[TOK-5] an operation that takes no consent of a person is named first", () => {
  const consent = json("{ properties: { redirectUri: { type: string }, clientSecret: { type: string } } }");
  const given = shop(
    `${post("/a/access_token", consent, token("access_token"))}\n  ${post("/token", SECRET, token("access_token"))}`,
    granted("https://b.example/token"),
  );
  expect(signsOf(given)).toMatchObject([
    { shown: 'POST /token, 1 of 2 operations that give tokens, returns "access_token"' },
  ]);
});

test("[TOK-5] an overlay keeps other credentials that a login needs beside its own token", () => {
  const given = shop(
    post("/token", SECRET, token("access_token"), "[{ k: [], b: [] }]"),
    granted("https://b.example/token"),
    "k: { type: apiKey, in: header, name: X-Client }",
  );
  const [sign] = planOf(given).traits.lost.filter(({ rule }) => rule === "trait/token-source");
  expect(sign?.overlay?.at(-1)).toBe("    update: { security: [{ k: [] }] }");
});

test.each<readonly [string, string, string]>([
  ["a token alone", "[{ b: [] }, { k: [] }]", ""],
  ["a token, or a cookie and a key", "[{ b: [] }, { k: [], c: [] }]", ""],
  ["a token and a cookie", "[{ b: [], c: [] }]", ""],
  ["a token and a key, or consent", "[{ b: [], k: [] }, { o: [r] }]", "{ k: [] }"],
  ["a token and a key, or a cookie and a key", "[{ b: [], k: [] }, { k: [], c: [] }]", "{ k: [] }"],
  ["a token and a key, or another key", "[{ b: [], k: [] }, { l: [] }]", "{ k: [] }, { l: [] }"],
])("[TOK-5] the overlay of a login keeps what it needs beside a token: %s", (_, security, kept) => {
  const given = shop(
    post("/login", LOGIN, token("access_token"), security),
    BEARER,
    `k: { type: apiKey, in: header, name: X-Client }, l: { type: apiKey, in: header, name: X-App },
    c: { type: apiKey, in: cookie, name: sid },
    o: ${oauth("authorizationCode: { authorizationUrl: /a, tokenUrl: /t, scopes: { r: R } }")}`,
  );
  const [sign] = planOf(given).traits.lost.filter(({ rule }) => rule === "trait/token-source");
  expect(sign?.overlay?.at(-1)).toBe(`    update: { security: [${kept}] }`);
});

const SERVERS = (...urls: readonly string[]) => `servers: [${urls.join(", ")}]`;
const TENANTS = "{ url: 'https://{tenant}.a.example/v1', variables: { tenant: { default: demo } } }";

test.each<readonly [string, string, string, boolean]>([
  ["of another host", SERVERS("{ url: https://a.example }"), "https://b.example/grants", false],
  ["of another host without a scheme", SERVERS("{ url: https://a.example }"), "//b.example/grants", false],
  ["of another scheme", SERVERS("{ url: 'http://a.example/' }"), "https://a.example:443/grants", true],
  ["of another port", SERVERS("{ url: 'http://a.example:81' }"), "http://a.example:82/grants", false],
  ["of the same template", SERVERS(TENANTS), "https://{tenant}.a.example/v1/grants", true],
  ["that a template can be", SERVERS(TENANTS), "https://prod.A.example/v1/grants", true],
  ["that a template cannot be", SERVERS(TENANTS), "https://prod.b.example/v1/grants", false],
  ["with a template", SERVERS("{ url: https://x.a.example }"), "https://{t}.a.example/grants", true],
  [
    "beside a relative server",
    SERVERS("{ url: /v1 }", "{ url: https://b.example }"),
    "https://a.example/grants",
    true,
  ],
])("[TOK-5] a token URL %s is one of the contract, or none", (_, servers, url, isFound) => {
  const given = shop(post("/grants", GRANT, NO_RESPONSE), granted(url));
  const signs = signsOf(given.replace("servers: [{ url: 'https://a.example' }]", servers));
  expect(signs).toHaveLength(isFound ? 1 : 0);
});

test("[TOK-5] a token URL is one of the operation's own servers", () => {
  const own = post("/grants", GRANT, NO_RESPONSE).replace(
    "{ post",
    "{ servers: [{ url: https://b.example/v2 }], post",
  );
  expect(signsOf(shop(own, granted("https://b.example/v2/grants")))).toHaveLength(1);
  expect(signsOf(shop(own, granted("https://c.example/v2/grants")))).toEqual([]);
});

const get = (path: string, rest: string, security = "[]") =>
  `${path}: { get: { security: ${security}, ${rest} } }`;
const BASIC = "basic: { type: http, scheme: basic }";
const query = (name: string) => `parameters: [{ in: query, name: ${name}, schema: { type: string } }],`;
const deep = (open: string, close: string) =>
  `responses: { '200': { description: T, ${json(`{ properties: { ${open} token: { type: string } ${close} } }`)} } }`;

test.each<readonly [string, string, string]>([
  [
    "with a user name and a password",
    shop(get("/auth/token", token("token"), "[{ basic: [] }]"), BEARER, BASIC),
    'GET /auth/token returns "token"',
  ],
  [
    "with a key",
    shop(get("/auth/token", `${query("apiKey")} ${token("token")}`)),
    'GET /auth/token returns "token"',
  ],
  [
    "inside of an envelope",
    shop(post("/login", LOGIN, deep("data: { properties: {", "} }"))),
    'POST /login returns "data.token"',
  ],
  [
    "called access, beside one that renews it",
    shop(
      post(
        "/token",
        json("{ properties: { code: { type: string } } }"),
        `responses: { '200': { description: T, ${json("{ properties: { access: { type: string }, refresh: { type: string } } }")} } }`,
      ),
    ),
    'POST /token returns "access"',
  ],
])("[TOK-5] a token %s is one", (_, given, shown) => {
  expect(signsOf(given)).toMatchObject([{ shown }]);
});

test.each<readonly [string, string]>([
  ["is read, and tells a price", shop(get("/tokens/price", token("token")))],
  ["is read, and tells a right", shop(get("/tokens", token("access")))],
  ["gives a right", shop(post("/token", json("{ properties: { a: {} } }"), token("access")))],
  ["configures a login", shop(post("/auth/config", LOGIN, token("token")))],
  ["starts a checkout", shop(post("/checkout/sessions", json("{}"), token("session_token")))],
  [
    "a person is sent to",
    shop(get("/auth/token", `${query("response_type")} ${token("token")}`, "[{ basic: [] }]"), BEARER, BASIC),
  ],
  [
    "has a token deep in other things",
    shop(
      post(
        "/login",
        json("{ properties: { email: {} } }"),
        deep("a: { properties: { b: { properties: {", "} } } }"),
      ),
    ),
  ],
  [
    "creates API tokens for who has a token",
    shop(post("/tokens", json("{ properties: { name: {} } }"), token("token"), "[{ b: [] }]")),
  ],
  ["creates tokens of a thing", shop(post("/push/{id}/token", LOGIN, token("token")))],
  ["verifies one", shop(post("/auth/verify", REFRESH, token("token")))],
  [
    "signs requests",
    shop(
      post("/login", LOGIN, token("token")),
      "{ type: apiKey, in: header, name: Authorization, description: HMAC signature }",
    ),
  ],
  [
    "gives tokens that no call needs",
    shop(post("/login", LOGIN, token("token")), "{ type: apiKey, in: header, name: X-Key }"),
  ],
  [
    "is the token URL of a scheme to which a person consents",
    shop(
      post("/token", LOGIN, token("access_token")),
      oauth("authorizationCode: { authorizationUrl: /authorize, tokenUrl: /token, scopes: {} }"),
    ),
  ],
  [
    "is read at a token URL",
    shop(
      get("/grants", token("name")),
      oauth("clientCredentials: { tokenUrl: https://a.example/grants, scopes: {} }"),
    ),
  ],
])("[TOK-5] nothing is said of an operation that %s", (_, given) => {
  expect(signsOf(given)).toEqual([]);
});

test.each<readonly [string, string, string | undefined]>([
  ["Call POST https://auth.a.example/token with your API key.", "b", "POST https://auth.a.example/token"],
  ["A JWT can be retrieved from the `/auth/jwt` endpoint.", "b", "/auth/jwt"],
  ["Get a bearer token with POST /oauth/token.", "info", "POST /oauth/token"],
  ["Create one at https://a.example/settings/tokens.", "b", undefined],
  ["Call POST /auth/logout to end it.", "b", undefined],
  ["Call GET https://docs.a.example/auth/tokens to see how.", "b", undefined],
  ["Get it as in the endpoint https://a.example/docs/auth/token.", "b", undefined],
  ["POST /oauth/token is not supported, use a key.", "b", undefined],
  ["POST /orders creates an order for your session.", "info", undefined],
])("[TOK-5] the endpoint that %j names in %s is %s", (text, where, endpoint) => {
  const description = `description: ${JSON.stringify(text)}`;
  const scheme = where === "b" ? `{ type: http, scheme: bearer, ${description} }` : BEARER;
  const given = `${shop("", scheme)}\ninfo: { ${where === "info" ? description : ""} }`;
  const of = where === "b" ? 'the security scheme "b"' : "the contract";
  expect(signsOf(given)).toEqual(
    endpoint === undefined
      ? []
      : [
          {
            shown: `the description of ${of} says that tokens come from ${endpoint}`,
            missing: UNKNOWN,
            lines: [],
            pointer: where === "b" ? "#/components/securitySchemes/b" : "#/info/description",
          },
        ],
  );
});

test.each([
  ["false", "tokenExchange: false", []],
  [
    "an exchange elsewhere",
    "tokenExchange: { url: 'https://b.example/token', subjectTokenType: 'urn:a' }",
    ["b"],
  ],
])(
  "[TOK-1] `tokenExchange` with %s decides an API key in `Authorization` as well",
  async (_, lines, want) => {
    const given = shop(post("/login", LOGIN, token("token")), JWT_KEY);
    expect(signsOf(given)).toHaveLength(1);
    const { connection, traits } = await planUnder(given, lines);
    expect(traits.lost.filter(({ trait }) => trait === "tokenExchange")).toEqual([]);
    const exchanged = connection.credentials.filter(({ kind }) => kind === "tokenExchange");
    expect(exchanged.map(({ scheme }) => scheme)).toEqual(want);
  },
);

const EXCHANGE_FORM =
  "content: { application/x-www-form-urlencoded: { schema: { properties: { grant_type: { const: 'urn:ietf:params:oauth:grant-type:token-exchange' }, subject_token: { type: string }, subject_token_type: { const: 'urn:a' } } } } }";
const keyThat = (text: string) =>
  `{ type: apiKey, in: header, name: Authorization, description: ${JSON.stringify(text)} }`;

test.each([
  ["JWT: Bearer {token}", "tokenExchange"],
  ["Do not forget the word Bearer.", "tokenExchange"],
  ["It is not optional. Send Bearer and the token.", "tokenExchange"],
  ["The raw token, without the word Bearer", "apiKey"],
  ["An opaque key, not a JWT", "apiKey"],
  ["The token instead of `Bearer`", "apiKey"],
])("[TOK-1] an exchange of the contract serves an API key that says %j: %s", (text, kind) => {
  const { connection } = planOf(shop(post("/token", EXCHANGE_FORM, token("access_token")), keyThat(text)));
  expect(connection.credentials).toMatchObject([{ scheme: "b", kind }]);
});

test("[TOK-1] an exchange whose fields are in the query is named, with the lines for its form", () => {
  const field = (name: string, schema: string) =>
    `{ in: query, name: ${name}, required: true, schema: ${schema} }`;
  const fields = [
    field("grant_type", "{ enum: ['urn:ietf:params:oauth:grant-type:token-exchange'] }"),
    field("subject_token", "{ type: string }"),
    field("subject_token_type", "{ enum: ['urn:acme:key'] }"),
    field("requested_token_type", "{ type: string }"),
  ];
  const exchange = `/oauth/token: { post: { security: [], parameters: [${fields.join(", ")}], ${token("access_token")} } }`;
  expect(signsOf(shop(exchange))).toEqual([
    {
      shown: 'POST /oauth/token returns "access_token"',
      missing:
        'it takes "subject_token" in the query, and a token exchange has a form (RFC 8693 section 2.1): add the lines where the server reads a form, too',
      lines: ["tokenExchange:", '  url: "/oauth/token"', '  subjectTokenType: "urn:acme:key"'],
      pointer: "#/paths/~1oauth~1token/post",
    },
  ]);
});

test("[TOK-1] an exchange in the query that requires another field has no lines", () => {
  const fields = ["subject_token", "tenant_id"].map(
    (name) => `{ in: query, name: ${name}, required: true, schema: { type: string } }`,
  );
  const exchange = `/oauth/token: { post: { security: [], parameters: [${fields.join(", ")}], ${token("access_token")} } }`;
  expect(signsOf(shop(exchange))).toMatchObject([
    {
      missing:
        'it takes "subject_token" in the query, and requires "tenant_id", which no token exchange has (RFC 8693 section 2.1)',
      lines: [],
    },
  ]);
});

const told = (path: string, texts: string, body: string, security = "[]") =>
  `${path}: { post: { ${texts}, security: ${security}, requestBody: { ${body} }, responses: { '200': { description: T, ${json("{ properties: { list: { type: array, items: {} } } }")} } } } }`;

test.each([
  ["/login", "summary: Login, description: User login - it will give your tokens", 'takes "password"'],
  ["/authn/{account}/authenticate", "summary: Gets a short-lived access token.", 'takes "password"'],
])("[TOK-5] a login that only its text calls the source of tokens: %s", (path, texts, shown) => {
  expect(signsOf(shop(told(path, texts, LOGIN)))).toMatchObject([{ shown: `POST ${path} ${shown}` }]);
});

test("[TOK-5] a path that has values shows no credentials, where its text says that it gives a token", () => {
  const given = told(
    "/authn/{account}/authenticate",
    "summary: Gets an access token.",
    json("{ type: object }"),
  );
  expect(signsOf(shop(given))).toMatchObject([
    { shown: "POST /authn/{account}/authenticate gives a token, as its text says" },
  ]);
});

test.each([
  ["a text of another thing", told("/login", "summary: Login, description: Returns the user.", LOGIN)],
  [
    "one that needs a token",
    told("/apps/{id}/token", "summary: Creates an access token.", LOGIN, "[{ b: [] }]"),
  ],
  ["a device", told("/device/{id}/token", "summary: Creates the device.", LOGIN)],
])("[TOK-5] a text shows no source of tokens: %s", (_, given) => {
  expect(signsOf(shop(given))).toEqual([]);
});

test("[TOK-5] a login gives the only credential of the contract, a key", () => {
  const login = told("/login", "summary: Login, description: It gives your tokens", LOGIN);
  const scheme = "{ type: apiKey, in: header, name: Acme-Key }";
  expect(signsOf(shop(login, scheme))).toMatchObject([{ shown: 'POST /login takes "password"' }]);
  expect(signsOf(shop(login, scheme, "c: { type: apiKey, in: header, name: Other }"))).toEqual([]);
});
