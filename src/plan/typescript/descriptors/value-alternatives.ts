import type { SchemaNode } from "../../../model/schema-model.js";
import { recursiveResults } from "../../../openapi/recursive-results.js";
import type { SchemaReader } from "../../service/schema-reader.js";
import { type Slot, slotsAt } from "./value-slots.js";

/** A number, a bigint or a boolean. */
export const OTHER_SCALAR = 1;
/** The empty text, which spells no integer. */
export const EMPTY_TEXT = 2;

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
