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
  const joined = new Map<Finding, SurfaceChange[]>();
  const own: SurfaceChange[] = [];
  for (const change of withoutRepeated(changes)) {
    const finding = findCause(change, index, () => describedIn(change, contracts));
    if (finding === undefined) own.push(change);
    else joined.set(finding, [...(joined.get(finding) ?? []), change]);
  }
  const { followed, others } = followReads(joined, own);
  return [
    ...findings.map((finding) =>
      withSurface(finding, [...(joined.get(finding) ?? []), ...(followed.get(finding) ?? [])]),
    ),
    ...others.map(surfaceFinding),
  ];
}

function describedIn({ described }: SurfaceChange, contracts: Contracts | undefined): DescribedPointers {
  const on = (side: "new" | "old") => {
    const value = described?.[side];
    return value === undefined || contracts === undefined ? [] : describedAt(contracts[side], value);
  };
  return { old: on("old"), new: on("new") };
}

/**
 * Changes that follow from a read that lost or got its ETag: the change that needs it names that read in its types, and has a method
 * that reads before it changes.
 */
function followReads(
  joined: ReadonlyMap<Finding, readonly SurfaceChange[]>,
  own: readonly SurfaceChange[],
): {
  readonly followed: ReadonlyMap<Finding, readonly SurfaceChange[]>;
  readonly others: readonly SurfaceChange[];
} {
  const reads = [...joined].flatMap(([finding, changes]) =>
    changes
      .filter(({ rule }) => rule === "sdk.method-result-changed")
      .flatMap(({ names }) => (names.old === undefined ? [] : [{ finding, name: `"${names.old}"` }])),
  );
  const operations = new Map<string, Finding>();
  const causes = new Map<SurfaceChange, Finding>();
  for (const change of own) {
    const texts = [change.arguments["from"], change.arguments["to"]];
    const read = reads.find(({ name }) =>
      texts.some((text) => typeof text === "string" && text.includes(name)),
    );
    if (read === undefined) continue;
    causes.set(change, read.finding);
    for (const pointer of change.anchors.old.slice(0, 1)) operations.set(pointer, read.finding);
  }
  for (const change of own) {
    const finding = operations.get(change.anchors.old[0] ?? change.anchors.new[0] ?? "");
    if (finding !== undefined && /^sdk\.method-(?:added|removed)$/u.test(change.rule))
      causes.set(change, finding);
  }
  const followed = new Map<Finding, SurfaceChange[]>();
  for (const [change, finding] of causes) followed.set(finding, [...(followed.get(finding) ?? []), change]);
  return { followed, others: own.filter((change) => !causes.has(change)) };
}

/** What a call gives, and the raw response that it gives: what changes on the former changes on the latter, and is told once. */
const RAW = ".withResponse()";

function withoutRepeated(changes: readonly SurfaceChange[]): readonly SurfaceChange[] {
  const isBreaking = new Map<string, boolean>();
  for (const { names, level } of changes) {
    const name = names.old ?? names.new ?? "";
    isBreaking.set(name, isBreaking.get(name) === true || level === "breaking");
  }
  return changes.filter(({ names, level }) => {
    const [result = "", raw] = (names.old ?? names.new ?? "").split(RAW, 2);
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
  const { why } = diffRule(id);
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
