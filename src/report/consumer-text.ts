import type { DiffReport, Finding } from "../diff/finding.js";
import { visibleLine } from "../text/printable.js";
import { counted, isShown, shorten } from "./finding-text.js";
import type { Show } from "./report-options.js";

/** Lines of the consumer that a finding lists. */
const LOCATIONS_SHOWN = 5;

/** `12 changes reach it, 29 changes do not.`; undefined where no consumer was named. */
export function consumerText({ consumer }: DiffReport): string | undefined {
  if (consumer === undefined) return undefined;
  const { reached, unreached } = consumer;
  const reach = `${counted(reached, "change")} ${reached === 1 ? "reaches" : "reach"} it`;
  return `${reach}, ${counted(unreached, "change")} ${unreached === 1 ? "does" : "do"} not.`;
}

/** The lines of the consumer that a finding hits: `src/sync.ts:12, src/sync.ts:40 and 3 more`. */
export function hitsText({ usedBy = [] }: Finding): string {
  const shown = usedBy
    .slice(0, LOCATIONS_SHOWN)
    .map(({ file, line }) => `${visibleLine(file)}:${String(line)}`);
  const more = usedBy.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${String(more)} more` : ""}`;
}

/** The folder of the consumer, for people. */
export function consumerName({ consumer }: DiffReport): string {
  return visibleLine(shorten(consumer?.source ?? "", 200));
}

/** Findings that a report would list, but that do not reach the consumer. */
export function listUnreached({ findings }: DiffReport, show: Show): readonly Finding[] {
  return findings.filter(
    ({ usedBy, ...finding }) =>
      usedBy?.length === 0 && finding.accepted === undefined && isShown(finding, show),
  );
}
