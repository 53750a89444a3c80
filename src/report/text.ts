import { isCounted } from "../diagnostics/is-counted.js";
import type { DiffDiagnostic, DiffReport, Finding, WireLevel } from "../diff/finding.js";
import { contractLabel } from "../text/contract-label.js";
import { visibleLine } from "../text/printable.js";
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
import { type Paint, plain, type Renderer, type Show } from "./report-options.js";

/** A report for a terminal: the verdict on both axes, then the changes grouped by what changed. */
export const renderText: Renderer = (report, { show, paint = plain }) => {
  const shown = report.findings.filter((finding) => isShown(finding, show));
  const blocks = [
    headLines(report, paint),
    countLines(report, show),
    hitFileLines(report, paint),
    diagnosticLines(report.diagnostics, paint),
    ...groupFindings(shown).map((group) => groupLines(group, paint)),
    acceptedLines(report, show, paint),
    unreachedLines(report, show, paint),
    [paint.bold(gateText(report))],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
};

function headLines(report: DiffReport, paint: Paint): readonly string[] {
  const { old, new: now } = report;
  const reach = consumerText(report);
  const contract = ({ title, version, source }: DiffReport["old"]) =>
    `${visibleLine(shorten(contractLabel({ title, version }), 100))}  ${paint.dim(visibleLine(source))}`;
  return [
    ...verdictLines(report, paint),
    "",
    `Old   ${contract(old)}`,
    `New   ${contract(now)}`,
    ...(reach === undefined ? [] : [`Used by ${consumerName(report)}: ${reach}`]),
  ];
}

/** Where the consumer is hit, before the reasons: what a person opens in the editor. */
function hitFileLines(report: DiffReport, paint: Paint): readonly string[] {
  const files = hitFiles(report);
  return files.length === 0 ? [] : [paint.bold("Lines that are hit:"), ...files.map((one) => `  ${one}`)];
}

/** What does not reach the consumer: one line each, because it needs no action there. */
function unreachedLines(report: DiffReport, show: Show, paint: Paint): readonly string[] {
  const unreached = show === "all" ? [] : listUnreached(report, show);
  if (unreached.length === 0) return [];
  return [
    paint.bold(`does not reach you: no use of it in ${consumerName(report)}`),
    ...unreached.map((one) => `  ${paintLevel(levelOf(one), paint, 10)}  ${visibleLine(titleOf(one))}`),
  ];
}

/** What passes the gate although it reaches it: one line each, with the reason. */
function acceptedLines({ accepted }: DiffReport, show: Show, paint: Paint): readonly string[] {
  if (accepted.length === 0 || show === "all") return [];
  const more = accepted.length - ACCEPTED_SHOWN;
  return [
    paint.bold("Accepted:"),
    ...accepted
      .slice(0, ACCEPTED_SHOWN)
      .flatMap((one) => [
        `  ${paintLevel(levelOf(one), paint, 10)}  ${visibleLine(titleOf(one))}`,
        `              ${visibleLine(acceptanceText(one))}`,
      ]),
    ...(more > 0 ? [`  and ${String(more)} more; --show all lists them.`] : []),
  ];
}

/** Accepted changes that a report lists where it does not list all. */
const ACCEPTED_SHOWN = 20;

function countLines(report: DiffReport, show: Show): readonly string[] {
  const counts = countLevels(report);
  const { findings, accepted } = report;
  if (findings.length === 0) return ["No changes."];
  const levels = (["breaking", "risky", "compatible", "docs", "none"] as const).filter(
    (level) => counts[level] > 0,
  );
  const hidden = findings.filter((finding) => isCounted(finding) && !isShown(finding, show));
  const words = levels.map((level) => `${String(counts[level])} ${WORDS[level]}`);
  return [
    ...(words.length > 0 ? [`${words.join(", ")}.`] : []),
    ...(accepted.length > 0
      ? [`${counted(accepted.length, "change")} ${accepted.length === 1 ? "is" : "are"} accepted.`]
      : []),
    ...(hidden.length > 0
      ? [`${counted(hidden.length, "change")} not shown; --show ${nextShow(hidden)} lists them.`]
      : []),
  ];
}

const WORDS: Readonly<Record<WireLevel, string>> = {
  breaking: "breaking",
  risky: "risky",
  compatible: "compatible",
  docs: "in documentation only",
  none: "without effect",
};

function nextShow(hidden: readonly Finding[]): Show {
  const levels = new Set(hidden.map(levelOf));
  if (levels.has("none")) return "all";
  return levels.has("docs") ? "docs" : "compatible";
}

function diagnosticLines(diagnostics: readonly DiffDiagnostic[], paint: Paint): readonly string[] {
  const colors = { error: paint.red, warning: paint.yellow, info: paint.cyan };
  return diagnostics.map(
    ({ id, level, message }) => `${colors[level](level)} ${id}  ${visibleLine(message)}`,
  );
}

function groupLines({ kind, name, findings }: FindingGroup, paint: Paint): readonly string[] {
  const heading = [kind, visibleLine(shorten(name, 200))].filter((part) => part !== "").join(" ");
  return [paint.bold(heading), ...findings.flatMap((finding) => findingLines(finding, name, paint))];
}

function findingLines(finding: Finding, group: string, paint: Paint): readonly string[] {
  const { rule, witness, accepted } = finding;
  const level = levelOf(finding);
  const axes = axesText(finding);
  return [
    `  ${paintLevel(level, paint, 10)}  ${visibleLine(titleOf(finding))}`,
    ...reasonsOf(finding).map((text) => `              ${visibleLine(text)}`),
    ...detail("old", positionAndValue(finding.old)),
    ...detail("new", positionAndValue(finding.new)),
    ...detail("hits", hitsText(finding)),
    ...(finding.usedBy?.length === 0 ? detail("hits", "nothing: does not reach you") : []),
    ...detail("reaches", reachText(finding, group)),
    ...detail("names", namesText(finding)),
    ...(finding.fixes ?? []).flatMap((fix) => detail("fix", visibleLine(fix))),
    ...(witness === undefined
      ? []
      : detail("example", `${valueText(witness.value)} ${visibleLine(proofText(witness))}`)),
    ...(accepted === undefined ? [] : detail("accepted", visibleLine(acceptanceText(finding)))),
    paint.dim(`              ${rule}${axes === "" ? "" : ` (${axes})`} ${finding.fingerprint}`),
  ];
}

function namesText(finding: Finding): string {
  const { shown, more } = namesOf(finding);
  return `${shown.join(", ")}${more > 0 ? ` and ${String(more)} more` : ""}`;
}

function detail(name: string, text: string): readonly string[] {
  return text === "" ? [] : [`              ${name.padEnd(8)} ${text}`];
}

function positionAndValue(position: Finding["old"]): string {
  if (position === undefined) return "";
  const { value } = position;
  return [positionText(position), ...(value === undefined ? [] : [valueText(value)])].join("  ");
}

/** The operations that a finding reaches, unless that is the one whose group it is in. */
function reachText({ reach }: Finding, group: string): string {
  const { all, shown, more } = operationsOf(reach);
  if (all.every((operation) => operation === group)) return "";
  return `${counted(all.length, "operation")}: ${shown.join(", ")}${more > 0 ? ` and ${String(more)} more` : ""}`;
}

/** The verdict on both axes, and what it asks of the next version numbers: three lines, two for one consumer. */
function verdictLines(
  report: Pick<DiffReport, "accepted" | "consumer" | "verdict">,
  paint: Paint,
): readonly string[] {
  const { consumer, verdict } = report;
  return [
    `Wire  ${paintLevel(verdict.wire, paint, 10)}  ${wireText(report)}`,
    `SDK   ${paintLevel(verdict.sdk, paint, 10)}  ${sdkText(report)}`,
    // The version is for all consumers: one of them does not decide it.
    ...(consumer === undefined
      ? [`Next version: ${verdict.semver} for the API, ${verdict.sdkSemver} for a package with the client`]
      : []),
  ];
}

/**
 * A level in its colour.
 *
 * @param width - in characters: the name is padded to it.
 */
function paintLevel(level: WireLevel, paint: Paint, width = 0): string {
  const text = level.padEnd(width);
  if (level === "breaking") return paint.red(text);
  if (level === "risky") return paint.yellow(text);
  return level === "compatible" ? paint.green(text) : paint.dim(text);
}

/** Changes that are listed; the others are counted. */
const CHANGES_SHOWN = 20;

/** What of a generation changes the client, as far as it is known. */
interface Reason {
  readonly ofSettings?: boolean;
  readonly mayBeOfSelection?: boolean;
}

function headline({ ofSettings, mayBeOfSelection }: Reason): string {
  if (ofSettings === true)
    return "Changes of the client by its settings, since the last generation (the contract is unchanged):";
  return mayBeOfSelection === true
    ? "Changes of the contract, or of what is selected of it, since the last generation:"
    : "Changes of the contract since the last generation:";
}

/** What a generation changes, for a person: the verdict on both axes, and the changes that callers meet, the heaviest first. */
export function contractChangesText(
  { verdict, findings, ...of }: Pick<DiffReport, "findings" | "verdict"> & Reason,
  paint: Paint = plain,
): string {
  if (findings.length === 0) return "";
  const met = findings.filter((finding) => !["docs", "none"].includes(levelOf(finding)));
  const shown = met.slice(0, CHANGES_SHOWN);
  const hidden = findings.length - shown.length;
  const lines = [
    headline(of),
    ...verdictLines({ verdict, accepted: [] }, paint),
    ...shown.map(
      (finding) =>
        `  ${paintLevel(levelOf(finding), paint, 10)}  ${visibleLine(shorten(titleOf(finding), 300))}`,
    ),
    ...(hidden > 0 ? [`  ${counted(hidden, "change")} not listed; --json lists all`] : []),
  ];
  return `${lines.join("\n")}\n`;
}
