import type { DiffReport, WireLevel } from "../diff/finding.js";
import { sdkText, wireText } from "./consumer-text.js";
import type { Paint } from "./report-options.js";

/** The verdict on both axes, and what it asks of the next version numbers: three lines, two for one consumer. */
export function verdictLines(
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
export function paintLevel(level: WireLevel, paint: Paint, width = 0): string {
  const text = level.padEnd(width);
  if (level === "breaking") return paint.red(text);
  if (level === "risky") return paint.yellow(text);
  return level === "compatible" ? paint.green(text) : paint.dim(text);
}
