import { describe, expect, test } from "vitest";
import { modelOf } from "../model-of.js";

/** The model of one scheme, without where it stands. */
function schemeOf(yaml: string): unknown {
  const [scheme] = modelOf(`components: { securitySchemes: { s: ${yaml} } }`).securitySchemes;
  return scheme;
}

const at = { name: "s", origin: { pointer: "#/components/securitySchemes/s" } };

describe("a security scheme", () => {
  test.each([
    ["{ type: http, scheme: Bearer, bearerFormat: JWT }", { kind: "bearer", format: "JWT" }],
    ["{ type: http, scheme: BASIC, description: Old. }", { kind: "basic", description: "Old." }],
    ["{ type: http, scheme: Digest }", { kind: "http", scheme: "digest" }],
    ["{ type: apiKey, in: query, name: key }", { kind: "apiKey", in: "query", parameter: "key" }],
    ["{ type: apiKey, in: cookie, name: sid }", { kind: "apiKey", in: "cookie", parameter: "sid" }],
    [
      "{ type: openIdConnect, openIdConnectUrl: https://id.example }",
      { kind: "openIdConnect", url: "https://id.example" },
    ],
    ["{ type: mutualTLS }", { kind: "mutualTLS" }],
  ])("%s", (given, want) => {
    expect(schemeOf(given)).toEqual({ ...at, ...want });
  });

  test("of OAuth 2 has the scopes of all its flows, sorted", () => {
    const given = `{ type: oauth2, flows: {
      clientCredentials: { tokenUrl: /t, scopes: { b: B, a: A } },
      authorizationCode: { tokenUrl: /t, authorizationUrl: /a, refreshUrl: /r, scopes: { c: C, a: A } } } }`;
    expect(schemeOf(given)).toEqual({
      ...at,
      kind: "oauth2",
      flows: [
        { kind: "authorizationCode", tokenUrl: "/t", refreshUrl: "/r", authorizationUrl: "/a" },
        { kind: "clientCredentials", tokenUrl: "/t" },
      ],
      scopes: [
        { name: "a", description: "A" },
        { name: "b", description: "B" },
        { name: "c", description: "C" },
      ],
    });
  });

  test("of a type that nobody knows is left out; the others are sorted by name and found behind references", () => {
    const given = `
components:
  securitySchemes:
    z: { $ref: '#/components/securitySchemes/m' }
    m: { type: mutualTLS }
    k: { type: carrierPigeon }`;
    expect(modelOf(given).securitySchemes).toEqual([
      { name: "m", kind: "mutualTLS", origin: { pointer: "#/components/securitySchemes/m" } },
      { name: "z", kind: "mutualTLS", origin: { pointer: "#/components/securitySchemes/m" } },
    ]);
  });
});

describe("a scope that a requirement writes as Spring Security checks for it", () => {
  const scopesOf = (schemes: string, more = ""): readonly unknown[] =>
    modelOf(`
paths:
  /pets: { get: { operationId: a, security: [{ s: [SCOPE_pets:read] }], responses: {} }, post: { operationId: b, security: [{ s: [] }], x-required-authority: 'SCOPE_pets:read', responses: {} } }
${more}components: { securitySchemes: { s: ${schemes} } }`)
      .operations.filter(({ path }) => path === "/pets")
      .map(({ security }) => security.flat().flatMap(({ scopes }) => scopes));
  const form = (scope: string): string => `  /token:
    post:
      operationId: c
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { $ref: '#/paths/~1token/x-form' } } } }
      responses: {}
    x-form: { properties: { grant_type: { type: string }, scope: { type: string, ${scope} } } }
`;
  const bearer = "{ type: http, scheme: bearer }";

  test.each([
    ["is that of the token", bearer, "", "pets:read"],
    [
      "is that of the scheme",
      "{ type: oauth2, flows: { clientCredentials: { tokenUrl: /t, scopes: { SCOPE_pets:read: R } } } }",
      "",
      "SCOPE_pets:read",
    ],
    [
      "is that of the token endpoint",
      bearer,
      form("description: 'One of `SCOPE_pets:read`, `SCOPE_pets:write`.'"),
      "SCOPE_pets:read",
    ],
    [
      "is that of the token, where its endpoint writes it so",
      bearer,
      form("example: pets:read"),
      "pets:read",
    ],
  ])("%s", (_, scheme, more, want) => {
    expect(scopesOf(scheme, more)).toEqual([[want], [want]]);
  });
});

test("scopes of an extension are those that a schema called after them lists", () => {
  const scopesWith = (name: string) =>
    modelOf(`
paths: { /p: { get: { x-permissions: ['a:read', 'other', 'b:read'], security: [{ s: [] }], responses: {} } } }
components:
  securitySchemes: { s: { type: http, scheme: bearer } }
  schemas: { ${name}: { type: string, enum: ['a:read', 'other'] } }`).operations[0]?.security[0]?.[0]?.scopes;
  for (const name of ["Scope", "ApiScopesDto", "scope_enum"]) expect(scopesWith(name)).toEqual(["a:read"]);
  for (const name of ["Kind", "TelescopeEnum"]) expect(scopesWith(name)).toEqual([]);
});
