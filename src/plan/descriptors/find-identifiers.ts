import type { ObjectType, SchemaNode } from "../../model/schema-model.js";
import { recursiveResults } from "../../openapi/recursive-results.js";
import type { SchemaReader } from "../reading/schema-reader.js";

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
 * @param nodes - alternatives for the value: the schemas of a body in its media types
 */
export function findIdentifiers(nodes: readonly SchemaNode[], reader: SchemaReader): IdentifierPlan {
  const { below, leads } = reader.once(createLook);
  const roots = nodes.map((node) => reader.resolve(node)).filter(leads);
  const paths = new Set<string>();
  const open = new Set<SchemaNode>();
  // Counts the same path each time: alternatives with members of one name must not double the work.
  let found = 0;
  /** False: there are too many. */
  const list = (node: SchemaNode, steps: readonly string[]): boolean => {
    if (open.has(node) || found > MOST_PATHS) return false;
    reader.budget.visit();
    open.add(node);
    if (below(node).isIdentifier) {
      found += 1;
      paths.add(steps.join("/"));
    }
    const all = below(node)
      .steps.filter(({ schema }) => leads(schema))
      .every(({ step, schema }) => list(schema, [...steps, step]));
    open.delete(node);
    return all;
  };
  if (roots.every((root) => list(root, []))) return { ids: [...paths], idGroups: [] };
  return inGroups(roots, reader);
}

function inGroups(roots: readonly SchemaNode[], reader: SchemaReader): IdentifierPlan {
  const { below, leads } = reader.once(createLook);
  const numbers = new Map<SchemaNode, number>();
  const groupOf = (node: SchemaNode): string => {
    if (!numbers.has(node)) numbers.set(node, numbers.size);
    return `@${String(numbers.get(node))}`;
  };
  const ids = roots.map(groupOf);
  const idGroups: string[][] = [];
  // Those that are met on the way are visited in their turn.
  for (const node of numbers.keys()) {
    const { isIdentifier: isOne, steps } = below(node);
    reader.budget.visit(steps.length);
    const further = steps
      .filter(({ schema }) => leads(schema))
      .map(({ step, schema }) =>
        below(schema).steps.some((next) => leads(next.schema)) ? `${step}/${groupOf(schema)}` : step,
      );
    idGroups.push([...new Set([...(isOne ? [""] : []), ...further])]);
  }
  return { ids: [...new Set(ids)], idGroups };
}

/** Whether a parameter is an identifier, a list of them, or may be one: a number is never meant. */
export function holdsIdentifiers(node: SchemaNode, reader: SchemaReader): boolean {
  const { below } = reader.once(createLook);
  const met = new Set([reader.resolve(node)]);
  for (const at of met) {
    const { isIdentifier: isOne, steps } = below(at);
    if (isOne) return true;
    for (const { step, schema } of steps) if (step === "*" && !isMap(at, reader)) met.add(schema);
  }
  return false;
}

/** The same of a parameter, without those that {@link holdsIdentifiers} tells of: a list of identifiers needs no paths. */
export function findIdentifiersInside(node: SchemaNode, reader: SchemaReader): IdentifierPlan {
  const found = findIdentifiers([node], reader);
  const ids = found.ids.filter((path) => path !== "");
  const { kind } = reader.resolve(node).type;
  const isList = kind === "array" && found.idGroups.length === 0 && holdsIdentifiers(node, reader);
  return isList && ids.every((path) => /^[*/]+$/.test(path)) ? { ids: [], idGroups: [] } : { ...found, ids };
}

function isMap(node: SchemaNode, reader: SchemaReader): boolean {
  return reader.properties(node) !== undefined;
}

/** What a schema says of a value itself, and one step below. */
interface Below {
  readonly isIdentifier: boolean;
  readonly steps: readonly Step[];
}

interface Step {
  readonly step: string;
  /** Resolved. */
  readonly schema: SchemaNode;
}

interface Look {
  readonly below: (node: SchemaNode) => Below;
  /** Whether an identifier is there or at any depth below. */
  readonly leads: (node: SchemaNode) => boolean;
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
  const leads = recursiveResults<SchemaNode, boolean>({
    onCycle: false,
    budget: reader.budget,
    compute: (node, recurse) =>
      below(node).isIdentifier || below(node).steps.some(({ schema }) => recurse(schema)),
  });
  return { below, leads: (node) => leads(reader.resolve(node)) };
}

/** Looks through the alternatives of a union and the parts of an `allOf`, which stand where the schema stands. */
function look(node: SchemaNode, reader: SchemaReader): Below {
  let isOne = false;
  const steps: Step[] = [];
  const add = (step: string, schema: SchemaNode): void => {
    steps.push({ step, schema: reader.resolve(schema) });
  };
  const met = new Set([node]);
  for (const at of met) {
    reader.budget.visit();
    const { type } = at;
    if (isIdentifier(at, reader)) isOne = true;
    if (type.kind === "array") add("*", type.items);
    if (type.kind === "tuple") {
      const names = type.items.map((_, index) => String(index));
      for (const [index, item] of type.items.entries()) add(String(index), item);
      if (type.rest !== undefined) add(others(names), type.rest);
    }
    if (type.kind === "object") ofObject(type, add);
    if (type.kind === "union" || type.kind === "intersection") {
      const parts = type.members.map((one) => reader.resolve(one));
      // A number may be meant where another alternative is one.
      const takesNumber = type.kind === "union" && parts.some((one) => one.type.kind === "number");
      if (!takesNumber) for (const part of parts) met.add(part);
    }
  }
  return { isIdentifier: isOne, steps };
}

function ofObject(
  { properties, patterns, additional }: ObjectType,
  add: (step: string, schema: SchemaNode) => void,
): void {
  for (const { name, schema } of properties) add(escaped(name), schema);
  const readable = patterns.filter(({ pattern }) => isPlain(pattern));
  for (const { pattern, schema } of readable) add(`=${escaped(pattern)}`, schema);
  // What no name and no pattern describes; a pattern that cannot be tried could describe any of it.
  if (typeof additional === "object" && readable.length === patterns.length)
    add(
      others([
        ...properties.map(({ name }) => escaped(name)),
        ...readable.map(({ pattern }) => `=${escaped(pattern)}`),
      ]),
      additional,
    );
}

/** The step to every member but these. */
function others(names: readonly string[]): string {
  return ["*", ...names].join("!");
}

/** A name as a step, in which `~/*@!=` mean something else; the runtime reads it back. */
function escaped(name: string): string {
  return name === "" ? "~" : name.replace(/[~/*@!=]/g, (one) => `~${String("~/*@!=".indexOf(one))}`);
}

/**
 * Whether a pattern of member names is tried when a call is made: one that compiles, and that no name takes long to match
 * (no group, at most two repetitions), because a contract is no trusted input.
 */
function isPlain(pattern: string): boolean {
  if (/[()]/.test(pattern) || (pattern.match(/[*+{]/g) ?? []).length > 2 || pattern.length > 200)
    return false;
  try {
    return new RegExp(pattern, "u").source !== "";
  } catch {
    return false;
  }
}
