import type { DiffReport, Finding } from "../diff/finding.js";
import { codeSpan } from "../text/printable.js";
import { levelOf, namesOf, shorten, titleOf } from "./finding-text.js";
import { markdownSentence, markdownText } from "./inline-text.js";
import type { Renderer } from "./report-options.js";

/** An entry for a CHANGELOG.md (keepachangelog.com): what its readers have to do, then what is new. */
export const renderChangelog: Renderer = (report, { show }) => {
  // An accepted change passes the gate, but callers still meet it.
  const changes = report.findings.filter(({ usedBy }) => usedBy?.length !== 0 || show === "all");
  const levels = (level: string) => changes.filter((finding) => levelOf(finding) === level);
  const breaking = levels("breaking");
  const compatible = levels("compatible");
  const isAddition = ({ old }: Finding) => old === undefined;
  const sections = [
    section("Breaking changes", breaking),
    section("Changes that can disturb clients", levels("risky")),
    section("Added", compatible.filter(isAddition)),
    section(
      "Changed",
      compatible.filter((finding) => !isAddition(finding)),
    ),
    ...(show === "docs" || show === "all" ? [section("Documentation", levels("docs"))] : []),
  ].filter((lines) => lines.length > 0);
  const lines = sections.length === 0 ? ["No changes for callers.", ""] : sections.flat();
  return [`## ${heading(report)}`, "", ...lines].join("\n");
};

function heading({ new: { version }, verdict }: DiffReport): string {
  const name = version.trim() === "" ? "Unreleased" : markdownText(shorten(version, 100));
  return verdict.sdkSemver === "none" ? name : `${name} (${verdict.sdkSemver})`;
}

function section(title: string, findings: readonly Finding[]): readonly string[] {
  // The same sentence about several positions is read once.
  const lines = [...new Set(findings.map(entryText))];
  return lines.length === 0 ? [] : [`### ${title}`, "", ...lines, ""];
}

function entryText(finding: Finding): string {
  const renamed = finding.sdkNames.filter(({ old, new: now }) => old !== undefined && now !== undefined);
  const { shown, more } = namesOf({ sdkNames: renamed });
  const names = shown.map((name) => codeSpan(shorten(name, 200))).join(", ");
  const others = more > 0 ? ` and ${String(more)} more` : "";
  return `- ${markdownSentence(titleOf(finding))}${names === "" ? "" : ` In the client: ${names}${others}.`}`;
}
