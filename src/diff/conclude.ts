import { isCounted } from "../diagnostics/is-counted.js";
import { byText } from "../text/by-text.js";
import type { Bump, DiffDiagnostic, DiffReport, FailOn, Finding, SdkLevel, WireLevel } from "./finding.js";
import { bumpOf, greaterBump, worseSdk, worseWire } from "./law.js";

/** What a report is concluded from. */
export interface Conclusion {
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
