import { fillTemplate } from "../diagnostics/fill-template.js";
import { namesLockName } from "../text/client-folder.js";
import { upperFirst } from "../text/words.js";
import type { Finding, SdkLevel, SdkName } from "./finding.js";
import type { JsonObject } from "../load/loaded-contract.js";
import { describedAt } from "./described-at.js";
import { type DescribedPointers, findCause, indexFindings } from "./find-cause.js";
import { fingerprintOf } from "./fingerprint.js";
import { bumpOf, worseSdk } from "./law.js";
import { diffRule } from "./rules/rule-table.js";
import type { SurfaceChange } from "./surface/surface-change.js";

/** Both contracts as documents. */
export interface Contracts {
  readonly old: JsonObject;
  readonly new: JsonObject;
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
  const index = indexFindings(findings);
  const causes = new Map<SurfaceChange, Finding>();
  for (const change of changes) {
    const cause = findCause(change, index, () => describedIn(change, contracts));
    if (cause !== undefined) causes.set(change, cause);
  }
  followReads(changes, causes);
  followFeatures(changes, causes);
  const shown = withoutRepeated(changes);
  const joined = new Map<Finding, SurfaceChange[]>();
  for (const change of shown) {
    const cause = causes.get(change);
    if (cause !== undefined) joined.set(cause, [...(joined.get(cause) ?? []), change]);
  }
  return [
    ...findings.map((finding) => withSurface(finding, joined.get(finding) ?? [])),
    ...shown.filter((change) => !causes.has(change)).map(surfaceFinding),
  ];
}

function describedIn({ described }: SurfaceChange, contracts: Contracts | undefined): DescribedPointers {
  const on = (side: "new" | "old") => {
    const value = described?.[side];
    return value === undefined || contracts === undefined ? [] : describedAt(contracts[side], value);
  };
  return { old: on("old"), new: on("new") };
}

/** The causes of changes of the surface: filled on the way. */
type Causes = Map<SurfaceChange, Finding>;

/**
 * Changes that follow from a read that lost or got its ETag: the change that needs it names that read in its types, and has a method
 * that reads before it changes.
 */
function followReads(changes: readonly SurfaceChange[], causes: Causes): void {
  const reads = [...causes].flatMap(([{ rule, names }, finding]) =>
    rule !== "sdk.method-result-changed" || names.old === undefined
      ? []
      : [{ finding, name: `"${names.old}"` }],
  );
  const own = changes.filter((change) => !causes.has(change));
  const operations = new Map<string, Finding>();
  for (const change of own) {
    const read = reads.find(({ name }) => textsOf(change).some((text) => text.includes(name)));
    if (read === undefined) continue;
    causes.set(change, read.finding);
    for (const pointer of change.anchors.old.slice(0, 1)) operations.set(pointer, read.finding);
  }
  for (const change of own) {
    const finding = operations.get(change.anchors.old[0] ?? change.anchors.new[0] ?? "");
    if (finding !== undefined && /^sdk\.method-(?:added|removed)$/u.test(change.rule))
      causes.set(change, finding);
  }
}

/** Both types of a change, as TypeScript writes them. */
function textsOf({ arguments: { from, to } }: SurfaceChange): readonly string[] {
  return [from, to].filter((text) => typeof text === "string");
}

/** Names that a client has for a feature, and the changes of the feature itself. */
const FEATURES: readonly (readonly [names: RegExp, isOf: (change: SurfaceChange) => boolean])[] = [
  [/^ErrorBodies$/u, ({ rule }) => /^sdk\.error-body-/u.test(rule)],
  [/^Webhook(?:Headers|Payloads|Queries)$/u, ({ rule }) => /^sdk\.webhook-/u.test(rule)],
  [/^DescribedCall$/u, ({ names }) => /\.headerValues$/u.test(names.old ?? names.new ?? "")],
];

/** Names that come or go with the only cause of the changes whose types have them: what the runtime exports for it, for one. */
function followFeatures(changes: readonly SurfaceChange[], causes: Causes): void {
  const known = [...causes];
  for (const change of changes) {
    if (causes.has(change) || !/^sdk\.(?:export|model)-(?:added|removed)$/u.test(change.rule)) continue;
    const names = [change.names, ...(change.more ?? [])].flatMap(({ old, new: now }) => old ?? now ?? []);
    const isOf = (other: SurfaceChange) =>
      names.some(
        (name) =>
          textsOf(other).some((text) => wordsOf(text).includes(name)) ||
          FEATURES.some(([pattern, isOne]) => pattern.test(name) && isOne(other)),
      );
    const [cause, ...others] = new Set(known.filter(([other]) => isOf(other)).map(([, finding]) => finding));
    if (cause !== undefined && others.length === 0) causes.set(change, cause);
  }
}

/** The identifiers in the text of a type. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu) ?? [];
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
    sdkWhy: [...new Set([...(finding.sdkWhy ?? []), ...changes.map(titleOf)])],
    ...fixesOf(changes),
  };
}

function surfaceFinding(change: SurfaceChange): Finding {
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
    fingerprint: fingerprintOf(id, {
      arguments: change.arguments,
      old: { pointer: anchors.old[0] ?? "", value: textOf(change, "old") },
      new: { pointer: anchors.new[0] ?? anchors.old[0] ?? "", value: textOf(change, "new") },
    }),
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
