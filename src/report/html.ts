import { createHash } from "node:crypto";
import { isCounted } from "../diagnostics/is-counted.js";
import type { Use } from "../diff/fact.js";
import type { DiffReport, Finding, LocatedPosition, WireLevel } from "../diff/finding.js";
import type { Json } from "../load/loaded-contract.js";
import { byText } from "../text/by-text.js";
import { contractLabel } from "../text/contract-label.js";
import {
  axesOf,
  axesText,
  counted,
  countLevels,
  gateText,
  isShown,
  levelOf,
  positionText,
  proofText,
  reasonsOf,
  shorten,
  titleOf,
} from "./finding-text.js";
import { consumerName, consumerText, hitFiles, hitsText, sdkText, wireText } from "./consumer-text.js";
import { type FindingGroup, groupFindings } from "./group-findings.js";
import { htmlScript, htmlStyle } from "./html-assets.js";
import { htmlSentence, htmlText } from "./inline-text.js";
import type { Renderer, Show } from "./report-options.js";

/**
 * One page with every finding: it loads nothing, and its policy runs the report's own script and style alone, so that no text of a
 * contract can. `show` decides which filters are on at first.
 */
export const renderHtml: Renderer = (report, { show }) => {
  const title = `${contractLabel(report.old)} → ${contractLabel(report.new)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${htmlText(shorten(title, 150))}</title>
<style>${htmlStyle}</style>
</head>
<body>
<header>
${headHtml(report)}
</header>
${formHtml(report, show)}
<main>
${groupsOf(report)
  .map((group) => groupHtml(group, show))
  .join("\n")}
</main>
<script>${htmlScript}</script>
</body>
</html>
`;
};

const policy = [
  "default-src 'none'",
  `style-src '${hashOf(htmlStyle)}'`,
  `script-src '${hashOf(htmlScript)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

function headHtml(report: DiffReport): string {
  const { old, new: now, verdict, accepted, diagnostics, consumer } = report;
  const contract = ({ title, version, source, openapi }: DiffReport["old"]) =>
    `<strong>${htmlText(shorten(contractLabel({ title, version }), 150))}</strong> <code>${htmlText(shorten(source, 200))}</code>, OpenAPI ${openapi}`;
  const messages = diagnostics.map(
    ({ id, level, message }) =>
      `<li class="${level}"><strong>${level}</strong> ${htmlSentence(message)} <code>${htmlText(id)}</code></li>`,
  );
  return [
    "<h1>What changes for clients of the contract</h1>",
    `<p class="contracts">From ${contract(old)}<br>to ${contract(now)}</p>`,
    `<div class="verdict">`,
    card("Wire: do released clients go on working?", verdict.wire, wireText(report)),
    card("SDK: does code against the client still compile?", verdict.sdk, sdkText(report)),
    ...(consumer === undefined ? [versionCard(verdict)] : []),
    "</div>",
    `<p><strong>${htmlText(gateText(report))}</strong>${accepted.length > 0 ? ` ${counted(accepted.length, "change")} accepted.` : ""}</p>`,
    ...consumerHtml(report),
    ...(messages.length > 0 ? [`<ul class="messages">${messages.join("\n")}</ul>`] : []),
  ].join("\n");
}

function versionCard({ semver, sdkSemver }: DiffReport["verdict"]): string {
  return `<div class="card"><p class="what">Next version</p><p class="level">${semver} · ${sdkSemver}</p><p>of the API · of a package with the client</p></div>`;
}

/** Whose code counts, and where it is hit. */
function consumerHtml(report: DiffReport): readonly string[] {
  const reach = consumerText(report);
  if (reach === undefined) return [];
  const files = hitFiles(report).map((one) => `<li><code>${htmlText(one)}</code></li>`);
  return [
    `<p>Used by <code>${htmlText(consumerName(report))}</code>: ${htmlText(reach)}</p>`,
    ...(files.length === 0 ? [] : [`<p>Lines that are hit:</p><ul>${files.join("")}</ul>`]),
  ];
}

function card(what: string, level: WireLevel, meaning: string): string {
  return `<div class="card ${level}"><p class="what">${what}</p><p class="level">${level}</p><p>${meaning}</p></div>`;
}

const LEVELS = ["breaking", "risky", "compatible", "docs", "none"] as const;

function formHtml(report: DiffReport, show: Show): string {
  const counts = countLevels(report);
  const levels = LEVELS.filter((level) => counts[level] > 0).map((level) =>
    checkbox("level", level, `${level} (${String(counts[level])})`, isOn(level, show)),
  );
  return `<form hidden>
<fieldset><legend>Level</legend>${levels.join("\n")}</fieldset>
<fieldset><legend>Axis</legend>${checkbox("axis", "wire", "wire", true)}
${checkbox("axis", "sdk", "SDK", true)}</fieldset>
${checkbox("accepted", "true", "accepted", show === "all")}
<label>Search <input type="search" name="search" autocomplete="off" aria-keyshortcuts="/"></label>
<span class="shown" role="status"></span>
<span class="facts">Keys: <kbd>/</kbd> search, <kbd>j</kbd> <kbd>k</kbd> next and previous, <kbd>Enter</kbd> open</span>
</form>`;
}

function isOn(level: WireLevel, show: Show): boolean {
  const sdk = "none" as const;
  // The default of other reports would hide what a reader of the page can filter.
  if (show === "none") return level !== "none";
  return isShown({ wire: level, sdk } as Finding, show);
}

function checkbox(name: string, value: string, label: string, isChecked: boolean): string {
  return `<label><input type="checkbox" name="${name}" value="${value}"${isChecked ? " checked" : ""}> ${label}</label>`;
}

/** The findings by what changed; those that do not reach the consumer are one group at the end. */
function groupsOf({ findings }: DiffReport): readonly FindingGroup[] {
  const unreached = findings.filter(({ usedBy }) => usedBy?.length === 0);
  const groups = groupFindings(findings.filter(({ usedBy }) => usedBy?.length !== 0));
  return unreached.length === 0
    ? groups
    : [...groups, { kind: "Does not reach you", name: "", findings: unreached }];
}

function groupHtml({ kind, name, findings }: FindingGroup, show: Show): string {
  const heading = name === "" ? kind : `${kind} <code>${htmlText(shorten(name, 300))}</code>`;
  return `<section class="group">
<h2>${heading}</h2>
${findings.map((finding) => findingHtml(finding, show)).join("\n")}
</section>`;
}

function findingHtml(finding: Finding, show: Show): string {
  const { rule, accepted, witness, sdkNames, reach, fingerprint, fixes, old, new: now } = finding;
  const level = levelOf(finding);
  const axes = axesText(finding);
  const names = sdkNames.map(
    (name) =>
      `<li><code>${htmlText(name.old ?? "new")}</code> → <code>${htmlText(name.new ?? "removed")}</code></li>`,
  );
  const risk = finding.wire === "risky" ? ["wire"] : [];
  const axisNames = [...new Set([...axesOf(finding), ...risk])].join(" ").toLowerCase();
  const hits = hitsText(finding);
  const isOpen = level === "breaking" && isCounted(finding);
  const isHidden = accepted !== undefined && show !== "all";
  return `<details class="finding ${level}" data-level="${level}" data-axes="${axisNames}" data-accepted="${String(accepted !== undefined)}"${isOpen ? " open" : ""}${isHidden ? " hidden" : ""}>
<summary><span class="badge">${level}</span><span class="axes">${axes}</span>${htmlSentence(titleOf(finding))}</summary>
<div>
${reasonsOf(finding)
  .map((reason) => `<p>${htmlSentence(reason)}</p>`)
  .join("\n")}
<div class="sides">${sideHtml("Old", old, now)}${sideHtml("New", now, old)}</div>
${witness === undefined ? "" : `<p>Example, which ${htmlSentence(proofText(witness))}:</p>${valueHtml(witness.value)}`}
${hits === "" ? "" : `<p>Hits <code>${htmlText(hits)}</code></p>`}
${names.length === 0 ? "" : `<p>Names in the client:</p><ul>${names.join("")}</ul>`}
${(fixes ?? []).map((fix) => `<p>${htmlSentence(fix)}</p>`).join("\n")}
${reachHtml(reach)}
${accepted === undefined ? "" : `<p>Accepted${accepted.by === undefined ? "" : ` by ${htmlText(accepted.by)}`}${accepted.until === undefined ? "" : ` until ${htmlText(accepted.until)}`}: ${htmlText(accepted.reason)}</p>`}
<p class="facts">Rule <code>${htmlText(rule)}</code> Fingerprint <code>${htmlText(fingerprint)}</code></p>
</div>
</details>`;
}

/** One side of a change; lines that the other side does not have are marked. */
function sideHtml(
  title: string,
  position: LocatedPosition | undefined,
  other: LocatedPosition | undefined,
): string {
  if (position === undefined) return `<div><h3>${title}</h3><p class="facts">not there</p></div>`;
  const [text, others] = [jsonOf(position), new Set(jsonOf(other)?.split("\n").map(bare))];
  const lines = text?.split("\n").map((line) => {
    const html = htmlText(line);
    return other === undefined || others.has(bare(line)) ? html : `<mark>${html}</mark>`;
  });
  return `<div><h3>${title}</h3><p class="facts" title="${htmlText(position.pointer)}">${htmlText(positionText(position))}</p>${lines === undefined ? "" : `<pre>${lines.join("\n")}</pre>`}</div>`;
}

/** A line of JSON by its content: a member may be the last on one side only. */
function bare(line: string): string {
  return line.trim().replace(/,$/u, "");
}

function jsonOf(position: LocatedPosition | undefined): string | undefined {
  if (position === undefined) return undefined;
  const { value, excerpt } = position;
  return value === undefined ? excerpt : valueText(value);
}

/** Characters of a value that the page shows. */
const LONGEST_VALUE = 4000;

function valueHtml(value: Json): string {
  return `<pre>${valueText(value).split("\n").map(htmlText).join("\n")}</pre>`;
}

function valueText(value: Json): string {
  return shorten(JSON.stringify(value, null, 2), LONGEST_VALUE);
}

/** Operations that are listed without unfolding. */
const SHOWN = 5;

function reachHtml(reach: readonly Use[]): string {
  const uses = new Map<string, Set<string>>();
  for (const { operation, part } of reach) {
    uses.set(operation, (uses.get(operation) ?? new Set()).add(part));
  }
  if (uses.size === 0) return "";
  const items = [...uses]
    .sort(([left], [right]) => byText(left, right))
    .map(
      ([operation, parts]) =>
        `<li><code>${htmlText(operation)}</code> ${htmlText([...parts].sort(byText).join(", "))}</li>`,
    );
  const list = (some: readonly string[]) => `<ul class="reach">${some.join("")}</ul>`;
  const more = items.slice(SHOWN);
  return [
    `<p>Reaches ${counted(uses.size, "operation")}:</p>${list(items.slice(0, SHOWN))}`,
    ...(more.length > 0
      ? [`<details><summary>${String(more.length)} more</summary>${list(more)}</details>`]
      : []),
  ].join("\n");
}
