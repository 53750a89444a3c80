import type { Finding, LocatedPosition } from "../diff/finding.js";
import { printable, wellFormed } from "../text/printable.js";
import { product } from "../text/product.js";
import { hitsText } from "./consumer-text.js";
import { isShown, levelOf, titleOf } from "./finding-text.js";
import { plainSentence } from "./inline-text.js";
import type { Renderer } from "./report-options.js";

/** SARIF 2.1.0 (OASIS), for code scanning: accepted findings are suppressed, not omitted. */
export const renderSarif: Renderer = (report, { show }) => {
  const findings = report.findings.filter(
    (finding) => isShown(finding, show) || finding.accepted !== undefined,
  );
  const ids = [...new Set(findings.map(({ rule }) => rule))].sort();
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: product().name,
            semanticVersion: product().version,
            rules: ids.map((id) => ruleOf(id, findings)),
          },
        },
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => resultOf(finding, ids)),
        properties: { verdict: report.verdict, gate: report.gate },
      },
    ],
  };
  return `${printable(JSON.stringify(log, null, 2), false)}\n`;
};

function ruleOf(id: string, findings: readonly Finding[]) {
  const [first] = findings.filter(({ rule }) => rule === id);
  return {
    id,
    shortDescription: { text: `Change of a contract: ${id}` },
    fullDescription: { text: plainSentence(first?.why ?? id) },
    help: { text: `cabinetry diff --explain ${id}` },
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
    message: { text: plainSentence(`${titleOf(finding)} ${why}${hits === "" ? "" : ` Hits ${hits}.`}`) },
    ...(first !== undefined && { locations: [locationOf(first)] }),
    ...(related.length > 0 && { relatedLocations: related }),
    partialFingerprints: { "cabinetryDiff/v1": fingerprint },
    ...(accepted !== undefined && {
      suppressions: [{ kind: "external", status: "accepted", justification: accepted.reason }],
    }),
    properties: { wire: finding.wire, sdk: finding.sdk, semver: finding.semver },
  };
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
