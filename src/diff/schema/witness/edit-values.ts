import type { Json } from "../../../load/loaded-contract.js";
import { textOf } from "../compare/compare-values.js";
import type { PairSide, SchemaEdit } from "../compare/compared-pair.js";
import { slotOfProperty } from "../form/merge-forms.js";
import { BOUNDS, typeOfValue } from "../form/schema-form.js";
import { sizeOf } from "../inclusion/accepted-values.js";
import { sampleValue } from "./sample-value.js";

/** Members of an object value. */
export type JsonMembers = Readonly<Record<string, Json>>;

/** Whether a value is an object. */
export function isObjectValue(value: Json): value is JsonMembers {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Names of the properties that an edit is about. */
export function namesOfEdit({ change, arguments: values = {} }: SchemaEdit): readonly string[] {
  if (change === "property.renamed") return [values["from"], values["to"]].filter(isText);
  return [values["name"]].filter(isText);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Whether a value can show what an edit of a scalar did: null, a listed value, or one beyond the bound. */
export function isOfEdit(
  { change, bound: name, arguments: values = {} }: SchemaEdit,
  value: Json,
  refusing: PairSide,
): boolean {
  if (/^type\.became-/u.test(change)) return value === null;
  const listed = values["values"];
  if (/^enum\.value-/u.test(change) && Array.isArray(listed)) return listed.includes(textOf(value));
  if (name === undefined) return true;
  const bound = refusing.node.form.bounds.get(name);
  const { side, type } = BOUNDS[name];
  if (bound === undefined || typeOfValue(value) !== type) return false;
  const size = sizeOf(value);
  if (size === bound.limit) return bound.isExclusive;
  return side === "lower" ? size < bound.limit : size > bound.limit;
}

/**
 * An object with an edit of one of its properties undone: without the property, or with it.
 *
 * @param isRough - with all else that is required too, where properties need each other.
 * @returns undefined for edits of anything else.
 */
export function variationsOf(
  edit: SchemaEdit,
  value: Json,
  sides: readonly PairSide[],
  isRough: boolean,
): readonly Json[] | undefined {
  if (!edit.change.startsWith("property.")) return undefined;
  if (!isObjectValue(value)) return [];
  const samples = sides.map(({ node, reader }) => sampleValue(reader, node)).filter(isObjectSample);
  return namesOfEdit(edit).flatMap((name) => {
    if (Object.hasOwn(value, name)) return [without(value, name)];
    const having = sides.flatMap((side) => withMember(value, name, sampleOfProperty(side, name)));
    if (!isRough) return having;
    return having.flatMap((one) => samples.map((sample) => ({ ...sample, ...one })));
  });
}

function isObjectSample(value: Json | undefined): value is JsonMembers {
  return value !== undefined && isObjectValue(value);
}

/** An object without a member. */
export function without(object: JsonMembers, name: string): JsonMembers {
  return Object.fromEntries(Object.entries(object).filter(([member]) => member !== name));
}

/** An object with one more member; none when it has no value. */
export function withMember(
  object: JsonMembers,
  name: string,
  value: Json | undefined,
): readonly JsonMembers[] {
  return value === undefined ? [] : [Object.fromEntries([...Object.entries(object), [name, value]])];
}

/** A small value of a property. */
export function sampleOfProperty({ node, reader }: PairSide, name: string): Json | undefined {
  const slot = slotOfProperty(node.form, name);
  return slot.length === 0 ? "a" : sampleValue(reader, reader.node(slot));
}
