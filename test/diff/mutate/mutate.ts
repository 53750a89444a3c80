import type { WireLevel } from "../../../src/diff/finding.js";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import { seeded } from "../../support/seeded.js";
import { compositionMutations } from "./composition-mutations.js";
import { expectedLevel } from "./expected-levels.js";
import type { Mutation } from "./mutation.js";
import { operationMutations } from "./operation-mutations.js";
import { schemaMutations } from "./schema-mutations.js";
import { isVersion30, listTargets, pick } from "./targets.js";

/** Every kind of change that the mutator makes. */
export const mutations: readonly Mutation[] = [
  ...operationMutations,
  ...schemaMutations,
  ...compositionMutations,
];

/** Rows whose keywords OpenAPI 3.0 does not have. */
const SINCE_31: ReadonlySet<string> = new Set(["I7", "I8", "I9", "K16", "K19", "K24", "K26"]);

/** A document with one change. */
export interface Mutated {
  readonly document: JsonObject;
  /** Row of the catalogue of changes. */
  readonly row: string;
  /** What was done. */
  readonly title: string;
  /** Where, in the document before the change. */
  readonly pointer: string;
  /** The level on the wire that the catalogue gives it; undefined: the catalogue leaves it open. Found when it is read: that takes time. */
  readonly expected: WireLevel | undefined;
}

/**
 * Changes one thing in a copy of a document, the same for the same seed.
 *
 * @param among - kinds of changes to choose from; the next one is tried where the document has nothing to change so.
 * @throws Error when it has nothing for any of them.
 */
export function mutate(document: JsonObject, seed: number, among = mutations): Mutated {
  const random = seeded(seed);
  const left = [...among];
  while (left.length > 0) {
    const mutation = pick(left, random);
    if (mutation === undefined) break;
    left.splice(left.indexOf(mutation), 1);
    const found = mutateBy(mutation, document, random);
    if (found !== undefined) return found;
  }
  throw new Error("The document has nothing that can be changed.");
}

/** Makes a change of a kind; undefined where the document has nothing to change so. */
export function mutateBy(
  mutation: Mutation,
  document: JsonObject,
  random: () => number,
): Mutated | undefined {
  if (SINCE_31.has(mutation.row) && isVersion30(document)) return undefined;
  // Shared objects of the copy would change in two places at once.
  const text = textOf(document);
  const root = JSON.parse(text) as JsonObject & Record<string, unknown>;
  const pointer = mutation.apply({ root, targets: listTargets(root) }, random);
  if (pointer === undefined || JSON.stringify(root) === text) return undefined;
  const made = { row: mutation.row, title: mutation.title, pointer };
  return {
    document: root,
    ...made,
    get expected() {
      return expectedLevel(made, document, root);
    },
  };
}

/** Texts of the last documents: a document is changed many times. */
const texts = new WeakMap<JsonObject, string>();

function textOf(document: JsonObject): string {
  const text = texts.get(document) ?? JSON.stringify(document);
  texts.set(document, text);
  return text;
}
