import { UserError } from "../text/user-error.js";

/**
 * Counts the steps that model and plan of one contract take, and ends them where there are too many. One object for one
 * contract: `generate` creates it, and every walk over schemas counts its steps on it.
 */
export interface VisitBudget {
  /**
   * Counts steps: a node that is looked at, or an item that is added to a result.
   *
   * @param pointer - of the schema that is looked at, where that is known: an error names the last one
   * @throws UserError (exit 3) when the contract has used up its steps.
   */
  visit(steps?: number, pointer?: string): void;
  /** Steps so far. */
  readonly visits: number;
}

/** Steps for one contract: sixteen times what GitHub's takes (61,259 for 12 MB); Stripe's takes 44,699. */
const MOST_VISITS = 1_000_000;

/** Creates the budget of one contract. */
export function createVisitBudget(most = MOST_VISITS): VisitBudget {
  let visits = 0;
  let last: string | undefined;
  return {
    get visits() {
      return visits;
    },
    visit(steps = 1, pointer?: string) {
      visits += steps;
      last = pointer ?? last;
      if (visits <= most) return;
      throw new UserError(
        3,
        `The schemas of the contract refer to each other in too many ways: reading them takes more than ${most.toLocaleString("en-US")} steps.`,
        {
          ...(last !== undefined && { pointers: [last] }),
          remedy:
            "Remove references between schemas, nested alternatives (`oneOf`, `anyOf`) or parts (`allOf`), or generate a client from a part of the contract.",
        },
      );
    },
  };
}
