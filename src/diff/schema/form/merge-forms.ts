import type { Json } from "../../../load/loaded-contract.js";
import { canonicalJson } from "../../../text/canonical-json.js";
import { matchesPattern } from "../../../openapi/patterns.js";
import {
  allItems,
  type Annotations,
  ANY,
  type Bound,
  BOUNDS,
  type BoundName,
  commonItems,
  type Constraint,
  type Discriminator,
  type SchemaForm,
  type Slot,
  typeOfValue,
} from "./schema-form.js";

/** The form of what both forms allow. */
export function mergeForms(left: SchemaForm, right: SchemaForm): SchemaForm {
  if (right === ANY) return left;
  if (left === ANY) return right;
  const types = commonItems(left.types, right.types);
  return {
    origins: allItems(left.origins, right.origins),
    types,
    isInteger: left.isInteger || right.isInteger,
    typePointer: left.typePointer ?? right.typePointer,
    nullPart: types.has("null") ? (left.nullPart ?? right.nullPart) : undefined,
    values: commonValues(left.values, right.values),
    bounds: tightestBounds(left.bounds, right.bounds),
    factors: distinct(left.factors, right.factors),
    patterns: distinct(left.patterns, right.patterns),
    formats: distinct(left.formats, right.formats),
    contentType: left.contentType ?? right.contentType,
    contentEncoding: left.contentEncoding ?? right.contentEncoding,
    contentSchema: joinSlots(left.contentSchema, right.contentSchema),
    properties: mergeProperties(left, right),
    required: mergeMaps(left.required, right.required, (pointer) => pointer),
    patternProperties: mergeMaps(left.patternProperties, right.patternProperties, joinSlots),
    additional: joinSlots(left.additional, right.additional),
    propertyNames: joinSlots(left.propertyNames, right.propertyNames),
    dependentRequired: mergeMaps(left.dependentRequired, right.dependentRequired, joinNames),
    dependentSchemas: mergeMaps(left.dependentSchemas, right.dependentSchemas, joinSlots),
    ...mergeItems(left, right),
    unique: left.unique ?? right.unique,
    contains: distinctAt(left.contains, right.contains),
    unevaluatedProperties: joinSlots(left.unevaluatedProperties, right.unevaluatedProperties),
    unevaluatedItems: joinSlots(left.unevaluatedItems, right.unevaluatedItems),
    exclusions: [...new Set([...left.exclusions, ...right.exclusions])],
    conditionals: distinctAt(left.conditionals, right.conditionals),
    unions: distinctAt(left.unions, right.unions),
    merged: distinctAt(left.merged, right.merged),
    discriminator: firstDiscriminator(left.discriminator, right.discriminator),
    annotations: mergeAnnotations(left.annotations, right.annotations),
  };
}

/** The form of the values of another, and of null, as a part says. */
export function withNull(form: SchemaForm, part: string): SchemaForm {
  if (form === ANY) return form;
  const { values } = form;
  return {
    ...form,
    types: new Set([...form.types, "null" as const]),
    nullPart: part,
    values:
      values === undefined || values.value.includes(null)
        ? values
        : { value: [...values.value, null], pointer: values.pointer, isConst: false },
    unions: form.unions.map((union) => ({ ...union, hasNull: true })),
  };
}

/** The schemas of a property by name: its own, those of its pattern, or those of additional properties. */
export function slotOfProperty(form: SchemaForm, name: string): Slot {
  const own = form.properties.get(name);
  const matching = [...form.patternProperties].filter(([pattern]) => matchesPattern(pattern, name) === true);
  if (own === undefined && matching.length === 0) return form.additional;
  return matching.reduce<Slot>((slot, [, schema]) => joinSlots(slot, schema), own ?? []);
}

/** The schemas of an item by position. */
export function slotOfItem(form: SchemaForm, index: number): Slot {
  return form.prefix[index] ?? form.items;
}

/** The types that values can have, by `type` and by the listed values. */
export function listedTypes({ types, values }: SchemaForm): SchemaForm["types"] {
  if (values === undefined) return types;
  return commonItems(types, new Set(values.value.map(typeOfValue)));
}

/** Schemas that hold together with others. */
export function joinSlots(left: Slot, right: Slot): Slot {
  if (left.length === 0) return right;
  if (right.length === 0 || left === right) return left;
  return [...new Set([...left, ...right])].sort();
}

function mergeProperties(left: SchemaForm, right: SchemaForm): ReadonlyMap<string, Slot> {
  if (left.properties.size === 0 && isOpen(left)) return right.properties;
  if (right.properties.size === 0 && isOpen(right)) return left.properties;
  const names = new Set([...left.properties.keys(), ...right.properties.keys()]);
  return new Map(
    [...names].map((name) => [name, joinSlots(slotOfProperty(left, name), slotOfProperty(right, name))]),
  );
}

function isOpen({ additional, patternProperties }: SchemaForm): boolean {
  return additional.length === 0 && patternProperties.size === 0;
}

function mergeItems(left: SchemaForm, right: SchemaForm): Pick<SchemaForm, "items" | "prefix"> {
  const count = Math.max(left.prefix.length, right.prefix.length);
  return {
    prefix: Array.from({ length: count }, (_, index) =>
      joinSlots(slotOfItem(left, index), slotOfItem(right, index)),
    ),
    items: joinSlots(left.items, right.items),
  };
}

function mergeMaps<Value>(
  left: ReadonlyMap<string, Value>,
  right: ReadonlyMap<string, Value>,
  join: (one: Value, other: Value) => Value,
): ReadonlyMap<string, Value> {
  if (left.size === 0) return right;
  if (right.size === 0) return left;
  const merged = new Map(left);
  for (const [name, value] of right) {
    const own = left.get(name);
    merged.set(name, own === undefined ? value : join(own, value));
  }
  return merged;
}

function joinNames(
  left: Constraint<readonly string[]>,
  right: Constraint<readonly string[]>,
): Constraint<readonly string[]> {
  return { value: [...new Set([...left.value, ...right.value])].sort(), pointer: left.pointer };
}

function commonValues(left: SchemaForm["values"], right: SchemaForm["values"]): SchemaForm["values"] {
  if (left === undefined || right === undefined) return left ?? right;
  const texts = new Set(right.value.map((value) => canonicalJson(value)));
  const value = left.value.filter((item: Json) => texts.has(canonicalJson(item)));
  const lists = [...(left.lists ?? [left]), ...(right.lists ?? [right])];
  return { value, pointer: left.pointer, isConst: left.isConst || right.isConst, lists };
}

function tightestBounds(
  left: SchemaForm["bounds"],
  right: SchemaForm["bounds"],
): ReadonlyMap<BoundName, Bound> {
  if (left.size === 0) return right;
  if (right.size === 0) return left;
  const bounds = new Map(left);
  for (const [name, bound] of right) {
    const own = left.get(name);
    if (own === undefined || isTighter(name, bound, own)) bounds.set(name, bound);
  }
  return bounds;
}

/** Whether a bound allows less than another one of the same kind. */
export function isTighter(name: BoundName, bound: Bound, other: Bound): boolean {
  if (bound.limit === other.limit) return bound.isExclusive && !other.isExclusive;
  return BOUNDS[name].side === "lower" ? bound.limit > other.limit : bound.limit < other.limit;
}

function distinct<Value>(
  left: readonly Constraint<Value>[],
  right: readonly Constraint<Value>[],
): readonly Constraint<Value>[] {
  if (right.length === 0) return left;
  return [...left, ...right.filter(({ value }) => !left.some((own) => own.value === value))];
}

function distinctAt<Item extends { readonly pointer: string }>(
  left: readonly Item[],
  right: readonly Item[],
): readonly Item[] {
  if (right.length === 0) return left;
  return [...left, ...right.filter(({ pointer }) => !left.some((own) => own.pointer === pointer))];
}

/** Of two values the one that is first as text: parts have no order, and their pointers no meaning. */
function firstByText(
  left: Constraint<Json> | undefined,
  right: Constraint<Json> | undefined,
): Constraint<Json> | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return canonicalJson(right.value) < canonicalJson(left.value) ? right : left;
}

/** Of two discriminators of parts, which have no order, the one that is first as text. */
function firstDiscriminator(
  left: SchemaForm["discriminator"],
  right: SchemaForm["discriminator"],
): SchemaForm["discriminator"] {
  if (left === undefined || right === undefined) return left ?? right;
  const textOf = ({ property, mapping }: Discriminator) => canonicalJson([property, ...[...mapping].sort()]);
  return textOf(right) < textOf(left) ? right : left;
}

function mergeAnnotations(left: Annotations, right: Annotations): Annotations {
  return {
    default: firstByText(left.default, right.default),
    readOnly: left.readOnly ?? right.readOnly,
    writeOnly: left.writeOnly ?? right.writeOnly,
    deprecated: left.deprecated ?? right.deprecated,
    sunset: firstByText(left.sunset, right.sunset),
    stability: firstByText(left.stability, right.stability),
    memberNames: firstByText(left.memberNames, right.memberNames),
    // What is beside a reference is first.
    xml: left.xml ?? right.xml,
    knownValues: left.knownValues ?? right.knownValues,
  };
}
