import type { ComparedDocument } from "../compared-document.js";
import type { Fact, Use } from "../fact.js";

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

/** Creates the comparison of the schemas of two documents. */
export function createSchemaComparison(old: ComparedDocument, now: ComparedDocument): SchemaComparison {
  if (old === now) return { compare: () => undefined, facts: () => [] };
  return { compare: () => undefined, facts: () => [] };
}
