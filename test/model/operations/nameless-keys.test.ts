import { expect, test } from "vitest";
import { modelOf } from "../model-of.js";
import { found } from "../../diagnostics/found.js";

const diagnosticsOf = (scheme: string, security = "[{ key: [] }]") =>
  found(
    modelOf(`
paths: { /a: { get: { security: ${security}, responses: { 204: { description: "" } } } } }
components: { securitySchemes: { key: ${scheme} } }`).diagnostics,
  );

test.each(["", "X Key", "X-Key:"])("a key in a header called %j is told of: no call can send it", (name) => {
  expect(diagnosticsOf(`{ type: apiKey, in: header, name: ${JSON.stringify(name)} }`)).toEqual([
    ["security/invalid-header-name", "#/components/securitySchemes/key/name", { name, scheme: "key" }],
  ]);
});

test.each([
  ["{ type: apiKey, in: header, name: X-Key }", "[{ key: [] }]"],
  ["{ type: apiKey, in: query, name: X Key }", "[{ key: [] }]"],
  ["{ type: apiKey, in: header, name: X Key }", "[]"],
])("nothing is told of %s with %s", (scheme, security) => {
  expect(diagnosticsOf(scheme, security)).toEqual([]);
});
