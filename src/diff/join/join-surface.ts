import { fillTemplate } from "../../diagnostics/diagnostic.js";
import { namesLockName } from "../../text/client-files.js";
import { upperFirst } from "../../text/words.js";
import { type Finding, fingerprintOf, joinFingerprints, type SdkLevel, type SdkName } from "../finding.js";
import type { JsonObject } from "../../load/loaded-contract.js";
import { describedAt } from "./described-at.js";
import { type DescribedPointers, indexFindings } from "./find-cause.js";
import { findCauses } from "./find-causes.js";
import { bumpOf, worseSdk } from "../law.js";
import { diffRule } from "../rules/rule-table.js";
import type { SurfaceChange } from "../surface/surface-change.js";

/** A contract, as far as changes of the surface are looked up in it. */
export interface JoinedContract {
  readonly document: JsonObject;
  /** Where the document has what a client knows a schema by; undefined: nowhere. */
  readonly pointerOf: (identity: string) => string | undefined;
}

/** Both contracts. */
export interface Contracts {
  readonly old: JoinedContract;
  readonly new: JoinedContract;
}

/**
 * Adds what callers of the generated client notice to the findings of the wire at the same positions. A change that has no such
 * finding becomes one of its own (`sdk.…`).
 */
export function joinSurface(
  findings: readonly Finding[],
  changes: readonly SurfaceChange[],
  contracts?: Contracts,
): readonly Finding[] {
  const located = new Map(withoutRepeated(changes).map((change) => [locate(change, contracts), change]));
  const shown = [...located.keys()];
  const causes = findCauses(shown, indexFindings(findings), (change) => describedIn(change, contracts));
  const joined = new Map<Finding | SurfaceChange, SurfaceChange[]>();
  for (const change of shown) {
    const cause = causes.findings.get(change) ?? causes.changes.get(change);
    if (cause !== undefined) joined.set(cause, [...(joined.get(cause) ?? []), change]);
  }
  const isCaused = (change: SurfaceChange) => causes.findings.has(change) || causes.changes.has(change);
  const fingerprint = (change: SurfaceChange) => fingerprintOfChange(change, located.get(change));
  const withJoined = (finding: Finding, all: readonly SurfaceChange[] = []): Finding => {
    const elsewhere = all.filter((change) => !causes.own.has(change)).map(fingerprint);
    return withSurface({ ...finding, fingerprint: joinFingerprints(finding.fingerprint, elsewhere) }, all);
  };
  return [
    ...findings.map((finding) => withJoined(finding, joined.get(finding))),
    ...shown
      .filter((change) => !isCaused(change))
      .map((change) => withJoined(surfaceFinding(change, fingerprint(change)), joined.get(change))),
  ].filter(isNoticed);
}

/** An edit that changes no message is told where it changes the client, or where a promise may be about it. */
function isNoticed({ effect, rule, sdk, wire }: Finding): boolean {
  if (effect !== "equal" || wire !== "none" || sdk !== "none") return true;
  return diffRule(rule.replace(/^(?:request|response)\./u, "")).convention !== undefined;
}

/** A change with the pointers that the documents have. */
function locate(change: SurfaceChange, contracts: Contracts | undefined): SurfaceChange {
  if (contracts === undefined) return change;
  const { anchors, described } = change;
  const at = (side: "new" | "old") => (pointer: string) => contracts[side].pointerOf(pointer) ?? pointer;
  const inSource = (side: "new" | "old") => {
    const value = described?.[side];
    if (value?.source.kind !== "schema") return value === undefined ? {} : { [side]: value };
    const source = { ...value.source, pointer: at(side)(value.source.pointer) };
    return { [side]: { ...value, source } };
  };
  return {
    ...change,
    anchors: { old: anchors.old.map(at("old")), new: anchors.new.map(at("new")) },
    ...(described && { described: { ...inSource("old"), ...inSource("new") } }),
  };
}

function describedIn({ described }: SurfaceChange, contracts: Contracts | undefined): DescribedPointers {
  const on = (side: "new" | "old") => {
    const value = described?.[side];
    return value === undefined || contracts === undefined ? [] : describedAt(contracts[side].document, value);
  };
  return { old: on("old"), new: on("new") };
}

/** What a call gives, and the raw response that it gives: what changes on the former changes on the latter, and is told once. */
const RAW = ".withResponse()";

function withoutRepeated(changes: readonly SurfaceChange[]): readonly SurfaceChange[] {
  const isBreaking = new Map<string, boolean>();
  const seen = new Set<string>();
  for (const { names, level, rule } of changes) {
    const name = names.old ?? names.new ?? "";
    isBreaking.set(name, isBreaking.get(name) === true || level === "breaking");
    seen.add(`${rule} ${name}`);
  }
  return changes.filter(({ names, level, rule }) => {
    const [result = "", raw] = (names.old ?? names.new ?? "").split(RAW, 2);
    if (raw?.startsWith(".value") === true && seen.has(`${rule} ${result}${raw.slice(".value".length)}`))
      return false;
    const known = raw === undefined ? undefined : isBreaking.get(result);
    return known === undefined || (level === "breaking" && !known);
  });
}

function withSurface(finding: Finding, changes: readonly SurfaceChange[]): Finding {
  if (changes.length === 0) return finding;
  const sdk = changes.reduce<SdkLevel>((level, change) => worseSdk(level, change.level), finding.sdk);
  return {
    ...finding,
    sdk,
    semver: bumpOf(finding.wire, sdk),
    sdkNames: uniqueNames([...finding.sdkNames, ...changes.flatMap(namesOf)]),
    sdkWhy: [...new Set([...(finding.sdkWhy ?? []), ...describedChanges(changes).map(titleOf)])],
    ...fixesOf(changes),
  };
}

/** What callers have to know, what breaks first: names that only came are listed as names, beside anything else. */
function describedChanges(changes: readonly SurfaceChange[]): readonly SurfaceChange[] {
  const others = changes.filter(({ rule }) => !/^sdk\.(?:export|model)-added$/u.test(rule));
  const isBreaking = ({ level }: SurfaceChange) => Number(level === "breaking");
  return (others.length > 0 ? others : changes).toSorted((one, other) => isBreaking(other) - isBreaking(one));
}

/** @param known - the change by what the client knows schemas by, whatever their positions in lists are. */
function fingerprintOfChange(change: SurfaceChange, known = change): string {
  return fingerprintOf(change.rule, {
    arguments: change.arguments,
    old: { pointer: known.anchors.old[0] ?? "", value: textOf(change, "old") },
    new: { pointer: known.anchors.new[0] ?? known.anchors.old[0] ?? "", value: textOf(change, "new") },
  });
}

function surfaceFinding(change: SurfaceChange, fingerprint: string): Finding {
  const { rule: id, level, element, anchors } = change;
  const rule = diffRule(id);
  const why = level === "compatible" ? (rule.whyCompatible ?? rule.why) : rule.why;
  const [role] = change.roles;
  const reason = typeof why === "string" ? why : why[role === "read" ? "response" : "request"];
  const old = positionOf(anchors.old, change.names.old);
  const now = positionOf(anchors.new, change.names.new);
  return {
    rule: id,
    effect: "equal",
    wire: "none",
    sdk: level,
    semver: bumpOf("none", level),
    element,
    title: titleOf(change),
    why: fillTemplate(reason, { ...change.arguments, element }),
    ...(old && { old }),
    ...(now && { new: now }),
    reach: [],
    sdkNames: namesOf(change),
    ...fixesOf([change]),
    fingerprint,
  };
}

/** The names of a client are its own: its lock can give an old name to what the contract names otherwise. */
function fixesOf(changes: readonly SurfaceChange[]): Pick<Finding, "fixes"> {
  const fixes = changes.flatMap(({ lockLine }) =>
    lockLine === undefined
      ? []
      : fillTemplate(
          "To keep the name {name}, write {line} into {file} of the client before it is generated.",
          {
            name: lockLine.name,
            line: `${JSON.stringify(lockLine.key)}: ${JSON.stringify(lockLine.name)}`,
            file: namesLockName,
          },
        ),
  );
  return fixes.length === 0 ? {} : { fixes };
}

function textOf({ names, more = [] }: SurfaceChange, side: "new" | "old"): string | null {
  const all = [names, ...more].flatMap((one) => one[side] ?? []);
  return all.length === 0 ? null : all.join(", ");
}

function positionOf(anchors: readonly string[], name: string | undefined) {
  const [pointer] = anchors;
  return pointer === undefined ? undefined : { pointer, ...(name !== undefined && { value: name }) };
}

function titleOf({ rule, element, arguments: values }: SurfaceChange): string {
  return upperFirst(fillTemplate(diffRule(rule).title, { ...values, element }));
}

/** Names that did not change are omitted. */
function namesOf({ names, more = [] }: SurfaceChange): readonly SdkName[] {
  return [names, ...more].filter((one) => one.old !== one.new);
}

function uniqueNames(names: readonly SdkName[]): readonly SdkName[] {
  return [...new Map(names.map((name) => [`${name.old ?? ""} ${name.new ?? ""}`, name])).values()];
}
