import type { Examination, Refusal } from "./examine-document.js";
import { expectedRefusals } from "./expected-rejections.js";

/** What came of a document, and what was wrong with it or with its client. */
export interface Verdict {
  readonly word: "ok" | "refused" | "FAILED";
  /** Why it was refused, or each thing that failed. */
  readonly reasons: readonly string[];
}

/** Longest list of examples in a reason. */
const EXAMPLES = 3;

/** A client is right when nothing can be said against it; a refusal is right when the document is known to be at fault. */
export function judge(finding: Examination | Refusal): Verdict {
  const expected = expectedRefusals.find(({ document }) => document === finding.document);
  if (finding.kind === "generated") {
    const missed = expected === undefined ? [] : [`a client was generated although ${expected.why}`];
    const reasons = [...missed, ...faults(finding)];
    return { word: reasons.length === 0 ? "ok" : "FAILED", reasons };
  }
  if (expected !== undefined && finding.exitCode === 3 && finding.text.includes(expected.says))
    return { word: "refused", reasons: [expected.why] };
  return { word: "FAILED", reasons: [`exit ${String(finding.exitCode ?? 4)}: ${finding.text}`] };
}

function faults({ compileErrors, anys, differences, unformatted, unstable }: Examination): readonly string[] {
  return [
    ...fault("does not compile", compileErrors),
    ...fault("says any", anys),
    ...fault("has types that differ from openapi-typescript's", differences),
    ...fault("prettier changes", unformatted),
    ...fault("differs when generated again", unstable),
  ];
}

function fault(what: string, places: readonly string[]): readonly string[] {
  if (places.length === 0) return [];
  const more = places.length > EXAMPLES ? [`… and ${String(places.length - EXAMPLES)} more`] : [];
  return [`${what}: ${[...places.slice(0, EXAMPLES), ...more].join("\n    ")}`];
}
