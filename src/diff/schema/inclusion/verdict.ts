import type { VisitBudget } from "../../../openapi/visit.js";
import type { Slot } from "../form/schema-form.js";
import type { SchemaNode, SchemaReader } from "../form/schema-reader.js";

/** What is known of a statement about schemas: `unknown` where it depends on what cannot be decided (a regular expression). */
export type Verdict = "no" | "unknown" | "yes";

/** Whether all statements hold. */
export function all(verdicts: Iterable<Verdict>): Verdict {
  let result: Verdict = "yes";
  for (const verdict of verdicts) {
    if (verdict === "no") return "no";
    if (verdict === "unknown") result = "unknown";
  }
  return result;
}

/** Whether at least one statement holds. */
export function any(verdicts: Iterable<Verdict>): Verdict {
  let result: Verdict = "no";
  for (const verdict of verdicts) {
    if (verdict === "yes") return "yes";
    if (verdict === "unknown") result = "unknown";
  }
  return result;
}

/** Whether a statement does not hold. */
export function not(verdict: Verdict): Verdict {
  if (verdict === "unknown") return "unknown";
  return verdict === "yes" ? "no" : "yes";
}

/** Like {@link all}, of statements that are decided one after the other, and no further than needed. */
export function allOf<Item>(items: Iterable<Item>, decide: (item: Item) => Verdict): Verdict {
  let result: Verdict = "yes";
  for (const item of items) {
    const verdict = decide(item);
    if (verdict === "no") return "no";
    if (verdict === "unknown") result = "unknown";
  }
  return result;
}

/** Like {@link any}, of statements that are decided one after the other, and no further than needed. */
export function anyOf<Item>(items: Iterable<Item>, decide: (item: Item) => Verdict): Verdict {
  let result: Verdict = "no";
  for (const item of items) {
    const verdict = decide(item);
    if (verdict === "yes") return "yes";
    if (verdict === "unknown") result = "unknown";
  }
  return result;
}

/** What decides about the parts of two schemas: whether the left one is included in the right one. */
export interface Parts {
  /** By JSON Schema alone, not by what contracts mean. */
  readonly isStrict: boolean;
  readonly left: SchemaReader;
  readonly right: SchemaReader;
  readonly budget: VisitBudget;
  /** Whether one node of the left document is included in one of the right. */
  readonly decide: (left: SchemaNode, right: SchemaNode) => Verdict;
  /** Whether two nodes are the same text. */
  readonly isSame: (left: SchemaNode, right: SchemaNode) => boolean;
  /** Whether the left schemas are included in the right ones. */
  readonly included: (left: Slot, right: Slot) => Verdict;
  /** Whether the right schemas are included in the left ones. */
  readonly includes: (left: Slot, right: Slot) => Verdict;
  /** Whether the right schemas allow a text. */
  readonly accepts: (right: Slot, text: string) => Verdict;
}
