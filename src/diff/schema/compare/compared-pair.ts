import type { Json } from "../../../load/loaded-contract.js";
import type { Direction, Effect, Fact, Position } from "../../fact.js";
import type { Inclusion } from "../inclusion/inclusion.js";
import type { BoundName, Constraint, Slot, Union } from "../form/schema-form.js";
import type { SchemaNode, SchemaReader } from "../form/schema-reader.js";
import type { WorkBudget } from "../work-budget.js";
import type { Verdict } from "../inclusion/verdict.js";

/*
 * Two schemas that describe the same value, and what is found between them: edits of the pair itself, and the pairs that it
 * leads to.
 */

/** One side of a pair. */
export interface PairSide {
  readonly reader: SchemaReader;
  readonly node: SchemaNode;
  /** Where a change of the whole schema is: where it is described, or referred to when the reference itself changed. */
  readonly at: string | undefined;
}

/** Two schemas that describe the same value. */
export interface ComparedPair {
  readonly old: PairSide;
  readonly now: PairSide;
  readonly inclusion: Inclusion;
  /** ISO 8601 date: sunset dates before it have passed. */
  readonly today: string;
  /** A new sunset date is at least as many days ahead. */
  readonly sunsetDays: number;
  readonly budget: WorkBudget;
  /** What its edits are about, where neither position says so. */
  readonly about?: string;
  /** The property that distinguished it from other alternatives, and the one that does now. */
  readonly distinguished?: Renaming;
}

/** The names of a property. */
interface Renaming {
  readonly from: string;
  readonly to: string;
}

/** An edit at a pair, before its uses are known. */
export interface SchemaEdit extends Pick<Fact, "announced" | "arguments" | "change" | "effect" | "open"> {
  readonly old?: Position;
  readonly new?: Position;
  /** What it is about, where neither position says so: a property at its place in the schema that no longer takes part. */
  readonly about?: string;
  /** Directions that a guard voids. */
  readonly voids?: readonly Direction[];
  /** It says nothing about values: it counts where the sets of values are equal too. */
  readonly isAnnotation?: true;
  /** Values that are lost or gained are, because released clients and the API choose their schema by it. */
  readonly explainsValues?: true;
  /** It counts where values are written as XML. */
  readonly isXmlOnly?: true;
  /** Released clients go on sending and reading it, although the whole loses or gains no value: it is one fact for both directions. */
  readonly isSameBothWays?: true;
  /** Towards the caller it says that values are gained, by convention without harm: a property that a closed object refused before. */
  readonly opensName?: true;
  /** Of a type that became another one: that null came or went with it. */
  readonly nullEffect?: "equal" | "narrower" | "wider";
  /** An edit of a pair above has it as a part. */
  readonly isImplied?: true;
  /** The limit that it is about. The keyword that implies it can be another: `items: false` closes a tuple. */
  readonly bound?: BoundName;
  /** Its effect has to be proved by a value that two alternatives allow; without one, it is unknown. */
  readonly overlap?: Overlap;
}

/** Alternatives of a `oneOf` that may have values in common. */
export interface Overlap {
  /** The side that has the `oneOf`. */
  readonly side: "new" | "old";
  readonly union: Union;
  /** Pointers of branches; undefined: null. */
  readonly pairs: readonly (readonly [branch: string | undefined, other: string | undefined])[];
}

/** From a pair to one below it. */
export interface PairEdge {
  readonly old: Slot;
  readonly now: Slot;
  readonly step: PairStep;
  readonly voids?: readonly Direction[];
  /** Where one side describes nothing, because it lacks a part: the schema that lacks it, and what would be described there. */
  readonly missing?: { readonly at: string; readonly about: string };
  /** Of alternatives whose discriminator has another property. */
  readonly distinguished?: Renaming;
}

/** How a value holds the one below it. */
export type PairStep =
  | { readonly kind: "property"; readonly name: string }
  | { readonly kind: "item"; readonly index: number }
  | { readonly kind: "additional" }
  /** In a text (`contentSchema`). */
  | { readonly kind: "content" }
  /** The same value: a branch of a union, a part. */
  | { readonly kind: "same" }
  /** The same value, where its discriminator says so. */
  | { readonly kind: "subtype" };

/** What is found at a pair. */
export interface PairFindings {
  readonly edits: readonly SchemaEdit[];
  readonly edges: readonly PairEdge[];
}

const MOST_SHOWN = 200;

/** A position; its value only where it is short. */
export function positionOf(pointer: string, value?: Json): Position {
  const isShown = value !== undefined && JSON.stringify(value).length <= MOST_SHOWN;
  return isShown ? { pointer, value } : { pointer };
}

/** The position of a keyword. */
export function positionAt({ pointer, value }: Constraint<Json>): Position {
  return positionOf(pointer, value);
}

/** Positions of a keyword that one side has and the other lacks. */
export function oneSided(
  pair: ComparedPair,
  side: "new" | "old",
  constraint: Constraint<Json>,
): Pick<SchemaEdit, "new" | "old"> {
  return keywordPositions(pair, { [side]: positionAt(constraint) });
}

/** Positions of a schema that one side has, without its value. */
export function oneSidedSchema(
  pair: ComparedPair,
  side: "new" | "old",
  pointer: string,
): Pick<SchemaEdit, "new" | "old"> {
  return keywordPositions(pair, { [side]: positionOf(pointer) });
}

/** Positions of both nodes of a pair. */
export function bothPositions({ old, now }: ComparedPair): Pick<SchemaEdit, "new" | "old"> {
  return {
    ...(old.at !== undefined && { old: positionOf(old.at) }),
    ...(now.at !== undefined && { new: positionOf(now.at) }),
  };
}

/**
 * Positions of a keyword of a pair, or of what is below it. On a side that lacks it: the schema that would have it, which is the same
 * part, or the whole.
 */
export function keywordPositions(
  pair: ComparedPair,
  found: Pick<SchemaEdit, "new" | "old">,
): Pick<SchemaEdit, "new" | "old"> {
  const missing = (side: PairSide, other: Position | undefined) => {
    const pointer = other === undefined ? undefined : (partWith(side, other.pointer) ?? side.at);
    return pointer === undefined ? undefined : positionOf(pointer);
  };
  const [old, now] = [found.old ?? missing(pair.old, found.new), found.new ?? missing(pair.now, found.old)];
  return { ...(old && { old }), ...(now && { new: now }) };
}

/** Positions of what is at two slots, of which one may be empty. Where both refer to the same schema, that changed, not the references. */
export function slotPositions(
  pair: ComparedPair,
  [old]: Slot = [],
  [now]: Slot = [],
): Pick<SchemaEdit, "new" | "old"> {
  if (old !== undefined && now !== undefined) {
    const [from, to] = [pair.old.reader.target(old), pair.now.reader.target(now)];
    if (from === to) return { old: positionOf(from), new: positionOf(to) };
  }
  return keywordPositions(pair, {
    ...(old !== undefined && { old: positionOf(old) }),
    ...(now !== undefined && { new: positionOf(now) }),
  });
}

/** The part of a node that the keyword at a pointer belongs to. */
export function partWith({ node }: PairSide, pointer: string): string | undefined {
  const { origins } = node.form;
  const [keyword, name] = [parentOf(pointer), parentOf(parentOf(pointer))];
  return origins.has(keyword) ? keyword : origins.has(name) ? name : undefined;
}

function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(pointer.lastIndexOf("/"), 0));
}

/** What the two inclusions of two sets mean together. */
export function effectOf(forward: Verdict, backward: Verdict): Effect {
  if (forward === "unknown" || backward === "unknown")
    return forward === "no" && backward === "no" ? "other" : "unknown";
  if (forward === "yes") return backward === "yes" ? "equal" : "wider";
  return backward === "yes" ? "narrower" : "other";
}

/** The effect of a change from one slot to another. */
export function slotEffect(pair: ComparedPair, old: Slot, now: Slot): Effect {
  const [one, other] = [pair.old.reader.node(old), pair.now.reader.node(now)];
  return effectOf(
    pair.inclusion.included("forward", one, other),
    pair.inclusion.included("backward", other, one),
  );
}
