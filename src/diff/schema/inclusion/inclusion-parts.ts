import type { VisitBudget } from "../../../openapi/visit.js";
import type { Slot } from "../form/schema-form.js";
import type { SchemaNode, SchemaReader } from "../form/schema-reader.js";
import type { Verdict } from "./verdict.js";

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
