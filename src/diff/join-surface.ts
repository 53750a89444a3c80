import { fillTemplate } from "../diagnostics/fill-template.js";
import type { Finding, SdkLevel, SdkName } from "./finding.js";
import { fingerprintOf } from "./fingerprint.js";
import { bumpOf, worseSdk } from "./law.js";
import { diffRule } from "./rules/rule-table.js";
import type { SurfaceChange } from "./surface/surface-change.js";

/**
 * Adds what callers of the generated client notice to the findings of the wire at the same positions. A change that has no such
 * finding becomes one of its own (`sdk.…`).
 */
export function joinSurface(
  findings: readonly Finding[],
  changes: readonly SurfaceChange[],
): readonly Finding[] {
  const byPointer = indexFindings(findings);
  const joined = new Map<Finding, SurfaceChange[]>();
  const own: Finding[] = [];
  for (const change of changes) {
    const finding = findWire(change, byPointer);
    if (finding === undefined) own.push(surfaceFinding(change));
    else joined.set(finding, [...(joined.get(finding) ?? []), change]);
  }
  return [...findings.map((finding) => withSurface(finding, joined.get(finding) ?? [])), ...own];
}

/** Findings by side and pointer: `old #/paths/~1pets`, also those that are about one keyword of what is there. */
function indexFindings(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const index = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (finding.wire === "docs") continue;
    for (const side of ["old", "new"] as const) {
      const pointer = finding[side]?.pointer;
      if (pointer === undefined) continue;
      for (const about of new Set([pointer, pointer.replace(KEYWORD, "")])) {
        const key = `${side} ${about}`;
        index.set(key, [...(index.get(key) ?? []), finding]);
      }
    }
  }
  return index;
}

/** A keyword of a schema, parameter or operation that an edit is about, at the end of a pointer; not the name of a property. */
const KEYWORD =
  /(?<!\/(?:properties|patternProperties|\$defs|schemas|dependentSchemas))\/(?:additionalProperties|allOf|anyOf|const|contentEncoding|contentMediaType|discriminator|enum|format|items|nullable|oneOf|operationId|readOnly|required|tags|type|writeOnly|x-enum-varnames|x-extensible-enum)(?:\/\d+)?$/u;

function findWire(
  { anchors }: SurfaceChange,
  byPointer: ReadonlyMap<string, readonly Finding[]>,
): Finding | undefined {
  const keys = [
    ...anchors.new.slice(0, 1).map((pointer) => `new ${pointer}`),
    ...anchors.old.slice(0, 1).map((pointer) => `old ${pointer}`),
  ];
  const found = keys.flatMap((key) => byPointer.get(key) ?? []);
  return found.toSorted((left, right) => WEIGHT.indexOf(right.wire) - WEIGHT.indexOf(left.wire))[0];
}

const WEIGHT: readonly Finding["wire"][] = ["docs", "none", "compatible", "risky", "breaking"];

function withSurface(finding: Finding, changes: readonly SurfaceChange[]): Finding {
  if (changes.length === 0) return finding;
  const sdk = changes.reduce<SdkLevel>((level, change) => worseSdk(level, change.level), finding.sdk);
  return {
    ...finding,
    sdk,
    semver: bumpOf(finding.wire, sdk),
    sdkNames: uniqueNames([...finding.sdkNames, ...changes.flatMap(namesOf)]),
    sdkWhy: [...new Set([...(finding.sdkWhy ?? []), ...changes.map(titleOf)])],
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
    fingerprint: fingerprintOf(id, {
      old: { pointer: anchors.old[0] ?? "", value: change.names.old ?? null },
      new: { pointer: anchors.new[0] ?? anchors.old[0] ?? "", value: change.names.new ?? null },
    }),
  };
}

function positionOf(anchors: readonly string[], name: string | undefined) {
  const [pointer] = anchors;
  return pointer === undefined ? undefined : { pointer, ...(name !== undefined && { value: name }) };
}

function titleOf({ rule, element, arguments: values }: SurfaceChange): string {
  return fillTemplate(diffRule(rule).title, { ...values, element });
}

/** Names that did not change are omitted. */
function namesOf({ names }: SurfaceChange): readonly SdkName[] {
  return names.old === names.new ? [] : [names];
}

function uniqueNames(names: readonly SdkName[]): readonly SdkName[] {
  return [...new Map(names.map((name) => [`${name.old ?? ""} ${name.new ?? ""}`, name])).values()];
}
