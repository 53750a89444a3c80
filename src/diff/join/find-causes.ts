import { codeSpan } from "../../text/printable.js";
import type { Use } from "../fact.js";
import type { Finding } from "../finding.js";
import type { Described, Source } from "../surface/position.js";
import {
  canCause,
  type DescribedPointers,
  findCause,
  type FindingIndex,
  findOwner,
  findWithin,
  heaviest,
  isAtCause,
  isNamed,
  isOfETagAlone,
  operationOf,
  parameterNames,
  standingFor,
} from "./find-cause.js";
import type { SurfaceChange } from "../surface/surface-change.js";

/** What changes of the surface follow from. */
export interface Causes {
  /** Findings of the wire. */
  readonly findings: ReadonlyMap<SurfaceChange, Finding>;
  /** Other changes of the surface, of those that no finding causes. */
  readonly changes: ReadonlyMap<SurfaceChange, SurfaceChange>;
  /** Changes that are about the very thing that their finding is about. */
  readonly own: ReadonlySet<SurfaceChange>;
}

/** Causes of changes: filled on the way. */
type Found = Map<SurfaceChange, Finding>;

/**
 * What each change of the surface follows from, from the nearest to the farthest: a finding at what it is about, a finding that
 * reaches the part of the operation that it is about, and the cause of the changes that name what came or went.
 */
export function findCauses(
  changes: readonly SurfaceChange[],
  index: FindingIndex,
  describedIn: (change: SurfaceChange) => DescribedPointers,
): Causes {
  const findings: Found = new Map();
  const fill = (find: (change: SurfaceChange) => Finding | undefined) => {
    for (const change of changes) {
      const cause = findings.has(change) ? undefined : find(change);
      if (cause !== undefined) findings.set(change, cause);
    }
  };
  const own = new Set<SurfaceChange>();
  fill((change) => {
    const described = describedIn(change);
    const cause = findCause(change, index, described);
    if (cause !== undefined && isAtCause(change, cause, index, described)) own.add(change);
    return cause;
  });
  const ownersOf = (change: SurfaceChange) => (described: NonNullable<SurfaceChange["described"]>) => {
    const up = (value: Described | undefined) => value && { ...value, path: value.path.slice(0, -1) };
    const [old, now] = [up(described.old), up(described.new)];
    return describedIn({ ...change, described: { ...(old && { old }), ...(now && { new: now }) } });
  };
  followReads(changes, findings);
  fill((change) => findReaching(change, index));
  const roots = new Map<SurfaceChange, SurfaceChange>();
  const named = indexNames(changes);
  followUsers(changes, named, { findings, changes: roots });
  fill((change) => (isOfName(change) ? findWithin(change, index) : undefined));
  fill((change) => findNamed(change, named, findings));
  followWhole(changes, { findings, changes: roots });
  followUsers(changes, named, { findings, changes: roots });
  fill((change) => (roots.has(change) ? undefined : findOwner(change, index, ownersOf(change))));
  followOnly(changes, { findings, changes: roots });
  return { findings, changes: roots, own };
}

/**
 * Changes that follow from a read that lost or got its ETag: the change that needs it names that read in its types, and has a method
 * that reads before it changes.
 */
function followReads(changes: readonly SurfaceChange[], causes: Found): void {
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

/**
 * Whether a name came or went because something names it, or no longer does; that of a schema in place also changes with what it is made of.
 * A component has the name that its author gave it.
 */
function isOfName({ rule, anchors }: SurfaceChange): boolean {
  if (/^sdk\.(?:export|model|resource)-(?:added|removed)$/u.test(rule)) return true;
  const isComponent = /^#\/components\/schemas\/[^/]+$/u.test(anchors.new[0] ?? "");
  return rule === "sdk.model-renamed" && !isComponent;
}

/** Changes by names of the client. */
interface Named {
  /** Those that are about what has the name. */
  readonly about: ReadonlyMap<string, readonly SurfaceChange[]>;
  /** Those of types that are written with it. */
  readonly within: ReadonlyMap<string, readonly SurfaceChange[]>;
}

function indexNames(changes: readonly SurfaceChange[]): Named {
  const group = (namesOf: (change: SurfaceChange) => readonly string[]) => {
    const groups = new Map<string, SurfaceChange[]>();
    for (const change of changes)
      for (const name of new Set(namesOf(change))) {
        const known = groups.get(name);
        if (known === undefined) groups.set(name, [change]);
        else known.push(change);
      }
    return groups;
  };
  return { about: group(ownersOf), within: group(({ types = [] }) => types) };
}

/** What a change is about, by the names that a client has: `pets.list` and `pets` of `pets.list().name`. */
function ownersOf(change: SurfaceChange): readonly string[] {
  return allNames(change).flatMap((whole) => {
    const [name = ""] = whole.split(/[([]/u, 1);
    return [...new Set([name, name.split(".", 1)[0] ?? name])];
  });
}

function allNames({ names, more = [] }: SurfaceChange): readonly string[] {
  return [names, ...more].flatMap(({ old, new: now }) => old ?? now ?? []);
}

/** Causes as they are found. */
interface Finds {
  readonly findings: Found;
  readonly changes: Map<SurfaceChange, SurfaceChange>;
}

/** Names come and go with the changes of what names them. */
function followUsers(changes: readonly SurfaceChange[], named: Named, causes: Finds): void {
  let open = changes.filter((one) => isOfName(one) && !causes.findings.has(one) && !causes.changes.has(one));
  // What names a name can be such a name itself.
  for (let before = -1; before !== open.length;) {
    before = open.length;
    open = open.filter((change) => {
      const users = usersOf(change, named);
      const finding = heaviest(users.flatMap((user) => causes.findings.get(user) ?? []));
      if (finding !== undefined) causes.findings.set(change, finding);
      const root = users.map((user) => causes.changes.get(user) ?? user).find((one) => !isOfName(one));
      if (finding === undefined && root !== undefined) causes.changes.set(change, root);
      return finding === undefined && root === undefined;
    });
  }
}

/** What the runtime exports for a feature has no place in the contract: where all else follows from one finding, it does too. */
function followOnly(changes: readonly SurfaceChange[], causes: Finds): void {
  const [cause, ...others] = new Set(causes.findings.values());
  if (cause === undefined || others.length > 0) return;
  for (const change of changes)
    if (/^sdk\.export-/u.test(change.rule) && !causes.changes.has(change)) causes.findings.set(change, cause);
}

/** The changes that name what came or went; where no change does by itself, those of what names it. */
function usersOf(change: SurfaceChange, { about, within }: Named): readonly SurfaceChange[] {
  const names = allNames(change);
  const { users = [] } = change;
  const others = (groups: Named["about"], given: readonly string[]) =>
    [...new Set(given.flatMap((name) => groups.get(name) ?? []))].filter((one) => one !== change);
  const naming = others(within, names);
  return naming.length > 0 ? naming : [...others(about, [...names, ...users]), ...others(within, users)];
}

/** The cause of what a type is written with, where that changed. */
function findNamed(change: SurfaceChange, { about }: Named, causes: Found): Finding | undefined {
  const isName = isOfName(change);
  if (!isName && !/^sdk\.(?:alternative|type)-/u.test(change.rule)) return undefined;
  const named = (change.types ?? []).flatMap((name) => about.get(name) ?? []);
  return heaviest(named.filter((one) => !isName || isOfName(one)).flatMap((one) => causes.get(one) ?? []));
}

/**
 * What changes within an argument, a result or the errors of an operation follows from what changes it as a whole, where no finding says
 * more.
 */
function followWhole(changes: readonly SurfaceChange[], causes: Finds): void {
  const open = changes.filter((one) => !causes.findings.has(one) && !causes.changes.has(one));
  const wholes = new Map<string, SurfaceChange>();
  const keyed = open.flatMap((change) => {
    const key = wholeOf(change);
    return key === undefined ? [] : [{ key, change }];
  });
  for (const { key, change } of keyed.toSorted((left, right) => rankOf(left.change) - rankOf(right.change))) {
    const whole = wholes.get(key);
    if (whole !== undefined) causes.changes.set(change, whole);
    else if (rankOf(change) < WITHIN) wholes.set(key, change);
  }
}

/** What a change is a part of: the same text for the same argument, result or errors. */
function wholeOf(change: SurfaceChange): string | undefined {
  const { rule, described, element } = change;
  if (/^sdk\.error-body-/u.test(rule)) return `errors of ${element}`;
  const { source } = described?.old ?? described?.new ?? {};
  const isOfCall = source?.kind === "argument" || source?.kind === "result";
  return isOfCall && !isOfName(change) ? JSON.stringify(source) : undefined;
}

/** A change within a whole. */
const WITHIN = 2;

function rankOf({ rule, level, described }: SurfaceChange): number {
  const isOfErrors = /^sdk\.error-body-/u.test(rule);
  const path = described?.old?.path ?? described?.new?.path ?? [];
  if (!isOfErrors && path.length > 0) return WITHIN;
  return level === "breaking" ? 0 : 1;
}

/*
 * Findings that are not where a change of the surface is, and reach what the client makes it of: the part of an operation that an
 * argument, a result or an error is made of, and the security and servers that the options of the client are made of.
 */

/** Parts of operations that are of the same side of a call. */
type IsPart = (use: Use) => boolean;

/** The finding that reaches what a change is about; undefined: nothing that differs on the wire does. */
function findReaching(change: SurfaceChange, index: FindingIndex): Finding | undefined {
  const { source } = describedPart(change) ?? {};
  if (source?.kind === "client") return findOfClient(change, index);
  // A header gives a value its ETag, and no other part of the operation does.
  if (isOfETagAlone(change)) return undefined;
  const parts = partsOf(change);
  const reaching = operationsOf(change, source, index)
    .flatMap((operation) => (index.reaching.get(operation) ?? []).map((finding) => ({ operation, finding })))
    .filter(({ finding }) => canCause(finding, change) && isForAll(finding, change));
  for (const isPart of parts) {
    const found = reaching.filter(({ operation, finding }) =>
      finding.reach.some((use) => use.operation === operation && isPart(use)),
    );
    if (found.length > 0) return nearest(found.map(({ finding }) => finding));
  }
  return undefined;
}

/** What describes the values of a change: the part of an operation, where on one side that is nothing but a component. */
function describedPart({ described }: SurfaceChange): Described | undefined {
  const sides = [described?.new, described?.old].filter((side) => side !== undefined);
  return sides.find(({ source }) => source.kind !== "schema") ?? sides[0];
}

/** Findings that reach this operation alone come first, then the heavier ones. */
function nearest(findings: readonly Finding[]): Finding | undefined {
  const reached = ({ reach }: Finding) => new Set(reach.map(({ operation }) => operation)).size;
  const least = Math.min(...findings.map(reached));
  return heaviest(findings.filter((finding) => reached(finding) === least));
}

const isRequest: IsPart = ({ part }) => part === "request body" || PARAMETER.test(part);
const isResult: IsPart = ({ part }) => /^response (?:[23]..|default)$/u.test(part);
const isHeader: IsPart = ({ part }) => /^response (?:[23]..|default) header /u.test(part);

/** The parts of an operation that a change can follow from, first those that it is more likely to follow from. */
function partsOf(change: SurfaceChange): readonly IsPart[] {
  const { rule } = change;
  const { source, path } = describedPart(change) ?? {};
  switch (source?.kind) {
    case "argument":
      return [isRequest];
    case "result":
      return path?.[0] === "withResponse()" ? [isResult, isHeader] : [isResult];
    case "error": {
      const parts = standingFor(source.name).map((status) => `response ${status}`);
      return [({ part }) => parts.includes(part)];
    }
    case "payload":
      return [({ part }) => part === "request body"];
    case "headers":
    case "query":
      return [({ part }) => PARAMETER.test(part)];
    default:
      if (rule.startsWith("sdk.parameter-")) return [isRequest];
      // Parameters decide whether a result is a sequence of pages.
      return /^sdk\.method-(?:added|removed|result-)/u.test(rule) ? [isResult, isRequest] : [];
  }
}

const PARAMETER = / parameter .+$/u;

/** The operations that a change is about; those of webhooks and callbacks by the name that the client has for them. */
function operationsOf(
  { anchors: { old, new: now } }: SurfaceChange,
  source: Source | undefined,
  { reaching }: FindingIndex,
): readonly string[] {
  if (source !== undefined && "callers" in source) {
    const names = source.name.split(".");
    return [...reaching.keys()].filter((operation) => {
      const [, name] = /^(?:callback|webhook) (\S+) /u.exec(operation) ?? [];
      return name !== undefined && (name === source.name || names.includes(name));
    });
  }
  const own = source !== undefined && "operation" in source ? [source.operation] : [];
  const pointers = [...now.slice(0, 1), ...old.slice(0, 1), ...own];
  return [...new Set(pointers.flatMap((pointer) => operationOf(pointer) ?? []))];
}

/**
 * A parameter is one member of what a method takes, and a status one alternative of what it gives: what changes there changes the
 * whole, and no other member.
 */
function isForAll(finding: Finding, { described, names, rule }: SurfaceChange): boolean {
  const isOfParameter = finding.reach.every(({ part }) => PARAMETER.test(part));
  if (!isOfParameter && !/\.status\./u.test(finding.rule)) return true;
  if (rule.startsWith("sdk.method-") || rule.startsWith("sdk.parameter-")) return true;
  const path = described?.new?.path ?? described?.old?.path;
  const name = names.old ?? names.new ?? "";
  if (path === undefined ? /[)]$/u.test(name) : path.length === 0) return true;
  const member = name.split(".").at(-1) ?? "";
  return isOfParameter && parameterNames(finding).some((one) => isNamed(one, member));
}

/** Options of the client are made of its servers and its security. */
function findOfClient(
  change: SurfaceChange,
  { ofOperations, ofServers, ofSecurity, ofValues }: FindingIndex,
): Finding | undefined {
  const { value } = change.arguments;
  // Codes of problems are the values of a property, wherever problems are described.
  if (change.names.old === "ProblemCode")
    return heaviest(
      ofValues.filter(({ title }) => typeof value === "string" && title.includes(codeSpan(value))),
    );
  const path = change.described?.new?.path ?? change.described?.old?.path ?? [];
  const isOfServer = /^(?:baseUrl|operationServers|serverUrl|serverVariables)$/u.test(path[0] ?? "");
  // Scopes come and go with the operations that require them.
  const findings = isOfServer ? ofServers : ofSecurity.length > 0 ? ofSecurity : ofOperations;
  const named = [...path.slice(1), ...(typeof value === "string" ? [value] : [])].map(codeSpan);
  const naming = findings.filter(({ title }) => named.some((name) => title.includes(name)));
  return heaviest(naming.length > 0 ? naming : findings);
}
