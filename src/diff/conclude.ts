import { fillTemplate } from "../diagnostics/diagnostic.js";
import { isCounted } from "../diagnostics/is-counted.js";
import { byText } from "../text/by-text.js";
import type { Bump, DiffDiagnostic, DiffReport, FailOn, Finding, SdkLevel, WireLevel } from "./finding.js";
import { bumpOf, greaterBump, worseSdk, worseWire } from "./law.js";

/** What a report is concluded from. */
export interface Conclusion {
  /** Whose settings were used. */
  readonly settings?: DiffReport["settings"] | undefined;
  readonly old: DiffReport["old"];
  readonly new: DiffReport["new"];
  /** With acceptances; in any order. */
  readonly findings: readonly Finding[];
  readonly diagnostics: readonly DiffDiagnostic[];
  readonly failOn: FailOn;
  /** Folder of the consumer that the findings were held against, as the user named it. */
  readonly consumer?: string | undefined;
  /** What the changes of the generator since the old client ask for. */
  readonly generatorBump?: Bump;
}

/**
 * The report: verdict, counts, gate and sorted findings. Findings that are accepted, or do not reach the consumer, have no part in
 * verdict, counts and gate; accepted ones count for the next version.
 */
export function concludeReport(given: Conclusion): DiffReport {
  const { failOn, diagnostics, generatorBump = "none" } = given;
  const sorted = given.findings.toSorted(byImportance);
  const findings = sorted.map((finding) =>
    isCounted(finding) && isAtGate(finding, failOn) ? { ...finding, fails: true as const } : finding,
  );
  const open = findings.filter(isCounted);
  const [wire, sdk] = worstOf(open);
  // Who accepts a change lets it pass, but callers still meet it: the version number tells them.
  const [wireOfAll, sdkOfAll] = worstOf(findings.filter(({ usedBy }) => usedBy?.length !== 0));
  const fails =
    findings.some((one) => one.fails === true) ||
    (failOn !== "none" && diagnostics.some((one) => one.fails === true));
  return {
    schemaVersion: 1,
    ...(given.settings !== undefined && { settings: given.settings }),
    old: given.old,
    new: given.new,
    ...(given.consumer !== undefined && { consumer: countReached(given.consumer, findings) }),
    verdict: {
      wire: wire === "docs" ? "none" : wire,
      sdk,
      semver: bumpOf(wireOfAll, "none"),
      sdkSemver: greaterBump(bumpOf(wireOfAll, sdkOfAll), generatorBump),
    },
    counts: {
      wire: countBy(
        open.map((one) => one.wire),
        ["breaking", "risky", "compatible", "docs", "none"],
      ),
      sdk: countBy(
        open.map((one) => one.sdk),
        ["breaking", "compatible", "none"],
      ),
    },
    gate: { failOn, reached: fails },
    findings,
    accepted: findings.filter(({ accepted }) => accepted !== undefined),
    diagnostics: diagnostics.toSorted(byLevel),
  };
}

function worstOf(findings: readonly Finding[]): readonly [wire: WireLevel, sdk: SdkLevel] {
  return [
    findings.reduce<WireLevel>((level, one) => worseWire(level, one.wire), "none"),
    findings.reduce<SdkLevel>((level, one) => worseSdk(level, one.sdk), "none"),
  ];
}

/** What changes ask of the version of the API. Accepted ones ask for nothing; a consumer does not matter. */
export function advisedBump(findings: readonly Finding[]): Bump {
  return findings
    .filter(({ accepted }) => accepted === undefined)
    .reduce<Bump>((bump, { wire }) => greaterBump(bump, bumpOf(wire, "none")), "none");
}

function countReached(source: string, findings: readonly Finding[]): NonNullable<DiffReport["consumer"]> {
  const reached = findings.filter(({ usedBy }) => usedBy?.length !== 0).length;
  return { source, reached, unreached: findings.length - reached };
}

function countBy<Level extends string>(
  given: readonly Level[],
  levels: readonly Level[],
): Readonly<Record<Level, number>> {
  const counts = levels.map((level) => [level, given.filter((one) => one === level).length] as const);
  return Object.fromEntries(counts) as Record<Level, number>;
}

/** Whether a finding is at or above the gate. */
export function isAtGate({ wire, sdk }: Pick<Finding, "sdk" | "wire">, failOn: FailOn): boolean {
  switch (failOn) {
    case "none":
      return false;
    case "wire":
      return wire === "breaking";
    case "sdk":
      return sdk === "breaking";
    case "breaking":
      return wire === "breaking" || sdk === "breaking";
    case "risky":
      return wire === "breaking" || wire === "risky" || sdk === "breaking";
    case "any":
      return wire !== "none" || sdk !== "none";
  }
}

/** The heaviest first: on the wire, then for callers; then by position and rule. */
function byImportance(left: Finding, right: Finding): number {
  return (
    rankOf(left) - rankOf(right) ||
    byText(positionOf(left), positionOf(right)) ||
    byText(left.rule, right.rule) ||
    byText(left.fingerprint, right.fingerprint)
  );
}

function positionOf(finding: Finding): string {
  return (finding.new ?? finding.old)?.pointer ?? "";
}

function rankOf({ wire, sdk }: Finding): number {
  if (wire === "breaking") return sdk === "breaking" ? 0 : 1;
  if (sdk === "breaking") return 2;
  if (wire === "risky") return 3;
  if (wire === "compatible" || sdk === "compatible") return 4;
  return wire === "docs" ? 5 : 6;
}

const LEVELS: readonly DiffDiagnostic["level"][] = ["error", "warning", "info"];

function byLevel(left: DiffDiagnostic, right: DiffDiagnostic): number {
  return (
    LEVELS.indexOf(left.level) - LEVELS.indexOf(right.level) ||
    byText(left.id, right.id) ||
    byText(left.message, right.message)
  );
}

/** Levels by the ids of rules, as the configuration has them. */
export type RuleLevels = Readonly<Record<string, WireLevel>>;

/** Sets the levels that the configuration has in place of those that follow from the law. */
export function applyLevels(findings: readonly Finding[], levels: RuleLevels): readonly Finding[] {
  return findings.map((finding) => {
    const level = Object.hasOwn(levels, finding.rule) ? levels[finding.rule] : undefined;
    if (level === undefined) return finding;
    const isSdk = isSdkRule(finding.rule);
    const wire = isSdk ? finding.wire : level;
    const sdk = isSdk ? sdkLevel(level) : finding.sdk;
    const why = `${finding.why} The configuration sets this level.`;
    return { ...finding, wire, sdk, semver: bumpOf(wire, sdk), why };
  });
}

function isSdkRule(rule: string): boolean {
  return rule.startsWith("sdk.");
}

/** The axis of callers has three levels. */
function sdkLevel(level: WireLevel): SdkLevel {
  if (level === "breaking" || level === "compatible") return level;
  return level === "risky" ? "compatible" : "none";
}

/** What is wrong with configured levels: ids that no rule has. */
export function diagnoseLevels(levels: RuleLevels, known: ReadonlySet<string>): readonly DiffDiagnostic[] {
  return Object.keys(levels)
    .filter((rule) => !known.has(rule))
    .sort()
    .map((rule) => ({
      id: "levels/unknown-rule",
      level: "warning",
      message: fillTemplate("The configuration sets a level for {rule}, which is not the id of a rule.", {
        rule,
      }),
    }));
}

/** What another version of the generator asks of a package with the client. */
export interface GeneratorChange {
  readonly bump: Bump;
  /** Says which versions these are; empty where they are the same, or one is not known. */
  readonly diagnostics: readonly DiffDiagnostic[];
}

/**
 * Compares the versions of Cabinetry that generated the old client and would generate the new one (Semantic Versioning 2.0.0; before
 * 1.0.0 a minor version may break, and before 0.1.0 every version).
 *
 * @param old - undefined: OLD is not the folder of a client, or its manifest has no version.
 */
export function compareGenerators(old: string | undefined, now: string): GeneratorChange {
  const [before, after] = [numbersOf(old ?? ""), numbersOf(now)];
  if (old === undefined || old === now || before === undefined || after === undefined)
    return { bump: "none", diagnostics: [] };
  const first = before.findIndex((number, index) => number !== after[index]);
  const leading = before.findIndex((number, index) => number > 0 || (after[index] ?? 0) > 0);
  const parts = ["major", "minor", "patch"] as const;
  const bump = first === -1 ? "patch" : first <= leading ? "major" : (parts[first] ?? "patch");
  const message = `The old client was generated by Cabinetry ${old}, and this is ${now}. That alone asks for a ${bump} version of a package with the client.`;
  return { bump, diagnostics: [{ id: "generator/other-version", level: "info", message }] };
}

function numbersOf(version: string): readonly [number, number, number] | undefined {
  const [, major, minor, patch] = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:[-+]|$)/u.exec(version) ?? [];
  if (major === undefined || minor === undefined || patch === undefined) return undefined;
  return [Number(major), Number(minor), Number(patch)];
}
