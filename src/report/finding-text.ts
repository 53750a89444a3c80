import { isCounted } from "../diagnostics/is-counted.js";
import type { Use, Witness } from "../diff/fact.js";
import type { DiffReport, Finding, LocatedPosition, SdkName, WireLevel } from "../diff/finding.js";
import type { Json } from "../load/loaded-contract.js";
import { byText } from "../text/by-text.js";
import { visibleLine } from "../text/printable.js";
import { upperFirst } from "../text/words.js";
import type { Show } from "./report-options.js";

/** The level of a finding on both axes together. */
export function levelOf({ wire, sdk }: Pick<Finding, "sdk" | "wire">): WireLevel {
  if (wire === "breaking" || sdk === "breaking") return "breaking";
  if (wire === "risky") return "risky";
  return sdk === "compatible" && wire !== "compatible" ? "compatible" : wire;
}

/** The title of a finding as a sentence. */
export function titleOf({ title }: Pick<Finding, "title">): string {
  return upperFirst(title);
}

/** Sentences about callers that a text has for one finding, and of those that differ in names alone; further ones are counted. */
const REASONS_SHOWN = 6;
const ALIKE_SHOWN = 3;

/** Why a finding has its level, on both axes, and what is noticed at run time: sentences, each once. */
export function reasonsOf({ title, why, runtime, sdkWhy = [], announced }: Finding): readonly string[] {
  const shown = differentFirst(sdkWhy);
  const more = sdkWhy.length - shown.length;
  const reasons = [
    why,
    ...(runtime === undefined ? [] : [runtime]),
    ...(more > 1 ? shown : sdkWhy),
    ...(more > 1 ? [`${String(more)} more changes for callers; --format json has them.`] : []),
    ...(announced === true ? ["It was announced: deprecated before."] : []),
  ];
  return [...new Set(reasons)].filter((reason) => reason !== "" && reason !== title).map(upperFirst);
}

/** The first sentences of each kind, so that no kind hides another. */
function differentFirst(sentences: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  const ranked = sentences.map((sentence) => {
    const kind = sentence.replaceAll(/`[^`]*`/gu, "``");
    const rank = counts.get(kind) ?? 0;
    counts.set(kind, rank + 1);
    return { sentence, rank };
  });
  const alike = Array.from({ length: ALIKE_SHOWN }, (_, rank) => rank);
  const chosen = alike.flatMap((rank) => ranked.filter((one) => one.rank === rank)).slice(0, REASONS_SHOWN);
  return ranked.filter((one) => chosen.includes(one)).map(({ sentence }) => sentence);
}

/** The axes on which a finding has its level. */
export function axesOf({ wire, sdk }: Pick<Finding, "sdk" | "wire">): readonly ("SDK" | "wire")[] {
  const isBreaking = wire === "breaking" || sdk === "breaking";
  const has = (level: WireLevel) => (isBreaking ? level === "breaking" : level !== "none");
  return [...(has(wire) ? (["wire"] as const) : []), ...(has(sdk) ? (["SDK"] as const) : [])];
}

/** On which axes a finding has its level, and where the wire has another one that matters: `wire and SDK`; `SDK, wire: risky`. */
export function axesText(finding: Pick<Finding, "sdk" | "wire">): string {
  const axes = axesOf(finding);
  const other = finding.wire === "risky" && !axes.includes("wire") ? ", wire: risky" : "";
  return `${axes.join(" and ")}${other}`;
}

const SHOWN: Readonly<Record<Show, readonly WireLevel[]>> = {
  none: ["breaking", "risky"],
  compatible: ["breaking", "risky", "compatible"],
  docs: ["breaking", "risky", "compatible", "docs"],
  all: ["breaking", "risky", "compatible", "docs", "none"],
};

/** Whether a report lists a finding: those that do not count are counted only, unless all are listed. */
export function isShown(finding: Finding, show: Show): boolean {
  return SHOWN[show].includes(levelOf(finding)) && (isCounted(finding) || show === "all");
}

/** How many findings have each level on both axes together; only those that have a part in the verdict count. */
export function countLevels({ findings }: DiffReport): Readonly<Record<WireLevel, number>> {
  const counts = { breaking: 0, risky: 0, compatible: 0, docs: 0, none: 0 };
  for (const finding of findings) if (isCounted(finding)) counts[levelOf(finding)] += 1;
  return counts;
}

/** `openapi.yaml:12:5`, or file and pointer where the line is not known. */
export function positionText({ file, line, column, pointer }: LocatedPosition): string {
  if (file !== undefined && line !== undefined) {
    return `${visibleLine(file)}:${String(line)}:${String(column ?? 1)}`;
  }
  return visibleLine([file, pointer].filter((part) => part !== undefined && part !== "").join(" "));
}

/** Operations that a text lists; further ones are counted. */
const OPERATIONS_SHOWN = 5;

/** The operations that a finding reaches, each once, sorted; the first ones as text, and how many more there are. */
export function operationsOf(reach: readonly Use[]): {
  readonly all: readonly string[];
  readonly shown: readonly string[];
  readonly more: number;
} {
  const all = [...new Set(reach.map(({ operation }) => operation))].sort(byText);
  const shown = all.slice(0, OPERATIONS_SHOWN).map(visibleLine);
  return { all, shown, more: all.length - shown.length };
}

/** Characters of a value that a text shows. */
const CHARACTERS_SHOWN = 160;

/** A value of a contract as JSON on one line, cut where it is long. */
export function valueText(value: Json, most = CHARACTERS_SHOWN): string {
  return shorten(visibleLine(JSON.stringify(value)), most);
}

/** A text with at most so many characters; a cut one ends with `…`. */
export function shorten(text: string, most: number): string {
  // Not half a surrogate pair at the end.
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/u, "")}…`;
}

/** What a witness proves: `` is valid in the old contract only``, with what it is a value of. */
export function proofText({ of, validIn }: Witness): string {
  const kind = of === undefined ? "" : ` as ${of}`;
  return `is valid${kind} in the ${validIn} contract only`;
}

/** `getPet → pet.get`; a name that is new or gone has one side. */
function nameText({ old, new: now }: SdkName): string {
  if (old === undefined) return `${visibleLine(now ?? "")} (new)`;
  return now === undefined ? `${visibleLine(old)} (removed)` : `${visibleLine(old)} → ${visibleLine(now)}`;
}

/** Why a change is accepted, by whom and until when: `Reviewed. (ops, until 2030-01-01)`; empty where it is not. */
export function acceptanceText({ accepted }: Pick<Finding, "accepted">): string {
  if (accepted === undefined) return "";
  const { reason, by, until } = accepted;
  const terms = [
    ...(by === undefined ? [] : [shorten(by, 100)]),
    ...(until === undefined ? [] : [`until ${until}`]),
  ];
  return `${shorten(reason, 300)}${terms.length === 0 ? "" : ` (${terms.join(", ")})`}`;
}

/** Names of the client that a text lists; further ones are counted. */
const NAMES_SHOWN = 5;

/** The first names of the client that changed with a finding, as texts, and how many more there are. */
export function namesOf({ sdkNames }: Pick<Finding, "sdkNames">): {
  readonly shown: readonly string[];
  readonly more: number;
} {
  const shown = sdkNames.slice(0, NAMES_SHOWN).map(nameText);
  return { shown, more: sdkNames.length - shown.length };
}

/** `3 changes`, `1 change`. */
export function counted(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** What a verdict on the wire means, as a sentence. */
export const WIRE_VERDICTS = {
  breaking: "Released clients can fail against the new API.",
  risky: "Released clients should work, but some changes can disturb them.",
  compatible: "Released clients go on working.",
  none: "Nothing changes for released clients.",
} as const;

/** What a verdict on the SDK means, as a sentence. */
export const SDK_VERDICTS = {
  breaking: "Code that is compiled against the generated client needs changes.",
  compatible: "Code that is compiled against the generated client still compiles.",
  none: "The generated client does not change for its callers.",
} as const;

/** `The gate "breaking" is reached by 3 changes.` */
export function gateText({ gate, findings, diagnostics }: DiffReport): string {
  const changes = findings.filter(({ fails }) => fails === true).length;
  const failing = diagnostics.filter(({ fails }) => fails === true);
  const expired = failing.filter(({ id }) => id.startsWith("accept/")).length;
  const others = failing.length - expired;
  if (!gate.reached) return `Gate ${gate.failOn}: passed.`;
  const reasons = [
    ...(changes > 0 ? [counted(changes, "change")] : []),
    ...(others > 0 ? [counted(others, "broken promise")] : []),
    ...(expired > 0 ? [counted(expired, "expired acceptance")] : []),
  ];
  return `Gate ${gate.failOn}: failed by ${reasons.join(" and ")}.`;
}
