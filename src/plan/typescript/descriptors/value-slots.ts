import type { ObjectType, SchemaNode, SchemaType } from "../../../model/schema-model.js";
import { recursiveResults } from "../../../openapi/recursive-results.js";
import type { SchemaReader } from "../../service/schema-reader.js";
import { readNamePattern } from "../types/index-members.js";

/** Members or elements that a schema describes together. */
export interface Slot {
  /** As a step of a path. */
  readonly step: string;
  /** The name or index of the only one; else how their names begin and end, or which others are not meant. */
  readonly name?: string;
  readonly ends?: NameEnds;
  readonly except?: { readonly steps: ReadonlySet<string>; readonly ends: readonly NameEnds[] };
  readonly schemas: readonly SchemaNode[];
  /** Some of them are described nowhere, and may be anything. */
  readonly isOpen?: true;
}

/** How names begin and end. */
interface NameEnds {
  readonly prefix: string;
  readonly suffix: string;
}

/** What a schema says of the members at a step that it has itself, or that an alternative to it has. */
export function slotsAt(type: SchemaType, at: Slot): readonly Slot[] {
  const { all, unnamed, byStep } = slotsOf(type);
  const same = byStep.get(at.step);
  if (same !== undefined) return same;
  return (at.name === undefined ? all : unnamed).filter((slot) => meet(slot, at) && meet(at, slot));
}

/** Whether a member may be in both; true where that is not certain. */
function meet(one: Slot, other: Slot): boolean {
  if (one.name !== undefined && other.name !== undefined) return one.name === other.name;
  if (one.except?.steps.has(other.step) === true) return false;
  const { name } = other;
  if (name === undefined) return true;
  if (one.ends !== undefined) return matches(name, one.ends);
  return one.except?.ends.some((ends) => matches(name, ends)) !== true;
}

function matches(name: string, { prefix, suffix }: NameEnds): boolean {
  return name.length >= prefix.length + suffix.length && name.startsWith(prefix) && name.endsWith(suffix);
}

/** The slots of a type, in order, and by what they are looked for. */
interface Slots {
  readonly all: readonly Slot[];
  /** Those of more than one member. */
  readonly unnamed: readonly Slot[];
  readonly byStep: ReadonlyMap<string, readonly Slot[]>;
}

/** Read once for each type: a step of every member asks for them. */
const knownSlots = new WeakMap<SchemaType, Slots>();

export function slotsOf(type: SchemaType): Slots {
  const known = knownSlots.get(type);
  if (known !== undefined) return known;
  const all = readSlots(type);
  const byStep = new Map<string, Slot[]>();
  for (const slot of all) {
    const same = byStep.get(slot.step);
    if (same === undefined) byStep.set(slot.step, [slot]);
    else same.push(slot);
  }
  const slots = { all, byStep, unnamed: all.filter(({ name }) => name === undefined) };
  knownSlots.set(type, slots);
  return slots;
}

function readSlots(type: SchemaType): readonly Slot[] {
  if (type.kind === "array") return [others([], [type.items])];
  if (type.kind === "object") return slotsOfObject(type);
  if (type.kind !== "tuple") return [];
  const items = type.items.map((item, index) => named(String(index), [item]));
  return [...items, ...(type.rest === undefined ? [] : [others(items, [type.rest])])];
}

/**
 * No client runs a regular expression of a contract: what it takes to match a name has no limit. A pattern that only says how
 * names begin and end is compared so. Any other may describe each member that nothing else describes.
 */
function slotsOfObject({ properties, patterns, additional }: ObjectType): readonly Slot[] {
  const slots = properties.map(({ name, schema }) => named(name, [schema]));
  const unread: SchemaNode[] = [];
  for (const { pattern, schema } of patterns) {
    const ends = nameEnds(pattern);
    if (ends === undefined) unread.push(schema);
    else slots.push({ step: `=${escaped(ends.prefix)}*${escaped(ends.suffix)}`, ends, schemas: [schema] });
  }
  const rest = [...(typeof additional === "object" ? [additional] : []), ...unread];
  if (rest.length === 0) return slots;
  const isOpen = unread.length > 0 && additional === "unsaid";
  return [...slots, { ...others(slots, rest), ...(isOpen && { isOpen }) }];
}

function named(name: string, schemas: readonly SchemaNode[]): Slot {
  return { step: name === "" ? "~" : escaped(name), name, schemas };
}

/** Every member but these. */
function others(except: readonly Slot[], schemas: readonly SchemaNode[]): Slot {
  const steps = except.map(({ step }) => step);
  const ends = except.flatMap((slot) => slot.ends ?? []);
  return { step: ["*", ...steps].join("!"), except: { steps: new Set(steps), ends }, schemas };
}

/** A text in a step, in which `~/*@!=?` mean something else; the runtime reads it back. */
function escaped(text: string): string {
  return text.replace(/[~/*@!=?]/g, (one) => `~${String("~/*@!=?".indexOf(one))}`);
}

/** A character of a pattern that stands for itself. */
const PLAIN = String.raw`(?:[\p{L}\p{Nd} _\-/@:#,~=!%&"'<>;]|\\[^\p{L}\p{Nd}])`;
/** `_id$`, `^x-.*_id$`. */
const WITH_SUFFIX = new RegExp(String.raw`^(?:\^(${PLAIN}*)\.\*)?(${PLAIN}+)\$$`, "u");

/** How names begin and end that a pattern matches, when that is all that it says. */
function nameEnds(pattern: string): NameEnds | undefined {
  const { prefix, whole } = readNamePattern(pattern);
  if (whole) return { prefix, suffix: "" };
  const [, before = "", after] = WITH_SUFFIX.exec(pattern) ?? [];
  if (after === undefined) return undefined;
  const literal = (text: string): string => text.replace(/\\(.)/gsu, "$1");
  return { prefix: literal(before), suffix: literal(after) };
}

/** A number, a bigint or a boolean. */
export const OTHER_SCALAR = 1;
/** The empty text, which spells no integer. */
export const EMPTY_TEXT = 2;

/** What a constant may be besides an identifier. */
export function ofScalar(value: unknown): number {
  if (value === "") return EMPTY_TEXT;
  return typeof value === "number" || typeof value === "boolean" ? OTHER_SCALAR : 0;
}

/** A schema that is not a `oneOf`, `anyOf` or `allOf`; "open": what nothing describes, and what may be anything. */
export type Leaf = SchemaNode | "open";

/** What describes one value: alternatives, each of schemas that hold together. Empty: nothing does. */
export type Alternatives = readonly (readonly Leaf[])[];

export interface AlternativesReader {
  readonly of: (node: SchemaNode) => Alternatives;
  /** What one of some alternatives says. */
  readonly ofOne: (parts: readonly Alternatives[]) => Alternatives;
  /** What describes the members of a slot. */
  readonly after: (among: Alternatives, slot: Slot) => Alternatives;
  /** The same text for the same alternatives. */
  readonly keyOf: (group: Alternatives) => string;
  /** The same text for the same alternatives in the same order. */
  readonly orderedKeyOf: (group: Alternatives) => string;
  /** What a value may be besides an identifier. */
  readonly besides: (group: Alternatives) => number;
}

/** Ways in which the alternatives of `allOf` combine before what they say together counts as unknown. */
const MOST_PRODUCTS = 200;

/**
 * Reads what describes a value together, whatever references, `oneOf`, `anyOf` and `allOf` it is behind. Each schema is read once.
 *
 * @param besidesLeaf - what a value of one schema may be besides an identifier: {@link OTHER_SCALAR}, {@link EMPTY_TEXT}, both or neither.
 */
export function readAlternatives(
  reader: SchemaReader,
  besidesLeaf: (node: SchemaNode) => number,
): AlternativesReader {
  const numbers = new Map<Leaf, number>();
  const numberOf = (leaf: Leaf): number => {
    const number = numbers.get(leaf) ?? numbers.size;
    numbers.set(leaf, number);
    return number;
  };
  const textOf = (together: readonly Leaf[]): string => together.map(numberOf).join("&");
  const keyOf = (group: Alternatives): string => group.map(textOf).toSorted().join("|");
  const ofOne = (parts: readonly Alternatives[]): Alternatives => {
    const [first, ...others] = parts.filter((part) => part.length > 0);
    if (first === undefined || others.length === 0) return first ?? [];
    return [...new Map(parts.flat().map((together) => [textOf(together), together])).values()];
  };
  const ofAll = (parts: readonly Alternatives[]): Alternatives => {
    const nonEmpty = parts.filter((part) => part.length > 0);
    if (nonEmpty.reduce((product, part) => product * part.length, 1) > MOST_PRODUCTS) return OPEN;
    const products = nonEmpty.reduce<Alternatives>(
      (ways, part) => ways.flatMap((way) => part.map((together) => [...way, ...together])),
      [[]],
    );
    if (nonEmpty.length === 0) return [];
    return ofOne(
      products.map((way) => [[...new Set(way)].toSorted((one, other) => numberOf(one) - numberOf(other))]),
    );
  };
  const of = recursiveResults<SchemaNode, Alternatives>({
    onCycle: [],
    budget: reader.budget,
    isSame: (one, other) => keyOf(one) === keyOf(other),
    compute: (node, recurse) => {
      const { type } = node;
      if (type.kind !== "union" && type.kind !== "intersection") return [[node]];
      const parts = type.members.map((member) => recurse(reader.resolve(member)));
      return type.kind === "union" ? ofOne(parts) : ofAll(parts);
    },
  });
  const ofNode = (node: SchemaNode): Alternatives => of(reader.resolve(node));
  const step = (leaf: Leaf, slot: Slot): Alternatives =>
    leaf === "open"
      ? OPEN
      : ofOne(
          slotsAt(leaf.type, slot).map(({ schemas, isOpen }) =>
            isOpen === true ? OPEN : ofOne(schemas.map(ofNode)),
          ),
        );
  return {
    of: ofNode,
    ofOne,
    after: (among, slot) => ofOne(among.map((together) => ofAll(together.map((leaf) => step(leaf, slot))))),
    keyOf,
    orderedKeyOf: (group) => group.map(textOf).join("|"),
    besides: (group) => {
      const ofLeaf = (leaf: Leaf): number =>
        leaf === "open" ? OTHER_SCALAR | EMPTY_TEXT : besidesLeaf(leaf);
      return either(group.map((together) => all(together.map(ofLeaf)))) ?? 0;
    },
  };
}

const OPEN: Alternatives = [["open"]];

/** What one of some alternatives allows; undefined when none of them says anything. */
export function either(parts: readonly (number | undefined)[]): number | undefined {
  return parts.reduce((one, other) => (one === undefined ? other : one | (other ?? 0)), undefined);
}

/** What all of some parts allow that say something. */
export function all(parts: readonly (number | undefined)[]): number | undefined {
  return parts.reduce((one, other) => (one === undefined ? other : one & (other ?? one)), undefined);
}
