import { isCounted } from "../diagnostics/is-counted.js";
import type { DiffReport, Finding } from "../diff/finding.js";
import { byText } from "../text/by-text.js";
import { visibleLine } from "../text/printable.js";
import { counted, isShown, levelOf, SDK_VERDICTS, shorten, WIRE_VERDICTS } from "./finding-text.js";
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
  const name = visibleLine(shorten(consumer?.source ?? "", 200));
  return /^\.[/\\]?$/u.test(name) ? "the current folder" : name;
}

/** What the verdict on the wire means: for everyone, or for the consumer that was named. */
export function wireText(report: Judged): string {
  const { consumer, verdict } = report;
  return asideAccepted(report, (consumer === undefined ? WIRE_VERDICTS : CONSUMER_WIRE)[verdict.wire]);
}

/** What the verdict on the SDK means: for everyone, or for the consumer that was named. */
export function sdkText(report: Judged): string {
  const { consumer, verdict } = report;
  return asideAccepted(report, (consumer === undefined ? SDK_VERDICTS : CONSUMER_SDK)[verdict.sdk]);
}

/** What a verdict is about. */
type Judged = Pick<DiffReport, "accepted" | "consumer" | "verdict">;

/** Accepted changes have no part in the verdict, but callers meet them: a sentence that promises something says so. */
function asideAccepted({ accepted, verdict }: Judged, sentence: string): string {
  const isPromise = verdict.wire !== "breaking" && verdict.sdk !== "breaking";
  return accepted.length > 0 && isPromise ? sentence.replace(/\.$/u, ", accepted changes aside.") : sentence;
}

const CONSUMER_WIRE = {
  breaking: "This consumer can fail against the new API.",
  risky: "This consumer should work, but some changes can disturb it.",
  compatible: "This consumer goes on working.",
  none: "Nothing changes for this consumer.",
} as const;

const CONSUMER_SDK = {
  breaking: "This consumer needs changes to compile against the new client.",
  compatible: "This consumer compiles against the new client as it is.",
  none: "The client does not change for this consumer.",
} as const;

/** Files that are listed with the lines to look at, and lines of one file. */
const FILES_SHOWN = 20;
const LINES_SHOWN = 20;

/** The lines of the consumer that breaking and risky changes hit, by file: `src/sync.ts:12, 40`. */
export function hitFiles({ findings }: DiffReport): readonly string[] {
  const files = new Map<string, Set<number>>();
  for (const finding of findings) {
    const level = levelOf(finding);
    if (!isCounted(finding) || (level !== "breaking" && level !== "risky")) continue;
    for (const { file, line } of finding.usedBy ?? [])
      files.set(file, (files.get(file) ?? new Set()).add(line));
  }
  const texts = [...files]
    .sort(([left], [right]) => byText(left, right))
    .map(([file, lines]) => `${visibleLine(file)}:${linesText([...lines])}`);
  const more = texts.length - FILES_SHOWN;
  return [...texts.slice(0, FILES_SHOWN), ...(more > 0 ? [`and ${counted(more, "more file")}`] : [])];
}

function linesText(lines: readonly number[]): string {
  const sorted = lines.toSorted((left, right) => left - right);
  const more = sorted.length - LINES_SHOWN;
  return `${sorted.slice(0, LINES_SHOWN).join(", ")}${more > 0 ? ` and ${String(more)} more` : ""}`;
}

/** Findings that a report would list, but that do not reach the consumer. */
export function listUnreached({ findings }: DiffReport, show: Show): readonly Finding[] {
  return findings.filter(
    ({ usedBy, ...finding }) =>
      usedBy?.length === 0 && finding.accepted === undefined && isShown(finding, show),
  );
}
