import type { Json } from "../../load/loaded-contract.js";
import { leadingTo } from "../../openapi/recursive-results.js";
import { byText } from "../../text/by-text.js";
import { operationTitle } from "../../openapi/operations.js";
import { pointerKeys } from "../../text/json-pointer.js";
import { codeSpan } from "../../text/printable.js";
import type { ComparedDocument, Direction, Fact, Use } from "../fact.js";
import { describeElement } from "./describe-element.js";
import { areSameNodes, createInclusion } from "./inclusion/inclusion.js";
import { createSchemaReader, type SchemaReader } from "./form/schema-reader.js";
import { type TextKind, textKindOf, typedParts } from "./text-values.js";
import { findWitness, type FoundWitness } from "./witness/find-witness.js";
import { createValidators } from "./witness/validators.js";
import { createWorkBudget } from "./work-budget.js";
import { mergeEdits, type ReachedEdit, type RootPair, walkSchemas } from "./schema-walk.js";

/** Compares schemas of two documents that describe the same values. */
export interface SchemaComparison {
  /**
   * Declares that the schemas at two pointers describe the same value, and where that value is used. Pointers are as
   * `toPointer` writes them: `#/paths/~1pets/get/responses/200/content/application~1json/schema`.
   */
  compare(oldPointer: string, newPointer: string, use: Use): void;
  /**
   * What differs between the schemas of all pairs so far, each edit once with every use that it reaches, sorted by pointer.
   */
  facts(): readonly Fact[];
}

/** Steps of one comparison, over both documents, before each of its questions gets fewer. */
const MOST_STEPS = 150_000;
/** Steps in which an example is looked for. */
const MOST_WITNESS_STEPS = 10_000;

/**
 * Creates the comparison of the schemas of two documents.
 *
 * @param today - ISO 8601 date: sunset dates before it have passed. Without it, all have.
 * @param sunsetDays - from today to a new sunset date, at least.
 */
export function createSchemaComparison(
  old: ComparedDocument,
  now: ComparedDocument,
  today = "9999-12-31",
  sunsetDays = 0,
): SchemaComparison {
  const budget = createWorkBudget(MOST_STEPS);
  const [oldReader, newReader] = [
    createSchemaReader(old.document, budget, old.dialect),
    createSchemaReader(now.document, budget, now.dialect),
  ];
  const isSame = createSameSchemas(oldReader, newReader);
  const inclusion = createInclusion({ old: oldReader, now: newReader, isSame, budget });
  const declared = new Map<string, { readonly old: string; readonly now: string; readonly uses: Use[] }>();
  const names = new Map<string, string>();
  const textKinds = new Map<Use, TextKind | undefined>();
  const typed = new Map<Use, ReadonlySet<string>>();
  const validators = createValidators();
  return {
    compare(oldPointer, newPointer, use) {
      if (isSame(oldReader.target(oldPointer), newReader.target(newPointer))) return;
      const key = `${oldPointer}\n${newPointer}`;
      const known = declared.get(key);
      if (known === undefined) declared.set(key, { old: oldPointer, now: newPointer, uses: [use] });
      else known.uses.push(use);
      const owners = [oldReader.raw(ownerOf(oldPointer)), newReader.raw(ownerOf(newPointer))];
      textKinds.set(use, textKindOf(use, newPointer, owners));
      typed.set(use, typedParts(owners));
      for (const pointer of [oldPointer, newPointer]) nameRoot(pointer, use);
    },
    facts() {
      const roots = [...declared.values()].map(({ old: from, now: to, uses }): RootPair => ({
        old: [from],
        now: [to],
        uses,
      }));
      const reached = walkSchemas(roots, {
        old: oldReader,
        now: newReader,
        inclusion,
        isSame: (from, to) => areSameNodes(from, to, { isSame }),
        textKind: (use) => textKinds.get(use),
        typedParts: (use) => typed.get(use) ?? new Set(),
        today,
        sunsetDays,
        budget,
      });
      return mergeEdits(reached, (edit) => factOf(edit, names, witnessOf));
    },
  };

  function witnessOf({ edit, uses, site }: ReachedEdit): FoundWitness | undefined {
    const found = budget.within(MOST_WITNESS_STEPS, () =>
      findWitness(site, edit, directionsOf(uses), validators),
    );
    return found?.result;
  }

  /** A schema within an operation is named after its part. */
  function nameRoot(pointer: string, { part, operation }: Use): void {
    if (pointer.startsWith("#/components/")) return;
    const [, noun, own] = /^(.*(?:parameter|header)) (.+)$/su.exec(part) ?? [];
    const coded = noun === undefined || own === undefined ? part : `${noun} ${codeSpan(own)}`;
    const [, path = "", list] = pointerKeys(pointer);
    // A parameter of a path belongs to all its operations.
    const owner = list === "parameters" ? codeSpan(path) : operationTitle(operation);
    const name = `${coded} of ${owner}`;
    const known = names.get(pointer);
    if (known === undefined || byText(name, known) < 0) names.set(pointer, name);
  }
}

function factOf(
  reached: ReachedEdit,
  names: ReadonlyMap<string, string>,
  witnessOf: (reached: ReachedEdit) => FoundWitness | undefined,
): Fact {
  const { edit, site } = reached;
  const { change, effect, old, new: now, announced, open, about = site.pair.about } = edit;
  const pointer = about ?? (now ?? old)?.pointer ?? "#";
  const values = edit.arguments;
  const harmed = harmedUses(reached);
  const proof = harmed.length > 0 ? witnessOf({ ...reached, uses: harmed }) : undefined;
  const isUnproved = harmed.length > 0 && proof === undefined;
  const uses = isUnproved ? harmed : reached.uses;
  const sorted = uses.toSorted((left, right) => byText(useKey(left), useKey(right)));
  return {
    change,
    effect: isUnproved ? "unknown" : effect,
    element: describeElement(pointer, names),
    ...(old && { old }),
    ...(now && { new: now }),
    uses: sorted,
    ...(values && { arguments: values }),
    ...(announced && { announced }),
    ...(open && { open }),
    witness: () => {
      const found = proof ?? witnessOf(reached);
      if (found === undefined) return undefined;
      const { value, validIn, invalidIn } = found;
      const of = found.pointer === undefined ? undefined : describeElement(found.pointer, names);
      return { value, ...(of !== undefined && { of }), validIn, invalidIn };
    },
  };
}

/** The uses that alternatives with values in common break. Only there, what is not proved is a risk. */
function harmedUses({ edit: { overlap, effect }, uses }: ReachedEdit): readonly Use[] {
  if (overlap === undefined) return [];
  const harmed = effect === "wider" ? "response" : "request";
  return uses.filter(({ direction }) => direction === harmed);
}

/** The pointer of what has the schema at a pointer. */
function ownerOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

function directionsOf(uses: readonly Use[]): readonly Direction[] {
  return (["request", "response"] as const).filter((direction) =>
    uses.some((use) => use.direction === direction),
  );
}

function useKey({ operation, part, direction }: Use): string {
  return `${operation}\n${part}\n${direction}`;
}

interface Pair {
  readonly old: string;
  readonly now: string;
}

/**
 * Decides whether the schemas at two pointers are the same text, and lead to the same texts by their references: most schemas
 * of two versions are, and need no normal form. Time is linear in the documents, whatever cycles there are.
 */
export function createSameSchemas(
  old: SchemaReader,
  now: SchemaReader,
): (oldPointer: string, newPointer: string) => boolean {
  // OpenAPI 3.0 ignores the siblings of a `$ref`.
  const hasSameSiblings = (old.dialect === "3.0") === (now.dialect === "3.0");
  const pairs = new Map<string, Pair>();
  const differences = new Map<Pair, { readonly isDifferent: boolean; readonly next: readonly Pair[] }>();
  const isDifferent = leadingTo<Pair>(
    (pair) => look(pair).isDifferent,
    (pair) => look(pair).next,
  );
  return (oldPointer, newPointer) => !isDifferent(pairOf(oldPointer, newPointer));

  function pairOf(oldPointer: string, newPointer: string): Pair {
    const key = `${oldPointer}\n${newPointer}`;
    const known = pairs.get(key);
    if (known !== undefined) return known;
    const pair = { old: oldPointer, now: newPointer };
    pairs.set(key, pair);
    return pair;
  }

  /** Undefined where a value of one side has no subtype on the other. */
  function subtypesOf(pair: Pair): readonly Pair[] | undefined {
    const [own, others] = [old.subtypesOf(pair.old), now.subtypesOf(pair.now)];
    if (own.size !== others.size || [...own.keys()].some((value) => !others.has(value))) return undefined;
    return [...own].map(([value, before]) => pairOf(before, others.get(value) ?? before));
  }

  function look(pair: Pair): { readonly isDifferent: boolean; readonly next: readonly Pair[] } {
    const known = differences.get(pair);
    if (known !== undefined) return known;
    const references = new Set<string>();
    const isSame = isSameText(old.raw(pair.old), now.raw(pair.now), references, hasSameSiblings);
    const next = [...references].map(($ref) => {
      const [one, other] = [old.referenceOf({ $ref }, pair.old), now.referenceOf({ $ref }, pair.now)];
      return pairOf(old.target(one ?? $ref), now.target(other ?? $ref));
    });
    const subtypes = isSame ? subtypesOf(pair) : undefined;
    const found = { isDifferent: subtypes === undefined, next: subtypes ? [...next, ...subtypes] : [] };
    differences.set(pair, found);
    return found;
  }
}

/**
 * Whether two values are the same, in any order of keys.
 *
 * @param references - gets the local references of both.
 * @param hasSameSiblings - what is beside a `$ref` means the same on both sides.
 */
function isSameText(
  left: Json | undefined,
  right: Json | undefined,
  references: Set<string> = new Set(),
  hasSameSiblings = true,
): boolean {
  if (left === right)
    return typeof left !== "object" || left === null || collect(left, references, hasSameSiblings);
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item: Json, index) =>
      isSameText(item, right[index] as Json, references, hasSameSiblings),
    );
  }
  const [one, other] = [left as Readonly<Record<string, Json>>, right as Readonly<Record<string, Json>>];
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => {
    if (!Object.hasOwn(other, name)) return false;
    const value = one[name];
    if (name === "$dynamicRef") return false;
    if (name === "$ref" && typeof value === "string") {
      if (!hasSameSiblings && names.length > 1) return false;
      if (value.startsWith("#")) references.add(value);
    }
    return isSameText(value, other[name], references, hasSameSiblings);
  });
}

/** An object that both documents share. */
function collect(value: Json, references: Set<string>, hasSameSiblings: boolean): boolean {
  const copy = Array.isArray(value) ? [...(value as readonly Json[])] : { ...(value as object) };
  return isSameText(value, copy, references, hasSameSiblings);
}
