import type {
  CheckedInput,
  OperationDescriptor,
} from "../descriptors/operation-descriptor.js";
import type {
  IdentifierPaths,
  ParameterDescriptor,
} from "../descriptors/parameter-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { resolvedSnapshot } from "../values/snapshot.js";
import { isObject } from "../values/is-object.js";

/**
 * Refuses identifiers that are not strings: a number may have been rounded before it came here, and the
 * client could not see it.
 *
 * @returns the input as it is to be serialised: no `toJSON` above an identifier can change it any more
 * @throws ArgumentError that names the member, never its value
 */
export function checkIds(
  { body }: OperationDescriptor,
  { split, identifiers }: CheckedInput,
): CheckedInput {
  const names = new Set(identifiers);
  const copies = new Map<ParameterDescriptor, unknown>();
  for (const [parameter, value] of split.given) {
    const name = parameter.key ?? parameter.name;
    if (parameter.id === true) {
      names.add(name);
      // Null is another alternative, where a parameter may be null; elsewhere it cannot be written.
      if (value !== null) checkParameter(value, name);
    }
    if (parameter.ids === undefined) continue;
    const checked = checkValue(value, parameter, name, (inside) => {
      // What is inside a parameter is known as the parameter.
      if (inside === "") names.add(name);
    });
    if (checked !== value) copies.set(parameter, checked);
  }
  let checked = split;
  if (copies.size > 0)
    checked = {
      ...split,
      given: split.given.map(([parameter, value]) => [
        parameter,
        copies.get(parameter) ?? value,
      ]),
    };
  if (body?.ids !== undefined && split.body !== undefined) {
    const value = checkValue(split.body.value, body, undefined, (name) =>
      names.add(name === "" ? "body" : name),
    );
    if (value !== split.body.value)
      checked = { ...checked, body: { ...split.body, value } };
  }
  return { split: checked, identifiers: [...names] };
}

/** Members of a value that lead to identifiers, as a tree: paths that begin alike share their first steps. */
interface Spot {
  /** Names that lead here, from the root or from that of the group. */
  readonly path: readonly string[];
  /** The last of them that names a member, and no element: `filter/dealIds/*` is known as `dealIds`. */
  readonly name: string;
  /** Whether an identifier is here, and whether it may be the empty text. */
  is?: "identifier" | "identifierOrEmpty";
  readonly members: Map<string, Spot>;
  readonly some: {
    /** Absent: all members and elements. */
    readonly has: ((name: string) => boolean) | undefined;
    readonly spot: Spot;
  }[];
  readonly groups: number[];
}

interface Tree {
  readonly root: Spot;
  readonly groups: readonly Spot[];
}

/** Read once for each descriptor. */
const trees = new WeakMap<IdentifierPaths, Tree>();

function treeOf(paths: IdentifierPaths): Tree {
  const known = trees.get(paths);
  if (known !== undefined) return known;
  const { ids = [], idGroups = [] } = paths;
  const tree = { root: spotOf(ids), groups: idGroups.map(spotOf) };
  trees.set(paths, tree);
  return tree;
}

function spotOf(paths: readonly string[]): Spot {
  const root = emptySpot([]);
  const bySteps = new Map<string, Spot>([["", root]]);
  for (const path of paths) {
    let at = root;
    let steps = "";
    for (const step of path === "" ? [] : path.split("/")) {
      if (step.startsWith("@")) at.groups.push(Number(step.slice(1)));
      else if (step === "?") at.is = "identifierOrEmpty";
      else {
        steps += `/${step}`;
        const next: Spot = bySteps.get(steps) ?? addSpot(at, step);
        bySteps.set(steps, next);
        at = next;
      }
    }
    if (!/(?:^|\/)(?:@\d+|\?)$/.test(path)) at.is = "identifier";
  }
  return root;
}

function emptySpot(path: readonly string[]): Spot {
  const name = path.filter((step) => !/^(?:\*|\d+)$/.test(step)).pop() ?? "";
  return { path, name, members: new Map(), some: [], groups: [] };
}

function addSpot(parent: Spot, step: string): Spot {
  const isOne = !/^[*=]/.test(step);
  const spot = emptySpot([...parent.path, isOne ? nameOf(step) : "*"]);
  if (isOne) parent.members.set(nameOf(step), spot);
  else parent.some.push({ has: matcher(step), spot });
  return spot;
}

/** Whether a step is that of a name, see {@link IdentifierPaths}; undefined: it is that of every name. */
function matcher(step: string): ((name: string) => boolean) | undefined {
  if (step === "*") return undefined;
  if (step.startsWith("=")) {
    const [prefix = "", suffix = ""] = step.slice(1).split("*").map(nameOf);
    const least = prefix.length + suffix.length;
    return (name) =>
      name.length >= least && name.startsWith(prefix) && name.endsWith(suffix);
  }
  const [, ...except] = step.split("!");
  const names = new Set(
    except.filter((one) => !one.startsWith("=")).map(nameOf),
  );
  const others = except.filter((one) => one.startsWith("=")).map(matcher);
  return (name) => !names.has(name) && !others.some((has) => has?.(name));
}

/** The name that a step spells: `~0` to `~6` stand for characters that mean something in a step. */
function nameOf(step: string): string {
  return step === "~"
    ? ""
    : step.replace(/~(\d)/g, (_, at: string) => "~/*@!=?"[Number(at)] ?? "");
}

/** How the walk came to the root of a group. */
interface Way {
  readonly before?: Way;
  readonly spot: Spot;
}

interface Visit {
  readonly value: object;
  readonly spot: Spot;
  readonly way: Way | undefined;
}

/**
 * Checks the identifiers of a value, whatever the depth: in the time that the value takes, since no object is looked into
 * twice for one group.
 *
 * @param parameter - its name; absent: the body
 * @param found - is told the name of each identifier; empty: the value itself, or an element of it
 * @returns the value, or a copy without `toJSON` where it has one on the way to an identifier
 */
function checkValue(
  value: unknown,
  paths: IdentifierPaths,
  parameter: string | undefined,
  found: (name: string) => void,
): unknown {
  const tree = treeOf(paths);
  if (isWalked(value, tree, parameter, found)) return value;
  const copy = resolvedSnapshot(value, parameter ?? "body");
  isWalked(copy, tree, parameter, found, true);
  return copy;
}

/** @returns false when an object says itself how it is written, and has to be asked first */
function isWalked(
  root: unknown,
  { root: first, groups }: Tree,
  parameter: string | undefined,
  found: (name: string) => void,
  isResolved = false,
): boolean {
  const open: Visit[] = [];
  let named: Spot | undefined;
  const seen: (Set<object> | undefined)[] = [];
  /** False: see above. */
  const meet = (value: unknown, spot: Spot, way: Way | undefined): boolean => {
    if (value === undefined || value === null) return true;
    if (typeof value === "object" && !isResolved && isConverted(value))
      return false;
    if (spot.is !== undefined) {
      // Elements of a long list have one name.
      if (spot !== named || spot.name === "")
        found(spot.name === "" ? nameOfWay(way) : spot.name);
      named = spot;
      const problem = problemOf(value, spot.is === "identifierOrEmpty");
      if (problem !== undefined)
        throw notAnIdentifier(shownPath(parameter, spot, way), problem);
    }
    if (typeof value === "object") {
      if (leadsOn(spot)) open.push({ value, spot, way });
    } else for (const group of spot.groups) enter(group, value, spot, way);
    return true;
  };
  const enter = (
    group: number,
    value: unknown,
    spot: Spot,
    before: Way | undefined,
  ): boolean => {
    const next = groups[group];
    if (next === undefined) return true;
    return meet(
      value,
      next,
      before === undefined ? { spot } : { spot, before },
    );
  };
  if (!meet(root, first, undefined)) return false;
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { value, spot, way } = visit;
    for (const group of spot.groups) {
      const known = (seen[group] ??= new Set());
      if (known.has(value)) continue;
      known.add(value);
      if (!enter(group, value, spot, way)) return false;
    }
    for (const [name, member] of spot.members)
      if (Object.hasOwn(value, name))
        if (!meet(Reflect.get(value, name), member, way)) return false;
    for (const { has, spot: next } of spot.some)
      if (has === undefined) {
        for (const member of Object.values(value))
          if (!meet(member, next, way)) return false;
      } else
        for (const name of Object.keys(value))
          if (has(name) && !meet(Reflect.get(value, name), next, way))
            return false;
  }
  return true;
}

function leadsOn({ members, some, groups }: Spot): boolean {
  return members.size > 0 || some.length > 0 || groups.length > 0;
}

/** Whether JSON has another value in place of an object: what its `toJSON` gives, or what it wraps. */
function isConverted(value: object): boolean {
  if ("toJSON" in value && typeof value.toJSON === "function") return true;
  return (
    value instanceof Number ||
    value instanceof Boolean ||
    value instanceof String
  );
}

function nameOfWay(way: Way | undefined): string {
  if (way === undefined) return "";
  return way.spot.name === "" ? nameOfWay(way.before) : way.spot.name;
}

/** How many members of a path are shown. */
const MOST_SHOWN = 8;

/** The way to an identifier: names that the contract has, `*` for all others. */
function shownPath(
  parameter: string | undefined,
  spot: Spot,
  way: Way | undefined,
): string {
  const path = [...spot.path];
  for (
    let at = way;
    at !== undefined && path.length < MOST_SHOWN;
    at = at.before
  )
    path.unshift(...at.spot.path);
  const shown = path.slice(-MOST_SHOWN);
  if (parameter !== undefined) return [parameter, ...shown].join("/");
  return shown.some((step) => step !== "*") ? shown.join("/") : "body";
}

/** A parameter that is an identifier or a list of them. */
function checkParameter(value: unknown, name: string): void {
  if (Array.isArray(value)) {
    for (const id of value) checkParameter(id, name);
    return;
  }
  const problem = isObject(value) ? "an object" : problemOf(value, false);
  if (problem !== undefined) throw notAnIdentifier(name, problem);
}

/** What a value is that cannot be an identifier. */
function problemOf(value: unknown, mayBeEmpty: boolean): string | undefined {
  if (typeof value === "string")
    return value !== "" || mayBeEmpty ? undefined : "empty";
  if (value === null) return "null";
  if (typeof value !== "object") return `a ${typeof value}`;
  // A wrapped number of another realm. Any other object is another alternative, and what is in it has paths of its own.
  const tag = Object.prototype.toString.call(value);
  return tag === "[object Number]" || tag === "[object Boolean]"
    ? "a wrapped number or boolean"
    : undefined;
}

function notAnIdentifier(name: string, problem: string): ArgumentError {
  return new ArgumentError({
    happened: `"${name}" is an identifier and has to be a string that is not empty; it is ${problem}.`,
    remedy:
      "Pass identifiers as the strings that the server gave: a number cannot hold 64 bits.",
  });
}
