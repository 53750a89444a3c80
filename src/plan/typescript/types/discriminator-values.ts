import type { SchemaModel, SchemaNode, UnionType } from "../../../model/schema-model.js";
import { recursiveResults } from "../../../openapi/recursive-results.js";
import { createVisitBudget, type VisitBudget } from "../../../openapi/visit.js";

/** One value that a discriminator may have, as the contract writes it. */
export type DiscriminatorValue = string | number | boolean | null;

/** Which values lead where in a union with a discriminator. */
interface DiscriminatorValues {
  /** By the position of the member: all that it declares itself; undefined: any text, or nothing said. */
  readonly declared: readonly (readonly DiscriminatorValue[] | undefined)[];
  /** Those of them that lead to this member; undefined where it declares none. Never empty where it declares some. */
  readonly leading: readonly (readonly DiscriminatorValue[] | undefined)[];
  /**
   * What a polymorphic base declares, and leads to no member: `[Car, Truck, Bike]` without a subtype for the last. Also what a
   * subtype that no value leads to may have of it; where no value leads to any subtype, all are theirs.
   */
  readonly left: readonly DiscriminatorValue[];
}

/** Reads the discriminators of a model's unions. */
export type ReadDiscriminator = (union: UnionType) => DiscriminatorValues;

/**
 * Shares out the literals that members declare for the discriminator. They are the truth; a mapping, and the name that
 * replaces one, only says who gets a literal that several declare (subtypes that have the enum of their base). What
 * a mapping says against the literals of its member says nothing.
 *
 * What named schemas declare is read once; of one that is made of itself nothing is known.
 *
 * @param budget - that of the contract.
 */
export function discriminatorReader(
  schemas: ReadonlyMap<string, SchemaModel>,
  budget: VisitBudget = createVisitBudget(),
): ReadDiscriminator {
  const values = recursiveResults<string, Values>({
    onCycle: undefined,
    budget,
    isSame: isSameOrUnknown,
    compute: (name, recurse) => {
      const target = schemas.get(name);
      return target && valuesOf(target.node, recurse);
    },
  });
  const declared = recursiveResults<Query, Values>({
    onCycle: undefined,
    budget,
    isSame: isSameOrUnknown,
    keyOf: ({ name, property }) => JSON.stringify([name, property]),
    compute: ({ name, property }, recurse) => {
      const target = schemas.get(name);
      return target && declaredValues(target.node, property, reader(recurse));
    },
  });
  const reader = (read: (query: Query) => Values): Reader => ({
    base: (name) => schemas.get(name),
    declared: (name, property) => read({ name, property }),
    values,
    budget,
  });
  const whole = reader(declared);
  return (union) => shareOut(union, whole);
}

/** What a named schema declares for a property. */
interface Query {
  readonly name: string;
  readonly property: string;
}

/** Reads what named schemas declare. */
interface Reader {
  readonly base: (name: string) => SchemaModel | undefined;
  /** The literals that a named schema declares for a property. */
  readonly declared: (name: string, property: string) => Values;
  /** The values that a named schema consists of. */
  readonly values: (name: string) => Values;
  readonly budget: VisitBudget;
}

function shareOut(union: UnionType, reader: Reader): DiscriminatorValues {
  const { discriminator } = union;
  if (discriminator === undefined) return { declared: [], leading: [], left: [] };
  const { property, mapping, base, fallback } = discriminator;
  const declared = union.members.map((member) => declaredValues(member, property, reader));
  const mapped = union.members.map(({ type }, index) => {
    const own = type.kind === "ref" ? mapping.filter(({ schema }) => schema === type.name) : [];
    const all = declared[index];
    return own.flatMap(({ value }) => (all === undefined || hasText(all, value) ? [value] : []));
  });
  const shared = base === undefined ? undefined : reader.base(base);
  const all =
    shared === undefined || fallback !== undefined
      ? undefined
      : declaredValues(shared.node, property, reader);
  const others = (
    lists: readonly (readonly DiscriminatorValue[] | undefined)[],
    index: number,
    value: DiscriminatorValue,
  ) => lists.some((list, at) => at !== index && list !== undefined && hasText(list, value));
  const leading = declared.map((values, index) => {
    if (values === undefined) return undefined;
    const own = mapped[index] ?? [];
    const inherits = isSame(values, all);
    const taken = values.filter((value) => {
      if (hasText(own, value)) return true;
      return (
        !others(mapped, index, value) && (own.length === 0 || !(inherits || others(declared, index, value)))
      );
    });
    return taken.length === 0 ? values : taken;
  });
  // What a subtype has of its base's list alone, it may have, and others may: nothing says that it leads there.
  const claims = mapped.some((values) => values.length > 0);
  const taken = leading.flatMap((values, index) => {
    const own = mapped[index] ?? [];
    return claims && own.length === 0 && isSame(declared[index], all) ? [] : (values ?? own);
  });
  return { declared, leading, left: (all ?? []).filter((value) => !hasText(taken, value)) };
}

/** Whether two results of a round are the same. */
function isSameOrUnknown(left: Values, right: Values): boolean {
  return left === right || isSame(left, right);
}

/** Whether two lists have the same values. */
function isSame(left: Values, right: Values): boolean {
  return left !== undefined && left.length === right?.length && left.every((value) => right.includes(value));
}

/** A mapping's keys are text, whatever the property is. */
function hasText(values: readonly DiscriminatorValue[], value: DiscriminatorValue): boolean {
  return values.some((each) => String(each) === String(value));
}

/** The literals of a property, through references, `allOf` and alternatives; undefined when it may be anything else. */
function declaredValues(node: SchemaNode, property: string, reader: Reader): Values {
  const { type } = node;
  reader.budget.visit(1, node.origin.pointer);
  const ofMember = (member: SchemaNode) => declaredValues(member, property, reader);
  switch (type.kind) {
    case "ref":
      return reader.declared(type.name, property);
    case "object": {
      const own = type.properties.find(({ name }) => name === property);
      return own && valuesOf(own.schema, reader.values);
    }
    case "intersection":
      return inAll(type.members.map(ofMember));
    case "union": {
      // Null has no properties: {@link splitNull}.
      const members = type.members.filter((member) => member.type.kind !== "null");
      if (type.discriminator?.property !== property) return inAny(members.map(ofMember));
      const { leading, left } = shareOut(type, reader);
      const values = type.members.map((member, index) => leading[index] ?? mappedTo(member, type));
      return inAny([...values, left]);
    }
    default:
      return undefined;
  }
}

/** What a nested union narrows a member to that declares nothing itself. */
function mappedTo({ type }: SchemaNode, { discriminator }: UnionType): readonly string[] | undefined {
  if (type.kind !== "ref") return undefined;
  const own = discriminator?.mapping.filter(({ schema }) => schema === type.name) ?? [];
  return own.length === 0 ? undefined : own.map(({ value }) => value);
}

/** The values that a schema consists of; undefined when it is anything else too. */
function valuesOf({ type }: SchemaNode, named: (name: string) => Values): Values {
  const values = (node: SchemaNode) => valuesOf(node, named);
  switch (type.kind) {
    case "literal":
      return typeof type.value === "object" && type.value !== null ? undefined : [type.value];
    case "enum":
      return type.values;
    case "null":
      return [null];
    case "union":
      return inAny(type.members.map(values));
    case "intersection":
      return inAll(type.members.map(values));
    case "ref":
      return named(type.name);
    default:
      return undefined;
  }
}

type Values = readonly DiscriminatorValue[] | undefined;

function inAny(lists: readonly Values[]): Values {
  const known = lists.filter((list) => list !== undefined);
  return known.length < lists.length || lists.length === 0 ? undefined : [...new Set(known.flat())];
}

/** Who says nothing about the values leaves them to the others. */
function inAll(lists: readonly Values[]): Values {
  const [first, ...others] = lists.filter((list) => list !== undefined);
  return first?.filter((value) => others.every((list) => list.includes(value)));
}
