import type { SchemaModel, SchemaNode } from "../../model/schema-model.js";
import { recursiveResults } from "../../openapi/recursive-results.js";
import type { VisitBudget } from "../../openapi/visit-budget.js";

/** Of the parts that hold at once, those that a type can say together. */
export interface BoundedParts {
  readonly kept: readonly SchemaNode[];
  /** How many alternatives all parts together have; of those that are left out, none. */
  readonly combinations: number;
}

/**
 * TypeScript writes an intersection of unions as a union of all combinations, and refuses 100,000 of them (TS2590). A tenth
 * leaves room for what is intersected with it elsewhere.
 */
const MOST_COMBINATIONS = 10_000;

/** What alternatives of alternatives come to when TypeScript multiplies them out. */
export interface Combinations {
  /** Keeps the parts of an intersection, in their order, as long as their alternatives combine to few enough. */
  readonly boundParts: (parts: readonly SchemaNode[]) => BoundedParts;
  /** Whether a type may say more of each of these alternatives, which multiplies out those that are unions themselves. */
  readonly mayNarrow: (alternatives: readonly SchemaNode[]) => boolean;
}

/** @param budget - that of the contract. */
export function createCombinations(
  schemas: ReadonlyMap<string, SchemaModel>,
  budget: VisitBudget | undefined,
): Combinations {
  const width = recursiveResults<SchemaNode, number>({
    onCycle: 1,
    ...(budget && { budget }),
    compute: ({ type }, recurse) => {
      if (type.kind === "union") return type.members.reduce((sum, member) => sum + recurse(member), 0);
      if (type.kind === "intersection") return bound(type.members, recurse).product;
      const target = type.kind === "ref" ? schemas.get(type.name) : undefined;
      return target === undefined ? 1 : recurse(target.node);
    },
  });
  return {
    boundParts: (parts) => {
      const { kept } = bound(parts, width);
      const combinations = parts.reduce((product, part) => product * width(part), 1);
      return { kept, combinations };
    },
    mayNarrow: (alternatives) =>
      alternatives.reduce((sum, alternative) => sum + width(alternative), 0) <= MOST_COMBINATIONS,
  };
}

function bound(
  parts: readonly SchemaNode[],
  width: (part: SchemaNode) => number,
): { readonly kept: readonly SchemaNode[]; readonly product: number } {
  const kept: SchemaNode[] = [];
  let product = 1;
  for (const part of parts) {
    const more = width(part);
    if (kept.length > 0 && more > 1 && product * more > MOST_COMBINATIONS) continue;
    kept.push(part);
    product *= more;
  }
  return { kept, product };
}
