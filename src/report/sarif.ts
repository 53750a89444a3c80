import type { DiffDiagnostic, Finding, LocatedPosition } from "../diff/finding.js";
import { byText } from "../text/by-text.js";
import { printable, wellFormed } from "../text/printable.js";
import { product } from "../text/product.js";
import { hitsText } from "./consumer-text.js";
import { isShown, levelOf, titleOf } from "./finding-text.js";
import { plainSentence } from "./inline-text.js";
import type { Renderer } from "./report-options.js";

/** SARIF 2.1.0 (OASIS), for code scanning: accepted findings are suppressed, not omitted; broken promises are results too. */
export const renderSarif: Renderer = (report, { show, describeRule = (id) => id }) => {
  const findings = report.findings.filter(
    (finding) => isShown(finding, show) || finding.accepted !== undefined,
  );
  const broken = report.diagnostics.filter(({ level }) => level !== "info");
  const ids = [...new Set([...findings.map(({ rule }) => rule), ...broken.map(({ id }) => id)])].sort(byText);
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: product().name,
            semanticVersion: product().version,
            rules: ids.map((id) => ruleOf(id, describeRule(id))),
          },
        },
        columnKind: "utf16CodeUnits",
        results: [
          ...broken.map((one) => brokenResult(one, ids, report.new.source)),
          ...findings.map((finding) => resultOf(finding, ids)),
        ],
        properties: { verdict: report.verdict, gate: report.gate },
      },
    ],
  };
  return `${printable(JSON.stringify(log, null, 2), false)}\n`;
};

function ruleOf(id: string, description: string) {
  return {
    id,
    shortDescription: { text: messageText(description) },
    help: { text: `cabinetry diff --explain ${id}` },
  };
}

/** A promise that does not hold, or an entry of the acceptance file that does not match: about the contract as a whole. */
function brokenResult({ id, level, message }: DiffDiagnostic, ids: readonly string[], source: string) {
  return {
    ruleId: id,
    ruleIndex: ids.indexOf(id),
    level: level === "error" ? "error" : "warning",
    message: { text: messageText(message) },
    locations: [locationOf({ pointer: "#", file: source })],
  };
}

function resultOf(finding: Finding, ids: readonly string[]) {
  const { rule, why, fingerprint, accepted, old, nearest } = finding;
  const now = finding.new ?? nearest;
  const first = now ?? old;
  const hits = hitsText(finding);
  const related = now === undefined || old === undefined ? [] : [{ id: 1, ...locationOf(old), ...OLD }];
  return {
    ruleId: rule,
    ruleIndex: ids.indexOf(rule),
    level: sarifLevel(finding),
    message: { text: messageText(`${titleOf(finding)} ${why}${hits === "" ? "" : ` Hits ${hits}.`}`) },
    ...(first !== undefined && { locations: [locationOf(first)] }),
    ...(related.length > 0 && { relatedLocations: related }),
    partialFingerprints: { "cabinetryDiff/v1": fingerprint },
    ...(accepted !== undefined && {
      suppressions: [{ kind: "external", status: "accepted", justification: accepted.reason }],
    }),
    properties: { wire: finding.wire, sdk: finding.sdk, semver: finding.semver },
  };
}

/**
 * A sentence as a plain text message: what looks like a placeholder or an embedded link in it is not read as one (SARIF 2.1.0
 * sections 3.11.5 and 3.11.6).
 */
function messageText(sentence: string): string {
  return plainSentence(sentence)
    .replace(/[\\[\]](?=[^()]*\]\()|\](?=\()/gu, "\\$&")
    .replace(/[{}]/gu, "$&$&");
}

const OLD = { message: { text: "In the old contract." } };

function sarifLevel(finding: Finding): "error" | "none" | "note" | "warning" {
  const level = levelOf(finding);
  if (level === "breaking") return "error";
  if (level === "risky") return "warning";
  return level === "none" ? "none" : "note";
}

function locationOf({ file, line, column, pointer }: LocatedPosition) {
  const uri = file === undefined || file === "standard input" ? undefined : uriOf(file);
  return {
    ...(uri !== undefined && {
      physicalLocation: {
        artifactLocation: { uri },
        ...(line !== undefined && { region: { startLine: line, startColumn: column ?? 1 } }),
      },
    }),
    logicalLocations: [{ fullyQualifiedName: pointer, kind: "member" }],
  };
}

/** A path as a URI reference (RFC 3986 section 4.1); a URL stays as it is. */
function uriOf(file: string): string {
  if (/^https?:\/\//iu.test(file) && URL.canParse(file)) return new URL(file).href;
  const path = file.replaceAll("\\", "/");
  const encoded = path.split("/").map((segment) => encodeURIComponent(wellFormed(segment)));
  return encoded.join("/").replace(/^([A-Za-z])%3A\//u, "file:///$1:/");
}
