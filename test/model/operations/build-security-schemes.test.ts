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
