import { createVisitBudget } from "../../../openapi/visit.js";
import type { Json } from "../../../load/loaded-contract.js";
import { UserError } from "../../../text/user-error.js";
import type { Direction, Witness } from "../../fact.js";
import type { ComparedPair, Overlap, PairSide, PairStep, SchemaEdit } from "../compare/compared-pair.js";
import { slotOfItem } from "../form/merge-forms.js";
import { acceptsValue } from "../inclusion/accepted-values.js";
import { candidateValues } from "./candidate-values.js";
import { isOfEdit, sampleValue, variationsOf } from "./sample-value.js";
import type { Validators } from "./validators.js";

/** A pair, and how it was reached from the pair that holds it. */
export interface WitnessSite {
  readonly pair: ComparedPair;
  readonly from: { readonly site: WitnessSite; readonly step: PairStep } | undefined;
}

/** A witness, and the pointer of the schema that it is a value of. */
export interface FoundWitness extends Witness {
  readonly pointer: string | undefined;
}

/** Steps up to the component or body that a witness is a value of. */
const MOST_STEPS = 12;
const MOST_ITEMS = 50;
const MOST_REQUIRED = 200;
/** Values that validators are made for, in one direction. */
const MOST_TRIED = 24;
/** Characters of a witness as JSON. */
const LONGEST = 20_000;
/** Steps of the first look at a value. */
const MOST_LOOKED_AT = 4_000;

/** The two contracts in one direction. */
interface Sides {
  readonly direction: Direction;
  readonly validIn: "new" | "old";
  readonly invalidIn: "new" | "old";
}

/**
 * Finds a value that one document allows and the other refuses: towards the API one of the old document, towards the caller one
 * of the new. The value is one of the component or body that holds the changed schema, with no more members than it needs, and
 * the edit itself makes the difference. Validators have judged the value, and the part of it that changed.
 */
export function findWitness(
  start: WitnessSite,
  edit: SchemaEdit,
  directions: readonly Direction[],
  validators: Validators,
): FoundWitness | undefined {
  if (validators.isSpent) return undefined;
  // No validator refuses a property that one side may not send.
  if (/^property\.became-(?:read|write)-only$/u.test(edit.change)) return undefined;
  const chain = chainOf(start);
  if (chain.some(isLarge)) return undefined;
  for (const isRough of [false, true]) {
    for (const direction of directions) {
      const sides: Sides =
        direction === "request"
          ? { direction, validIn: "old", invalidIn: "new" }
          : { direction, validIn: "new", invalidIn: "old" };
      const found = findIn({ start, edit, chain, sides, validators, isRough });
      if (found !== undefined) return found;
    }
    if (!edit.change.startsWith("property.")) return undefined;
  }
  return undefined;
}

/** What a search works on. */
interface Search {
  readonly start: WitnessSite;
  readonly edit: SchemaEdit;
  readonly chain: readonly WitnessSite[];
  readonly sides: Sides;
  readonly validators: Validators;
  /** Other edits may have a part in it. */
  readonly isRough: boolean;
}

function findIn(search: Search): FoundWitness | undefined {
  const { start, edit, chain, sides } = search;
  const { validIn, invalidIn } = sides;
  const [accepting, refusing] = [sideOf(start, validIn), sideOf(start, invalidIn)];
  let tried = 0;
  for (const candidate of candidateValues(accepting, refusing, edit)) {
    if (search.validators.isSpent) break;
    if (!isOfEdit(edit, candidate, refusing)) continue;
    if (!isFreed(edit) && !isPromising(candidate, [accepting, refusing], search.validators)) continue;
    const lifted = lift(candidate, chain, validIn);
    if (lifted === undefined || JSON.stringify(lifted.value).length > LONGEST) continue;
    tried += 1;
    if (tried > MOST_TRIED) break;
    const isProof = proofOf(lifted, search);
    if (isProof === undefined || !isProof(lifted.value)) continue;
    return { value: shrinkValue(lifted.value, isProof), validIn, invalidIn, pointer: pointerOf(chain) };
  }
  return undefined;
}

/** The pairs from the changed one up to the component or body that holds it, and the unions that this is a branch of. */
function chainOf(start: WitnessSite): readonly WitnessSite[] {
  const chain = [start];
  let hasComponent = false;
  for (let site = start; site.from !== undefined && chain.length < MOST_STEPS; site = site.from.site) {
    hasComponent ||= isComponent(site.pair);
    const { kind } = site.from.step;
    // A validator does not know what a discriminator selects.
    if (kind === "content" || kind === "subtype" || (hasComponent && kind !== "same")) break;
    chain.push(site.from.site);
  }
  return chain;
}

function isComponent({ old, now }: ComparedPair): boolean {
  const [pointer = ""] = now.node.slot;
  return pointer === old.node.slot[0] && /^#\/components\/schemas\/[^/]+$/u.test(pointer);
}

/** Whether values have so many members that none can be read, and making many of them takes long. */
function isLarge({ pair: { old, now } }: WitnessSite): boolean {
  return Math.max(old.node.form.required.size, now.node.form.required.size) > MOST_REQUIRED;
}

/** The schema that a reader knows the value by. */
function pointerOf(chain: readonly WitnessSite[]): string | undefined {
  const { pair } = chain.find((site) => isComponent(site.pair)) ?? chain.at(-1) ?? {};
  return pair?.now.node.slot[0] ?? pair?.now.at;
}

function sideOf({ pair }: WitnessSite, side: "new" | "old"): PairSide {
  return side === "old" ? pair.old : pair.now;
}

/**
 * What the first look does not know: that a required property was not demanded in one direction, or that `oneOf` refuses null
 * because two alternatives allow it.
 */
function isFreed({ change, overlap }: SchemaEdit): boolean {
  return hasNull(overlap) || /^property\.became-not-(?:read|write)-only$/u.test(change);
}

function hasNull(overlap: Overlap | undefined): boolean {
  return overlap?.pairs.some((branches) => branches.includes(undefined)) === true;
}

/** Whether the normal forms let a value be a witness, or leave that open: validators are made for few. */
function isPromising(
  value: Json,
  [accepting, refusing]: readonly [PairSide, PairSide],
  validators: Validators,
): boolean {
  const verdict = ({ reader, node }: PairSide) => {
    const budget = createVisitBudget(MOST_LOOKED_AT);
    try {
      return acceptsValue(reader, node, value, budget);
    } catch (error) {
      if (error instanceof UserError) return "unknown";
      throw error;
    } finally {
      validators.countLooks(budget.visits);
    }
  };
  return verdict(accepting) !== "no" && verdict(refusing) !== "yes";
}

interface Lifted {
  readonly value: Json;
  /** Members and positions that lead to the changed value. */
  readonly path: readonly (number | string)[];
}

/** Puts a value into a sample of each pair above. */
function lift(candidate: Json, chain: readonly WitnessSite[], side: "new" | "old"): Lifted | undefined {
  let lifted: Lifted = { value: candidate, path: [] };
  for (const [index, site] of chain.slice(1).entries()) {
    const step = chain[index]?.from?.step;
    const value = step === undefined ? undefined : within(lifted.value, step, sideOf(site, side));
    if (step === undefined || value === undefined) return undefined;
    lifted = { value, path: [...keysOf(step), ...lifted.path] };
  }
  return lifted;
}

const FURTHER = "furtherMember";

function keysOf(step: PairStep): readonly (number | string)[] {
  if (step.kind === "item") return [step.index];
  if (step.kind === "property") return [step.name];
  return step.kind === "additional" ? [FURTHER] : [];
}

function within(value: Json, step: PairStep, { node, reader }: PairSide): Json | undefined {
  if (step.kind === "same" || step.kind === "subtype") return value;
  if (step.kind === "item") {
    const least = Math.max(step.index + 1, node.form.bounds.get("minItems")?.limit ?? 0);
    if (least > MOST_ITEMS) return undefined;
    return Array.from({ length: least }, (_, index) => {
      if (index === step.index || index >= node.form.prefix.length) return value;
      const slot = slotOfItem(node.form, index);
      return (slot.length === 0 ? undefined : sampleValue(reader, reader.node(slot))) ?? "a";
    });
  }
  const sample = sampleValue(reader, node);
  if (typeof sample !== "object" || sample === null || Array.isArray(sample)) return undefined;
  return Object.fromEntries([
    ...Object.entries(sample),
    [step.kind === "property" ? step.name : FURTHER, value],
  ]);
}

/**
 * What decides whether a value, or a smaller one, is a witness: the changed part is valid on one side only, because of the edit,
 * and so is the whole. Undefined when no validator can decide.
 */
function proofOf(
  { value, path }: Lifted,
  { start, edit, chain, sides, validators, isRough }: Search,
): ((value: Json) => boolean) | undefined {
  const variations = (part: Json) =>
    variationsOf(edit, part, [sideOf(start, "old"), sideOf(start, "new")], isRough);
  const part = valueUnder(value, path) ?? null;
  const names = namesIn([value, ...(variations(part) ?? [])]);
  const sites = [start, chain.find(({ pair }) => isComponent(pair)), chain.at(-1)];
  const validatorsOf = (site: WitnessSite) => {
    const of = (side: "new" | "old") => validators.of(side, sideOf(site, side), sides.direction, names);
    const [accepting, refusing] = [of(sides.validIn), of(sides.invalidIn)];
    if (accepting === undefined || refusing === undefined) return undefined;
    return { refusing, isProof: (json: Json) => accepting(json) === "yes" && refusing(json) === "no" };
  };
  const [near, ...wholes] = [...new Set(sites.filter((site) => site !== undefined))].map(validatorsOf);
  if (near === undefined || wholes.includes(undefined)) return undefined;
  return (whole) => {
    const changed = valueUnder(whole, path);
    if (changed === undefined || !near.isProof(changed)) return false;
    if (!wholes.every((pair) => pair?.isProof(whole))) return false;
    // The edit makes the difference when the value passes with the edit alone undone.
    return variations(changed)?.some((variation) => near.refusing(variation) === "yes") ?? true;
  };
}

/** Smaller values that are tried. */
const MOST_SHRUNK = 300;

/** Leaves out members and items of a value, at any depth, as long as the rest is what it has to be. */
function shrinkValue(value: Json, isEnough: (value: Json) => boolean): Json {
  let tried = 0;
  return shrink(value, isEnough);

  function shrink(part: Json, isFit: (part: Json) => boolean): Json {
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part)) return shrinkItems(part as readonly Json[], isFit);
    let members = Object.entries(part as Readonly<Record<string, Json>>);
    for (const [name] of members) {
      const fewer = members.filter(([member]) => member !== name);
      if (!fits(Object.fromEntries(fewer), isFit)) continue;
      members = fewer;
    }
    for (const [name, value] of members) {
      const withValue = (other: Json) =>
        Object.fromEntries(members.map(([member, own]) => [member, member === name ? other : own]));
      const smaller = shrink(value, (other) => isFit(withValue(other)));
      members = members.map(([member, own]) => [member, member === name ? smaller : own]);
    }
    return Object.fromEntries(members);
  }

  function shrinkItems(part: readonly Json[], isFit: (part: Json) => boolean): readonly Json[] {
    let items = part;
    while (items.length > 0 && fits(items.slice(0, -1), isFit)) items = items.slice(0, -1);
    for (const [index, item] of items.entries()) {
      const smaller = shrink(item, (other) => isFit(items.with(index, other)));
      items = items.with(index, smaller);
    }
    return items;
  }

  function fits(part: Json, isFit: (part: Json) => boolean): boolean {
    tried += 1;
    return tried <= MOST_SHRUNK && isFit(part);
  }
}

/** The part of a value that keys lead to. */
function valueUnder(value: Json, path: readonly (number | string)[]): Json | undefined {
  return path.reduce<Json | undefined>((part, key) => {
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, key)) return undefined;
    return (part as Readonly<Record<number | string, Json>>)[key];
  }, value);
}

/** All names of members in values, at any depth. */
function namesIn(values: readonly Json[]): ReadonlySet<string> {
  const names = new Set<string>();
  values.forEach(collect);
  return names;

  function collect(value: Json): void {
    if (typeof value !== "object" || value === null) return;
    if (!Array.isArray(value)) for (const name of Object.keys(value)) names.add(name);
    for (const part of Object.values(value) as readonly Json[]) collect(part);
  }
}
