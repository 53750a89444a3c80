import type { DiffReport } from "../diff/finding.js";
import { visibleLine } from "../text/printable.js";
import { counted, levelOf, shorten, titleOf } from "./finding-text.js";
import { type Paint, plain } from "./report-options.js";
import { paintLevel, verdictLines } from "./verdict-text.js";

/** Changes that are listed; the others are counted. */
const CHANGES_SHOWN = 20;

/** What a generation changes, for a person: the verdict on both axes, and the changes that callers meet, the heaviest first. */
export function contractChangesText(
  { verdict, findings }: Pick<DiffReport, "findings" | "verdict">,
  paint: Paint = plain,
): string {
  if (findings.length === 0) return "";
  const met = findings.filter((finding) => !["docs", "none"].includes(levelOf(finding)));
  const shown = met.slice(0, CHANGES_SHOWN);
  const hidden = findings.length - shown.length;
  const lines = [
    "Changes of the contract since the last generation:",
    ...verdictLines({ verdict, accepted: [] }, paint),
    ...shown.map(
      (finding) =>
        `  ${paintLevel(levelOf(finding), paint, 10)}  ${visibleLine(shorten(titleOf(finding), 300))}`,
    ),
    ...(hidden > 0 ? [`  ${counted(hidden, "change")} not listed; --json lists all`] : []),
  ];
  return `${lines.join("\n")}\n`;
}
