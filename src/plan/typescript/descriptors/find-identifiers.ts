import type { ParameterModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { leadingTo, recursiveResults } from "../../../openapi/recursive-results.js";
import {
  type IdentifierNames,
  isDescribed,
  isIdentifier,
} from "../../service/identifiers/identifier-names.js";
import { type MarkedSchemas, markSchemas } from "../../service/identifiers/mark-schemas.js";
import type { SchemaReader } from "../../service/schema-reader.js";
import {
  all,
  type Alternatives,
  type AlternativesReader,
  either,
  EMPTY_TEXT,
  type Leaf,
  ofScalar,
  OTHER_SCALAR,
  readAlternatives,
  type Slot,
  slotsAt,
  slotsOf,
} from "./value-slots.js";

/** Where a value holds identifiers: `ids` and `idGroups` of a descriptor (`IdentifierPaths` of the runtime). */
export interface IdentifierPlan {
  readonly ids: readonly string[];
  readonly idGroups: readonly (readonly string[])[];
}

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
  return inGroups(unmarked, { leads, ...look }, reader);
}

/** The last step of a path to identifiers that may be something else as well; undefined: there is nothing to check. */
function endOf(besides: number): readonly string[] | undefined {
  if ((besides & OTHER_SCALAR) !== 0) return undefined;
  return (besides & EMPTY_TEXT) === 0 ? [] : ["?"];
}

/** Of what only names tell, lists and the members of contexts are not among the groups. */
function inGroups(
  nodes: readonly SchemaNode[],
  { alternatives, leads, marks }: Pick<Look, "alternatives" | "leads" | "marks">,
  reader: SchemaReader,
): IdentifierPlan {
  const groups: Alternatives[] = [];
  const numbers = new Map<string, string>();
  const groupOf = (group: Alternatives, key: string): string => {
    const number = numbers.get(key) ?? `@${String(groups.push(group) - 1)}`;
    numbers.set(key, number);
    return number;
  };
  const endAt = (group: Alternatives): readonly string[] | undefined =>
    group.some((together) => together.some((leaf) => leaf !== "open" && isIdentifier(leaf, reader)))
      ? endOf(alternatives.besides(group))
      : undefined;
  const leadsOn = ({ name }: Slot, schema: SchemaNode): boolean => leads(marks.member(name, schema, false));
  /** An identifier by its name, where nothing else says so. */
  const endOfNamed = (slot: Slot, group: Alternatives): readonly string[] | undefined =>
    slot.schemas.some((schema) => marks.isIdentifier(marks.member(slot.name, schema, false)))
      ? endOf(alternatives.besides(group))
      : undefined;
  const start = alternatives.ofOne(nodes.map((node) => alternatives.of(node)));
  const ids = [groupOf(start, alternatives.keyOf(start))];
  const idGroups: string[][] = [];
  let combined = 0;
  // Those that are met on the way are visited in their turn.
  for (const group of groups) {
    const own = endAt(group);
    const paths = own === undefined ? [] : [own.join("/")];
    const steps = stepsOf(group, leadsOn);
    reader.budget.visit(steps.length);
    for (const { slot, among } of steps) {
      const next = alternatives.after(among, slot);
      const key = alternatives.keyOf(next);
      if (among.length > 1 && !numbers.has(key)) combined += next.length;
      if (combined > MOST_COMBINED) continue;
      if (stepsOf(next, leadsOn).length > 0) paths.push(`${slot.step}/${groupOf(next, key)}`);
      else {
        const end = endAt(next) ?? endOfNamed(slot, next);
        if (end !== undefined) paths.push([slot.step, ...end].join("/"));
      }
    }
    idGroups.push([...new Set(paths)]);
  }
  return { ids, idGroups };
}

/**
 * Alternatives of groups that join what several schemas say of a value. Sets of schemas can be far more than schemas; beyond this,
 * what they say together is not checked.
 */
const MOST_COMBINED = 20_000;

/** The steps of a group that lead to identifiers, each with the alternatives that may say something of the value there. */
function stepsOf(
  group: Alternatives,
  leads: (slot: Slot, schema: SchemaNode) => boolean,
): readonly { readonly slot: Slot; readonly among: Alternatives }[] {
  const leading = new Map<string, Slot>();
  const exact = new Map<string, Set<readonly Leaf[]>>();
  const wide = new Set<readonly Leaf[]>();
  for (const together of group) {
    for (const leaf of together) {
      if (leaf === "open") wide.add(together);
      else {
        const { all, unnamed } = slotsOf(leaf.type);
        if (unnamed.length > 0) wide.add(together);
        for (const slot of all) {
          const withIt = exact.get(slot.step) ?? new Set();
          exact.set(slot.step, withIt.add(together));
          if (!leading.has(slot.step) && slot.schemas.some((schema) => leads(slot, schema)))
            leading.set(slot.step, slot);
        }
      }
    }
  }
  return [...leading.values()].map((slot) => {
    const among = slot.name === undefined ? group : [...new Set([...(exact.get(slot.step) ?? []), ...wide])];
    return { slot, among };
  });
}

/**
 * The identifiers of a parameter. `id`: it is an identifier, or a list of them, and nothing else; no paths are needed then. What is in
 * a path is never empty, and is shown in errors whatever it is.
 */
export function findParameterIdentifiers(
  { name, in: location, description, schema }: ParameterModel,
  names: IdentifierNames,
  reader: SchemaReader,
): IdentifierPlan & { readonly id: boolean } {
  const look = lookWith(names, reader);
  if (look.isAlone(schema)) return { id: true, ids: [], idGroups: [] };
  const isMeant =
    names.isLong(name) || isDescribed(description) || (location !== "path" && names.isShown(name));
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

interface Look {
  readonly below: (node: SchemaNode) => Below;
  /** Whether an identifier is there or at any depth below. */
  readonly leads: (node: SchemaNode) => boolean;
  /** Whether a value is an identifier, or a list of them, whatever alternative is meant. */
  readonly isAlone: (node: SchemaNode) => boolean;
  /** What a value may be besides an identifier, at the end of a way through any alternative of the nodes. */
  readonly besidesAlong: (nodes: readonly SchemaNode[], way: readonly Slot[]) => number;
  readonly alternatives: AlternativesReader;
  readonly marks: MarkedSchemas;
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
  return {
    below,
    leads: (node) => leads(reader.resolve(node)),
    isAlone: (node) => isAlone(reader.resolve(node)),
    besidesAlong: (nodes, way) =>
      either(nodes.map((node) => alongFrom(node, way, reader, (end) => besides(end)))) ?? 0,
    alternatives: readAlternatives(reader, besides),
    marks,
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
