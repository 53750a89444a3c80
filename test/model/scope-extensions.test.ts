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
  [{ "x-security": { scopes: ["a:read"] } }, ["a:read"]],
  [{ "x-auth": { scopes: ["pets.read"], type: "user" } }, ["pets.read"]],
  [{ "x-scopes": ["pets.read", "1.0"] }, ["pets.read"]],
  [{ "x-token-abilities": ["a:read"] }, ["a:read"]],
  [{ "x-availability": "a:read" }, []],
  [{ "x-access": { scopes: ["a:read"], shop: true } }, ["a:read"]],
  [{ "x-abilities": [{ action: "read", scope: "a:read" }] }, ["a:read"]],
  [{ "x-scopes": ["A_READ"] }, []],
  [{ "x-security": "a:read" }, []],
  [{ "x-roles": ["pets.read"] }, []],
  [{ "x-preauthorize": "hasRole('ADMIN')" }, []],
  [{ "x-preauthorize": "hasAnyAuthority('SCOPE_a:read', 'SCOPE_b:read')" }, []],
  [{ "x-preauthorize": "!hasAuthority('SCOPE_a:read')" }, []],
])("what %j checks for certain: %j", (given, want) => {
  expect(requiredScopes(given, new Set())).toEqual(want);
});

test("scopes of which an expression needs one are possible, with the expression", () => {
  const given = { "x-preauthorize": "hasAnyAuthority('SCOPE_b:read', 'SCOPE_a:read')" };
  expect(possibleScopes(given)).toEqual(["a:read", "b:read"]);
  expect(scopeExpression(given)).toBe(given["x-preauthorize"]);
  expect(scopeExpression({ "x-preauthorize": "hasAuthority('SCOPE_a:read')" })).toBeUndefined();
});

test("a constant in an extension that is called after scopes is possible", () => {
  expect(possibleScopes({ "x-required-scopes": ["A_READ", "inherit"], "x-roles": ["ROLE_A"] })).toEqual([
    "A_READ",
  ]);
});
