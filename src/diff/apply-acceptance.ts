import { fillTemplate } from "../diagnostics/diagnostic.js";
import { withoutParameterNames } from "../openapi/operations.js";
import type { Acceptance, DiffDiagnostic, Finding } from "./finding.js";

/** An entry of the acceptance file. */
export interface AcceptedChange extends Acceptance {
  readonly rule: string;
  readonly pointer: string;
  readonly fingerprint: string;
}

/** Findings with the entries that accept them, and what is wrong with entries. */
export interface Accepted {
  readonly findings: readonly Finding[];
  readonly diagnostics: readonly DiffDiagnostic[];
}

/**
 * Marks the findings that entries name by rule, pointer and fingerprint. An entry counts up to its last day; an expired one accepts nothing, and
 * is an error as long as its change is still there.
 *
 * @param today - ISO 8601 date.
 */
export function applyAcceptance(
  findings: readonly Finding[],
  entries: readonly AcceptedChange[],
  today: string,
): Accepted {
  const valid = new Map(
    entries.filter(({ until }) => !isExpired(until, today)).map((entry) => [keyOf(entry), entry]),
  );
  const keys = new Set(findings.map(acceptanceKey));
  return {
    findings: findings.map((finding) => {
      const entry = valid.get(acceptanceKey(finding));
      return entry === undefined ? finding : { ...finding, accepted: acceptanceOf(entry) };
    }),
    diagnostics: entries.flatMap((entry) => diagnoseEntry(entry, { findings, keys, valid, today })),
  };
}

type EntryKey = Pick<AcceptedChange, "fingerprint" | "pointer" | "rule">;

/** What an entry and its finding have in common; the names of path parameters do not count. */
function keyOf({ rule, pointer, fingerprint }: EntryKey): string {
  return `${fingerprint} ${rule} ${withoutParameterNames(pointer)}`;
}

/** The key of the entry that accepts a finding. */
function acceptanceKey(finding: Finding): string {
  return keyOf({ ...finding, pointer: pointerOf(finding) });
}

/** Findings that no entry names, expired or not. */
export function withoutEntry(
  findings: readonly Finding[],
  entries: readonly AcceptedChange[],
): readonly Finding[] {
  const known = new Set(entries.map(keyOf));
  return findings.filter((finding) => !known.has(acceptanceKey(finding)));
}

function isExpired(until: string | undefined, today: string): boolean {
  return until !== undefined && until < today;
}

function acceptanceOf({ reason, by, until }: AcceptedChange): Acceptance {
  return { reason, ...(by !== undefined && { by }), ...(until !== undefined && { until }) };
}

function diagnoseEntry(
  entry: AcceptedChange,
  {
    findings,
    keys,
    valid,
    today,
  }: {
    readonly findings: readonly Finding[];
    readonly keys: ReadonlySet<string>;
    readonly valid: ReadonlyMap<string, AcceptedChange>;
    readonly today: string;
  },
): readonly DiffDiagnostic[] {
  const { rule, pointer, fingerprint, until = "" } = entry;
  const values = { rule, pointer, fingerprint, until };
  if (!keys.has(keyOf(entry)))
    return [
      { id: "accept/unmatched", level: "warning", message: fillTemplate(unmatched(entry, findings), values) },
    ];
  // Another entry may accept the same change for longer.
  if (!isExpired(entry.until, today) || valid.has(keyOf(entry))) return [];
  return [
    {
      id: "accept/expired",
      level: "error",
      message: fillTemplate(
        "The acceptance of {rule} at {pointer} expired on {until:text}. Review it, and change or remove its entry.",
        values,
      ),
      fails: true,
    },
  ];
}

function unmatched({ rule, pointer, fingerprint }: AcceptedChange, findings: readonly Finding[]): string {
  const alike = findings.filter((one) => one.rule === rule);
  if (alike.some((one) => one.fingerprint === fingerprint))
    return "The entry {fingerprint} has another pointer than its change {rule}: {pointer}. Copy the pointer from the report.";
  if (alike.some((one) => pointerOf(one) === pointer))
    return "The accepted change {rule} at {pointer} has other values now. Review it and accept its new fingerprint.";
  return "The accepted change {rule} at {pointer} is not in this comparison. Remove its entry {fingerprint}.";
}

/** The pointer by which an entry names a finding. */
export function pointerOf(finding: Finding): string {
  return (finding.new ?? finding.old)?.pointer ?? "";
}
