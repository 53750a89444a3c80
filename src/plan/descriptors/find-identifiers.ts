import type { ObjectType, SchemaNode, SchemaType } from "../../model/schema-model.js";
import { leadingTo, recursiveResults } from "../../openapi/recursive-results.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import { readNamePattern } from "../types/name-patterns.js";

/** Whether a schema is text that spells an integer: a 64-bit identifier that travels as a string (GEN-1). */
export function isIdentifier(node: SchemaNode, reader: SchemaReader): boolean {
  const { type, constraints } = reader.resolve(node);
  if (type.kind !== "string") return false;
  if (type.format === "int64" || type.format === "uint64") return true;
  const { pattern } = constraints;
  return typeof pattern === "string" && DIGITS_ONLY.test(pattern);
}

/** A pattern that digits alone can match: `^[0-9]{1,19}$`, `^-?\d+$`, `^[1-9][0-9]*$`. */
const DIGITS_ONLY = /^\^-?\??(?:(?:\[(?:0|1)-9\]|\\d)(?:\+|\*|\{\d+(?:,\d*)?\})?)+\$$/;

/** Where a value holds identifiers: `ids` and `idGroups` of a descriptor (`IdentifierPaths` of the runtime). */
export interface IdentifierPlan {
  readonly ids: readonly string[];
  readonly idGroups: readonly (readonly string[])[];
}

/** More paths than these are written as groups. */
const MOST_PATHS = 100;

/**
 * Paths to all identifiers in a value, at any depth. Where there are endless paths (a schema that contains itself), or more
 * than anybody can list (schemas that refer to each other), every schema becomes a group, whose paths are one step long and
 * continue with the group of the next schema: as many paths as the contract has members.
 *
 * A path is left out where another alternative of the value there may be a number or a boolean: nothing valid is refused.
 * A group knows the alternatives of its own schema alone, one step deep.
 *
 * @param nodes - alternatives for the value: the schemas of a body in its media types
 */
export function findIdentifiers(nodes: readonly SchemaNode[], reader: SchemaReader): IdentifierPlan {
  const { below, leads, besidesAlong } = reader.once(createLook);
  const all = nodes.map((node) => reader.resolve(node));
  const roots = all.filter(leads);
  const paths = new Set<string>();
  const open = new Set<SchemaNode>();
  // Counts the same path each time: alternatives with members of one name must not double the work.
  let found = 0;
  /** False: there are too many. */
  const list = (node: SchemaNode, way: readonly Slot[]): boolean => {
    if (open.has(node) || found > MOST_PATHS) return false;
    reader.budget.visit();
    open.add(node);
    if (below(node).isIdentifier) {
      found += 1;
      const end = endOf(besidesAlong(all, way));
      if (end !== undefined) paths.add([...way.map(({ step }) => step), ...end].join("/"));
    }
    const isListed = below(node)
      .steps.filter(({ schema }) => leads(schema))
      .every(({ slot, schema }) => list(schema, [...way, slot]));
    open.delete(node);
    return isListed;
  };
  if (roots.every((root) => list(root, []))) return { ids: [...paths], idGroups: [] };
  return inGroups(roots, besidesAlong(all, []), reader);
}

/** The last step of a path to identifiers that may be something else as well; undefined: there is nothing to check. */
function endOf(besides: number): readonly string[] | undefined {
  if ((besides & OTHER_SCALAR) !== 0) return undefined;
  return (besides & EMPTY_TEXT) === 0 ? [] : ["?"];
}

function inGroups(roots: readonly SchemaNode[], besides: number, reader: SchemaReader): IdentifierPlan {
  const { below, leads, besidesAlong } = reader.once(createLook);
  const groups: { readonly node: SchemaNode; readonly besides: number }[] = [];
  const numbers = new Map<SchemaNode, Map<number, number>>();
  /** The group of a schema, where a value may be something besides an identifier. */
  const groupOf = (node: SchemaNode, others: number): string => {
    const ofNode = numbers.get(node) ?? new Map<number, number>();
    numbers.set(node, ofNode);
    const number = ofNode.get(others) ?? groups.push({ node, besides: others }) - 1;
    ofNode.set(others, number);
    return `@${String(number)}`;
  };
  const ids = roots.map((root) => groupOf(root, besides));
  const idGroups: string[][] = [];
  // Those that are met on the way are visited in their turn.
  for (const group of groups) {
    const { isIdentifier: isOne, steps } = below(group.node);
    reader.budget.visit(steps.length);
    const own = isOne ? endOf(group.besides) : undefined;
    const further = steps
      .filter(({ schema }) => leads(schema))
      .flatMap(({ slot, schema }) => {
        const others = besidesAlong([group.node], [slot]);
        if (below(schema).steps.some((next) => leads(next.schema)))
          return [`${slot.step}/${groupOf(schema, others)}`];
        const end = endOf(others);
        return end === undefined ? [] : [[slot.step, ...end].join("/")];
      });
    idGroups.push([...new Set([...(own === undefined ? [] : [own.join("/")]), ...further])]);
  }
  return { ids: [...new Set(ids)], idGroups };
}

/**
 * The identifiers of a parameter. `id`: it is an identifier, or a list of them, and nothing else; no paths are needed then.
 */
export function findParameterIdentifiers(
  node: SchemaNode,
  reader: SchemaReader,
): IdentifierPlan & { readonly id: boolean } {
  if (reader.once(createLook).isAlone(node)) return { id: true, ids: [], idGroups: [] };
  return { id: false, ...findIdentifiers([node], reader) };
}

/** What a schema says of a value itself, and one step below. */
interface Below {
  readonly isIdentifier: boolean;
  readonly steps: readonly Step[];
}

interface Step {
  readonly slot: Slot;
  /** Resolved. */
  readonly schema: SchemaNode;
}

/** Members or elements that a schema describes together. */
interface Slot {
  /** As a step of a path. */
  readonly step: string;
  /** The name or index of the only one; else how their names begin and end, or which others are not meant. */
  readonly name?: string;
  readonly ends?: NameEnds;
  readonly except?: readonly Slot[];
  readonly schemas: readonly SchemaNode[];
  /** Some of them are described nowhere, and may be anything. */
  readonly isOpen?: true;
}

/** How names begin and end. */
interface NameEnds {
  readonly prefix: string;
  readonly suffix: string;
}

interface Look {
  readonly below: (node: SchemaNode) => Below;
  /** Whether an identifier is there or at any depth below. */
  readonly leads: (node: SchemaNode) => boolean;
  /** Whether a value is an identifier, or a list of them, whatever alternative is meant. */
  readonly isAlone: (node: SchemaNode) => boolean;
  /** What a value may be besides an identifier, at the end of a way through any alternative of the nodes. */
  readonly besidesAlong: (nodes: readonly SchemaNode[], way: readonly Slot[]) => number;
}

/** Schemas are looked into once for all operations of a contract. */
function createLook(reader: SchemaReader): Look {
  const known = new Map<SchemaNode, Below>();
  const below = (node: SchemaNode): Below => {
    const target = reader.resolve(node);
    const found = known.get(target) ?? look(target, reader);
    known.set(target, found);
    return found;
  };
  const leads = leadingTo<SchemaNode>(
    (node) => below(node).isIdentifier,
    (node) => below(node).steps.map(({ schema }) => schema),
  );
  const besides = recursiveResults<SchemaNode, number>({
    onCycle: 0,
    budget: reader.budget,
    compute: (node, recurse) => besidesIdentifier(node, reader, recurse),
  });
  const isAlone = recursiveResults<SchemaNode, boolean>({
    onCycle: false,
    budget: reader.budget,
    compute: (node, recurse) => {
      const ask = (part: SchemaNode): boolean => recurse(reader.resolve(part));
      const { type } = node;
      if (type.kind === "array") return ask(type.items);
      if (type.kind === "union")
        return type.members.every((member) => member.type.kind === "null" || ask(member));
      if (type.kind === "intersection") return type.members.some(ask);
      return isIdentifier(node, reader) && besides(node) === 0;
    },
  });
  return {
    below,
    leads: (node) => leads(reader.resolve(node)),
    isAlone: (node) => isAlone(reader.resolve(node)),
    besidesAlong: (nodes, way) =>
      either(nodes.map((node) => alongFrom(node, way, reader, (end) => besides(end)))) ?? 0,
  };
}

/** Looks through the alternatives of a union and the parts of an `allOf`, which stand where the schema stands. */
function look(node: SchemaNode, reader: SchemaReader): Below {
  let isOne = false;
  const steps: Step[] = [];
  const met = new Set([node]);
  for (const at of met) {
    reader.budget.visit();
    const { type } = at;
    if (isIdentifier(at, reader)) isOne = true;
    for (const slot of slotsOf(type))
      for (const schema of slot.schemas) steps.push({ slot, schema: reader.resolve(schema) });
    if (type.kind === "union" || type.kind === "intersection")
      for (const part of type.members) met.add(reader.resolve(part));
  }
  return { isIdentifier: isOne, steps };
}

/** A number, a bigint or a boolean. */
const OTHER_SCALAR = 1;
/** The empty text, which spells no integer. */
const EMPTY_TEXT = 2;

/**
 * What a value may be besides an identifier: {@link OTHER_SCALAR}, {@link EMPTY_TEXT}, both or neither. Objects, lists and
 * null do not count: no check of an identifier refuses them.
 */
function besidesIdentifier(
  node: SchemaNode,
  reader: SchemaReader,
  recurse: (node: SchemaNode) => number,
): number {
  const { type, constraints } = node;
  const { pattern } = constraints;
  const ask = (part: SchemaNode): number => recurse(reader.resolve(part));
  switch (type.kind) {
    case "any":
      return OTHER_SCALAR | EMPTY_TEXT;
    case "boolean":
    case "number":
      return OTHER_SCALAR;
    case "string":
      if (isIdentifier(node, reader))
        return typeof pattern === "string" && NO_DIGITS.test(pattern) ? EMPTY_TEXT : 0;
      return Number(constraints["minLength"] ?? 0) > 0 ? 0 : EMPTY_TEXT;
    case "literal":
      return ofScalar(type.value);
    case "enum":
      return either(type.values.map(ofScalar)) ?? 0;
    case "union":
      return either(type.members.map(ask)) ?? 0;
    case "intersection":
      return all(type.members.map(ask)) ?? 0;
    default:
      return 0;
  }
}

function ofScalar(value: unknown): number {
  if (value === "") return EMPTY_TEXT;
  return typeof value === "number" || typeof value === "boolean" ? OTHER_SCALAR : 0;
}

/** One of {@link DIGITS_ONLY} that no digit matches as well: `^\d*$`. */
const NO_DIGITS = /^\^(?:-\?)?(?:(?:\[[01]-9\]|\\d)(?:\*|\{0+(?:,\d*)?\}))+\$$/;

/** What one of some alternatives allows; undefined when none of them says anything. */
function either(parts: readonly (number | undefined)[]): number | undefined {
  return parts.reduce((one, other) => (one === undefined ? other : one | (other ?? 0)), undefined);
}

/** What all of some parts allow that say something. */
function all(parts: readonly (number | undefined)[]): number | undefined {
  return parts.reduce((one, other) => (one === undefined ? other : one & (other ?? one)), undefined);
}

/** Follows a way through all alternatives; undefined when none of them describes what is there. */
function alongFrom(
  root: SchemaNode,
  way: readonly Slot[],
  reader: SchemaReader,
  atEnd: (node: SchemaNode) => number,
): number | undefined {
  const known = way.map(() => new Map<SchemaNode, number | undefined>());
  const follow = (node: SchemaNode, depth: number): number | undefined => {
    const target = reader.resolve(node);
    const slot = way[depth];
    const results = known[depth];
    if (slot === undefined || results === undefined) return atEnd(target);
    if (results.has(target)) return results.get(target);
    reader.budget.visit();
    // A schema that is an alternative of itself adds nothing.
    results.set(target, undefined);
    const { type } = target;
    const parts = type.kind === "union" || type.kind === "intersection" ? type.members : [];
    const ofParts = parts.map((part) => follow(part, depth));
    const own = slotsAt(type, slot).map(({ schemas, isOpen }) =>
      isOpen === true
        ? OTHER_SCALAR | EMPTY_TEXT
        : either(schemas.map((schema) => follow(schema, depth + 1))),
    );
    const result = type.kind === "intersection" ? all(ofParts) : either([...ofParts, ...own]);
    results.set(target, result);
    return result;
  };
  return follow(root, 0);
}

/** What a schema says of the members at a step that it has itself, or that an alternative to it has. */
function slotsAt(type: SchemaType, at: Slot): readonly Slot[] {
  const slots = slotsOf(type);
  const same = slots.filter(({ step }) => step === at.step);
  return same.length > 0 ? same : slots.filter((slot) => meet(slot, at) && meet(at, slot));
}

/** Whether a member may be in both; true where that is not certain. */
function meet(one: Slot, other: Slot): boolean {
  if (one.name !== undefined && other.name !== undefined) return one.name === other.name;
  if (one.except?.some(({ step }) => step === other.step) === true) return false;
  const { name } = other;
  if (name === undefined) return true;
  if (one.ends !== undefined) return matches(name, one.ends);
  return one.except?.some(({ ends }) => ends !== undefined && matches(name, ends)) !== true;
}

function matches(name: string, { prefix, suffix }: NameEnds): boolean {
  return name.length >= prefix.length + suffix.length && name.startsWith(prefix) && name.endsWith(suffix);
}

function slotsOf(type: SchemaType): readonly Slot[] {
  if (type.kind === "array") return [others([], [type.items])];
  if (type.kind === "object") return slotsOfObject(type);
  if (type.kind !== "tuple") return [];
  const items = type.items.map((item, index) => named(String(index), [item]));
  return [...items, ...(type.rest === undefined ? [] : [others(items, [type.rest])])];
}

/**
 * No client runs a regular expression of a contract: what it takes to match a name has no limit. A pattern that only says how
 * names begin and end is compared so. Any other may describe each member that nothing else describes.
 */
function slotsOfObject({ properties, patterns, additional }: ObjectType): readonly Slot[] {
  const slots = properties.map(({ name, schema }) => named(name, [schema]));
  const unread: SchemaNode[] = [];
  for (const { pattern, schema } of patterns) {
    const ends = nameEnds(pattern);
    if (ends === undefined) unread.push(schema);
    else slots.push({ step: `=${escaped(ends.prefix)}*${escaped(ends.suffix)}`, ends, schemas: [schema] });
  }
  const rest = [...(typeof additional === "object" ? [additional] : []), ...unread];
  if (rest.length === 0) return slots;
  const isOpen = unread.length > 0 && additional === "unsaid";
  return [...slots, { ...others(slots, rest), ...(isOpen && { isOpen }) }];
}

function named(name: string, schemas: readonly SchemaNode[]): Slot {
  return { step: name === "" ? "~" : escaped(name), name, schemas };
}

/** Every member but these. */
function others(except: readonly Slot[], schemas: readonly SchemaNode[]): Slot {
  return { step: ["*", ...except.map(({ step }) => step)].join("!"), except, schemas };
}

/** A text in a step, in which `~/*@!=?` mean something else; the runtime reads it back. */
function escaped(text: string): string {
  return text.replace(/[~/*@!=?]/g, (one) => `~${String("~/*@!=?".indexOf(one))}`);
}

/** A character of a pattern that stands for itself. */
const PLAIN = String.raw`(?:[\p{L}\p{Nd} _\-/@:#,~=!%&"'<>;]|\\[^\p{L}\p{Nd}])`;
/** `_id$`, `^x-.*_id$`. */
const WITH_SUFFIX = new RegExp(String.raw`^(?:\^(${PLAIN}*)\.\*)?(${PLAIN}+)\$$`, "u");

/** How names begin and end that a pattern matches, when that is all that it says. */
function nameEnds(pattern: string): NameEnds | undefined {
  const { prefix, whole } = readNamePattern(pattern);
  if (whole) return { prefix, suffix: "" };
  const [, before = "", after] = WITH_SUFFIX.exec(pattern) ?? [];
  if (after === undefined) return undefined;
  const literal = (text: string): string => text.replace(/\\(.)/gsu, "$1");
  return { prefix: literal(before), suffix: literal(after) };
}
