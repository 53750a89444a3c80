import { expect, test } from "vitest";
import { planPublicRuntime } from "../../../src/plan/typescript/public-runtime.js";
import { planOf } from "../plan-of.js";

test.each([
  ["type: apiKey, in: header, name: k", ["SecretRequest", "SecretSource", "SuppliedSecret"]],
  ["type: http, scheme: bearer", ["SecretRequest", "SecretSource", "SuppliedSecret"]],
  ["type: http, scheme: basic", ["BasicCredential", "SecretRequest", "SecretSource", "SuppliedSecret"]],
  [
    "type: oauth2, flows: { clientCredentials: { tokenUrl: /t, scopes: {} } }",
    ["SuppliedToken", "TokenCallback"],
  ],
])("the index of a client with { %s } exports what that credential is written with", (scheme, want) => {
  const { runtimeExports } = planOf(`
components: { securitySchemes: { s: { ${scheme} } } }
paths: { /pets: { get: { security: [{ s: [] }] } } }`);
  const exported = runtimeExports.filter(({ module }) => module.startsWith("credentials/"));
  expect(exported.flatMap(({ types }) => types)).toEqual(want);
});

test("of two features that come with the same module each name is exported once", () => {
  const [redis] = planPublicRuntime(new Set(["idempotency/intents", "limits/obey-limits"])).filter(
    ({ module }) => module === "redis/redis-client",
  );
  expect(redis).toEqual({ module: "redis/redis-client", values: [], types: ["RedisClient"] });
});
