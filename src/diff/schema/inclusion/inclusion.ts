import { recursiveResults } from "../../../openapi/recursive-results.js";
import type { VisitBudget } from "../../../openapi/visit-budget.js";
import { acceptsValue } from "./accepted-values.js";
import { includedNodes } from "./included-nodes.js";
import type { Parts } from "./inclusion-parts.js";
import type { SchemaNode, SchemaReader } from "../form/schema-reader.js";
import { sharedSubtypes } from "../form/subtypes.js";
import { all, type Verdict } from "./verdict.js";

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
  readonly budget: VisitBudget;
  /**
   * By JSON Schema alone. Otherwise by what contracts mean: properties that an open object does not name are not sent, and
   * the branches of `oneOf` are disjoint.
   */
  readonly isStrict?: boolean;
  /** Steps after which the verdict of one question is `unknown`. */
  readonly mostSteps?: number;
}

/** Pairs of schemas that one question may lead to. */
const MOST_STEPS = 50_000;
/** Pairs that all questions may lead to, before each of them gets fewer. */
const MOST_TOGETHER = 300_000;
const FEWER_STEPS = 2_000;

/** A question leads to too many pairs. */
class TooManySteps extends Error {}

interface Pair {
  readonly way: Way;
  readonly left: SchemaNode;
  readonly right: SchemaNode;
}

/** Creates an inclusion. Verdicts are made once for each pair, cycles included: a pair that leads back to itself holds. */
export function createInclusion(options: InclusionOptions): Inclusion {
  const { mostSteps = MOST_STEPS } = options;
  const cut = new Set<string>();
  let [steps, together] = [0, 0];
  const decide = recursiveResults<Pair, Verdict>({
    onCycle: "yes",
    keyOf,
    budget: options.budget,
    compute: ({ way, left, right }, recurse) => {
      steps += 1;
      if (steps > (together > MOST_TOGETHER ? FEWER_STEPS : mostSteps)) throw new TooManySteps();
      const parts = partsOf(options, way, recurse);
      const verdict = includedNodes(left, right, parts);
      const subtypes = sharedSubtypes(
        { reader: parts.left, node: left },
        { reader: parts.right, node: right },
      );
      return all([verdict, ...subtypes.map(([one, other]) => parts.included([one], [other]))]);
    },
  });
  return { included, isCut: (way, left, right) => cut.has(keyOf({ way, left, right })) };

  function included(way: Way, left: SchemaNode, right: SchemaNode): Verdict {
    const pair = { way, left, right };
    const key = keyOf(pair);
    if (cut.has(key)) return "unknown";
    steps = 0;
    try {
      return decide(pair);
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
      cut.add(key);
      return "unknown";
    } finally {
      together += steps;
    }
  }
}

function keyOf({ way, left, right }: Pair): string {
  return `${way}\n\n${left.id}\n\n${right.id}`;
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
  const [pointers, targets] = [old.parts, now.parts];
  if (pointers.length !== targets.length) return false;
  return pointers.every((pointer, index) => {
    const target = targets[index] ?? "";
    if (pointer.startsWith("#") && target.startsWith("#")) return isSame(pointer, target);
    return pointer === target;
  });
}
