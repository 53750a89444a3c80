import { createHash } from "node:crypto";
import type { Json } from "../load/loaded-contract.js";
import { withoutParameterNames } from "../openapi/operations.js";
import { byText } from "../text/by-text.js";
import { canonicalJson } from "../text/canonical-json.js";
import type { SettingsSource } from "../text/settings-label.js";
import type { Direction, Effect, Fact, Position, Use, Witness } from "./fact.js";

/*
 * Findings: facts with an opinion, and what is concluded from all of them. Read by `report`, and printed by `--json` in this
 * form. Types only.
 */

/** What an edit means for released clients against the new server. */
export type WireLevel = "breaking" | "compatible" | "docs" | "none" | "risky";

/** What an edit means for code that is compiled against the generated client. */
export type SdkLevel = "breaking" | "compatible" | "none";

/** What an edit asks of the next version number (Semantic Versioning 2.0.0). */
export type Bump = "major" | "minor" | "none" | "patch";

/** Where one side of a finding is in its source. */
export interface LocatedPosition extends Position {
  /** As the user named it, or the file of several that has it. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** What is there, as JSON of a few lines, cut where it is long; absent where `value` says it. */
  readonly excerpt?: string;
}

/** A name of the generated client that changed with it. */
export interface SdkName {
  /** Absent: it is new. */
  readonly old?: string;
  /** Absent: it is gone. */
  readonly new?: string;
}

/** One judged edit. */
export interface Finding {
  /** Stable id: `request.property.required-added`, `sdk.method-renamed`. */
  readonly rule: string;
  readonly effect: Effect;
  /** Absent: the edit has no direction (a server, a policy). */
  readonly direction?: Direction | "both";
  readonly wire: WireLevel;
  readonly sdk: SdkLevel;
  /** What is noticed at run time, in a sentence; absent: nothing, or the same as `why`. */
  readonly runtime?: string;
  readonly semver: Bump;
  /** What changed: `property colour of Pet`. */
  readonly element: string;
  /** One sentence: what changed. */
  readonly title: string;
  /** One or two sentences: why it has this level. */
  readonly why: string;
  readonly old?: LocatedPosition;
  readonly new?: LocatedPosition;
  /** Of what is gone: the nearest position above it that the new contract still has, for annotations. */
  readonly nearest?: LocatedPosition;
  readonly reach: readonly Use[];
  readonly sdkNames: readonly SdkName[];
  /** What callers of the generated client notice, one sentence each; absent: nothing. */
  readonly sdkWhy?: readonly string[];
  /** What keeps the code of callers compiling, one sentence each; absent: nothing does. */
  readonly fixes?: readonly string[];
  readonly witness?: Witness;
  /** It was deprecated before, and its sunset date has passed or is missing. */
  readonly announced?: true;
  /** Why the change is accepted, from the acceptance file. */
  readonly accepted?: Acceptance;
  /** It reaches the gate of this run, and is not accepted. */
  readonly fails?: true;
  /** With `--used-by`: where the consumer is hit; empty: it does not reach this consumer. */
  readonly usedBy?: readonly { readonly file: string; readonly line: number }[];
  /**
   * 16 hexadecimal digits: the same as long as rule, place (names of path parameters aside) and both values are, and as long as what
   * it does to the client away from its place is.
   */
  readonly fingerprint: string;
}

/** An entry of the acceptance file that a finding matched. */
export interface Acceptance {
  readonly reason: string;
  readonly by?: string;
  /** ISO 8601 date: the last day it holds. */
  readonly until?: string;
}

/** One of the two contracts, in a report. */
export interface ComparedContract {
  /** As the user named it. */
  readonly source: string;
  readonly title: string;
  readonly version: string;
  readonly openapi: string;
  /** SHA-256 over the canonical document. */
  readonly digest: string;
}

/** Everything that `cabinetry diff` found: the JSON of `--format json`. Grows by members only. */
export interface DiffReport {
  readonly schemaVersion: 1;
  /** Whose settings were used; absent: no configuration file has settings for the contracts. */
  readonly settings?: SettingsSource;
  readonly old: ComparedContract;
  readonly new: ComparedContract;
  /** With `--used-by`: whose code counts. Verdict, counts and gate are then about the findings that reach it. */
  readonly consumer?: {
    /** Its folder, as the user named it. */
    readonly source: string;
    /** Findings that reach it, and those that do not. */
    readonly reached: number;
    readonly unreached: number;
  };
  readonly verdict: {
    readonly wire: Exclude<WireLevel, "docs">;
    readonly sdk: SdkLevel;
    /** Of the API's own version; accepted findings count too, here and in `sdkSemver`. */
    readonly semver: Bump;
    /** Of a package with the generated client: the most of wire, SDK and generator changes. */
    readonly sdkSemver: Bump;
  };
  readonly counts: Readonly<Record<"wire", Readonly<Record<WireLevel, number>>>> &
    Readonly<Record<"sdk", Readonly<Record<SdkLevel, number>>>>;
  /** Sorted: by level, then by place. */
  readonly findings: readonly Finding[];
  /** Those of `findings` that the acceptance file names. */
  readonly accepted: readonly Finding[];
  readonly gate: DiffGate;
  /** Entries of the acceptance file that matched nothing or have expired, promises of the version path, and the like. */
  readonly diagnostics: readonly DiffDiagnostic[];
}

/** What makes the exit code 1: a level on an axis (`breaking`: on either), or a finding of any level. */
export type FailOn = "any" | "breaking" | "none" | "risky" | "sdk" | "wire";

/** The gate of a run. */
export interface DiffGate {
  readonly failOn: FailOn;
  /** The exit code is 1. */
  readonly reached: boolean;
}

/** What a report says beside findings. */
export interface DiffDiagnostic {
  /** `accept/unmatched`, `accept/expired`, `policy/version-path`. */
  readonly id: string;
  readonly level: "error" | "info" | "warning";
  readonly message: string;
  /** It reaches the gate of this run. */
  readonly fails?: true;
}

/** What a fingerprint is made of. */
export interface Fingerprinted {
  readonly old?: Position;
  readonly new?: Position;
  readonly arguments?: Fact["arguments"];
  readonly changed?: Fact["changed"];
}

/**
 * What identifies a finding between runs: its rule, position and values, not its sentences and lines. Names of path parameters
 * count for nothing, because the path is the same route whatever they are.
 */
export function fingerprintOf(rule: string, given: Fingerprinted): string {
  const { old, new: now } = given;
  const pointer = withoutParameterNames((now ?? old)?.pointer ?? "");
  // A value that is shown may be cut; what it is an excerpt of, and what the sentences name, are not.
  const values = [old?.value ?? null, now?.value ?? null, given.arguments ?? {}, given.changed ?? []];
  return hashOf([rule, pointer, ...values]);
}

/**
 * What identifies a finding together with changes of the client that are told with it, and are not at its position: who accepts it
 * accepts these, and no others.
 */
export function joinFingerprints(own: string, others: readonly string[]): string {
  return others.length === 0 ? own : hashOf([own, ...others.toSorted(byText)]);
}

function hashOf(json: Json): string {
  return createHash("sha256").update(canonicalJson(json)).digest("hex").slice(0, 16);
}
