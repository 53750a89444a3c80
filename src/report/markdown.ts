import { isCounted } from "../diagnostics/is-counted.js";
import type { DiffReport, Finding, LocatedPosition, WireLevel } from "../diff/finding.js";
import { codeSpan } from "../text/printable.js";
import { contractLabel } from "../text/contract-label.js";
import {
  acceptanceText,
  axesText,
  counted,
  countLevels,
  gateText,
  isShown,
  levelOf,
  namesOf,
  operationsOf,
  positionText,
  proofText,
  reasonsOf,
  shorten,
  titleOf,
  valueText,
} from "./finding-text.js";
import {
  consumerName,
  consumerText,
  hitFiles,
  hitsText,
  listUnreached,
  sdkText,
  wireText,
} from "./consumer-text.js";
import { type FindingGroup, groupFindings } from "./group-findings.js";
import { markdownSentence, markdownText } from "./inline-text.js";
import type { Renderer, Show } from "./report-options.js";

/** Characters that a comment on GitHub has at most. */
export const MOST_CHARACTERS = 65_536;

/** A report for a comment on a pull request. What does not fit is cut, the lightest changes first, and the report states it. */
export const renderMarkdown: Renderer = (report, { show }) => {
  const head = headText(report);
  const shown = report.findings.filter((finding) => isShown(finding, show));
  const hidden = report.findings.filter((finding) => isCounted(finding) && !isShown(finding, show)).length;
  const tail = `${foldedText(report, show)}${tailText(report, hidden)}`;
  const fitting = fittingCount(shown, MOST_CHARACTERS - head.length - tail.length - CUT_ROOM);
  const cut = shown.slice(fitting);
  const body = bodyText(shown.slice(0, fitting));
  return [head, body, cutText(cut), tail].filter((part) => part !== "").join("\n");
};

/** Characters of the sentence on what was cut. */
const CUT_ROOM = 400;

/** How many findings, the heaviest first, fit into so many characters. */
function fittingCount(findings: readonly Finding[], room: number): number {
  if (bodyText(findings).length <= room) return findings.length;
  let [low, high] = [0, findings.length];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (bodyText(findings.slice(0, middle)).length <= room) low = middle;
    else high = middle;
  }
  return low;
}

function headText(report: DiffReport): string {
  const { old, new: now, verdict, diagnostics, consumer } = report;
  const files = hitFiles(report);
  const counts = countLevels(report);
  const reach = consumerText(report);
  const numbers = (["breaking", "risky", "compatible", "docs"] as const)
    .filter((level) => counts[level] > 0)
    .map((level) => `${String(counts[level])} ${level === "docs" ? "in documentation only" : level}`);
  const nothing = report.accepted.length > 0 ? "accepted changes only" : "no changes";
  const contract = ({ title, version, source }: DiffReport["old"]) =>
    `${codeSpan(shorten(contractLabel({ title, version }), 100))} (${codeSpan(shorten(source, 200))})`;
  return [
    `## ${verdictHeading(report)}`,
    "",
    "| question | verdict |  |",
    "| --- | --- | --- |",
    `| Wire: do released clients go on working? | ${ICONS[verdict.wire]} **${verdict.wire}** | ${wireText(report)} |`,
    `| SDK: does code against the client still compile? | ${ICONS[verdict.sdk]} **${verdict.sdk}** | ${sdkText(report)} |`,
    ...(consumer === undefined
      ? [
          `| Next version | **${verdict.semver}** for the API | **${verdict.sdkSemver}** for a package with the client |`,
        ]
      : []),
    "",
    `From ${contract(old)} to ${contract(now)}: ${numbers.length === 0 ? nothing : numbers.join(", ")}.`,
    ...(reach === undefined ? [] : [`Used by ${codeSpan(consumerName(report))}: ${reach}`]),
    ...(files.length === 0 ? [] : [`Lines that are hit: ${files.map((one) => codeSpan(one)).join("; ")}.`]),
    "",
    ...diagnostics
      .slice(0, DIAGNOSTICS_SHOWN)
      .map(({ level, message }) => `- **${level}**: ${markdownSentence(shorten(message, 1000))}`),
    ...(diagnostics.length > DIAGNOSTICS_SHOWN
      ? [`- and ${String(diagnostics.length - DIAGNOSTICS_SHOWN)} more`]
      : []),
    ...(diagnostics.length > 0 ? [""] : []),
  ].join("\n");
}

/** Diagnostics that a comment lists. */
const DIAGNOSTICS_SHOWN = 10;

const ICONS: Readonly<Record<WireLevel, string>> = {
  breaking: "🔴",
  risky: "🟠",
  compatible: "🟢",
  docs: "⚪",
  none: "⚪",
};

function verdictHeading({ verdict: { wire, sdk }, consumer, accepted }: DiffReport): string {
  if (consumer !== undefined)
    return wire === "breaking" || sdk === "breaking"
      ? "The contract breaks this consumer"
      : "The contract does not break this consumer";
  if (wire === "breaking" && sdk === "breaking") return "The contract breaks clients and their callers";
  if (wire === "breaking") return "The contract breaks released clients";
  if (sdk === "breaking") return "The contract breaks callers of the generated client";
  if (wire === "risky") return "The contract has risky changes";
  const isSame = wire === "none" && sdk === "none";
  if (accepted.length > 0) {
    return isSame
      ? "The contract has accepted changes only"
      : "The contract is compatible, accepted changes aside";
  }
  return isSame ? "The contract has no effective changes" : "The contract is compatible";
}

/** What is accepted, and what does not reach the consumer: folded, since neither needs an action. */
function foldedText(report: DiffReport, show: Show): string {
  if (show === "all") return "";
  const reason = (one: Finding) => ` Reason: ${markdownText(shorten(acceptanceText(one), 200))}`;
  return `${foldText("Accepted", report.accepted, reason)}${foldText("Does not reach you", listUnreached(report, show), () => "")}`;
}

function foldText(
  title: string,
  findings: readonly Finding[],
  detailOf: (finding: Finding) => string,
): string {
  if (findings.length === 0) return "";
  const items = findings
    .slice(0, FOLDED_SHOWN)
    .map((one) => `- ${ICONS[levelOf(one)]} ${markdownSentence(shorten(titleOf(one), 200))}${detailOf(one)}`);
  const more = findings.length - items.length;
  return [
    `<details><summary>${title}: ${counted(findings.length, "change")}</summary>`,
    "",
    ...items,
    ...(more > 0 ? [`- and ${String(more)} more`] : []),
    "",
    "</details>",
    "",
    "",
  ].join("\n");
}

/** Findings that one folded list has, in a comment. */
const FOLDED_SHOWN = 50;

function bodyText(findings: readonly Finding[]): string {
  return groupFindings(findings).map(groupText).join("\n");
}

function groupText({ kind, name, findings }: FindingGroup): string {
  const heading = name === "" ? kind : `${kind} ${codeSpan(shorten(name, 200))}`;
  return [`### ${heading}`, "", ...findings.flatMap((finding) => findingLines(finding, name)), ""].join("\n");
}

function findingLines(finding: Finding, group: string): readonly string[] {
  const { rule, witness, reach } = finding;
  const level = levelOf(finding);
  const axes = axesText(finding);
  const { all, shown, more } = operationsOf(reach);
  return [
    `- ${ICONS[level]} **${level}**${axes === "" ? "" : ` (${axes})`}: ${markdownSentence(titleOf(finding))}`,
    ...reasonsOf(finding)
      .slice(0, 6)
      .map((text) => `  ${markdownSentence(text)}`),
    ...item("old", positionItem(finding.old)),
    ...item("new", positionItem(finding.new)),
    ...item("hits", finding.usedBy?.length === 0 ? "nothing: does not reach you" : hits(finding)),
    ...item(
      "reaches",
      all.every((operation) => operation === group)
        ? ""
        : `${shown.map((one) => codeSpan(shorten(one, 200))).join(", ")}${more > 0 ? ` and ${counted(more, "more operation")}` : ""}`,
    ),
    ...item("names", namesItem(finding)),
    ...(finding.fixes ?? []).slice(0, 5).flatMap((fix) => item("fix", markdownSentence(fix))),
    ...item(
      "example",
      witness === undefined
        ? ""
        : `${codeSpan(valueText(witness.value))} ${markdownSentence(proofText(witness))}`,
    ),
    ...item("accepted", markdownText(acceptanceText(finding))),
    `  - rule: ${codeSpan(rule)}, fingerprint ${codeSpan(finding.fingerprint)}`,
  ];
}

function namesItem(finding: Finding): string {
  const { shown, more } = namesOf(finding);
  const names = shown.map((one) => codeSpan(shorten(one, 200))).join(", ");
  return `${names}${more > 0 ? ` and ${String(more)} more` : ""}`;
}

function hits(finding: Finding): string {
  const text = hitsText(finding);
  return text === "" ? "" : codeSpan(shorten(text, 500));
}

function item(name: string, text: string): readonly string[] {
  return text === "" ? [] : [`  - ${name}: ${text}`];
}

function positionItem(position: LocatedPosition | undefined): string {
  if (position === undefined) return "";
  const { value } = position;
  const at = codeSpan(shorten(positionText(position), 300));
  return value === undefined ? at : `${at}: ${codeSpan(valueText(value))}`;
}

function cutText(cut: readonly Finding[]): string {
  if (cut.length === 0) return "";
  const levels = (["breaking", "risky", "compatible", "docs", "none"] as const)
    .map((level) => [level, cut.filter((one) => levelOf(one) === level).length] as const)
    .filter(([, count]) => count > 0)
    .map(([level, count]) => `${String(count)} ${level}`);
  return `**${counted(cut.length, "change")} cut**, because a comment has at most ${MOST_CHARACTERS.toLocaleString("en-US")} characters: ${levels.join(", ")}. The JSON and HTML reports have all of them.\n`;
}

function tailText(report: DiffReport, hidden: number): string {
  const more = hidden > 0 ? ` ${counted(hidden, "change")} not shown.` : "";
  return `_${gateText(report)}${more}_\n`;
}
