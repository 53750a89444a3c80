import { recursiveResults } from "../../../openapi/recursive-results.js";
import { acceptsValue } from "./accepted-values.js";
import { includedNodes } from "./included-nodes.js";
import { all, type Parts, type Verdict } from "./verdict.js";
import { type SchemaNode, type SchemaReader, STEPS_OF_LOOKUP } from "../form/schema-reader.js";
import { readValues } from "../form/base-values.js";
import type { WorkBudget } from "../work-budget.js";

/** Which schema is looked for in which: `forward`, the old one in the new one. */
export type Way = "backward" | "forward";

/** The question whether a schema of one document allows nothing that one of the other forbids. */
export interface Inclusion {
  /** Whether every value of `left` is a value of `right`; with `forward`, `left` is of the old document. */
  included(way: Way, left: SchemaNode, right: SchemaNode): Verdict;
  /** Whether a verdict is `unknown` because it takes too many steps. */
  isCut(way: Way, left: SchemaNode, right: SchemaNode): boolean;
}

/** What an inclusion works on. */
export interface InclusionOptions {
  readonly old: SchemaReader;
  readonly now: SchemaReader;
  /** Whether everything at and below two pointers, of the old and the new document, is the same text. */
  readonly isSame: (oldPointer: string, newPointer: string) => boolean;
  readonly budget: WorkBudget;
  /**
   * By JSON Schema alone. Otherwise by what contracts mean: properties that an open object does not name are not sent, and
   * the branches of `oneOf` are disjoint.
   */
  readonly isStrict?: boolean;
  /** Steps after which the verdict of one question is `unknown`. */
  readonly mostSteps?: number;
}

/** Steps of one question. */
const MOST_STEPS = 50_000;

interface Pair {
  readonly way: Way;
  readonly left: SchemaNode;
  readonly right: SchemaNode;
}

/** Creates an inclusion. Verdicts are made once for each pair, cycles included: a pair that leads back to itself holds. */
export function createInclusion(options: InclusionOptions): Inclusion {
  const { budget, mostSteps = MOST_STEPS } = options;
  const cut = new Set<string>();
  const decide = recursiveResults<Pair, Verdict>({
    onCycle: "yes",
    keyOf,
    budget,
    compute: ({ way, left, right }, recurse) => {
      const parts = partsOf(options, way, recurse);
      const sides = readValues({ reader: parts.left, node: left }, { reader: parts.right, node: right });
      const { subtypes, areAll } = sides;
      return all([
        ...(areAll ? [] : [includedNodes(sides.left, sides.right, parts)]),
        ...subtypes.map(([one, other]) => parts.included([one], [other])),
      ]);
    },
  });
  return { included, isCut: (way, left, right) => cut.has(keyOf({ way, left, right })) };

  function included(way: Way, left: SchemaNode, right: SchemaNode): Verdict {
    const pair = { way, left, right };
    const key = keyOf(pair);
    if (cut.has(key)) return "unknown";
    const decided = budget.within(mostSteps, () => decide(pair));
    if (decided === undefined) cut.add(key);
    return decided?.result ?? "unknown";
  }
}

function keyOf({ way, left, right }: Pair): string {
  return `${way}\n\n${left.id}\n\n${right.id}`;
}

function partsOf(options: InclusionOptions, way: Way, recurse: (pair: Pair) => Verdict): Parts {
  const { old, now, budget, isStrict = false } = options;
  const [left, right] = way === "forward" ? [old, now] : [now, old];
  const decidePair = (pair: Pair): Verdict => {
    // The key of a pair is as long as its parts.
    budget.visit((pair.left.parts.length + pair.right.parts.length - 3) * STEPS_OF_LOOKUP);
    return recurse(pair);
  };
  const opposite = way === "forward" ? "backward" : "forward";
  return {
    isStrict,
    left,
    right,
    budget,
    decide: (one, other) => decidePair({ way, left: one, right: other }),
    isSame: (one, other) =>
      way === "forward" ? areSameNodes(one, other, options) : areSameNodes(other, one, options),
    included: (one, other) =>
      other.length === 0 ? "yes" : decidePair({ way, left: left.node(one), right: right.node(other) }),
    includes: (one, other) =>
      one.length === 0
        ? "yes"
        : decidePair({ way: opposite, left: right.node(other), right: left.node(one) }),
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
  const [pointers, targets] = [old.parts, now.parts];
  if (pointers.length !== targets.length) return false;
  return pointers.every((pointer, index) => {
    const target = targets[index] ?? "";
    if (pointer.startsWith("#") && target.startsWith("#")) return isSame(pointer, target);
    return pointer === target;
  });
}
