import { expect, test } from "vitest";
import { type AcceptedChange, applyAcceptance, withoutEntry } from "../../src/diff/apply-acceptance.js";
import type { Finding } from "../../src/diff/finding.js";

const finding: Finding = {
  rule: "operation.removed",
  effect: "narrower",
  wire: "breaking",
  sdk: "breaking",
  semver: "major",
  element: "`GET /pets/{id}`",
  title: "It was removed.",
  why: "Because.",
  old: { pointer: "#/paths/~1pets~1{id}/get" },
  reach: [],
  sdkNames: [],
  fingerprint: "0123456789abcdef",
};

const entry: AcceptedChange = {
  rule: "operation.removed",
  pointer: "#/paths/~1pets~1{id}/get",
  fingerprint: "0123456789abcdef",
  reason: "Nobody calls it.",
};

test.each<[string, Partial<AcceptedChange>, isAccepted: boolean, diagnostics: readonly string[]]>([
  ["all three", {}, true, []],
  ["another name of a path parameter", { pointer: "#/paths/~1pets~1{petId}/get" }, true, []],
  [
    "another pointer",
    { pointer: "#/paths/~1cats/get" },
    false,
    [
      "accept/unmatched: The entry `0123456789abcdef` has another pointer than its change `operation.removed`: `#/paths/~1cats/get`. Copy the pointer from the report.",
    ],
  ],
  [
    "another fingerprint",
    { fingerprint: "0000000000000000" },
    false,
    [
      "accept/unmatched: The accepted change `operation.removed` at `#/paths/~1pets~1{id}/get` has other values now. Review it and accept its new fingerprint.",
    ],
  ],
  [
    "another rule",
    { rule: "webhook.removed" },
    false,
    [
      "accept/unmatched: The accepted change `webhook.removed` at `#/paths/~1pets~1{id}/get` is not in this comparison. Remove its entry `0123456789abcdef`.",
    ],
  ],
  [
    "a last day that has passed",
    { until: "2026-03-01" },
    false,
    [
      "accept/expired: The acceptance of `operation.removed` at `#/paths/~1pets~1{id}/get` expired on 2026-03-01. Review it, and change or remove its entry.",
    ],
  ],
])("an entry with %s accepts its change or not", (_, more, isAccepted, diagnostics) => {
  const entries = [{ ...entry, ...more }];
  const given = applyAcceptance([finding], entries, "2026-03-02");
  expect(given.findings.map(({ accepted }) => accepted !== undefined)).toEqual([isAccepted]);
  expect(given.diagnostics.map(({ id, message }) => `${id}: ${message}`)).toEqual(diagnostics);
});

test("a change with an entry, expired or not, needs no other one", () => {
  const expired = { ...entry, until: "2026-03-01" };
  expect(withoutEntry([finding], [expired])).toEqual([]);
  expect(withoutEntry([finding], [{ ...entry, pointer: "#" }])).toEqual([finding]);
});
