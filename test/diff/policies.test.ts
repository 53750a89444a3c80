import { describe, expect, test } from "vitest";
import type { FailOn, Finding, WireLevel } from "../../src/diff/finding.js";
import { breaksPolicy, checkPolicies, withoutPoliciesOff } from "../../src/diff/policies.js";
import { checkVersionPath } from "../../src/diff/version-path.js";

const finding = (rule: string, more: Partial<Finding> = {}): Finding => ({
  rule,
  effect: "equal",
  wire: "none",
  sdk: "none",
  semver: "none",
  element: "x",
  title: "It changed.",
  why: "Because.",
  reach: [],
  sdkNames: [],
  fingerprint: "0123456789abcdef",
  ...more,
});

const accepted = { accepted: { reason: "The API has no callers." } };

describe("a promise", () => {
  test.each<[rule: string, more: Partial<Finding>, failOn: FailOn, want: string]>([
    ["operation.sunset-missing", {}, "breaking", "policy/sunset error fails"],
    ["operation.sunset-missing", {}, "wire", "policy/sunset error fails"],
    ["operation.sunset-missing", {}, "sdk", "policy/sunset error"],
    ["operation.sunset-missing", {}, "none", "policy/sunset error"],
    ["operation.sunset-missing", accepted, "breaking", "policy/sunset info"],
    ["operation.sunset-missing", { usedBy: [] }, "breaking", "policy/sunset info"],
    ["operation.sunset-postponed", {}, "breaking", ""],
    ["parameter.removed-before-sunset", {}, "breaking", ""],
    ["document.minor-not-raised", {}, "breaking", "policy/version warning"],
    ["operation.stability-lowered", {}, "breaking", ""],
  ])("with %s %j is held by the gate %s: %s", (rule, more, failOn, want) => {
    const policies = { sunset: "error", version: "warning" } as const;
    const found = checkPolicies([finding(rule, more)], policies, failOn);
    expect(
      found.map(({ id, level, fails }) => `${id} ${level}${fails === true ? " fails" : ""}`).join(),
    ).toBe(want);
  });

  test("is broken by what an entry can accept, and leaves out what is off", () => {
    const [sunset, right, off] = [
      finding("operation.sunset-missing"),
      finding("operation.sunset-postponed"),
      finding("operation.stability-lowered"),
    ];
    const policies = { sunset: "error" } as const;
    expect([sunset, right, off].map((one) => breaksPolicy(one, policies))).toEqual([true, false, false]);
    expect(withoutPoliciesOff([sunset, right, off], policies)).toEqual([sunset, right]);
  });

  test("leaves the dates that callers plan by, also where it is off", () => {
    const [added, missing] = [finding("operation.sunset-added"), finding("operation.sunset-missing")];
    expect(withoutPoliciesOff([added, missing], {})).toEqual([added]);
  });
});

describe("the promise of a version in the path", () => {
  const document = { servers: [{ url: "https://pets.example/v1" }] };
  const changes = (...levels: readonly WireLevel[]) =>
    levels.map((wire) => finding("operation.removed", { wire }));

  test.each<[string, readonly Finding[], FailOn, want: string]>([
    ["no change", [], "breaking", "info: The changes keep the promise of `/v1`: compatible changes only."],
    [
      "risky changes",
      changes("risky", "risky"),
      "breaking",
      "info: The changes keep the promise of `/v1`: compatible changes only. 2 changes are risky: review them.",
    ],
    [
      "a breaking change",
      changes("breaking", "risky"),
      "breaking",
      "error fails: 1 change breaks the promise of `/v1`: compatible changes only. Undo it, or publish it under a new version.",
    ],
    [
      "a breaking change, where callers alone count",
      changes("breaking"),
      "sdk",
      "error: 1 change breaks the promise of `/v1`: compatible changes only. Undo it, or publish it under a new version.",
    ],
    [
      "an accepted change",
      [finding("operation.removed", { wire: "breaking", ...accepted })],
      "breaking",
      "info: 1 accepted change breaks the promise of `/v1`: compatible changes only. All others keep it.",
    ],
  ])("with %s", (_, findings, failOn, want) => {
    const found = checkVersionPath(document, document, findings, { level: "error", failOn });
    expect(
      found.map(({ level, fails, message }) => `${level}${fails === true ? " fails" : ""}: ${message}`),
    ).toEqual([want]);
  });

  test.each<[paths: readonly string[], want: string | undefined]>([
    [["/v1/pets", "/v1/owners", "/oauth/token"], "`/v1`"],
    [["/api/v2/pets", "/api/v2/owners"], "`/v2`"],
    [["/v1/pets", "/v2/pets", "/v1/owners"], undefined],
    [["/v1/pets", "/owners", "/token"], undefined],
    [["/pets/{vid}", "/video/{id}"], undefined],
  ])("of the paths %j is that of %s", (given, want) => {
    const contract = { paths: Object.fromEntries(given.map((path) => [path, {}])) };
    const [found] = checkVersionPath(contract, contract, [], { level: "error", failOn: "breaking" });
    expect(found?.message.match(/`\S+`/)?.[0]).toBe(want);
  });

  test.each<[paths: readonly string[], want: string]>([
    [["/v1/a", "/v2/c"], "The changes keep the promise of `/v1`: compatible changes only."],
    [["/v1/a", "/b", "/c"], "The changes keep the promise of `/v1`: compatible changes only."],
    [
      ["/v2/a"],
      "The version in the path changed from `/v1` to `/v2`: the promise of `/v1` does not hold for it.",
    ],
    [
      ["/a"],
      "The path of the API no longer has the version `/v1`: its promise of compatible changes has ended.",
    ],
  ])("holds while some path has it: /v1/a and /v1/b become %j", (given, want) => {
    const of = (paths: readonly string[]) => ({ paths: Object.fromEntries(paths.map((path) => [path, {}])) });
    const options = { level: "error", failOn: "breaking" } as const;
    const [found] = checkVersionPath(of(["/v1/a", "/v1/b"]), of(given), [], options);
    expect(found?.message).toBe(want);
  });
});
