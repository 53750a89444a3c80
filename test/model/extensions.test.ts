import { expect, test } from "vitest";
import {
  describedScopes,
  listedValues,
  problemCodes,
  requiredFeatures,
  requiredScopes,
  spelledScope,
} from "../../src/model/extensions.js";
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
  [{ "x-features": ["writes", "reads", "reads"] }, ["reads", "writes"]],
  [{ "x-required-features": ["reads"] }, ["reads"]],
  [{ "x-feature-flag": "reads" }, ["reads"]],
  [{ "x-feature-flag": { name: "reads", default: false } }, ["reads"]],
  [{ "x-feature-toggles": [{ flag: "writes" }, "reads"] }, ["reads", "writes"]],
  [{ "x-toggles": { reads: true, writes: false } }, ["reads"]],
  [{ "x-requires-feature": "features.reads" }, ["features.reads"]],
  [{ "x-rollout": "reads_enabled" }, ["reads_enabled"]],
  [{ "x-rollout-group": "reads_enabled" }, ["reads_enabled"]],
  [{ "x-rollout": "gradual" }, []],
  [{ "x-rollout": { percentage: 50 } }, []],
  [{ "x-featured": ["reads"] }, []],
  [{ "x-features": [1, null] }, []],
  [{ "x-feature": "reads" }, ["reads"]],
  [{ "x-availability": { when: "features.reads_enabled" } }, ["features.reads_enabled"]],
  [{ "x-availability": { when: "readsEnabled" } }, ["readsEnabled"]],
  [{ "x-availability": { when: "features.a == true && features.b" } }, ["features.a", "features.b"]],
  [{ "x-availability": { when: "features.a || features.b" } }, []],
  [{ "x-availability": { when: "!features.a" } }, []],
  [{ "x-availability": { when: "office hours", from: "2027-01-01" } }, []],
  [{ "x-availability": "public" }, []],
  [{ "x-requires": "reads_enabled" }, ["reads_enabled"]],
  [{ "x-requires": ["feature:reads", "cabinet:read", "admin"] }, ["reads"]],
  [{ "x-requires": { feature: "reads", role: "admin_user" } }, ["reads"]],
  [{ "x-enabled-when": "flags.reads" }, ["flags.reads"]],
  [{ "x-requires": "Reads_V2.enabled_" }, ["Reads_V2.enabled_"]],
  [{ "x-requires": "reads_" }, []],
  [{ "x-requires": "reads-enabled" }, []],
  [{ "x-rollout": "reads-2.enabled" }, ["reads-2.enabled"]],
  [{ "x-rollout": "reads-" }, []],
])("[CAP-3] feature flags that %j requires: %j", (given, want) => {
  expect(requiredFeatures(given)).toEqual(want);
});

test.each([
  ["x-requires", "a_"],
  ["x-requires", "a."],
  ["x-requires", "aB"],
  ["x-requires", "feature."],
  ["x-rollout", "a_"],
  ["x-rollout", "a-"],
])("a long %s of %j is read in little time", (name, part) => {
  const start = performance.now();
  expect(requiredFeatures({ [name]: `${part.repeat(10_000)}#!` })).toEqual([]);
  // An expression that tries each way to divide the text takes years.
  expect(performance.now() - start).toBeLessThan(500);
});

test.each<readonly [JsonObject, readonly string[]]>([
  [{ "x-extensible-enum": ["RUNNING", "DONE", 1] }, ["RUNNING", "DONE"]],
  [{ "x-acme-known-values": "done" }, ["done"]],
  [{ "x-error-codes": { "not-found": "Nothing has this id." } }, ["not-found"]],
  [{ "x-error-codes": { "404": "Nothing has this id." } }, []],
  [{ "x-known-values": ["404"] }, ["404"]],
  [{ "x-enum-varnames": ["A"] }, []],
])("values that %j lists: %j", (given, want) => {
  expect(listedValues(given)).toEqual(want);
});

test.each<readonly [JsonObject, readonly string[]]>([
  [{ "x-error-codes": ["a", { code: "b" }, { text: "c" }, null] }, ["a", "b"]],
  [{ "X-Problem-Types": ["https://a.example/gone"] }, ["https://a.example/gone"]],
  [{ "x-error-codes": { "400": "Bad request", "404": "Not found" } }, []],
  [{ "x-error-codes": { "400": "Bad request", "4001": "No name", gone: "Gone" } }, ["4001", "gone"]],
  [{ "x-extensible-enum": ["a"] }, []],
])("codes of problems that %j lists: %j", (given, want) => {
  expect(problemCodes(given)).toEqual(want);
});
