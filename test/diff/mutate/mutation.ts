import type { ObjectKind } from "../../../src/openapi/keywords.js";
import { pick, type Target } from "./targets.js";

/** A kind of change, named after a row of the catalogue of changes. */
export interface Mutation {
  /** `G3`; several changes may be of one row. */
  readonly row: string;
  /** What it does: `a property is removed`. */
  readonly title: string;
  /**
   * Changes a document in place.
   *
   * @returns the pointer of what it changed; undefined where the document has nothing to change so.
   */
  readonly apply: (document: Document, random: () => number) => string | undefined;
}

/** A document, and its objects by kind. */
export interface Document {
  readonly root: Record<string, unknown>;
  readonly targets: ReadonlyMap<ObjectKind, readonly Target[]>;
}

/**
 * Makes a mutation of one object: any of those for which `change` does something. `change` returns whether it did, or the rest of the
 * pointer to what it changed: `/properties/name`.
 */
export function mutation(
  row: string,
  title: string,
  kind: ObjectKind,
  change: (target: Target, random: () => number, document: Document) => boolean | string | undefined,
): Mutation {
  return {
    row,
    title,
    apply: (document, random) => {
      const left = [...(document.targets.get(kind) ?? [])];
      while (left.length > 0) {
        const target = pick(left, random);
        if (target === undefined) return undefined;
        left.splice(left.indexOf(target), 1);
        const changed = change(target, random, document);
        if (changed !== undefined && changed !== false)
          return changed === true ? target.pointer : target.pointer + changed;
      }
      return undefined;
    },
  };
}
