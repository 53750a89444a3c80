import { fillTemplate } from "../diagnostics/fill-template.js";
import type { DiffDiagnostic, Finding, SdkLevel, WireLevel } from "./finding.js";
import { bumpOf } from "./law.js";

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
