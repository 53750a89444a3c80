import { fillTemplate } from "../diagnostics/fill-template.js";
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
 * Marks the findings that entries name by rule and fingerprint. An entry counts up to its last day; an expired one accepts nothing, and
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
  const keys = new Set(findings.map(keyOf));
  return {
    findings: findings.map((finding) => {
      const entry = valid.get(keyOf(finding));
      return entry === undefined ? finding : { ...finding, accepted: acceptanceOf(entry) };
    }),
    diagnostics: entries.flatMap((entry) => diagnoseEntry(entry, { findings, keys, valid, today })),
  };
}

function keyOf({ rule, fingerprint }: { readonly rule: string; readonly fingerprint: string }): string {
  return `${fingerprint} ${rule}`;
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
  if (!keys.has(keyOf(entry))) {
    const hasOther = findings.some((one) => one.rule === rule && pointerOf(one) === pointer);
    return [
      {
        id: "accept/unmatched",
        level: "warning",
        message: fillTemplate(
          hasOther
            ? "The accepted change {rule} at {pointer} has other values now. Review it and accept its new fingerprint."
            : "The accepted change {rule} at {pointer} is not in this comparison. Remove its entry {fingerprint}.",
          values,
        ),
      },
    ];
  }
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

/** The pointer by which an entry names a finding. */
export function pointerOf(finding: Finding): string {
  return (finding.new ?? finding.old)?.pointer ?? "";
}
