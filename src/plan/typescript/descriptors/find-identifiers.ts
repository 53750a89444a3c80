import type { ParameterModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { leadingTo, recursiveResults } from "../../../openapi/recursive-results.js";
import { type IdentifierNames, isIdentifier } from "../../service/identifiers/identifier-names.js";
import { isDescribed } from "../../service/identifiers/long-texts.js";
import { type MarkedSchemas, markSchemas } from "../../service/identifiers/mark-schemas.js";
import type { SchemaReader } from "../../service/schema-reader.js";
import {
  endOf,
  type GroupReader,
  type GroupStep,
  type IdentifierPlan,
  inGroups,
  readSteps,
} from "./identifier-groups.js";
import {
  all,
  either,
  EMPTY_TEXT,
  ofScalar,
  OTHER_SCALAR,
  readAlternatives,
  type Slot,
  slotsAt,
  slotsOf,
} from "./value-slots.js";

/** More paths than these are written as groups. */
const MOST_PATHS = 100;

/**
 * Paths to all identifiers in a value, at any depth. Where there are endless paths (a schema that contains itself), or more
 * than can be listed (schemas that refer to each other), every schema becomes a group, whose paths are one step long and
 * continue with the group of the next schema: as many paths as the contract has members. Alternatives that describe the same value
 * are one group together.
 *
 * A path is omitted where another alternative of the value there may be a number or a boolean: nothing valid is refused.
 *
 * @param nodes - alternatives for the value: the schemas of a body in its media types
 */
export function findIdentifiers(
  nodes: readonly SchemaNode[],
  names: IdentifierNames,
  reader: SchemaReader,
): IdentifierPlan {
  const look = lookWith(names, reader);
  // What a body has itself says what a call is about, as a context in it does.
  const all = nodes.map((node) => reader.resolve(node));
  return findIn(
    all.map((node) => (names.isContext("context") ? look.marks.context(node) : node)),
    look,
    reader,
    all,
  );
}

function findIn(
  all: readonly SchemaNode[],
  { below, leads, besidesAlong, ...look }: Look,
  reader: SchemaReader,
  unmarked = all,
): IdentifierPlan {
  const roots = all.filter(leads);
  const paths = new Set<string>();
  const open = new Set<SchemaNode>();
  // Counts the same path each time: alternatives with members of one name must not double the work.
  let found = 0;
  /** False: there are too many. */
  const list = (node: SchemaNode, way: readonly Slot[]): boolean => {
    if (open.has(node) || found > MOST_PATHS) return false;
    reader.budget.visit(1, node.origin.pointer);
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
  return inGroups(unmarked, look, reader);
}

/**
 * The identifiers of a parameter. `id`: it is an identifier, or a list of them, and nothing else; no paths are needed then. What is in
 * a path is never empty, and is shown in errors whatever it is.
 */
export function findParameterIdentifiers(
  { name, in: location, description, schema, examples }: ParameterModel,
  names: IdentifierNames,
  reader: SchemaReader,
): IdentifierPlan & { readonly id: boolean } {
  const look = lookWith(names, reader);
  if (look.isAlone(schema)) return { id: true, ids: [], idGroups: [] };
  const isMeant =
    names.isLong(name, schema, examples) ||
    isDescribed(description) ||
    (location !== "path" && names.isShown(name));
  const marked = isMeant ? look.marks.identifier(schema) : undefined;
  if (marked !== undefined && location === "path") return { id: true, ids: [], idGroups: [] };
  return { id: false, ...findIn([marked ?? look.marks.member(name, schema, false)], look, reader) };
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

interface Look extends GroupReader {
  readonly below: (node: SchemaNode) => Below;
  /** Whether an identifier is there or at any depth below. */
  readonly leads: (node: SchemaNode) => boolean;
  /** Whether a value is an identifier, or a list of them, whatever alternative is meant. */
  readonly isAlone: (node: SchemaNode) => boolean;
  /** What a value may be besides an identifier, at the end of a way through any alternative of the nodes. */
  readonly besidesAlong: (nodes: readonly SchemaNode[], way: readonly Slot[]) => number;
}

/** Schemas are looked into once for all operations of a contract. */
const looks = new WeakMap<IdentifierNames, Look>();

function lookWith(names: IdentifierNames, reader: SchemaReader): Look {
  const known = looks.get(names) ?? createLook(names, reader);
  looks.set(names, known);
  return known;
}

function createLook(names: IdentifierNames, reader: SchemaReader): Look {
  const marks = markSchemas(names, reader);
  const known = new Map<SchemaNode, Below>();
  const below = (node: SchemaNode): Below => {
    const target = reader.resolve(node);
    const found = known.get(target) ?? look(target, marks, reader);
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
      const search = (part: SchemaNode): boolean => recurse(reader.resolve(part));
      const { type } = node;
      if (type.kind === "array") return search(type.items);
      if (type.kind === "union")
        return type.members.every((member) => member.type.kind === "null" || search(member));
      if (type.kind === "intersection") return type.members.some(search);
      return isIdentifier(node, reader) && besides(node) === 0;
    },
  });
  const alternatives = readAlternatives(reader, besides);
  const steps = new Map<string, readonly GroupStep[]>();
  const leadsOn = ({ name }: Slot, schema: SchemaNode): boolean =>
    leads(reader.resolve(marks.member(name, schema, false)));
  return {
    below,
    leads: (node) => leads(reader.resolve(node)),
    isAlone: (node) => isAlone(reader.resolve(node)),
    besidesAlong: (nodes, way) =>
      either(nodes.map((node) => alongFrom(node, way, reader, (end) => besides(end)))) ?? 0,
    alternatives,
    marks,
    stepsOf: (group) => {
      const key = alternatives.orderedKeyOf(group);
      const found = steps.get(key) ?? readSteps(group, leadsOn);
      steps.set(key, found);
      return found;
    },
  };
}

/** Looks through the alternatives of a union and the parts of an `allOf`, which are at the pointer of the schema. */
function look(node: SchemaNode, marks: MarkedSchemas, reader: SchemaReader): Below {
  let isOne = marks.isIdentifier(node);
  const steps: Step[] = [];
  const met = new Set([node]);
  for (const at of met) {
    reader.budget.visit();
    const { type } = at;
    if (isIdentifier(at, reader)) isOne = true;
    for (const slot of slotsOf(type).all)
      for (const schema of slot.schemas)
        steps.push({ slot, schema: marks.member(slot.name, schema, marks.isInContext(node)) });
    if (type.kind === "union" || type.kind === "intersection")
      for (const part of type.members) met.add(reader.resolve(part));
  }
  return { isIdentifier: isOne, steps };
}

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
  const search = (part: SchemaNode): number => recurse(reader.resolve(part));
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
      return either(type.members.map(search)) ?? 0;
    case "intersection":
      return all(type.members.map(search)) ?? 0;
    default:
      return 0;
  }
}

/** A pattern of digits alone that no digit matches as well: `^\d*$`. */
const NO_DIGITS = /^\^(?:-\?)?(?:(?:\[[01]-9\]|\\d)(?:\*|\{0+(?:,\d*)?\}))+\$$/;

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
