import { expect, test } from "vitest";
import type { JsonObject } from "../../src/load/loaded-contract.js";
import { isMarkedSensitive, unclearMarks } from "../../src/model/sensitive-marks.js";

test.each<readonly [JsonObject, boolean]>([
  [{ "x-sensitive": true }, true],
  [{ "x-pii": "phone" }, true],
  [{ "X-Acme-PII": { category: "phone" } }, true],
  [{ "x-secret": "no" }, false],
  [{ "x-secret": false }, false],
  [{ "x-sensitive-data": [] }, false],
  [{ "x-data-classification": "Personal" }, true],
  [{ "x-data-classification": "Public" }, false],
  [{ "x-acme-classification": true }, false],
  [{ "x-data-classification": { level: "confidential", category: "personal-data" } }, true],
  [{ "x-data-classification": { level: "internal", retention: 7 } }, false],
  [{ "x-data-classification": ["public", "pii"] }, true],
  [{ "x-data-category": "pii" }, true],
  [{ "x-privacy": { pii: true } }, true],
  [{ "x-privacy": { pii: false } }, false],
  [{ "x-gdpr": "personal" }, true],
  [{ "x-gdpr": "none" }, false],
  [{ "x-pii": { masked: false } }, false],
  [{ "x-log": "never" }, true],
  [{ "x-log": false }, true],
  [{ "x-log": "debug" }, false],
  [{ "x-log": true }, false],
  [{ "x-secretary": true }, false],
  [{ sensitive: true }, false],
])("[SEC-1] %j marks a sensitive value: %j", (given, want) => {
  expect(isMarkedSensitive(given)).toBe(want);
});

test.each<readonly [JsonObject, readonly string[]]>([
  [{ "x-data-classification": "red" }, ["x-data-classification"]],
  [{ "x-acme-privacy": { level: 3 } }, ["x-acme-privacy"]],
  [{ "x-data-classification": true }, ["x-data-classification"]],
  [{ "x-data-classification": "red", "x-pii": true }, []],
  [{ "x-data-classification": "public" }, []],
  [{ "x-pii": false, "x-log": "debug", "x-other": "red" }, []],
])("[SEC-1] %j does not say whether it marks something: %j", (given, want) => {
  expect(unclearMarks(given)).toEqual(want);
});
