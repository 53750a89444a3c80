import { byText } from "../../text/by-text.js";
import { codeSpan } from "../../text/printable.js";
import type { ComparedDocument } from "../compared-document.js";
import type { Direction, Fact, Use } from "../fact.js";
import { describeElement } from "./describe-element.js";
import { areSameNodes, createInclusion } from "./inclusion/inclusion.js";
import { createSameSchemas } from "./inclusion/same-schemas.js";
import { createSchemaReader } from "./form/schema-reader.js";
import { type TextKind, textKindOf } from "./text-values.js";
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
  const validators = createValidators();
  return {
    compare(oldPointer, newPointer, use) {
      if (isSame(oldReader.target(oldPointer), newReader.target(newPointer))) return;
      const key = `${oldPointer}\n${newPointer}`;
      const known = declared.get(key);
      if (known === undefined) declared.set(key, { old: oldPointer, now: newPointer, uses: [use] });
      else known.uses.push(use);
      textKinds.set(use, textKindOf(use, newPointer));
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
    const name = `${coded} of ${codeSpan(operation)}`;
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

function directionsOf(uses: readonly Use[]): readonly Direction[] {
  return (["request", "response"] as const).filter((direction) =>
    uses.some((use) => use.direction === direction),
  );
}

function useKey({ operation, part, direction }: Use): string {
  return `${operation}\n${part}\n${direction}`;
}
