import type { Union } from "../form/schema-form.js";
import type { SchemaNode, SchemaReader } from "../form/schema-reader.js";
import type { Verdict } from "./verdict.js";

/** One of the values that a union stands for. */
export interface Alternative {
  /** Of its branch; undefined for null. */
  readonly pointer: string | undefined;
  readonly node: SchemaNode;
}

/**
 * The alternatives of a node by one of its unions, each with all that is beside the union. Where there is nothing, each is its branch
 * alone: there are no more nodes then than branches, however unions lead to each other.
 */
export function alternativesOf(reader: SchemaReader, node: SchemaNode, union: Union): readonly Alternative[] {
  const isNull = { pointer: undefined, node: reader.branch(node, union, undefined) };
  if (!isAny(reader.base(node, [union]))) {
    const branches = reader.branchesOf(node, union);
    const alternatives = branches.map((pointer) => ({ pointer, node: reader.branch(node, union, pointer) }));
    return union.hasNull ? [...alternatives, isNull] : alternatives;
  }
  const found = new Map<string, SchemaNode>();
  const branches = new Set(union.branches);
  let { hasNull } = union;
  // Branches of an alternative that leads to itself are added while they are read.
  for (const pointer of branches) {
    const alternative = reader.node([pointer]);
    const [inner, ...others] = alternative.form.unions;
    const isOpen = inner !== undefined && others.length === 0 && reader.isUnguarded(pointer);
    if (!isOpen || !isAny(reader.base(alternative, [inner]))) {
      found.set(pointer, alternative);
      continue;
    }
    hasNull ||= inner.hasNull;
    for (const branch of inner.branches) branches.add(branch);
  }
  const alternatives = [...found].map(([pointer, alternative]) => ({ pointer, node: alternative }));
  return hasNull ? [...alternatives, isNull] : alternatives;
}

/**
 * By the values of the discriminator that select a branch: whether the branch that they select in another union has its values.
 *
 * @param isIn - whether a branch of the other union has them.
 * @returns undefined where the mappings do not say which branch that is.
 */
export function includedBySelection(
  branch: string,
  union: Union,
  target: Union,
  isIn: (selected: string) => Verdict,
): Verdict | undefined {
  const [own, other] = [union.discriminator, target.discriminator];
  if (own === undefined || own.property !== other?.property || other.mapping.size === 0) return undefined;
  const values = [...own.mapping].filter(([, pointer]) => pointer === branch).map(([value]) => value);
  const [selected, ...others] = new Set(values.map((value) => other.mapping.get(value)));
  if (values.length === 0 || others.length > 0) return undefined;
  if (selected !== undefined) return target.branches.includes(selected) ? isIn(selected) : undefined;
  const isKnown = target.branches.includes(branch) || other.otherwise !== undefined;
  return isKnown ? undefined : "no";
}

/** Whether a schema allows every value. */
export function isAny({ form }: SchemaNode): boolean {
  const lists = [
    ...[form.factors, form.patterns, form.formats, form.additional, form.propertyNames, form.contentSchema],
    ...[form.prefix, form.items, form.contains, form.unevaluatedItems, form.unevaluatedProperties],
    ...[form.exclusions, form.conditionals, form.unions],
  ];
  const maps = [
    ...[form.bounds, form.required, form.properties, form.patternProperties],
    ...[form.dependentRequired, form.dependentSchemas],
  ];
  const single = [form.values, form.unique, form.contentType, form.contentEncoding];
  return (
    form.types.size === 6 &&
    lists.every(({ length }) => length === 0) &&
    maps.every(({ size }) => size === 0) &&
    single.every((value) => value === undefined)
  );
}
