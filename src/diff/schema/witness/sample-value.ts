import type { Json } from "../../../load/loaded-contract.js";
import { textOf } from "../compare/compare-values.js";
import type { PairSide, SchemaEdit } from "../compare/compared-pair.js";
import { sizeOf } from "../inclusion/accepted-values.js";
import { effectiveBound } from "../inclusion/included-scalars.js";
import { textForPattern } from "./pattern-text.js";
import { compiledPattern, isTrivialPattern } from "../../../openapi/patterns.js";
import { listedTypes, slotOfItem, slotOfProperty } from "../form/merge-forms.js";
import {
  BOUNDS,
  type SchemaForm,
  type Slot,
  type TypeName,
  typeOfValue,
  type Union,
} from "../form/schema-form.js";
import type { SchemaNode, SchemaReader } from "../form/schema-reader.js";

const DEEPEST = 12;
const MOST_ITEMS = 20;
/** Optional members of a sample. */
const MOST_MEMBERS = 60;
const MOST_LENGTH = 300;

/** Types in the order in which a value is made of them. */
const ORDER: readonly TypeName[] = ["object", "array", "string", "number", "boolean", "null"];

/** Texts of formats, and for patterns: one of them mostly matches. */
const TEXTS: Readonly<Record<string, string>> = {
  date: "2026-01-31",
  "date-time": "2026-01-31T12:00:00Z",
  time: "12:00:00Z",
  duration: "P1D",
  email: "a@example.com",
  uuid: "00000000-0000-4000-8000-000000000000",
  uri: "https://example.com/a",
  "uri-reference": "/a",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  byte: "YQ==",
  int64: "1",
  decimal: "1.5",
};

/** Texts that are tried for a pattern. */
export const PATTERN_TEXTS: readonly string[] = [
  ...["a", "A", "1", "ab", "AB", "12", "abc", "ABC", "123", "1234", "abcd", "a1", "A1", "a-b", "a_b", "EUR"],
  ...[
    "de",
    "DE",
    "en-GB",
    "#aabbcc",
    "0",
    "00000",
    "12345",
    "123456",
    "1.0",
    "1.0.0",
    "v1",
    "+491234567",
    "/a",
  ],
  ...Object.values(TEXTS),
];

/** A value with the optional members of its outermost object too, where they are found. */
export function fullSample(reader: SchemaReader, node: SchemaNode): Json | undefined {
  const value = sampleValue(reader, node);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { form } = node;
  const more = [...form.properties]
    .slice(0, MOST_MEMBERS)
    .map(([name, slot]): [string, Json | undefined] => [name, sampleSlot(reader, slot, 0)]);
  return Object.fromEntries([
    ...more.filter((entry): entry is [string, Json] => entry[1] !== undefined),
    ...Object.entries(value),
  ]);
}

/**
 * A small value of a schema: required members only. A guess: formats and expressions may refuse it, so it has to be checked.
 *
 * @returns undefined when none is found: in an endless recursion, or where the schema allows nothing.
 */
export function sampleValue(reader: SchemaReader, node: SchemaNode, depth = 0): Json | undefined {
  const { form } = node;
  reader.budget.visit();
  // Each union takes a step down.
  if (depth + form.unions.length > DEEPEST) return undefined;
  const [union] = form.unions;
  if (union !== undefined) {
    for (const branch of union.branches.slice(0, 8)) {
      const part = reader.branch(node, union, branch);
      const value = sampleValue(reader, part, depth + 1);
      if (value !== undefined) return withDiscriminator(value, union, reader, part);
    }
    return union.hasNull ? null : undefined;
  }
  if (form.values !== undefined) return form.values.value[0];
  const types = listedTypes(form);
  const type = ORDER.find((name) => types.has(name));
  switch (type) {
    case "object":
      return sampleObject(reader, form, depth);
    case "array":
      return sampleArray(reader, form, depth);
    case "string":
      return sampleText(form);
    case "number":
      return sampleNumber(form);
    case "boolean":
      return true;
    default:
      return type === "null" ? null : undefined;
  }
}

/** A value of a branch with the property that selects it, which branches do not always require. */
function withDiscriminator(
  value: Json,
  { discriminator }: Union,
  reader: SchemaReader,
  { form }: SchemaNode,
): Json {
  if (discriminator === undefined || typeof value !== "object" || value === null || Array.isArray(value))
    return value;
  const { property } = discriminator;
  const own = form.properties.get(property);
  if (own === undefined || Object.hasOwn(value, property)) return value;
  return Object.fromEntries([...Object.entries(value), [property, sampleSlot(reader, own, 0) ?? "a"]]);
}

function sampleSlot(reader: SchemaReader, slot: Slot, depth: number): Json | undefined {
  return slot.length === 0 ? "a" : sampleValue(reader, reader.node(slot), depth + 1);
}

function sampleObject(reader: SchemaReader, form: SchemaForm, depth: number): Json | undefined {
  const entries: [string, Json][] = [];
  for (const name of [...form.required.keys()].sort()) {
    const value = sampleSlot(reader, slotOfProperty(form, name), depth);
    if (value === undefined) return undefined;
    entries.push([name, value]);
  }
  const least = form.bounds.get("minProperties")?.limit ?? 0;
  const more = [...form.properties.keys(), "a", "b", "c"].filter((name) => !form.required.has(name));
  for (const name of more) {
    if (entries.length >= least) break;
    const value = sampleSlot(reader, slotOfProperty(form, name), depth);
    if (value !== undefined) entries.push([name, value]);
  }
  return Object.fromEntries(entries);
}

function sampleArray(reader: SchemaReader, form: SchemaForm, depth: number): Json | undefined {
  const contained = form.contains.reduce((count, { least }) => Math.max(count, least), 0);
  const count = Math.min(Math.max(form.bounds.get("minItems")?.limit ?? 0, contained), MOST_ITEMS);
  const items: Json[] = [];
  for (let index = 0; index < count; index += 1) {
    const slot = index < contained ? (form.contains[0]?.slot ?? []) : slotOfItem(form, index);
    const item = sampleSlot(reader, slot, depth);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

/** A text of a format or pattern where there is one, at least as long as needed. */
export function sampleText(form: SchemaForm): string {
  const pattern = form.patterns.find(({ value }) => !isTrivialPattern(value))?.value;
  const least = Math.min(form.bounds.get("minLength")?.limit ?? 0, MOST_LENGTH);
  if (pattern !== undefined) {
    const expression = compiledPattern(pattern);
    const most = form.bounds.get("maxLength")?.limit ?? Infinity;
    const found = [textForPattern(pattern, least), ...PATTERN_TEXTS].find(
      (text) => text !== undefined && isWithin(text, least, most) && expression?.test(text) === true,
    );
    if (found !== undefined) return found;
  }
  const [format] = form.formats;
  const text = format !== undefined && Object.hasOwn(TEXTS, format.value) ? TEXTS[format.value] : undefined;
  return (text ?? "a")
    .padEnd(least, "a")
    .slice(0, Math.max(least, form.bounds.get("maxLength")?.limit ?? Infinity));
}

/** Expressions are run on short texts only. */
function isWithin(text: string, least: number, most: number): boolean {
  return text.length >= least && text.length <= Math.min(most, MOST_LENGTH);
}

function sampleNumber(form: SchemaForm): number {
  const [lower, upper] = [effectiveBound(form, "minimum"), effectiveBound(form, "maximum")];
  const step = form.factors[0]?.value ?? 1;
  if (lower !== undefined) {
    const first = lower.isExclusive ? lower.limit + step : lower.limit;
    const value = form.factors.length > 0 ? Math.ceil(first / step) * step : first;
    if (upper === undefined || value < upper.limit || form.isInteger) return value;
    return (lower.limit + upper.limit) / 2;
  }
  if (upper === undefined || upper.limit > 0)
    return form.factors.length > 0 ? step : Math.min(1, upper?.limit ?? 1) === 1 ? 1 : 0;
  return upper.isExclusive ? upper.limit - step : upper.limit;
}

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
