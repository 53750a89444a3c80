import type { ObjectType, SchemaNode, SchemaType } from "../../../model/schema-model.js";
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
