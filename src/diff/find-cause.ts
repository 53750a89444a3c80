import { operationPosition } from "../openapi/operations.js";
import { pointerKeys } from "../text/json-pointer.js";
import { words } from "../text/words.js";
import type { Finding } from "./finding.js";
import type { SurfaceChange } from "./surface/surface-change.js";

/** Findings of the wire, for looking them up. */
export interface FindingIndex {
  /** By side and pointer, `old #/paths/~1pets`; also those that are about one keyword of what is there. */
  readonly byPointer: ReadonlyMap<string, readonly Finding[]>;
  /** By the operations that they reach; those that reach one alone. */
  readonly byOperation: ReadonlyMap<string, readonly Finding[]>;
  /** By every operation that they reach: those that change the input of each. */
  readonly ofInputs: ReadonlyMap<string, readonly Finding[]>;
}

/** The findings of a report, by what they are about. */
export function indexFindings(all: readonly Finding[]): FindingIndex {
  const byPointer = new Map<string, Finding[]>();
  const byOperation = new Map<string, Finding[]>();
  const ofInputs = new Map<string, Finding[]>();
  const add = (index: Map<string, Finding[]>, key: string, finding: Finding) => {
    const found = index.get(key);
    if (found === undefined) index.set(key, [finding]);
    else found.push(finding);
  };
  for (const finding of all.filter(({ rule, wire }) => wire !== "docs" && !LIFE_CYCLE.test(rule))) {
    for (const side of ["old", "new"] as const) {
      const pointer = finding[side]?.pointer;
      if (pointer === undefined) continue;
      for (const about of new Set([pointer, pointer.replace(KEYWORD, "")]))
        add(byPointer, `${side} ${about}`, finding);
    }
    const operations = new Set(finding.reach.map((use) => use.operation));
    if (OF_INPUTS.test(finding.rule)) for (const one of operations) add(ofInputs, one, finding);
    const [operation, ...others] = operations;
    if (operation !== undefined && others.length === 0) add(byOperation, operation, finding);
  }
  return { byPointer, byOperation, ofInputs };
}

/** Rules about the life of something: no type changes by it, and a policy may take the finding out. */
const LIFE_CYCLE = /(?:^|[.-])(?:deprecat|deprecation|reactivated|sunset|stability)|^document\./u;

/**
 * Rules that change the type of inputs: a property that is part of requests or of responses only splits a model, and the name of a path
 * parameter is a member.
 */
const OF_INPUTS = /\.became-(?:not-)?(?:read|write)-only$|^path\.parameter-renamed$/u;

/** A keyword of a schema, parameter or operation that an edit is about, at the end of a pointer; not the name of a property. */
const KEYWORD =
  /(?<!\/(?:properties|patternProperties|\$defs|schemas|dependentSchemas))\/(?:additionalProperties|allOf|anyOf|const|contentEncoding|contentMediaType|discriminator|enum|format|items|nullable|oneOf|operationId|readOnly|required|tags|type|writeOnly|x-enum-varnames|x-extensible-enum)(?:\/\d+)?$/u;

/** Pointers of what describes the values that a change of the surface is about, on either side. */
export type DescribedPointers = Readonly<Record<"new" | "old", readonly string[]>>;

/**
 * The finding that a change of the surface follows from; undefined: callers alone notice it.
 *
 * @param described - looked at where nothing is at the position of the change itself.
 */
export function findCause(
  change: SurfaceChange,
  index: FindingIndex,
  described: () => DescribedPointers = () => ({ new: [], old: [] }),
): Finding | undefined {
  const { anchors } = change;
  const keys = [
    ...anchors.new.slice(0, 1).map((pointer) => `new ${pointer}`),
    ...anchors.old.slice(0, 1).map((pointer) => `old ${pointer}`),
  ];
  const found = keys.flatMap((key) => index.byPointer.get(key) ?? []).filter((one) => canCause(one, change));
  return (
    heaviest(found) ??
    findDescribed(change, index, described()) ??
    findStatus(change, index) ??
    findByName(change, index)
  );
}

function findDescribed(
  change: SurfaceChange,
  { byPointer }: FindingIndex,
  pointers: DescribedPointers,
): Finding | undefined {
  // What comes or goes in an object is found at the object on the side that lacks it: it is a change of a member.
  const isOfMember = /^sdk\.member-/u.test(change.rule);
  const found = (["new", "old"] as const)
    .flatMap((side) => pointers[side].flatMap((pointer) => byPointer.get(`${side} ${pointer}`) ?? []))
    .filter((one) => canCause(one, change))
    .filter(({ rule }) => isOfMember || !/\.property\.(?:[a-z]+-)?(?:added|removed)$/u.test(rule));
  return heaviest(found);
}

/** What an operation is known by changes the names of methods, and nothing that they take or give. */
function canCause({ rule }: Finding, change: SurfaceChange): boolean {
  return (
    !/^operation\.(?:id|tags)-/u.test(rule) ||
    /^sdk\.(?:method-(?:added|removed|renamed)|resource-)/u.test(change.rule)
  );
}

/**
 * The status that came or went, of a change that follows from it: another result of the method, or a model that is described in the
 * response alone.
 */
function findStatus({ anchors, names, rule }: SurfaceChange, index: FindingIndex): Finding | undefined {
  const pointers = [anchors.new[0], anchors.old[0]].filter((pointer) => pointer !== undefined);
  const isOfResult =
    /^sdk\.(?:alternative|type|value)-/u.test(rule) && /\(\)$/u.test(names.new ?? names.old ?? "");
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
 * follows from parameters and body, scopes from the security of the operation, and a value has its ETag from a response header.
 */
function findByName(change: SurfaceChange, { byOperation, ofInputs }: FindingIndex): Finding | undefined {
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
  if (!/^sdk\.(?:alternative|member|type|value)-/u.test(change.rule)) return undefined;
  const member = name.split(".").at(-1) ?? "";
  const own = findings.filter((finding) => parameterNames(finding).some((one) => isNamed(one, member)));
  const shared = operation === undefined ? [] : (ofInputs.get(operation) ?? []);
  return heaviest(own.length > 0 ? own : shared);
}

/** Whether a method returns a value with its ETag on one side only. */
function isOfETag({ rule, arguments: { from, to } }: SurfaceChange): boolean {
  const [before, after] = [from, to].map((type) => typeof type === "string" && type.includes("Versioned<"));
  return rule === "sdk.method-result-changed" && before !== after;
}

/** The names of the parameter that a finding is about: of one that was renamed, both. */
function parameterNames({ rule, reach, old, new: now }: Finding): readonly string[] {
  const values = /parameter[.-]renamed$/u.test(rule) ? [old?.value, now?.value] : [];
  const parts = reach.map(({ part }) => /^\w+ parameter (.+)$/u.exec(part)?.[1]);
  return [...values, ...parts].filter((name) => typeof name === "string");
}

/** The parameter `page_size` is the member `pageSize`. */
function isNamed(parameter: string, member: string): boolean {
  return words(parameter).join(" ") === words(member).join(" ");
}

/** `GET /pets` of `#/paths/~1pets/get`; undefined for any other pointer. */
function operationOf(pointer: string): string | undefined {
  const position = operationPosition(pointerKeys(pointer));
  return position === undefined || position.below.length > 0
    ? undefined
    : `${position.method} ${position.path}`;
}

const WEIGHT: readonly Finding["wire"][] = ["docs", "none", "compatible", "risky", "breaking"];
