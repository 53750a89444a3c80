import { fillTemplate } from "../diagnostics/fill-template.js";
import { pointerKeys } from "../text/json-pointer.js";
import { upperFirst, words } from "../text/words.js";
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
  const index = indexFindings(findings);
  const joined = new Map<Finding, SurfaceChange[]>();
  const own: Finding[] = [];
  for (const change of withoutRepeated(changes)) {
    const finding = findWire(change, index);
    if (finding === undefined) own.push(surfaceFinding(change));
    else joined.set(finding, [...(joined.get(finding) ?? []), change]);
  }
  return [...findings.map((finding) => withSurface(finding, joined.get(finding) ?? [])), ...own];
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

/** Findings of the wire, for looking them up. */
interface FindingIndex {
  /** By side and pointer, `old #/paths/~1pets`; also those that are about one keyword of what is there. */
  readonly byPointer: ReadonlyMap<string, readonly Finding[]>;
  /** By the operations that they reach; those that reach one alone. */
  readonly byOperation: ReadonlyMap<string, readonly Finding[]>;
  /** By every operation that they reach: those about properties that come or go in one direction. */
  readonly byDirection: ReadonlyMap<string, readonly Finding[]>;
}

function indexFindings(all: readonly Finding[]): FindingIndex {
  const byPointer = new Map<string, Finding[]>();
  const byOperation = new Map<string, Finding[]>();
  const byDirection = new Map<string, Finding[]>();
  const add = (index: Map<string, Finding[]>, key: string, finding: Finding) => {
    const found = index.get(key);
    if (found === undefined) index.set(key, [finding]);
    else found.push(finding);
  };
  for (const finding of all.filter(({ wire }) => wire !== "docs")) {
    for (const side of ["old", "new"] as const) {
      const pointer = finding[side]?.pointer;
      if (pointer === undefined) continue;
      for (const about of new Set([pointer, pointer.replace(KEYWORD, "")]))
        add(byPointer, `${side} ${about}`, finding);
    }
    const operations = new Set(finding.reach.map((use) => use.operation));
    if (ONE_WAY.test(finding.rule)) for (const one of operations) add(byDirection, one, finding);
    const [operation, ...others] = operations;
    if (operation !== undefined && others.length === 0) add(byOperation, operation, finding);
  }
  return { byPointer, byOperation, byDirection };
}

/** Rules about a property that is part of requests or of responses only, from now on or no longer: models are split by it. */
const ONE_WAY = /\.became-(?:not-)?(?:read|write)-only$/u;

/** A keyword of a schema, parameter or operation that an edit is about, at the end of a pointer; not the name of a property. */
const KEYWORD =
  /(?<!\/(?:properties|patternProperties|\$defs|schemas|dependentSchemas))\/(?:additionalProperties|allOf|anyOf|const|contentEncoding|contentMediaType|discriminator|enum|format|items|nullable|oneOf|operationId|readOnly|required|tags|type|writeOnly|x-enum-varnames|x-extensible-enum)(?:\/\d+)?$/u;

function findWire(change: SurfaceChange, index: FindingIndex): Finding | undefined {
  const { anchors } = change;
  const keys = [
    ...anchors.new.slice(0, 1).map((pointer) => `new ${pointer}`),
    ...anchors.old.slice(0, 1).map((pointer) => `old ${pointer}`),
  ];
  const found = keys.flatMap((key) => index.byPointer.get(key) ?? []);
  return findStatus(change, index) ?? heaviest(found) ?? findByName(change, index);
}

/**
 * The status that came or went, of a change that follows from it: another result of the method, or a model that is described in the
 * response alone.
 */
function findStatus({ anchors, names, rule }: SurfaceChange, index: FindingIndex): Finding | undefined {
  const pointers = [anchors.new[0], anchors.old[0]].filter((pointer) => pointer !== undefined);
  const isOfResult =
    /^sdk\.(?:alternative|member|type|value)-/u.test(rule) && /\(\)/u.test(names.new ?? names.old ?? "");
  const results = isOfResult ? pointers.flatMap((pointer) => operationOf(pointer) ?? []) : [];
  const described = pointers.flatMap(
    (pointer) => operationOf(pointer.split("/responses/", 1)[0] ?? "") ?? [],
  );
  const statuses = [...results, ...described]
    .flatMap((operation) => index.byOperation.get(operation) ?? [])
    .filter((finding) => /\.status\.success-/u.test(finding.rule));
  return heaviest(
    results.length > 0
      ? statuses
      : statuses.filter((finding) => pointers.some((pointer) => isWithin(pointer, finding))),
  );
}

function isWithin(pointer: string, { old, new: now }: Finding): boolean {
  return [old, now].some((position) => position !== undefined && pointer.startsWith(`${position.pointer}/`));
}

function heaviest(findings: readonly Finding[]): Finding | undefined {
  return findings.toSorted((left, right) => WEIGHT.indexOf(right.wire) - WEIGHT.indexOf(left.wire))[0];
}

/**
 * The finding of a change that is known by its operation alone: a member of a method's input is the parameter of its name, an argument
 * follows from parameters and body, scopes from the security of the operation, and a value has its ETag from a response header. What
 * a call gives follows from the statuses of its success.
 */
function findByName(change: SurfaceChange, { byOperation, byDirection }: FindingIndex): Finding | undefined {
  const pointer = change.anchors.new[0] ?? change.anchors.old[0];
  const operation = pointer === undefined ? undefined : operationOf(pointer);
  const findings = operation === undefined ? [] : (byOperation.get(operation) ?? []);
  if (/^sdk\.method-scope/u.test(change.rule)) {
    return heaviest(findings.filter(({ rule }) => /(?:^|\.)security\./u.test(rule)));
  }
  const name = change.names.new ?? change.names.old ?? "";
  if (/^sdk\.parameter-/u.test(change.rule) || /^[^()]+\(\w+\)/u.test(name)) {
    return heaviest(findings.filter(({ rule }) => /^request\.(?:body|parameter)\./u.test(rule)));
  }
  if (isOfETag(change)) {
    return heaviest(findings.filter(({ reach }) => reach.some(({ part }) => / header etag$/iu.test(part))));
  }
  if (name.endsWith("()")) {
    return heaviest(findings.filter(({ rule }) => /^response\.(?:status|body|media-type)\./u.test(rule)));
  }
  if (!/^sdk\.(?:alternative|member|type|value)-/u.test(change.rule)) return undefined;
  const member = name.split(".").at(-1) ?? "";
  const own = findings.filter(({ reach }) => reach.some(({ part }) => isNamed(part, member)));
  const oneWay = operation === undefined ? [] : (byDirection.get(operation) ?? []);
  return heaviest(own.length > 0 ? own : oneWay);
}

/** Whether a method returns a value with its ETag on one side only. */
function isOfETag({ rule, arguments: { from, to } }: SurfaceChange): boolean {
  const [before, after] = [from, to].map((type) => typeof type === "string" && type.includes("Versioned<"));
  return rule === "sdk.method-result-changed" && before !== after;
}

/** `query parameter page_size` is the member `pageSize`. */
function isNamed(part: string, member: string): boolean {
  const [, parameter] = /^\w+ parameter (.+)$/u.exec(part) ?? [];
  return parameter !== undefined && words(parameter).join(" ") === words(member).join(" ");
}

/** `GET /pets` of `#/paths/~1pets/get`; undefined for any other pointer. */
function operationOf(pointer: string): string | undefined {
  const [top, path, method, ...more] = pointerKeys(pointer);
  if (top !== "paths" || path === undefined || method === undefined || more.length > 0) return undefined;
  return `${method.toUpperCase()} ${path}`;
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
      arguments: change.arguments,
      old: { pointer: anchors.old[0] ?? "", value: textOf(change, "old") },
      new: { pointer: anchors.new[0] ?? anchors.old[0] ?? "", value: textOf(change, "new") },
    }),
  };
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
