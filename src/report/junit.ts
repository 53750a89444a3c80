import type { Finding } from "../diff/finding.js";
import {
  axesText,
  counted,
  isShown,
  levelOf,
  operationsOf,
  positionText,
  proofText,
  reasonsOf,
  shorten,
  titleOf,
  valueText,
} from "./finding-text.js";
import { wellFormed } from "../text/printable.js";
import { hitsText } from "./consumer-text.js";
import { htmlText, plainSentence } from "./inline-text.js";
import type { Renderer } from "./report-options.js";

/** JUnit XML: one case for each finding; only those that fail the run are failures, and accepted ones are skipped. */
export const renderJunit: Renderer = (report, { show }) => {
  const findings = report.findings.filter(
    (finding) => isShown(finding, show) || finding.fails === true || finding.accepted !== undefined,
  );
  const broken = report.diagnostics.filter(({ fails }) => fails === true);
  const messages = report.diagnostics
    .filter(({ fails }) => fails !== true)
    .map(({ id, level, message }) => `${level} ${id}: ${plainSentence(message)}`);
  const failures = findings.filter(({ fails }) => fails === true).length + broken.length;
  const skipped = findings.filter(({ accepted }) => accepted !== undefined).length;
  const cases = [
    ...broken.map(({ id, message }) => caseText("cabinetry diff", id, failureText(id, message, message))),
    ...findings.map((finding) => findingCase(finding)),
    ...(findings.length + broken.length === 0 ? [caseText("cabinetry diff", "no changes", "")] : []),
  ];
  const counts = `tests="${String(cases.length)}" failures="${String(failures)}" errors="0" skipped="${String(skipped)}"`;
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites name="cabinetry diff" ${counts}>`,
    `  <testsuite name="${xmlText(`${report.old.source} → ${report.new.source}`)}" ${counts}>`,
    ...cases,
    ...(messages.length === 0 ? [] : [`    <system-out>${xmlText(messages.join("\n"))}</system-out>`]),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
};

function findingCase(finding: Finding): string {
  const { rule, fails, accepted } = finding;
  const axes = axesText(finding);
  const name = `${levelOf(finding)}: ${plainSentence(titleOf(finding))}`;
  if (accepted !== undefined) {
    return caseText(rule, name, `      <skipped message="${xmlText(shorten(accepted.reason, 500))}"/>`);
  }
  const summary = `${levelOf(finding)}${axes === "" ? "" : ` (${axes})`}: ${plainSentence(titleOf(finding))}`;
  return caseText(rule, name, fails === true ? failureText(rule, summary, detailText(finding)) : "");
}

function caseText(className: string, name: string, inner: string): string {
  const attributes = `classname="${xmlText(className)}" name="${xmlText(shorten(name, 500))}"`;
  return inner === ""
    ? `    <testcase ${attributes}/>`
    : `    <testcase ${attributes}>\n${inner}\n    </testcase>`;
}

function failureText(type: string, message: string, detail: string): string {
  const attributes = `type="${xmlText(type)}" message="${xmlText(shorten(plainSentence(message), 500))}"`;
  const lines = detail.split("\n").map((line) => xmlText(plainSentence(line)));
  return `      <failure ${attributes}>${lines.join("\n")}</failure>`;
}

function detailText(finding: Finding): string {
  const { old, new: now, reach, witness, fingerprint } = finding;
  const { all, shown, more } = operationsOf(reach);
  const hits = hitsText(finding);
  return [
    ...reasonsOf(finding),
    ...(old === undefined ? [] : [`old: ${positionText(old)}`]),
    ...(now === undefined ? [] : [`new: ${positionText(now)}`]),
    ...(all.length === 0
      ? []
      : [
          `reaches ${counted(all.length, "operation")}: ${shown.join(", ")}${more > 0 ? ` and ${String(more)} more` : ""}`,
        ]),
    ...(hits === "" ? [] : [`hits: ${hits}`]),
    ...(witness === undefined ? [] : [`${valueText(witness.value)} ${plainSentence(proofText(witness))}`]),
    `fingerprint: ${fingerprint}`,
  ].join("\n");
}

/** Text of XML 1.0: also without the characters that no XML document may have (section 2.2). */
function xmlText(text: string): string {
  return htmlText(wellFormed(text).replace(/[\ufffe\uffff]/gu, "\ufffd"));
}
