import { concludeReport } from "../../src/diff/conclude.js";
import type { ComparedContract, DiffReport, Finding } from "../../src/diff/finding.js";

/** A text of a contract that tries to be markup, a command of a terminal or CI, or another line. */
export const hostile =
  "\u001b[31m`x`\n::error::pwned</script><img src=x onerror=alert(1)>]]>|@team #1 **b** [a](https://evil.example)\u202e\u2028\ud800";

/** A finding with what a test does not care about filled in. */
export function finding(more: Partial<Finding> = {}): Finding {
  return {
    rule: "response.property.removed",
    effect: "wider",
    direction: "response",
    wire: "breaking",
    sdk: "breaking",
    semver: "major",
    element: "property `colour` of `Pet`",
    title: "Property `colour` of `Pet` was removed.",
    why: "Callers that read it no longer get it.",
    old: {
      pointer: "#/components/schemas/Pet/properties/colour",
      file: "old.yaml",
      line: 12,
      column: 5,
      value: { type: "string" },
    },
    nearest: { pointer: "#/components/schemas/Pet/properties", file: "new.yaml", line: 11, column: 3 },
    reach: ["a", "b", "c", "d", "e", "f", "g"].map((name) => ({
      operation: `GET /${name}`,
      part: "response 200",
      direction: "response" as const,
    })),
    sdkNames: [{ old: "Pet.colour" }],
    sdkWhy: ["Code that reads the member no longer compiles."],
    witness: { value: {}, validIn: "new", invalidIn: "old" },
    fingerprint: "0123456789abcdef",
    ...more,
  };
}

/** A finding that lacks members which others have. */
function without(names: readonly (keyof Finding)[], more: Partial<Finding>): Finding {
  const made = finding(more);
  for (const name of names) Reflect.deleteProperty(made, name);
  return made;
}

const contract = (source: string, more: Partial<ComparedContract> = {}): ComparedContract => ({
  source,
  title: "Pets",
  version: "1.2.0",
  openapi: "3.1",
  digest: "0".repeat(64),
  ...more,
});

/** A report of these findings. */
export function reportOf(
  findings: readonly Finding[],
  more: Partial<Parameters<typeof concludeReport>[0]> = {},
): DiffReport {
  return concludeReport({
    old: contract("old.yaml"),
    new: contract("new.yaml", { version: "2.0.0" }),
    findings,
    diagnostics: [],
    failOn: "breaking",
    ...more,
  });
}

/** One finding of each level, and an accepted one. */
export const mixed: readonly Finding[] = [
  finding(),
  finding({
    rule: "request.enum.unknown",
    wire: "risky",
    sdk: "none",
    title: "The pattern of `name` changed.",
    old: { pointer: "#/components/schemas/Pet/properties/name/pattern", file: "old.yaml", value: "^a" },
    new: { pointer: "#/components/schemas/Pet/properties/name/pattern", file: "new.yaml", value: "^b" },
    reach: [],
    sdkNames: [],
    sdkWhy: [],
    fingerprint: "1123456789abcdef",
  }),
  without(["nearest", "old", "witness"], {
    rule: "operation.added",
    wire: "compatible",
    sdk: "compatible",
    title: "`GET /pets` was added.",
    new: { pointer: "#/paths/~1pets/get", file: "new.yaml", line: 3, column: 1 },
    reach: [],
    sdkNames: [{ new: "pets.list" }],
    fingerprint: "2123456789abcdef",
  }),
  finding({
    rule: "docs.changed",
    wire: "docs",
    sdk: "none",
    title: "The description changed.",
    fingerprint: "3123456789abcdef",
  }),
  finding({
    rule: "operation.removed",
    title: "`DELETE /pets` was removed.",
    old: { pointer: "#/paths/~1pets/delete", file: "old.yaml", line: 30, column: 3 },
    accepted: { reason: "Reviewed.", by: "ops", until: "2030-01-01" },
    fingerprint: "4123456789abcdef",
  }),
];

/** A report in which every text of a contract is hostile. */
export const hostileReport: DiffReport = reportOf(
  [
    finding({
      title: `Property \`${hostile}\` of ${hostile} was removed.`,
      element: hostile,
      why: hostile,
      runtime: hostile,
      sdkWhy: [hostile],
      old: {
        pointer: `#/components/schemas/${hostile}`,
        file: `${hostile}.yaml`,
        line: 1,
        column: 1,
        value: hostile,
      },
      nearest: { pointer: `#/${hostile}`, file: `${hostile}.yaml` },
      reach: [{ operation: `GET /${hostile}`, part: hostile, direction: "response" }],
      sdkNames: [{ old: hostile, new: `${hostile}2` }],
      witness: { value: { [hostile]: hostile }, validIn: "old", invalidIn: "new" },
    }),
    finding({ accepted: { reason: hostile, by: hostile }, fingerprint: "1123456789abcdef" }),
  ],
  {
    old: contract(hostile, { title: hostile, version: hostile }),
    new: contract(`${hostile}2`, { title: hostile, version: hostile }),
    diagnostics: [{ id: "accept/expired", level: "error", message: hostile, fails: true }],
  },
);
