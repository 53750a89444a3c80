import type { Direction } from "../../fact.js";
import { closeNames } from "../../../text/words.js";
import { compareLives, type LifeCycle, type SunsetNotice, readSunset } from "../../life-cycle.js";
import {
  type ComparedPair,
  keywordPositions,
  partWith,
  type PairEdge,
  type PairFindings,
  type PairSide,
  positionOf,
  type SchemaEdit,
  slotEffect,
} from "./compared-pair.js";
import { appendPointer, escapePointerSegment } from "../../../text/json-pointer.js";
import { isOpenFor, requiredAlone } from "../inclusion/included-members.js";
import { isAny } from "../inclusion/alternatives.js";
import { slotOfProperty } from "../form/merge-forms.js";
import type { Annotations, Slot } from "../form/schema-form.js";
import type { SchemaNode } from "../form/schema-reader.js";

/** A property of one side. */
interface Property {
  readonly name: string;
  readonly slot: Slot;
  readonly node: SchemaNode;
  readonly annotations: Annotations;
  readonly isRequired: boolean;
}

/** Section G of the catalogue: properties that are added, removed, renamed, and required or not. */
export function compareProperties(pair: ComparedPair): PairFindings {
  const names = new Set([...namesOf(pair.old), ...namesOf(pair.now)]);
  const [removed, added]: [Property[], Property[]] = [[], []];
  const edits: SchemaEdit[] = [];
  const edges: PairEdge[] = [];
  const lacking = findLacking(pair);
  for (const name of [...names].sort()) {
    const [old, now] = [propertyOf(pair.old, name), propertyOf(pair.now, name)];
    if (old !== undefined && now !== undefined) {
      const voids = [...new Set([...voidedBy(old.annotations), ...voidedBy(now.annotations)])];
      edits.push(...compareProperty(old, now, pair));
      const missing = missingAt(pair, old, now, lacking);
      edges.push({
        ...{ old: old.slot, now: now.slot, step: { kind: "property", name }, voids },
        ...(missing && { missing }),
      });
    } else if (old !== undefined) {
      if (isOnlyRequired(pair.old, pair.now, old)) edits.push(requiredEdit(pair, name));
      else removed.push(old);
    } else if (now !== undefined) {
      if (isOnlyRequired(pair.now, pair.old, now)) edits.push(requiredEdit(pair, name));
      else added.push(now);
    }
  }
  edits.push(...takeRenamed(pair, removed, added));
  return {
    edits: [
      ...edits,
      ...removed.map((property) => removedEdit(pair, property, lacking)),
      ...added.map((property) => addedEdit(pair, property, lacking)),
    ],
    edges,
  };
}

function namesOf({ node: { form } }: PairSide): readonly string[] {
  return [...form.properties.keys(), ...form.required.keys()];
}

/** A property that a side names, or describes by a schema for all that it does not name. */
function propertyOf({ node, reader }: PairSide, name: string): Property | undefined {
  const { form } = node;
  const isRequired = form.required.has(name);
  if (!isRequired && isOpenFor(form, name, { left: reader })) return undefined;
  const slot = slotOfProperty(form, name);
  const property = reader.node(slot);
  // `false` forbids it.
  if (property.form.types.size === 0) return undefined;
  return { name, slot, node: property, annotations: property.form.annotations, isRequired };
}

/** Whether a side demands a property of any value, which the other side allows: it was optional there. */
function isOnlyRequired({ node }: PairSide, other: PairSide, { name, slot }: Property): boolean {
  const { form } = other.node;
  return (
    slot.length === 0 && !node.form.properties.has(name) && isOpenFor(form, name, { left: other.reader })
  );
}

/** The property of any value that only one side requires became required or optional. */
function requiredEdit(pair: ComparedPair, name: string): SchemaEdit {
  const [before, after] = [pair.old, pair.now].map(({ node }) => node.form.required.get(name));
  const list = after ?? before;
  return {
    change: after === undefined ? "property.became-optional" : "property.became-required",
    effect: after === undefined ? "wider" : "narrower",
    ...keywordPositions(pair, {
      ...(before !== undefined && { old: positionOf(before) }),
      ...(after !== undefined && { new: positionOf(after) }),
    }),
    ...(list !== undefined && {
      about: appendPointer(list.replace(/\/required\/\d+$/u, ""), "properties", name),
    }),
    arguments: { name },
  };
}

function voidedBy({ readOnly, writeOnly }: Annotations): readonly Direction[] {
  if (readOnly !== undefined) return ["request"];
  return writeOnly === undefined ? [] : ["response"];
}

function pointerOf({ slot }: Property): string | undefined {
  return slot[0];
}

function removedEdit(pair: ComparedPair, property: Property, lacking: FindLacking): SchemaEdit {
  const pointer = pointerOf(property) ?? pair.old.node.form.required.get(property.name);
  const isOpen = isOpenFor(pair.now.node.form, property.name, { left: pair.now.reader });
  const { deprecated, sunset } = property.annotations;
  const { date } = readSunset(sunset?.value) ?? {};
  const isPast = date === undefined || date <= pair.today;
  return {
    change: "property.removed",
    // A server may ignore what it does not know, and no contract says so.
    effect: isOpen ? "unknown" : "narrower",
    isSameBothWays: true,
    ...(pointer !== undefined && {
      old: positionOf(pointer),
      ...elsewhere("new", pair, property, lacking),
    }),
    voids: voidedBy(property.annotations),
    arguments: { name: property.name },
    ...(deprecated !== undefined && isPast && { announced: true as const }),
  };
}

/**
 * Where a property is missing whose own schema both sides have alike: in the schema that has it no longer, or not yet, as a part. Its own
 * schema did not change.
 */
function elsewhere(
  side: "new" | "old",
  pair: ComparedPair,
  property: Property,
  lacking: FindLacking,
): Pick<SchemaEdit, "about" | "new" | "old"> {
  const pointer = pointerOf(property);
  const [having, other] = side === "new" ? [pair.old, pair.now] : [pair.now, pair.old];
  if (pointer === undefined || other.reader.raw(pointer) === undefined) return {};
  const [part, { form }] = [partWith(having, pointer), other.node];
  const owner = (part !== undefined && form.origins.has(part) ? undefined : lacking(side, part)) ?? other.at;
  if (owner === undefined) return {};
  // Where both sides have the part, another one forbids the property.
  const forbidding = slotOfProperty(form, property.name).find(
    (one) => !property.slot.includes(one) || slotEffect(pair, [one], [one]) !== "equal",
  );
  const limit = forbidding === undefined ? undefined : partWith(other, forbidding);
  const isPart = limit === undefined || having.node.form.origins.has(limit);
  const at = isPart ? forbidding : lacking(side === "new" ? "old" : "new", limit);
  const about = `${owner}/properties/${escapePointerSegment(property.name)}`;
  return { [side]: positionOf(at ?? owner), about };
}

/** Of a property that only one side describes, by a schema that both sides have: where the other side lacks that. */
function missingAt(
  pair: ComparedPair,
  old: Property,
  now: Property,
  lacking: FindLacking,
): PairEdge["missing"] {
  if (old.slot.length > 0 === now.slot.length > 0) return undefined;
  const { about, ...position } =
    now.slot.length === 0 ? elsewhere("new", pair, old, lacking) : elsewhere("old", pair, now, lacking);
  const at = (position.new ?? position.old)?.pointer;
  return at === undefined || about === undefined ? undefined : { at, about };
}

/** The schema that both sides have, and that has a part on one side only, directly or through other parts. */
type FindLacking = (side: "new" | "old", part: string | undefined) => string | undefined;

function findLacking({ old, now }: ComparedPair): FindLacking {
  const found: { old?: ReadonlyMap<string, string>; new?: ReadonlyMap<string, string> } = {};
  return (side, part) => {
    if (part === undefined) return undefined;
    const owners = (found[side] ??= side === "new" ? nearestShared(old, now) : nearestShared(now, old));
    return owners.get(part);
  };
}

/** Parts of a side → the nearest schema with them that the other side has, too. */
function nearestShared({ node, reader }: PairSide, other: PairSide): ReadonlyMap<string, string> {
  const { origins } = node.form;
  const shared = [...origins].filter((pointer) => other.node.form.origins.has(pointer));
  const owners = new Map(shared.map((pointer) => [pointer, pointer]));
  // What is added on the way is visited, too: nearer parts first.
  for (const [pointer, owner] of owners)
    for (const part of reader.partsOf(pointer))
      if (origins.has(part) && !owners.has(part)) owners.set(part, owner);
  return owners;
}

function addedEdit(pair: ComparedPair, property: Property, lacking: FindLacking): SchemaEdit {
  const pointer = pointerOf(property) ?? pair.now.node.form.required.get(property.name);
  const isOpen = isOpenFor(pair.old.node.form, property.name, { left: pair.old.reader });
  return {
    change: property.isRequired ? "property.required-added" : "property.optional-added",
    effect: property.isRequired ? "narrower" : "wider",
    ...(pointer !== undefined && {
      new: positionOf(pointer),
      ...elsewhere("old", pair, property, lacking),
    }),
    voids: voidedBy(property.annotations),
    arguments: { name: property.name },
    ...(!isOpen && { opensName: true as const }),
  };
}

/**
 * Takes out one property that became another: the only one, with the same values and a similar name, or the one that distinguishes
 * alternatives, of which the discriminator says it.
 */
function takeRenamed(pair: ComparedPair, removed: Property[], added: Property[]): readonly SchemaEdit[] {
  const { from, to } = pair.distinguished ?? {};
  const [before, after] = [
    removed.findIndex(({ name }) => name === from),
    added.findIndex(({ name }) => name === to),
  ];
  const isImplied = before >= 0 && after >= 0;
  if (!isImplied && (removed.length !== 1 || added.length !== 1)) return [];
  const [old, now] = isImplied ? [removed[before], added[after]] : [removed[0], added[0]];
  if (old === undefined || now === undefined || old.isRequired !== now.isRequired || isAny(old.node))
    return [];
  const isLike = isImplied || closeNames(old.name, now.name);
  if (!isLike || slotEffect(pair, old.slot, now.slot) !== "equal") return [];
  removed.splice(isImplied ? before : 0, 1);
  added.splice(isImplied ? after : 0, 1);
  const [oldPointer, newPointer] = [pointerOf(old), pointerOf(now)];
  const edit: SchemaEdit = {
    change: "property.renamed",
    effect: "other",
    ...(oldPointer !== undefined && { old: positionOf(oldPointer) }),
    ...(newPointer !== undefined && { new: positionOf(newPointer) }),
    voids: voidedBy(now.annotations),
    arguments: { from: old.name, to: now.name },
  };
  return [isImplied ? { ...edit, isImplied } : edit];
}

function compareProperty(old: Property, now: Property, pair: ComparedPair): readonly SchemaEdit[] {
  const [before, after] = [pointerOf(old), pointerOf(now)];
  const edit = (
    change: string,
    effect: SchemaEdit["effect"],
    more: Partial<SchemaEdit> = {},
  ): SchemaEdit => ({
    change,
    effect,
    ...(before !== undefined && { old: positionOf(before) }),
    ...(after !== undefined && { new: positionOf(after) }),
    arguments: { name: now.name },
    ...more,
  });
  const voids = [...new Set([...voidedBy(old.annotations), ...voidedBy(now.annotations)])];
  const edits: SchemaEdit[] = [];
  const required = requiredPositions(pair, old, now);
  const isChoice = isDemandedByChoice(pair, now.name);
  if (!old.isRequired && now.isRequired && !isChoice)
    edits.push(edit("property.became-required", "narrower", { ...required, voids }));
  if (old.isRequired && !now.isRequired && !isChoice)
    edits.push(edit("property.became-optional", "wider", { ...required, voids }));
  const access = (flag: string) => ({ ...flagPositions(flag, old, now), isAnnotation: true as const });
  const [one, other] = [old.annotations, now.annotations];
  if (one.readOnly === undefined && other.readOnly !== undefined)
    edits.push(edit("property.became-read-only", "narrower", access(other.readOnly)));
  if (one.readOnly !== undefined && other.readOnly === undefined)
    edits.push(
      edit("property.became-not-read-only", now.isRequired ? "narrower" : "wider", access(one.readOnly)),
    );
  if (one.writeOnly === undefined && other.writeOnly !== undefined)
    edits.push(edit("property.became-write-only", "other", access(other.writeOnly)));
  if (one.writeOnly !== undefined && other.writeOnly === undefined)
    edits.push(edit("property.became-not-write-only", "wider", access(one.writeOnly)));
  return [...edits, ...compareLifeCycle(old, now, edit, { ...pair, voids })];
}

/**
 * Whether one side requires a property by alternatives, of which each requires other properties and says nothing else: that the choice
 * came or went says all of it.
 */
function isDemandedByChoice({ old, now }: ComparedPair, name: string): boolean {
  const demands = ({ node, reader }: PairSide) =>
    node.form.unions.some(({ branches }) => {
      const names = branches.map((branch) => requiredAlone([branch], reader));
      return names.every((each) => each !== undefined) && names.flat().includes(name);
    });
  return demands(old) !== demands(now);
}

/** Of a property that several parts describe, the one with a flag. */
function flagPositions(flag: string, old: Property, now: Property): Pick<SchemaEdit, "new" | "old"> {
  const [before, after] = [old, now].map(({ slot }) =>
    slot.find((pointer) => flag.startsWith(`${pointer}/`)),
  );
  return { ...(before && { old: positionOf(before) }), ...(after && { new: positionOf(after) }) };
}

/**
 * Where a property that both sides describe became required or optional: at the property; at the list that names it, where another
 * part has that.
 */
function requiredPositions(
  pair: ComparedPair,
  { name, slot: before }: Property,
  { slot: after }: Property,
): Pick<SchemaEdit, "about" | "new" | "old"> {
  const [old, now] = [pair.old, pair.now].map(({ node }) => node.form.required.get(name));
  const list = now ?? old;
  if (list === undefined) return {};
  const about = appendPointer(list.slice(0, list.lastIndexOf("/")), "properties", name);
  if ([...before, ...after].includes(about))
    return {
      ...(before.includes(about) && { old: positionOf(about) }),
      ...(after.includes(about) && { new: positionOf(about) }),
    };
  return { about, ...keywordPositions(pair, { [now === undefined ? "old" : "new"]: positionOf(list) }) };
}

type MakeEdit = (change: string, effect: SchemaEdit["effect"], more?: Partial<SchemaEdit>) => SchemaEdit;

/** Rows B6 and B8 to B12: deprecation, sunset dates and stability of properties. */
function compareLifeCycle(
  old: Property,
  now: Property,
  edit: MakeEdit,
  { today, sunsetDays, voids }: SunsetNotice & { readonly voids: readonly Direction[] },
): readonly SchemaEdit[] {
  const flag = now.annotations.deprecated ?? old.annotations.deprecated;
  return compareLives(lifeOf(old), lifeOf(now), { today, sunsetDays }).map(({ change, values }) =>
    edit(`property.${change}`, "equal", {
      ...(flag !== undefined && flagPositions(flag, old, now)),
      isAnnotation: true,
      voids,
      arguments: { name: now.name, ...values },
    }),
  );
}

function lifeOf({ annotations: { deprecated, sunset, stability } }: Property): LifeCycle {
  return { isDeprecated: deprecated !== undefined, sunset: sunset?.value, stability: stability?.value };
}
