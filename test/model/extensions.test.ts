import { expect, test } from "vitest";
import { listedValues, problemCodes, requiredFeatures } from "../../src/model/extensions.js";
import type { JsonObject } from "../../src/load/loaded-contract.js";
import { countTime } from "../support/count-time.js";

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
  const elapsed = countTime();
  expect(requiredFeatures({ [name]: `${part.repeat(10_000)}#!` })).toEqual([]);
  // An expression that tries each way to divide the text takes years.
  expect(elapsed()).toBeLessThan(500);
});

test.each<readonly [JsonObject, readonly string[]]>([
  [{ "x-extensible-enum": ["RUNNING", "DONE", 1] }, ["RUNNING", "DONE"]],
  [{ "x-acme-known-values": "done" }, ["done"]],
  [{ "x-error-codes": { "not-found": "Nothing has this id." } }, ["not-found"]],
  [{ "x-error-codes": { "404": "Nothing has this id." } }, []],
  [{ "x-known-values": ["404"] }, ["404"]],
  [{ "x-removed-possible-values": ["done"] }, []],
  [{ "x-acme-deprecated-known-values": ["done"] }, []],
  [{ "x-deprecated-error-codes": ["not-found"] }, []],
  [{ "x-enum": [{ name: "Done", id: "done" }] }, []],
  [{ "x-enum": [{ name: "done" }] }, ["done"]],
  [{ "x-enum-varnames": ["A"] }, []],
  [{ "x-enum": ["a_b", "c_d"] }, ["a_b", "c_d"]],
  [{ "x-codes": [{ code: "a_b", description: "A." }, { code: "c_d" }] }, ["a_b", "c_d"]],
  [{ "x-values": [{ name: "A" }, { value: "B" }] }, ["A", "B"]],
  [{ "x-ms-enum": { name: "Code", modelAsString: true, values: [{ value: "a_b" }] } }, ["a_b"]],
  [{ "x-ms-enum": { name: "Code" } }, []],
  [{ "x-enum": ["a"], enum: ["b"] }, []],
  [{ "x-values": ["a"], properties: {} }, []],
  [{ "x-values": ["A text of words"] }, []],
  [{ "x-values": ["a_b"], type: ["string", "null"] }, ["a_b"]],
  [{ "x-values": ["completed", "failed"], type: "array" }, []],
  [{ "x-enum": [{ name: "DONE", id: 1 }], type: "integer" }, []],
  [{ "x-previous-values": ["completed", "failed"], type: "string" }, []],
  [{ "x-unsupported-values": ["completed", "failed"] }, []],
  [{ "x-values": ["a", "a"] }, []],
  [{ "x-values": ["a", 1] }, []],
  [{ "x-codes": ["400", "404"] }, []],
  [{ "x-example-values": ["a"] }, []],
  [{ "x-status-codes": ["gone"] }, []],
  [{ "x-enumNames": ["A"], "x-enum-descriptions": ["a"], "x-tags": ["b"], "x-order": ["c"] }, []],
  [{ "x-errors": [{ code: "a_b", status: 409 }], properties: {} }, ["a_b"]],
  [{ "x-errors": [{ code: "a_b", status: 409 }] }, []],
])("values that %j lists: %j", (given, want) => {
  expect(listedValues(given)).toEqual(want);
});

test.each<readonly [JsonObject, readonly string[]]>([
  [{ "x-error-codes": ["a", { code: "b" }, { text: "c" }, null] }, ["a", "b"]],
  [{ "X-Problem-Types": ["https://a.example/gone"] }, ["https://a.example/gone"]],
  [{ "x-error-codes": { "400": "Bad request", "404": "Not found" } }, []],
  [{ "x-error-codes": { "400": "Bad request", "4001": "No name", gone: "Gone" } }, ["4001", "gone"]],
  [{ "x-extensible-enum": ["a"] }, []],
  [{ "x-errors": [{ code: "a_b", status: 409 }, { code: "GONE" }] }, ["a_b", "GONE"]],
  [{ "x-api-problems": ["E1001", "a.b"] }, ["E1001", "a.b"]],
  [{ "x-errors": ["NotFoundError", "ValidationError"] }, []],
  [{ "x-errors": [{ code: 20601, name: "Insufficient funds" }] }, []],
  [{ "x-errors": { "404": "Not found" } }, []],
  [{ "x-errors": ["404"] }, []],
  [{ "x-error-handlers": ["a_b"] }, []],
  [{ "x-codes": ["a_b"] }, []],
])("codes of problems that %j lists: %j", (given, want) => {
  expect(problemCodes(given)).toEqual(want);
});
