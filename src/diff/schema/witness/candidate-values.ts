import type { Json } from "../../../load/loaded-contract.js";
import { canonicalJson } from "../../../text/canonical-json.js";
import type { PairSide, SchemaEdit } from "../compare/compared-pair.js";
import { slotOfItem } from "../form/merge-forms.js";
import { isTrivialPattern, matchesPattern } from "../../../openapi/patterns.js";
import { BOUND_NAMES, BOUNDS, type SchemaForm } from "../form/schema-form.js";
import {
  fullSample,
  isObjectValue,
  type JsonMembers,
  namesOfEdit,
  PATTERN_TEXTS,
  sampleOfProperty,
  sampleValue,
  withMember,
  without,
} from "./sample-value.js";
import { textForPattern } from "./pattern-text.js";

const MOST = 300;
const LONGEST = 16_000;
const MOST_ITEMS = 2_000;
const MOST_MEMBERS = 24;

/**
 * Values that one of two schemas may allow and the other refuse: what the edit is about, their samples, the limits of both,
 * listed values, members added and removed, and one value of every type. Each once; the most telling first.
 */
export function candidateValues(accepting: PairSide, refusing: PairSide, edit: SchemaEdit): readonly Json[] {
  const sides = [accepting, refusing];
  const samples = sides.flatMap(samplesOf);
  const found: readonly Json[] = [
    ...overlapValues(edit, refusing),
    ...branchValues(edit, accepting),
    ...memberValues(samples, accepting, refusing, namesOfEdit(edit)),
    ...sides.flatMap(({ node: { form } }) => form.values?.value ?? []),
    ...sides.flatMap(({ node: { form } }) => numberValues(form)),
    ...sides
      .flatMap(({ node: { form } }) => textValues(form))
      .sort((left, right) => left.length - right.length),
    ...sides.flatMap(arrayValues),
    ...sides.flatMap(shapedValues),
    ...samples,
    ...PATTERN_TEXTS,
    ...[null, true, false, 1, 1.5, -1, 0, 4_294_967_296, "a", "", [], {}],
  ];
  const known = new Map(found.map((value) => [canonicalJson(value), value]));
  return [...known.values()].slice(0, MOST);
}

/** Values of two alternatives at once. */
function overlapValues({ overlap }: SchemaEdit, { node, reader }: PairSide): readonly Json[] {
  if (overlap === undefined) return [];
  const { union, pairs } = overlap;
  return pairs
    .map(([one, other]) => reader.branch(reader.branch(node, union, one), union, other))
    .flatMap((both) => [sampleValue(reader, both), fullSample(reader, both)])
    .filter((value) => value !== undefined);
}

/** Values of the branch that an edit is about. */
function branchValues({ change, old, new: now }: SchemaEdit, { node, reader }: PairSide): readonly Json[] {
  const position = change.endsWith("branch-removed") ? old : now;
  if (!/\.branch-/u.test(change) || position === undefined) return [];
  const pointer = reader.target(position.pointer);
  const union = node.form.unions.find(({ branches }) => branches.includes(pointer));
  if (union === undefined) return [];
  const branch = reader.branch(node, union, pointer);
  return [sampleValue(reader, branch), fullSample(reader, branch)].filter((value) => value !== undefined);
}

/** Samples of a schema and of each of its alternatives, with required members only and with all. */
function samplesOf({ node, reader }: PairSide): readonly Json[] {
  const branches = node.form.unions.flatMap((union) =>
    union.branches.slice(0, 16).map((branch) => reader.branch(node, union, branch)),
  );
  return [node, ...branches]
    .flatMap((each) => [sampleValue(reader, each), fullSample(reader, each)])
    .filter((value) => value !== undefined);
}

/** Objects for the keywords that speak of names and counts of members. */
function shapedValues({ node, reader }: PairSide): readonly Json[] {
  const { form } = node;
  const objectOf = (names: readonly string[], value: Json = "a"): Json =>
    Object.fromEntries(names.map((name) => [name, value]));
  const counts = lengthsOf(form, "minProperties", "maxProperties").filter((count) => count <= 50);
  const conditions = form.conditionals.flatMap(
    ({ condition }) => fullSample(reader, reader.node(condition)) ?? [],
  );
  const needed = form.conditionals.flatMap(({ condition }) => [
    ...reader.node(condition).form.required.keys(),
  ]);
  return [
    ...counts.map((count) => objectOf(Array.from({ length: count }, (_, index) => `m${String(index)}`))),
    ...[...form.dependentRequired].flatMap(([name, { value }]) => [
      objectOf([name]),
      objectOf([name, ...value]),
    ]),
    ...[...form.dependentSchemas.keys()].map((name) => objectOf([name])),
    ...[...form.patternProperties.keys()].flatMap((pattern) =>
      NAMES.filter((name) => matchesPattern(pattern, name) === true)
        .slice(0, 1)
        .flatMap((name) => [objectOf([name]), objectOf([name], 1), objectOf([name], null)]),
    ),
    ...conditions,
    objectOf(needed),
  ];
}

/** Names that are tried for patterns of names. */
const NAMES: readonly string[] = ["x", "x-a", "x_a", "X-A", ...PATTERN_TEXTS];

/** Objects without the properties, and with every optional one. */
function memberValues(
  samples: readonly Json[],
  accepting: PairSide,
  refusing: PairSide,
  names: readonly string[],
): readonly Json[] {
  const objects = samples.filter(isObjectValue);
  if (objects.length === 0) return [];
  // Members that both sides need, so that nothing but the edit makes the difference.
  const both = Object.fromEntries(objects.toReversed().flatMap((object) => Object.entries(object)));
  const { form } = accepting.node;
  const optional = [...new Set([...form.properties.keys(), ...refusing.node.form.properties.keys()])].sort();
  const having = (base: JsonMembers, name: string) =>
    withMember(base, name, sampleOfProperty(accepting, name) ?? sampleOfProperty(refusing, name));
  return [
    ...[both, ...objects].flatMap((object) =>
      names.flatMap((name) => [without(object, name), ...having(object, name)]),
    ),
    ...objects,
    ...objects.flatMap((object) => [
      { ...object, furtherMember: "a" },
      { ...object, furtherMember: 1 },
      ...Object.keys(object)
        .slice(0, MOST_MEMBERS)
        .map((member) => without(object, member)),
      ...optional.slice(0, MOST_MEMBERS).flatMap((member) => having(object, member)),
    ]),
  ];
}

function numberValues(form: SchemaForm): readonly number[] {
  const limits = BOUND_NAMES.filter((bound) => BOUNDS[bound].type === "number").flatMap((bound) => {
    const limit = form.bounds.get(bound)?.limit;
    return limit === undefined ? [] : [limit, limit - 1, limit + 1, limit - 0.5, limit + 0.5];
  });
  return [...limits, ...form.factors.flatMap(({ value }) => [value, value * 2, value * 1.5])];
}

/** Texts as long as the limits, of the expression where there is one. */
function textValues(form: SchemaForm): readonly string[] {
  const pattern = form.patterns.find(({ value }) => !isTrivialPattern(value))?.value;
  return lengthsOf(form, "minLength", "maxLength").flatMap((length) => [
    "".padEnd(length, "a"),
    ...(pattern === undefined ? [] : [textForPattern(pattern, length) ?? ""]),
  ]);
}

function arrayValues({ node, reader }: PairSide): readonly Json[] {
  const { form } = node;
  if (!form.types.has("array")) return [];
  const item = (index: number): Json => {
    const slot = slotOfItem(form, index);
    return (slot.length === 0 ? undefined : sampleValue(reader, reader.node(slot))) ?? "a";
  };
  const lengths = [...lengthsOf(form, "minItems", "maxItems"), form.prefix.length, 1, 2].filter(
    (length) => length <= MOST_ITEMS,
  );
  const lists = lengths.map((length) => Array.from({ length }, (_, index) => item(index)));
  const distinct = lengths.map((length) => Array.from({ length }, (_, index) => index));
  const contained = form.contains.flatMap(({ slot, least, most }) => {
    const inside = sampleValue(reader, reader.node(slot)) ?? "a";
    const counts = [least - 1, least, least + 1, most ?? 1, (most ?? 1) + 1].filter(
      (count) => count >= 0 && count <= 50,
    );
    return [...counts.map((count) => Array.from({ length: count }, () => inside)), [inside, 1], [inside, {}]];
  });
  return [...contained, ...lists, ...distinct, ["a", "b"], [1.5], [null], [{}]];
}

function lengthsOf(form: SchemaForm, ...names: readonly (typeof BOUND_NAMES)[number][]): readonly number[] {
  return names
    .flatMap((name) => {
      const limit = form.bounds.get(name)?.limit;
      return limit === undefined ? [] : [limit, limit - 1, limit + 1];
    })
    .filter((length) => Number.isInteger(length) && length >= 0 && length <= LONGEST);
}
