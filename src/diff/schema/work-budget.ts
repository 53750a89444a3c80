import type { VisitBudget } from "../../openapi/visit.js";

/**
 * Counts the steps of one comparison of schemas: building normal forms, comparing them, making values. Too many of them end a question,
 * not the comparison.
 */
export interface WorkBudget extends VisitBudget {
  /**
   * Works on a question. Questions within it share its steps.
   *
   * @param most - steps that it may take; it gets fewer once all questions together have taken many.
   * @returns undefined when it takes more.
   */
  within<Result>(most: number, work: () => Result): { readonly result: Result } | undefined;
  /** No question gets steps any more. */
  readonly isSpent: boolean;
}

/** A question has used up its steps. */
class OutOfSteps extends Error {}

/** Steps of a question after {@link createWorkBudget}'s first limit. */
const FEWER = 2_000;

/**
 * Creates the budget of a comparison.
 *
 * @param most - steps of all questions before each of them gets fewer. After twice as many, none gets any.
 */
export function createWorkBudget(most: number): WorkBudget {
  let visits = 0;
  let limit = Infinity;
  const isSpent = () => visits >= 2 * most;
  return {
    get visits() {
      return visits;
    },
    get isSpent() {
      return isSpent();
    },
    visit(steps = 1) {
      visits += steps;
      if (visits > limit) throw new OutOfSteps();
    },
    within(steps, work) {
      if (isSpent()) return undefined;
      const outer = limit;
      limit = Math.min(outer, visits + (visits < most ? steps : Math.min(steps, FEWER)));
      try {
        return { result: work() };
      } catch (error) {
        // What is around it has none left either.
        if (!(error instanceof OutOfSteps) || visits > outer) throw error;
        return undefined;
      } finally {
        limit = outer;
      }
    },
  };
}
