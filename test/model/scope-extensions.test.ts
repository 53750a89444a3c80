import { expect, test } from "vitest";
import {
  describedScopes,
  possibleScopes,
  requiredScopes,
  scopeExpression,
  spelledScope,
} from "../../src/model/scope-extensions.js";
import type { JsonObject } from "../../src/load/loaded-contract.js";

const KNOWN = new Set(["cabinet:read", "cabinet:write"]);

test.each<readonly [JsonObject, readonly string[]]>([
  [
    { "x-required-scopes": ["cabinet:write", "cabinet:read", "cabinet:read"] },
    ["cabinet:read", "cabinet:write"],
  ],
  [{ "x-authorize-policy": "scope:cabinet:read" }, ["cabinet:read"]],
  [{ "x-permissions": "cabinet:read cabinet:write" }, ["cabinet:read", "cabinet:write"]],
  [{ "x-authorize-policy": "scope:*" }, []],
  [{ "x-required-scopes": "inherit" }, []],
  [{ "x-scoped": ["cabinet:read"] }, []],
  [{ "x-scopes": { "cabinet:read": true } }, []],
  [{ "x-authorization": { scopes: ["cabinet:read"], tenant: "cabinet:write" } }, ["cabinet:read"]],
])("scopes that %j requires, of those that the contract describes: %j", (given, want) => {
  expect(requiredScopes(given, KNOWN)).toEqual(want);
});

test("a scope that the contract does not describe is one by its form, in an extension of what tokens grant", () => {
  expect(requiredScopes({ "x-required-authorities": ["SCOPE_pets:feed", "ADMIN"] }, KNOWN)).toEqual([
    "pets:feed",
  ]);
  expect(requiredScopes({ "x-authorize-policy": "pets:feed" }, KNOWN)).toEqual([]);
});

test("without described scopes only an extension called after them names some, of their form", () => {
  expect(requiredScopes({ "x-scopes": ["a:read", "inherit"] }, new Set())).toEqual(["a:read"]);
  expect(requiredScopes({ "x-permissions": ["a:read"] }, new Set())).toEqual([]);
  expect(requiredScopes({ "x-authorization": { scopes: ["a:read"] } }, new Set())).toEqual(["a:read"]);
  expect(requiredScopes({ "x-required-authority": "SCOPE_a:read" }, new Set())).toEqual(["a:read"]);
  expect(requiredScopes({ "x-roles": ["ROLE_USER", "a:read"] }, new Set())).toEqual(["a:read"]);
});

test.each<readonly [JsonObject, readonly string[]]>([
  [{ "x-roles": ["tenant:owner"] }, []],
  [{ "x-authority": "SCOPE_tenant:owner" }, ["tenant:owner"]],
  [{ "x-scopes": ["tenant:owner"] }, ["tenant:owner"]],
  [{ "x-roles": ["cabinet:read"] }, ["cabinet:read"]],
])("beside described scopes, %j names %j", (given, want) => {
  expect(requiredScopes(given, KNOWN)).toEqual(want);
});

test.each<readonly [JsonObject, readonly string[]]>([
  [{ "x-iam-role": "arn:aws:iam::123456789012:role/orders" }, []],
  [{ "x-authority": "https://login.example.com/tenant" }, []],
  [{ "x-authority": "SCOPE_https://login.example.com/tenant" }, []],
  [{ "x-roles": ["urn:acme:owner", "tenant:owner"] }, ["tenant:owner"]],
  [{ "x-scopes": ["https://a.example/auth/orders"] }, ["https://a.example/auth/orders"]],
])("without described scopes, %j names %j", (given, want) => {
  expect(requiredScopes(given, new Set())).toEqual(want);
});

test.each<readonly [string, readonly string[], string]>([
  ["SCOPE_a:read", [], "a:read"],
  ["SCOPE_a:read", ["a:read"], "a:read"],
  ["SCOPE_a:read", ["SCOPE_a:read"], "SCOPE_a:read"],
  ["a:read", ["SCOPE_a:read"], "SCOPE_a:read"],
  ["a:read", [], "a:read"],
])("the scope %s, where %j are documented, is %s in a token", (given, documented, want) => {
  expect(spelledScope(given, new Set(documented))).toBe(want);
});

test("scopes of a scheme that OpenAPI has no place for are those of its extension", () => {
  expect([...describedScopes({ "x-scopes": { "a:read": "Reads", "a:write": null } })]).toEqual([
    ["a:read", "Reads"],
    ["a:write", ""],
  ]);
  expect([...describedScopes({ "x-scopes": ["a:read", 1] })]).toEqual([["a:read", ""]]);
  expect([...describedScopes({ scopes: ["a:read"] })]).toEqual([]);
});

test.each<readonly [JsonObject, readonly string[]]>([
  [{ "x-preauthorize": "hasAuthority('SCOPE_a:read')" }, ["a:read"]],
  [
    { "x-pre-authorize": "hasAuthority('SCOPE_a:read') and hasAuthority('SCOPE_b:read')" },
    ["a:read", "b:read"],
  ],
  [{ "x-security": "hasScope('a:read')" }, ["a:read"]],
  [{ "x-token-abilities": ["a:read"] }, ["a:read"]],
  [{ "x-availability": "a:read" }, []],
  [{ "x-ability": ["a:read", "b:read"] }, []],
  [{ "x-scopes": { scopes: ["a:read"] } }, ["a:read"]],
  [{ "x-scopes": { scopes: ["a:read"], anyOf: true } }, []],
  [{ "x-scopes": [{ scopes: ["a:read"] }, { scopes: ["b:read"] }] }, []],
  [{ "x-cache": { scope: "user:session" } }, []],
  [{ "x-security": "a:read" }, []],
  [{ "x-roles": ["pets.read"] }, []],
  [{ "x-preauthorize": "hasRole('ADMIN')" }, []],
  [{ "x-preauthorize": "hasAnyAuthority('SCOPE_a:read', 'SCOPE_b:read')" }, []],
  [{ "x-preauthorize": "hasScope('c:x') and hasAnyScope('a:read', 'b:read')" }, []],
  [{ "x-preauthorize": "!hasAuthority('SCOPE_a:read')" }, []],
])("what %j checks for certain: %j", (given, want) => {
  expect(requiredScopes(given, new Set())).toEqual(want);
});

test.each<readonly [JsonObject, readonly string[]]>([
  [{ "x-preauthorize": "hasAnyAuthority('SCOPE_b:read', 'SCOPE_a:read')" }, ["a:read", "b:read"]],
  [{ "x-preauthorize": "hasAuthority('SCOPE_a:read') or hasRole('ADMIN')" }, ["a:read"]],
  [{ "x-preauthorize": "#dry ? hasScope('a:read') : hasScope('b:read')" }, ["a:read", "b:read"]],
  [{ "x-preauthorize": "hasScope('a:read') && !hasScope('b:read')" }, ["a:read"]],
  [{ "x-security": { scopes: ["a:read"] } }, ["a:read"]],
  [{ "x-auth": { scopes: ["pets.read"], type: "user" } }, ["pets.read"]],
  [{ "x-access": { "required-scopes": ["a:read"], "excluded-scopes": ["b:read"] } }, ["a:read"]],
  [{ "x-access": { "optional-scope": "a:read" } }, []],
  [{ "x-abilities": [{ action: "read", scope: "a:read" }] }, ["a:read"]],
  [{ "x-scopes": ["pets.read", "1.0", "A_READ", "inherit"] }, ["A_READ", "pets.read"]],
  [{ "x-permissions": { all: ["a:read", "b:read"] } }, ["a:read", "b:read"]],
  [{ "x-permissions": { anyOf: ["a:read", "b:read"] } }, []],
  [{ "x-roles": ["ROLE_A"] }, []],
  [{ "x-cache": { scope: "user:session" } }, []],
])("what %j names may be scopes: %j", (given, want) => {
  expect(possibleScopes(given)).toEqual(want);
});

test.each([
  ["hasAnyAuthority('SCOPE_b:read', 'SCOPE_a:read')", true],
  ["hasAuthority('SCOPE_a:read') or hasAuthority('SCOPE_b:read')", true],
  ["hasAuthority('SCOPE_a:read') and hasAuthority('SCOPE_b:read')", false],
])("%s is kept where not all of its scopes are needed: %s", (expression, isOpen) => {
  expect(scopeExpression({ "x-preauthorize": expression })).toBe(isOpen ? expression : undefined);
});
