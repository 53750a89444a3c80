import type { PropertyModel, SchemaModel, SchemaNode } from "../../model/schema-model.js";
import { reachable, recursiveResults } from "../../openapi/recursive-results.js";
import { createVisitBudget, type VisitBudget } from "../../openapi/visit.js";

type ScalarValue = string | number | boolean | null;

/** Looks through references and `allOf`: what a schema says in the end. Pure; made once per model. */
export interface SchemaReader {
  /** The target of all references, `null` alternatives of a union left aside when one other remains. */
  resolve(node: SchemaNode): SchemaNode;
  /** The schema of that name, unchanged; undefined when the model has none. */
  named(name: string): SchemaNode | undefined;
  /** Properties of an object, those of every `allOf` member included; undefined when it is not an object. */
  properties(node: SchemaNode): readonly PropertyModel[] | undefined;
  /** The property at a member path. */
  property(node: SchemaNode, name: string): PropertyModel | undefined;
  /** The scalar values that a schema allows, when it says, each once: of a literal or an enum, through unions. */
  values(node: SchemaNode): readonly ScalarValue[];
  /**
   * What is made once for this reader: the results of a recursive question that has its home elsewhere.
   *
   * @param make - the same function each time; it is what the results are known by.
   */
  once<Made>(make: (reader: SchemaReader) => Made): Made;
  /** That of the contract: who walks over schemas with a reader counts the steps on it. */
  readonly budget: VisitBudget;
}

/**
 * Reads the named schemas of a model. Results are kept for as long as the reader is.
 *
 * @param budget - that of the contract; every question counts its steps on it.
 */
export function createSchemaReader(
  schemas: readonly SchemaModel[],
  budget: VisitBudget = createVisitBudget(),
): SchemaReader {
  const byName = new Map(schemas.map((schema) => [schema.name, schema.node]));

  const resolve = (node: SchemaNode): SchemaNode => {
    const seen = new Set<string>();
    for (let at = node; ;) {
      const next = nextOf(at);
      if (next === undefined || (at.type.kind === "ref" && seen.has(at.type.name))) return at;
      if (at.type.kind === "ref") seen.add(at.type.name);
      budget.visit(1, at.origin.pointer);
      at = next;
    }
  };
  /** What a reference, or a union of one alternative and null, stands for. */
  const nextOf = ({ type }: SchemaNode): SchemaNode | undefined => {
    if (type.kind === "ref") return byName.get(type.name);
    if (type.kind !== "union") return undefined;
    const others = type.members.filter((member) => member.type.kind !== "null");
    return others.length === 1 ? others[0] : undefined;
  };

  const ofParts = recursiveResults<SchemaNode, readonly PropertyModel[] | undefined>({
    onCycle: undefined,
    budget,
    isSame: (left, right) => left?.length === right?.length,
    compute: ({ type }, recurse) => {
      if (type.kind === "object") return type.properties;
      if (type.kind !== "intersection") return undefined;
      const merged = new Map<string, PropertyModel>();
      for (const member of type.members) {
        const properties = recurse(resolve(member)) ?? [];
        budget.visit(properties.length, member.origin.pointer);
        for (const property of properties)
          merged.set(property.name, merge(merged.get(property.name), property));
      }
      return [...merged.values()];
    },
  });
  const properties = (node: SchemaNode) => ofParts(resolve(node));

  const byMember = new WeakMap<readonly PropertyModel[], ReadonlyMap<string, PropertyModel>>();
  const property = (node: SchemaNode, name: string): PropertyModel | undefined => {
    const list = properties(node);
    if (list === undefined) return undefined;
    const known = byMember.get(list) ?? new Map(list.map((each) => [each.name, each]));
    byMember.set(list, known);
    return known.get(name);
  };

  const listed = recursiveResults<SchemaNode, readonly ScalarValue[]>({
    onCycle: [],
    budget,
    isSame: (left, right) => left.length === right.length,
    compute: ({ type }, recurse) => {
      if (type.kind === "enum") return type.values;
      if (type.kind === "literal" && !(typeof type.value === "object" && type.value !== null))
        return [type.value];
      if (type.kind !== "union" && type.kind !== "intersection") return [];
      const found = new Set<ScalarValue>();
      for (const member of type.members) {
        const values = recurse(resolve(member));
        budget.visit(values.length, member.origin.pointer);
        for (const value of values) found.add(value);
      }
      return [...found];
    },
  });

  const made = new Map<(reader: SchemaReader) => unknown, unknown>();
  const reader: SchemaReader = {
    resolve,
    named: (name) => byName.get(name),
    properties,
    values: (node) => listed(resolve(node)),
    property,
    once: <Made>(make: (reader: SchemaReader) => Made) => {
      if (!made.has(make)) made.set(make, make(reader));
      return made.get(make) as Made;
    },
    budget,
  };
  return reader;
}

/** Of two parts that have a member, the last that describes it says what it is; one that requires it is enough. */
function merge(known: PropertyModel | undefined, next: PropertyModel): PropertyModel {
  if (known === undefined) return next;
  const described = next.undescribed === true ? known : next;
  return { ...described, required: known.required || next.required };
}

/** What of a reader alternatives are read with. */
type Reader = Pick<SchemaReader, "resolve" | "property">;

/** More alternatives than real contracts describe: a schema that multiplies to more is left whole. */
const MOST = 256;

/**
 * What a schema can be, each by itself: the members of its unions, through references, each with the siblings of the
 * union (`oneOf` with `properties`); `null` left aside. Unions that lead to each other are gone through once.
 */
export function alternatives(node: SchemaNode, reader: Reader): readonly SchemaNode[] {
  const target = reader.resolve(node);
  if (target.type.kind !== "union" && target.type.kind !== "intersection") return [target];
  const ofReader = listed.get(reader) ?? new Map<SchemaNode, readonly SchemaNode[]>();
  listed.set(reader, ofReader);
  const found = ofReader.get(target) ?? listAlternatives(target, { reader, ofParts: new Map() }, new Set());
  ofReader.set(target, found);
  return found;
}

/** Whether a contract leaves open what members a value has: it may be anything, or an object of which no member is described. */
export function isUndescribed(node: SchemaNode, reader: Reader): boolean {
  const { type } = reader.resolve(node);
  return (
    type.kind === "any" ||
    (type.kind === "object" && type.properties.length === 0 && type.additional === "unsaid")
  );
}

/** The alternatives of each schema, which many rules ask for. */
const listed = new WeakMap<Reader, Map<SchemaNode, readonly SchemaNode[]>>();

/** What listing alternatives goes through. */
interface Listing {
  readonly reader: Reader;
  /** What intersections were found to be: a part of many is gone through once. */
  readonly ofParts: Map<SchemaNode, readonly SchemaNode[]>;
}

/** @param seen - unions and intersections that are being listed, and unions that are */
function listAlternatives(node: SchemaNode, listing: Listing, seen: Set<SchemaNode>): readonly SchemaNode[] {
  const target = listing.reader.resolve(node);
  const { type } = target;
  if (type.kind !== "union" && type.kind !== "intersection") return [target];
  const known = listing.ofParts.get(target);
  if (known !== undefined) return known;
  if (seen.has(target)) return [];
  seen.add(target);
  if (type.kind === "union")
    return type.members
      .filter((member) => member.type.kind !== "null")
      .flatMap((member) => listAlternatives(member, listing, seen));
  const parts = type.members.map((member) => listAlternatives(member, listing, new Set(seen)));
  const combined = combineParts(target, parts);
  listing.ofParts.set(target, combined);
  return combined;
}

function combineParts(target: SchemaNode, parts: readonly (readonly SchemaNode[])[]): readonly SchemaNode[] {
  const count = parts.reduce((product, part) => product * part.length, 1);
  if (count < 2 || count > MOST) return [target];
  return combine(parts).map((members) => {
    // The distinguishing member gives the position.
    const own = members.find((_, index) => (parts[index]?.length ?? 0) > 1) ?? target;
    return { ...target, origin: own.origin, type: { kind: "intersection", members } };
  });
}

/** One of each part, in every combination. */
function combine(parts: readonly (readonly SchemaNode[])[]): readonly (readonly SchemaNode[])[] {
  return parts.reduce<readonly (readonly SchemaNode[])[]>(
    (begun, part) => begun.flatMap((members) => part.map((member) => [...members, member])),
    [[]],
  );
}

/** A member of an object with all that its parts (`allOf`) say of it; undefined where none has it. */
export function memberOf(node: SchemaNode, name: string, reader: Reader): PropertyModel | undefined {
  const parts = partsOf(node, reader).filter(({ type }) => type.kind !== "intersection");
  const found = parts.flatMap((part) => reader.property(part, name) ?? []);
  const [first] = found;
  if (first === undefined || found.length === 1) return first;
  return {
    ...first,
    required: found.some(({ required }) => required),
    schema: {
      ...first.schema,
      type: { kind: "intersection", members: found.map(({ schema }) => schema) },
    },
  };
}

/** A schema and all that it is put together of (`allOf`), through references, each once. */
export function partsOf(node: SchemaNode, reader: Reader): readonly SchemaNode[] {
  const parts = reachable([reader.resolve(node)], ({ type }) =>
    type.kind === "intersection" ? type.members.map((member) => reader.resolve(member)) : [],
  );
  return [...parts];
}

/**
 * The members of a body by name, in the order in which they are described, each as every alternative of the body that has it
 * describes it.
 */
export function bodyMembers(
  schema: SchemaNode,
  reader: SchemaReader,
): ReadonlyMap<string, readonly SchemaNode[]> {
  const found = new Map<string, SchemaNode[]>();
  for (const alternative of alternatives(schema, reader)) {
    for (const { name, schema: member } of reader.properties(alternative) ?? []) {
      const known = found.get(name);
      if (known === undefined) found.set(name, [member]);
      else known.push(member);
    }
  }
  return found;
}

/** What of a reader null is looked for with. */
type NamedReader = Pick<SchemaReader, "named">;

/**
 * Whether null is among the values of a schema. A named schema is looked at once a round, however many alternatives lead
 * to it; what one round finds of it may tell more of others in the next.
 */
export function isNullable(node: SchemaNode, reader: NamedReader): boolean {
  const known = new Set<string>();
  for (;;) {
    const before = known.size;
    if (admitsNull(node, reader, known, new Set())) return true;
    if (known.size === before) return false;
  }
}

/**
 * @param known - names of schemas that admit null for certain; what is found is added.
 * @param seen - names that were looked at in this round.
 */
function admitsNull(node: SchemaNode, reader: NamedReader, known: Set<string>, seen: Set<string>): boolean {
  const { type } = node;
  const admits = (part: SchemaNode) => admitsNull(part, reader, known, seen);
  switch (type.kind) {
    case "null":
      return true;
    case "ref": {
      const { name } = type;
      if (known.has(name)) return true;
      const target = seen.has(name) ? undefined : reader.named(name);
      seen.add(name);
      if (target === undefined || !admits(target)) return false;
      known.add(name);
      return true;
    }
    case "literal":
      return type.value === null;
    case "enum":
      return type.values.includes(null);
    case "union":
      return type.members.some(admits);
    case "intersection":
      return type.members.every(admits);
    default:
      return false;
  }
}
