import type { OperationModel } from "../../../model/api-model.js";
import type { Problem, Trait } from "../traits/trait.js";
import type { LostSign } from "./sign.js";

/** Characters of a description that are searched. */
const LONGEST = 4000;

/** The member by its name, and not the word: `` `retryable` ``, `retryable: true`, "`isRetryable` is true". */
const NAMED =
  /[`"'“](?:is_?)?retr(?:y|i)able[`"'”]|\b(?:is_?)?retr(?:y|i)able\b\s*(?:[:=]|is|equals)\s*[`"']?(?:true|false)\b/i;

/** Problems of which only descriptions say that a member tells what is retryable: one sign for the contract. */
export function problemsSign(
  operations: readonly OperationModel[],
  problem: Trait<Problem> | undefined,
): LostSign | undefined {
  if (problem?.facts.retryable === true || problem?.decidedBy === "configuration") return undefined;
  for (const operation of operations) {
    const response = operation.responses.find(
      ({ status, description = "" }) =>
        /^(?:[45]|default$)/.test(status) && NAMED.test(description.slice(0, LONGEST)),
    );
    if (response !== undefined)
      return {
        operation,
        trait: "problems",
        shown: `the description of its response ${response.status} names \`retryable\``,
        missing:
          problem === undefined
            ? "no error response has a JSON schema or example of a problem with that member"
            : "no problem has that member, in its schema or its examples",
        lines: ["problems: { retryable: true }"],
      };
  }
  return undefined;
}
