import type { DriveFinding } from "./drive-document.js";

/** Longest list of complaints that is shown of a document. */
const SHOWN = 20;

/** Whether every operation was called, and nothing could be said against any call. */
export function isDriven({ uncalled, rejections }: DriveFinding): boolean {
  return uncalled.length === 0 && rejections.length === 0;
}

/** One line about a document, and one below it for each thing that failed. */
export function describeDrive(finding: DriveFinding): string {
  const { document, operations, calls, uncalled, rejections } = finding;
  const line = [
    `${document}: ${String(operations)} operations, ${String(calls)} calls,`,
    `${String(rejections.length)} rejections, ${String(uncalled.length)} uncalled`,
  ].join(" ");
  const shown = [
    ...rejections.slice(0, SHOWN),
    ...uncalled.slice(0, SHOWN).map((one) => `${one} was not called`),
  ];
  return [line, ...diagnosticsOf(finding), ...shown].join("\n  ");
}

/** What was not called or not sent, and is no fault. */
export function diagnosticsOf({ omitted, unoffered }: DriveFinding): readonly string[] {
  return [
    ...omitted.map((one) => `no method: ${one}`),
    ...(unoffered > 0 ? [`${String(unoffered)} media types of bodies that the client does not offer`] : []),
  ];
}
