import type { DiffReport, Finding, LocatedPosition } from "../diff/finding.js";
import { visibleLine } from "../text/printable.js";
import { axesText, gateText, isShown, levelOf, operationsOf, shorten, titleOf } from "./finding-text.js";
import { consumerName, consumerText, hitsText } from "./consumer-text.js";
import { plainSentence } from "./inline-text.js";
import type { Renderer } from "./report-options.js";

/**
 * Workflow commands of GitHub Actions: one annotation for each finding, the heaviest first (GitHub shows ten of each kind). What
 * fails the run is an error; what is removed is annotated at what is left above it in the new contract.
 */
export const renderGithub: Renderer = (report, { show }) => {
  const shown = report.findings.filter((finding) => isShown(finding, show));
  const lines = [
    ...report.diagnostics.map(({ id, level, message }) =>
      command(level === "info" ? "notice" : level, { title: id }, message),
    ),
    ...shown.map((finding) => annotation(finding)),
    command("notice", { title: "cabinetry diff" }, summary(report)),
  ];
  return `${lines.join("\n")}\n`;
};

function annotation(finding: Finding): string {
  const { rule, why, fails } = finding;
  const level = levelOf(finding);
  const kind = fails === true ? "error" : level === "breaking" || level === "risky" ? "warning" : "notice";
  const { all } = operationsOf(finding.reach);
  const reach = all.length > 1 ? ` Reaches ${String(all.length)} operations.` : "";
  const hits = hitsText(finding);
  const used = hits === "" ? "" : ` Hits ${hits}.`;
  const axes = axesText(finding);
  const heading = `${level}${axes === "" ? "" : ` (${axes})`}: ${rule}`;
  return command(
    kind,
    { ...annotated(finding), title: heading },
    `${titleOf(finding)} ${why}${reach}${used}`,
  );
}

/** A file of the repository; contracts from elsewhere have no lines to annotate. */
function annotated(finding: Finding): Readonly<Record<string, string>> {
  const at = [finding.new, finding.nearest, finding.old].find(isLocal);
  if (at?.file === undefined) return {};
  return {
    file: at.file,
    ...(at.line !== undefined && { line: String(at.line), col: String(at.column ?? 1) }),
  };
}

function isLocal(position: LocatedPosition | undefined): boolean {
  const file = position?.file;
  return file !== undefined && !/^(?:[a-z][a-z\d+.-]*:|standard input$)/iu.test(file);
}

function summary(report: DiffReport): string {
  const { wire, sdk, semver, sdkSemver } = report.verdict;
  const advice =
    report.consumer === undefined
      ? `Next version: ${semver} for the API, ${sdkSemver} for the client.`
      : `Used by ${consumerName(report)}: ${consumerText(report) ?? ""}`;
  return `Wire: ${wire}. SDK: ${sdk}. ${advice} ${gateText(report)}`;
}

/** Characters of one annotation. */
const LONGEST = 2000;

function command(
  kind: "error" | "notice" | "warning",
  properties: Readonly<Record<string, string>>,
  message: string,
): string {
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::${kind} ${listed.join(",")}::${escapeData(shorten(plainSentence(message), LONGEST))}`;
}

/** As the runner of GitHub Actions reads it back; a control character is written out before. */
function escapeData(text: string): string {
  return visibleLine(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
