import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../determinism/json-tree.js";
import type { AuthorizationRequest } from "../../src/runtime/credentials/authorization.js";
import type { TokenRequest } from "../../src/runtime/credentials/token-from.js";
import type { Received } from "../runtime/call/test-server.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* What a server sees of every security scheme, and of their alternatives and combinations (OpenAPI, Security Requirement
 * Object): one contract, one client, and the headers that arrive. */
const schemes = {
  bearer: { type: "http", scheme: "bearer" },
  basic: { type: "http", scheme: "Basic" },
  headerKey: { type: "apiKey", in: "header", name: "X-API-Key" },
  queryKey: { type: "apiKey", in: "query", name: "api key" },
  cookieKey: { type: "apiKey", in: "cookie", name: "sid" },
  cookieHeader: { type: "apiKey", in: "header", name: "Cookie" },
  oauth: {
    type: "oauth2",
    flows: {
      clientCredentials: { tokenUrl: "https://id.example/token", scopes: { "things:read": "Read." } },
    },
  },
  digest: { type: "http", scheme: "Digest" },
  oidc: { type: "openIdConnect", openIdConnectUrl: "https://id.example/.well-known/openid-configuration" },
};

/** Operation → its `security`; undefined: the contract's own holds. */
const operations: Readonly<Record<string, JsonObject[] | undefined>> = {
  inherited: undefined,
  bearer: [{ bearer: [] }],
  basic: [{ basic: [] }],
  headerKey: [{ headerKey: [] }],
  queryKey: [{ queryKey: [] }],
  cookieKey: [{ cookieKey: [] }],
  cookieHeader: [{ cookieHeader: [], cookieKey: [], headerKey: [] }],
  oauth: [{ oauth: ["things:read"] }],
  oidc: [{ oidc: [] }],
  digest: [{ digest: [] }],
  digestAndKey: [{ digest: [], queryKey: [], cookieKey: [] }],
  digestOrKey: [{ digest: [] }, { headerKey: [] }],
  granted: [{ oauth: ["things:read"] }, { oidc: ["things:list"] }, { headerKey: [] }],
  describedTwice: [{ bearer: [], oauth: ["things:read"] }],
  either: [{ bearer: [] }, { headerKey: [] }],
  both: [{ bearer: [], headerKey: [] }],
  pairOrKey: [{ basic: [], cookieKey: [] }, { headerKey: [] }],
  optional: [{ headerKey: [] }, {}],
  optionalFirst: [{}, { headerKey: [] }],
  open: [],
};

const parameters = [
  { name: "color", in: "query", schema: { type: "string" } },
  { name: "theme", in: "cookie", schema: { type: "string" } },
];

const contract: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Wire", version: "1" },
  servers: [{ url: "/v1" }],
  security: [{ headerKey: [] }],
  paths: Object.fromEntries(
    Object.entries(operations).map(([name, security]) => [
      `/${name}`,
      {
        get: {
          operationId: name,
          tags: ["calls"],
          parameters,
          ...(security !== undefined && { security }),
          responses: { 204: { description: "" } },
        },
      },
    ]),
  ),
  components: { securitySchemes: schemes },
};

const all = {
  bearer: "b-1",
  basic: { username: "user", password: "wörd:" },
  headerKey: () => Promise.resolve("h-1"),
  queryKey: "q&1",
  cookieKey: "c+1/=",
  cookieHeader: "session=s-1; csrf=x",
  oauth: ({ scheme, scopes }: TokenRequest) => `${scheme}-${scopes.join("+")}`,
  digest: ({ method, url }: AuthorizationRequest) => `Digest ${method} ${new URL(url).pathname}`,
  oidc: () => Promise.resolve({ token: "i-1", expiresIn: 60 }),
};
type Credentials = Partial<typeof all>;

const basicHeader = `Basic ${Buffer.from("user:wörd:").toString("base64")}`;

/** All that tells a server who calls. */
interface Proof {
  readonly authorization?: string;
  readonly key?: string;
  readonly cookie?: string;
  readonly query?: string;
}

function proofOf({ headers, target }: Received): Proof {
  const { authorization, cookie } = headers;
  const key = headers["x-api-key"];
  const query = target.split("?")[1];
  return {
    ...(authorization !== undefined && { authorization }),
    ...(typeof key === "string" && { key }),
    ...(cookie !== undefined && { cookie }),
    ...(query !== undefined && { query }),
  };
}

let wire: WireClient;
beforeAll(async () => {
  wire = await wireClient(contract, ({ headers, target }, response) => {
    const refused = target.endsWith("/digest") && headers.authorization === undefined;
    response.writeHead(refused ? 401 : 204, refused ? { "www-authenticate": "Digest nonce=7" } : {});
    response.end();
  });
});
afterAll(() => wire.close());

async function prove(credentials: Credentials, operation: string, input: object = {}): Promise<Proof> {
  return proofOf(
    await wire.send(
      wire.create({ credentials, scopes: ["things:list", "things:read"] }),
      `calls.${operation}`,
      input,
    ),
  );
}

describe("a security scheme on the wire", () => {
  test.each<[operation: string, want: Proof]>([
    ["bearer", { authorization: "Bearer b-1" }],
    ["basic", { authorization: basicHeader }],
    ["headerKey", { key: "h-1" }],
    ["queryKey", { query: "api%20key=q%261" }],
    ["cookieKey", { cookie: "sid=c+1/=" }],
    ["cookieHeader", { cookie: "session=s-1; csrf=x; sid=c+1/=", key: "h-1" }],
    ["oauth", { authorization: "Bearer oauth-things:read" }],
    ["oidc", { authorization: "Bearer i-1" }],
    ["digest", { authorization: "Digest GET /v1/digest" }],
    ["describedTwice", { authorization: "Bearer oauth-things:read" }],
    ["inherited", { key: "h-1" }],
    ["either", { authorization: "Bearer b-1" }],
    ["both", { authorization: "Bearer b-1", key: "h-1" }],
    ["pairOrKey", { authorization: basicHeader, cookie: "sid=c+1/=" }],
    ["optional", { key: "h-1" }],
    ["optionalFirst", { key: "h-1" }],
    ["open", {}],
  ])("%s, with every credential at hand", async (operation, want) => {
    expect(await prove(all, operation)).toEqual(want);
  });

  test.each<[what: string, credentials: Credentials, operation: string, want: Proof]>([
    ["the second alternative", { headerKey: all.headerKey }, "either", { key: "h-1" }],
    [
      "an alternative of which nothing is missing",
      { basic: all.basic, headerKey: all.headerKey },
      "pairOrKey",
      { key: "h-1" },
    ],
    ["an alternative to what it cannot compute", { headerKey: all.headerKey }, "digestOrKey", { key: "h-1" }],
    [
      "the one credential of two that has a place",
      { oauth: all.oauth },
      "describedTwice",
      { authorization: "Bearer oauth-things:read" },
    ],
    ["nothing where nothing is needed", {}, "optional", {}],
    ["nothing where the contract asks for nothing", {}, "open", {}],
  ])("takes %s", async (_, credentials, operation, want) => {
    expect(await prove(credentials, operation)).toEqual(want);
  });

  test("stands beside parameters of the call", async () => {
    const input = { color: "a b", theme: "dark" };
    expect(await prove(all, "queryKey", input)).toEqual({
      query: "color=a%20b&api%20key=q%261",
      cookie: "theme=dark",
    });
    expect(await prove(all, "cookieKey", input)).toEqual({
      query: "color=a%20b",
      cookie: "theme=dark; sid=c+1/=",
    });
    expect(await prove(all, "cookieHeader", input)).toEqual({
      query: "color=a%20b",
      cookie: "theme=dark; session=s-1; csrf=x; sid=c+1/=",
      key: "h-1",
    });
  });

  test.each<[what: string, credentials: Credentials, operation: string, names: string]>([
    ["one of two", { bearer: "b-1" }, "both", "bearer, headerKey"],
    ["every alternative", { queryKey: "q-1" }, "either", "bearer, headerKey"],
    ["the contract's own", {}, "inherited", "headerKey"],
    ["what it cannot compute", {}, "digest", "digest"],
  ])("sends nothing where %s is missing, and says what", async (_, credentials, operation, names) => {
    await expect(prove(credentials, operation)).rejects.toMatchObject({
      name: "AuthenticationError",
      message: expect.stringContaining(`(${names})`) as string,
    });
  });
});

test("a challenge reaches what answers it, and the call is sent once more", async () => {
  const challenges: unknown[] = [];
  const digest = ({ challenge }: AuthorizationRequest) => {
    challenges.push(challenge);
    return challenge === undefined ? undefined : `${challenge} answered`;
  };
  const client = wire.create({ credentials: { digest } });
  const seen: unknown[] = [];
  for (let call = 0; call < 2; call += 1) seen.push(await wire.call(client, "calls.digest"));
  expect(seen).toEqual([undefined, undefined]);
  expect(challenges).toEqual([undefined, "Digest nonce=7", "Digest nonce=7"]);
});

describe("[ACC-2] scopes that do not reach the operation", () => {
  /** What a call raises, with what the client asked for tokens and what arrived at the server. */
  async function refusal(operation: string, options: Readonly<Record<string, unknown>>): Promise<unknown> {
    const before = wire.received.length;
    const error: unknown = await Promise.resolve(wire.call(wire.create(options), `calls.${operation}`)).catch(
      (thrown: unknown) => thrown,
    );
    expect(wire.received.length - before).toBe(0);
    return error;
  }

  test("are found before the first call is sent, where the token's answer names what was granted", async () => {
    const oauth = () => ({ token: "t", scopes: ["things:list"] });
    expect(await refusal("oauth", { credentials: { oauth } })).toMatchObject({
      name: "ScopeError",
      alternatives: [["things:read"]],
    });
  });

  test("are found before a token is asked for, where the client's `scopes` leave them out", async () => {
    const oauth = () => expect.unreachable();
    expect(await refusal("oauth", { credentials: { oauth }, scopes: [] })).toMatchObject({
      name: "ScopeError",
      alternatives: [["things:read"]],
    });
  });

  test("let every other alternative be tried, each once", async () => {
    const asked: string[] = [];
    const few = ({ scheme }: TokenRequest) => (asked.push(scheme), { token: scheme, scopes: [] });
    const credentials = { oauth: few, oidc: few };
    expect(await refusal("granted", { credentials })).toMatchObject({
      name: "ScopeError",
      alternatives: [["things:read"], ["things:list"]],
    });
    const client = wire.create({ credentials: { ...credentials, headerKey: "h-1" } });
    expect(proofOf(await wire.send(client, "calls.granted"))).toEqual({ key: "h-1" });
    expect(asked).toEqual(["oauth", "oidc", "oauth", "oidc"]);
  });

  test("are no list of letters", () => {
    expect(() => wire.create({ scopes: "things:read" })).toThrow("`scopes` must be a list.");
  });

  test.each([
    ["things:raed", '"things:raed"', "things:read"],
    ["THINGS:LIST", '"THINGS:LIST"', "things:list"],
    ["Bearer eyJhbGciOi.s3cret", "an entry", "things:read"],
    [7, "an entry", "things:read"],
  ])("are refused when the client is made, where the contract has none such: %s", (scope, shown, near) => {
    const make = () => wire.create({ scopes: ["things:read", scope] });
    expect(make).toThrow(`\`scopes\` has ${shown}, which is not a scope of the contract.`);
    expect(make).toThrow(`Use the scopes of the `);
    expect(make).toThrow(near);
    expect(make).not.toThrow("s3cret");
  });
});

test("a value of Authorization is worked out from the request as it arrives, keys in its query included", async () => {
  const asked: string[] = [];
  const digest = ({ method, url }: AuthorizationRequest) => {
    asked.push(`${method} ${url.slice(wire.url.length)}`);
    return "Digest response=1";
  };
  const client = wire.create({ credentials: { ...all, digest } });
  const arrived = await wire.send(client, "calls.digestAndKey", { color: "a b" });
  expect(asked).toEqual(["GET /v1/digestAndKey?color=a%20b&api%20key=q%261"]);
  expect([`${arrived.method} ${arrived.target}`, arrived.headers.authorization]).toEqual([
    ...asked,
    "Digest response=1",
  ]);
});

test("[TOK-7] what fails while it works the value out shows no key of the query", async () => {
  const events: unknown[] = [];
  const digest = ({ url }: AuthorizationRequest) => {
    throw new Error(`Cannot answer for ${url}`);
  };
  const client = wire.create({
    credentials: { ...all, queryKey: "hunter2", digest },
    logger: (entry: unknown) => events.push(entry),
  });
  const error: unknown = await Promise.resolve(wire.call(client, "calls.digestAndKey")).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ name: "AuthenticationError" });
  expect(events).not.toEqual([]);
  expect(
    inspect([error, events], { depth: 9 }) + String(error) + JSON.stringify([error, events]),
  ).not.toContain("hunter2");
});
