import type { SchemaNode } from "../../../model/schema-model.js";
import { isIdentifier } from "../../service/identifiers/identifier-names.js";
import type { MarkedSchemas } from "../../service/identifiers/mark-schemas.js";
import type { SchemaReader } from "../../service/schema-reader.js";
import {
  type Alternatives,
  type AlternativesReader,
  EMPTY_TEXT,
  type Leaf,
  OTHER_SCALAR,
  type Slot,
  slotsOf,
} from "./value-slots.js";

/** Where a value holds identifiers: `ids` and `idGroups` of a descriptor (`IdentifierPaths` of the runtime). */
export interface IdentifierPlan {
  readonly ids: readonly string[];
  readonly idGroups: readonly (readonly string[])[];
}

/** What groups are read with, for all operations of a contract. */
export interface GroupReader {
  readonly alternatives: AlternativesReader;
  readonly marks: MarkedSchemas;
  /** Equal groups come from many operations: each is read once. */
  readonly stepsOf: (group: Alternatives) => readonly GroupStep[];
}

/** Lists in lists that a name alone says to hold identifiers. */
const MOST_LISTS = 3;

/**
 * Paths of groups: each group is of the schemas that a value may have, and continues with the groups of its members. Of what only names
 * tell, the members of contexts are not among them.
 */
export function inGroups(
  nodes: readonly SchemaNode[],
  { alternatives, marks, stepsOf }: GroupReader,
  reader: SchemaReader,
): IdentifierPlan {
  const groups: Alternatives[] = [];
  const numbers = new Map<string, string>();
  const groupOf = (group: Alternatives, key: string): string => {
    const number = numbers.get(key) ?? `@${String(groups.push(group) - 1)}`;
    numbers.set(key, number);
    return number;
  };
  const endAt = (group: Alternatives): readonly string[] | undefined =>
    group.some((together) => together.some((leaf) => leaf !== "open" && isIdentifier(leaf, reader)))
      ? endOf(alternatives.besides(group))
      : undefined;
  /** The rest of the way to an identifier, or through lists of them, that a name alone tells. */
  const endOfNamed = (
    marked: readonly SchemaNode[],
    group: Alternatives,
    depth = 0,
  ): readonly string[] | undefined => {
    if (marked.some(marks.isIdentifier)) return endOf(alternatives.besides(group));
    const slots = marked.flatMap(({ type }) => (type.kind === "array" ? slotsOf(type).all : []));
    const [items] = slots;
    if (items === undefined || depth > MOST_LISTS) return undefined;
    const inside = slots.flatMap(({ schemas }) => schemas);
    const end = endOfNamed(inside, alternatives.after(group, items), depth + 1);
    return end === undefined ? undefined : [items.step, ...end];
  };
  const start = alternatives.ofOne(nodes.map((node) => alternatives.of(node)));
  const ids = [groupOf(start, alternatives.keyOf(start))];
  const idGroups: string[][] = [];
  let combined = 0;
  // Those that are met on the way are visited in their turn.
  for (const group of groups) {
    const own = endAt(group);
    const paths = own === undefined ? [] : [own.join("/")];
    const steps = stepsOf(group);
    reader.budget.visit(steps.length);
    for (const { slot, among } of steps) {
      const next = alternatives.after(among, slot);
      const key = alternatives.keyOf(next);
      if (among.length > 1 && !numbers.has(key)) combined += next.length;
      if (combined > MOST_COMBINED) continue;
      if (stepsOf(next).length > 0) paths.push(`${slot.step}/${groupOf(next, key)}`);
      else {
        const marked = slot.schemas.map((schema) => marks.member(slot.name, schema, false));
        const end = endAt(next) ?? endOfNamed(marked, next);
        if (end !== undefined) paths.push([slot.step, ...end].join("/"));
      }
    }
    idGroups.push([...new Set(paths)]);
  }
  return { ids, idGroups };
}

/**
 * Alternatives of groups that join what several schemas say of a value. Sets of schemas can be far more than schemas; beyond this,
 * what they say together is not checked.
 */
const MOST_COMBINED = 20_000;

/** A step of a group that leads to identifiers, with the alternatives that may say something of the value there. */
export interface GroupStep {
  readonly slot: Slot;
  readonly among: Alternatives;
}

export function readSteps(
  group: Alternatives,
  leads: (slot: Slot, schema: SchemaNode) => boolean,
): readonly GroupStep[] {
  const leading = new Map<string, Slot>();
  const exact = new Map<string, Set<readonly Leaf[]>>();
  const wide = new Set<readonly Leaf[]>();
  for (const together of group) {
    for (const leaf of together) {
      if (leaf === "open") wide.add(together);
      else {
        const { all, unnamed } = slotsOf(leaf.type);
        if (unnamed.length > 0) wide.add(together);
        for (const slot of all) {
          const withIt = exact.get(slot.step) ?? new Set();
          exact.set(slot.step, withIt.add(together));
          if (!leading.has(slot.step) && slot.schemas.some((schema) => leads(slot, schema)))
            leading.set(slot.step, slot);
        }
      }
    }
  }
  return [...leading.values()].map((slot) => {
    const among = slot.name === undefined ? group : [...new Set([...(exact.get(slot.step) ?? []), ...wide])];
    return { slot, among };
  });
}

/** The last step of a path to identifiers that may be something else as well; undefined: there is nothing to check. */
export function endOf(besides: number): readonly string[] | undefined {
  if ((besides & OTHER_SCALAR) !== 0) return undefined;
  return (besides & EMPTY_TEXT) === 0 ? [] : ["?"];
}
