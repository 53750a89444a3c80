import { recursiveResults } from "../../../openapi/recursive-results.js";
import type { VisitBudget } from "../../../openapi/visit-budget.js";
import { acceptsValue } from "./accepted-values.js";
import { includedNodes } from "./included-nodes.js";
import type { Parts } from "./inclusion-parts.js";
import type { SchemaNode, SchemaReader } from "../form/schema-reader.js";
import type { Verdict } from "./verdict.js";

/** Which schema is looked for in which: `forward`, the old one in the new one. */
export type Way = "backward" | "forward";

/** The question whether a schema of one document allows nothing that one of the other forbids. */
export interface Inclusion {
  /** Whether every value of `left` is a value of `right`; with `forward`, `left` is of the old document. */
  included(way: Way, left: SchemaNode, right: SchemaNode): Verdict;
}

/** What an inclusion works on. */
export interface InclusionOptions {
  readonly old: SchemaReader;
  readonly now: SchemaReader;
  /** Whether everything at and below two pointers, of the old and the new document, is the same text. */
  readonly isSame: (oldPointer: string, newPointer: string) => boolean;
  readonly budget: VisitBudget;
  /**
   * By JSON Schema alone. Otherwise by what contracts mean: properties that an open object does not name are not sent, and
   * the branches of `oneOf` are disjoint.
   */
  readonly isStrict?: boolean;
  /** Steps after which every further verdict is `unknown`. */
  readonly mostSteps?: number;
}

interface Pair {
  readonly way: Way;
  readonly left: SchemaNode;
  readonly right: SchemaNode;
}

/** Creates an inclusion. Verdicts are made once for each pair, cycles included: a pair that leads back to itself holds. */
export function createInclusion(options: InclusionOptions): Inclusion {
  const { mostSteps = 300_000 } = options;
  let steps = 0;
  const decide = recursiveResults<Pair, Verdict>({
    onCycle: "yes",
    keyOf: ({ way, left, right }) => `${way}\n\n${left.id}\n\n${right.id}`,
    compute: ({ way, left, right }, recurse) => {
      steps += 1;
      return steps > mostSteps ? "unknown" : includedNodes(left, right, partsOf(options, way, recurse));
    },
  });
  return { included: (way, left, right) => decide({ way, left, right }) };
}

function partsOf(options: InclusionOptions, way: Way, recurse: (pair: Pair) => Verdict): Parts {
  const { old, now, budget, isStrict = false } = options;
  const [left, right] = way === "forward" ? [old, now] : [now, old];
  const opposite = way === "forward" ? "backward" : "forward";
  return {
    isStrict,
    left,
    right,
    budget,
    decide: (one, other) => recurse({ way, left: one, right: other }),
    isSame: (one, other) =>
      way === "forward" ? areSameNodes(one, other, options) : areSameNodes(other, one, options),
    included: (one, other) =>
      other.length === 0 ? "yes" : recurse({ way, left: left.node(one), right: right.node(other) }),
    includes: (one, other) =>
      one.length === 0 ? "yes" : recurse({ way: opposite, left: right.node(other), right: left.node(one) }),
    accepts: (slot, text) =>
      slot.length === 0 ? "yes" : acceptsValue(right, right.node(slot), text, budget),
  };
}

/** Whether two nodes are made of schemas that are the same text, one by one. */
export function areSameNodes(
  old: SchemaNode,
  now: SchemaNode,
  { isSame }: Pick<InclusionOptions, "isSame">,
): boolean {
  const [pointers, targets] = [old.id.split("\n"), now.id.split("\n")];
  if (pointers.length !== targets.length) return false;
  return pointers.every((pointer, index) => {
    const target = targets[index] ?? "";
    if (pointer.startsWith("#") && target.startsWith("#")) return isSame(pointer, target);
    return pointer === target;
  });
}
