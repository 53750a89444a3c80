import { operationPosition } from "../../openapi/operations.js";
import { codeSpan } from "../../text/printable.js";
import { pointerKeys, toPointer } from "../../text/json-pointer.js";
import { words } from "../../text/words.js";
import type { Finding } from "../finding.js";
import type { SurfaceChange } from "../surface/surface-change.js";

/** Findings of the wire, for looking them up. */
export interface FindingIndex {
  /** By side and pointer, `old #/paths/~1pets`; also those that are about one keyword of what is there. */
  readonly byPointer: ReadonlyMap<string, readonly Finding[]>;
  /** By the operations that they reach; those that reach one alone. */
  readonly byOperation: ReadonlyMap<string, readonly Finding[]>;
  /** By every operation that they reach. */
  readonly reaching: ReadonlyMap<string, readonly Finding[]>;
  /** By every operation that they reach: those that change the input of each. */
  readonly ofInputs: ReadonlyMap<string, readonly Finding[]>;
  /** Those about the property of a discriminator, and about a value that its mapping has. */
  readonly ofMappings: readonly Finding[];
  /** Those about values of a list. */
  readonly ofValues: readonly Finding[];
  /** Those about operations that came or went. */
  readonly ofOperations: readonly Finding[];
  readonly ofSecurity: readonly Finding[];
  readonly ofServers: readonly Finding[];
}

/** The findings of a report, by what they are about. */
export function indexFindings(all: readonly Finding[]): FindingIndex {
  const byPointer = new Map<string, Finding[]>();
  const byOperation = new Map<string, Finding[]>();
  const reaching = new Map<string, Finding[]>();
  const ofInputs = new Map<string, Finding[]>();
  const add = (index: Map<string, Finding[]>, key: string, finding: Finding) => {
    const found = index.get(key);
    if (found === undefined) index.set(key, [finding]);
    else found.push(finding);
  };
  const causes = all.filter(({ rule, wire }) => wire !== "docs" && !LIFE_CYCLE.test(rule));
  for (const finding of causes) {
    for (const side of ["old", "new"] as const) {
      const pointer = finding[side]?.pointer;
      if (pointer === undefined) continue;
      for (const about of new Set([pointer, pointer.replace(KEYWORD, "")]))
        add(byPointer, `${side} ${about}`, finding);
    }
    const operations = new Set(finding.reach.map((use) => use.operation));
    for (const one of operations) add(reaching, one, finding);
    if (OF_INPUTS.test(finding.rule)) for (const one of operations) add(ofInputs, one, finding);
    const [operation, ...others] = operations;
    if (operation !== undefined && others.length === 0) add(byOperation, operation, finding);
  }
  const ofMappings = all.filter(({ rule }) => /\.discriminator\./u.test(rule));
  const ofSecurity = causes.filter(({ rule }) => /(?:^|\.)security(?:-scheme)?\./u.test(rule));
  const ofServers = causes.filter(({ rule }) => /(?:^|\.)server\./u.test(rule));
  const ofValues = causes.filter(({ rule }) => /\.(?:const|enum)\./u.test(rule));
  const ofOperations = causes.filter(({ rule }) => /^operation\.(?:added|removed)/u.test(rule));
  return {
    byPointer,
    byOperation,
    reaching,
    ofInputs,
    ofMappings,
    ofValues,
    ofOperations,
    ofSecurity,
    ofServers,
  };
}

/** Rules about the life of something: no type changes by it, and a policy may take the finding out. */
const LIFE_CYCLE =
  /(?:^|[.-])(?:deprecat|deprecation|reactivated|(?<!removed-before-)sunset|stability)|^document\./u;

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
  described: DescribedPointers,
): Finding | undefined {
  return (
    findAt(change, index, described) ??
    findStatus(change, index) ??
    findErrorBody(change, index) ??
    findWhole(change, index, described) ??
    findByName(change, index) ??
    findMapping(change, index) ??
    findDistinguishing(change, index)
  );
}

/** The finding at the position of a change, or at what describes its values. */
function findAt(
  change: SurfaceChange,
  index: FindingIndex,
  described: DescribedPointers,
): Finding | undefined {
  const { anchors } = change;
  const keys = [
    ...anchors.new.slice(0, 1).map((pointer) => `new ${pointer}`),
    ...anchors.old.slice(0, 1).map((pointer) => `old ${pointer}`),
  ];
  const found = keys.flatMap((key) => index.byPointer.get(key) ?? []).filter((one) => canCause(one, change));
  return heaviest(found) ?? findDescribed(change, index, described);
}

/**
 * Whether a change is about the very thing that its cause is about, so that the position and values of the cause say all of it. A part
 * of an operation is not the operation, whose method, inputs and results have many causes.
 */
export function isAtCause(
  change: SurfaceChange,
  cause: Finding,
  index: FindingIndex,
  described: DescribedPointers,
): boolean {
  if (findAt(change, index, described) !== cause) return false;
  const [pointer = ""] = [...change.anchors.new, ...change.anchors.old];
  const isOfMethod = operationOf(pointer) !== undefined || /^sdk\.(?:method|parameter)-/u.test(change.rule);
  return !isOfMethod || cause.rule.startsWith("operation.");
}

/** The only finding about a mapped value that came or went: the property of the alternative has it as its value. */
function findMapping(
  { rule, arguments: { value } }: SurfaceChange,
  index: FindingIndex,
): Finding | undefined {
  const change = /^sdk\.value-(added|removed)$/u.exec(rule)?.[1];
  if (change === undefined || typeof value !== "string") return undefined;
  const [cause, ...others] = index.ofMappings.filter(
    (one) => one.rule.endsWith(`.mapping-${change}`) && one.title.endsWith(` ${codeSpan(value)}.`),
  );
  return others.length === 0 ? cause : undefined;
}

/** The only finding about the property of a discriminator, of a member with its old or its new name. */
function findDistinguishing({ names, rule }: SurfaceChange, index: FindingIndex): Finding | undefined {
  const isOfMember = /^sdk\.(?:member|type)-/u.test(rule);
  const name = isOfMember ? (names.new ?? names.old ?? "").split(".").at(-1) : undefined;
  if (name === undefined) return undefined;
  const [cause, ...others] = index.ofMappings.filter(
    (one) =>
      /\.(?:added|property-changed|removed)$/u.test(one.rule) && one.title.includes(` ${codeSpan(name)}`),
  );
  return others.length === 0 ? cause : undefined;
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
    .filter((one) => isOfMember || !OF_MEMBERS.test(one.rule))
    .filter(
      (one) => !isOfRequired(one) || one.element.includes(codeSpan(change.described?.new?.path.at(-1) ?? "")),
    );
  return heaviest(found);
}

/** Whether a finding is at the list of required members, which can be that of several. */
function isOfRequired({ old, new: now }: Finding): boolean {
  return [old, now].some((position) => position?.pointer.endsWith("/required") === true);
}

/** Rules that are about a property, at the object on a side that lacks it. */
const OF_MEMBERS = /\.property\.(?:[a-z]+-)?(?:added|removed)$/u;

/**
 * Whether a change of the surface can follow from a finding at its place. What an operation is known by changes the names of methods, and
 * nothing that they take or give; a value that came takes none away.
 */
export function canCause({ rule }: Finding, change: SurfaceChange): boolean {
  const [, value] = /\.enum\.value-(added|removed)$/u.exec(rule) ?? [];
  const [, ofCallers = value] = /^sdk\.value-(added|removed)$/u.exec(change.rule) ?? [];
  if (value !== undefined && value !== ofCallers) return false;
  return (
    !/^operation\.(?:id|tags)-/u.test(rule) ||
    /^sdk\.(?:method-(?:added|removed|renamed)|resource-)/u.test(change.rule)
  );
}

/** The status that came or went, or is another kind of response, of another result of the method. */
function findStatus({ anchors, names, rule }: SurfaceChange, index: FindingIndex): Finding | undefined {
  const isOfResult =
    /^sdk\.method-result-/u.test(rule) ||
    (/^sdk\.(?:alternative|type|value)-/u.test(rule) &&
      /(?:\(\)|\.withResponse\(\)\.status)$/u.test(names.new ?? names.old ?? ""));
  if (!isOfResult) return undefined;
  return heaviest(
    findingsAt(anchors, index).filter((finding) => /\.status\.(?:success|became)-/u.test(finding.rule)),
  );
}

/** The status or its content that came or went, of the type of an error body. */
function findErrorBody(change: SurfaceChange, index: FindingIndex): Finding | undefined {
  const { status } = change.arguments;
  if (!/^sdk\.error-body-/u.test(change.rule) || typeof status !== "string") return undefined;
  const findings = findingsAt(change.anchors, index);
  const causes = standingFor(status).map((one) =>
    heaviest(
      findings.filter(
        ({ rule, reach }) =>
          /\.(?:media-type|status)\./u.test(rule) && reach.every(({ part }) => part === `response ${one}`),
      ),
    ),
  );
  return causes.find((one) => one !== undefined);
}

/** A status, and what describes it where the contract does not list it: its range, then `default`. */
export function standingFor(status: string): readonly string[] {
  return status === "default"
    ? [status]
    : [...new Set([status.toUpperCase(), `${status.slice(0, 1)}XX`, "default"])];
}

/** The findings that reach the operation of a change alone. */
function findingsAt(
  { old, new: now }: SurfaceChange["anchors"],
  { byOperation }: FindingIndex,
): readonly Finding[] {
  const operations = new Set(
    [now[0], old[0]].flatMap((pointer) => (pointer === undefined ? [] : (operationOf(pointer) ?? []))),
  );
  return [...operations].flatMap((operation) => byOperation.get(operation) ?? []);
}

/** What came or went as a whole, or is an error now: names of the client come and go with it. */
const WHOLE =
  /(?:^|\.)(?:body|callback|delivered-type|header|media-type|operation|parameter|status|webhook)\.(?:[a-z]+-)*(?:added|removed)(?:-before-sunset)?$|\.status\.became-/u;

/** The finding about the operation, response or the like that has what a name of the client is made of. */
function findWhole(
  { rule, anchors }: SurfaceChange,
  { byPointer }: FindingIndex,
  described: DescribedPointers,
): Finding | undefined {
  if (!/-(?:added|removed)$/u.test(rule)) return undefined;
  const side = rule.endsWith("-added") ? "new" : "old";
  const [pointer = described[side][0]] = anchors[side];
  if (pointer === undefined) return undefined;
  const keys = pointerKeys(pointer);
  const found = keys.flatMap((_, index) =>
    (byPointer.get(`${side} ${toPointer(keys.slice(0, keys.length - index))}`) ?? []).filter((one) =>
      WHOLE.test(one.rule),
    ),
  );
  return found[0];
}

/** The finding about a part of the schema that a name is made of, or about the nearest schema that it is a part of. */
export function findWithin({ anchors }: SurfaceChange, { byPointer }: FindingIndex): Finding | undefined {
  const found = (["new", "old"] as const).flatMap((side) => {
    const [pointer] = anchors[side];
    if (pointer === undefined || operationOf(pointer) !== undefined) return [];
    // A part that one side alone has is where it was added or removed.
    const sides = [`${side} ${pointer}/`, `${side === "new" ? "old" : "new"} ${pointer}/`];
    const below = [...byPointer].filter(([key]) => sides.some((start) => key.startsWith(start)));
    const keys = pointerKeys(pointer);
    const above = keys.map((_, index) => byPointer.get(`${side} ${toPointer(keys.slice(0, -1 - index))}`));
    return [
      heaviest(below.flatMap(([, all]) => all)) ?? above.find((all) => all !== undefined)?.[0] ?? [],
    ].flat();
  });
  return heaviest(found);
}

/**
 * The finding about the schema that has a member, where none is about the member: what its values are changed as a whole; or about a property
 * of a model that is in requests or responses only, of the type that is without it.
 */
export function findOwner(
  { anchors, described, names, rule }: SurfaceChange,
  { byPointer }: FindingIndex,
  ownersOf: (described: NonNullable<SurfaceChange["described"]>) => DescribedPointers,
): Finding | undefined {
  const below = (key: string, rules: RegExp) =>
    [...byPointer].flatMap(([at, all]) =>
      at.startsWith(`${key}/properties/`) ? all.filter((one) => rules.test(one.rule)) : [],
    );
  const sides = ["new", "old"] as const;
  if (/^sdk\.type-/u.test(rule))
    return heaviest(
      sides.flatMap((side) => anchors[side].slice(0, 1).flatMap((at) => below(`${side} ${at}`, OF_INPUTS))),
    );
  if (!/^sdk\.member-/u.test(rule) || described === undefined) return undefined;
  const owners = ownersOf(described);
  // A type without members of its own has any.
  const isOfRest = /\[name\]$/u.test(names.new ?? names.old ?? "");
  const found = sides.flatMap((side) =>
    owners[side].flatMap((pointer) => [
      ...(byPointer.get(`${side} ${pointer}`) ?? []).filter((one) => OF_WHOLE.test(one.rule)),
      ...(isOfRest ? below(`${side} ${pointer}`, OF_MEMBERS) : []),
    ]),
  );
  return heaviest(found);
}

/** Rules about the values of a schema as a whole. */
const OF_WHOLE =
  /\.(?:additional-properties|any-of|one-of|pattern-property|type|unevaluated-properties)\.[a-z-]+$/u;

/** The one with the heaviest level on the wire; of several, the first. */
export function heaviest(findings: readonly Finding[]): Finding | undefined {
  return findings.toSorted((left, right) => WEIGHT.indexOf(right.wire) - WEIGHT.indexOf(left.wire))[0];
}

/**
 * The finding of a change that is known by its operation alone: a member of a method's input is the parameter of its name, an argument
 * follows from parameters and body, scopes from the security of the operation, and a value has its ETag from a response header.
 */
function findByName(change: SurfaceChange, { byOperation, ofInputs }: FindingIndex): Finding | undefined {
  const { source } = change.described?.new ?? change.described?.old ?? {};
  const own = source !== undefined && "operation" in source ? source.operation : undefined;
  const pointer = change.anchors.new[0] ?? change.anchors.old[0] ?? own;
  const operation = pointer === undefined ? undefined : operationOf(pointer);
  const findings = operation === undefined ? [] : (byOperation.get(operation) ?? []);
  if (/^sdk\.method-scope/u.test(change.rule)) {
    return heaviest(findings.filter(({ rule }) => /(?:^|\.)security\./u.test(rule)));
  }
  const name = change.names.new ?? change.names.old ?? "";
  const isInput = /^sdk\.model-/u.test(change.rule) && source?.kind === "argument";
  if (isInput || /^sdk\.parameter-/u.test(change.rule) || /^[^()]+\(\w+\)/u.test(name)) {
    return heaviest(findings.filter(({ rule }) => /^request\.(?:body|parameter)\./u.test(rule)));
  }
  if (isOfETag(change)) {
    return heaviest(findings.filter(({ reach }) => reach.some(({ part }) => / header etag$/iu.test(part))));
  }
  if (!/^sdk\.(?:alternative|member|type|value)-/u.test(change.rule)) return undefined;
  const member = name.split(".").at(-1) ?? "";
  const named = findings.filter((finding) => parameterNames(finding).some((one) => isNamed(one, member)));
  const shared = operation === undefined ? [] : (ofInputs.get(operation) ?? []);
  return heaviest(named.length > 0 ? named : shared);
}

/** Whether a method returns a value with its ETag on one side only. */
function isOfETag({ rule, arguments: { from, to } }: SurfaceChange): boolean {
  const [before, after] = [from, to].map((type) => typeof type === "string" && type.includes("Versioned<"));
  return rule === "sdk.method-result-changed" && before !== after;
}

/** Whether it returns the same value otherwise. */
export function isOfETagAlone(change: SurfaceChange): boolean {
  const { from, to } = change.arguments;
  const [before, after] = [from, to].map((type) => String(type).replace(/Versioned<(.*), "[^"]*">/u, "$1"));
  return isOfETag(change) && before === after;
}

/** The names of the parameter that a finding is about: of one that was renamed, both. */
export function parameterNames({ rule, reach, old, new: now }: Finding): readonly string[] {
  const values = /parameter[.-]renamed$/u.test(rule) ? [old?.value, now?.value] : [];
  const parts = reach.map(({ part }) => /^\w+ parameter (.+)$/u.exec(part)?.[1]);
  return [...values, ...parts].filter((name) => typeof name === "string");
}

/** The parameter `page_size` is the member `pageSize`. */
export function isNamed(parameter: string, member: string): boolean {
  return words(parameter).join(" ") === words(member).join(" ");
}

/** `GET /pets` of `#/paths/~1pets/get`; undefined for any other pointer. */
export function operationOf(pointer: string): string | undefined {
  const position = operationPosition(pointerKeys(pointer));
  return position === undefined || position.below.length > 0
    ? undefined
    : `${position.method} ${position.path}`;
}

const WEIGHT: readonly Finding["wire"][] = ["docs", "none", "compatible", "risky", "breaking"];
