import type { CheckedContract } from "../contract/checked-contract.js";
import type { Answer } from "../server/answer.js";

/** Whether an answer of an operation follows the contract. */
export type AnswerJudge = (operationId: string, answer: Answer) => boolean;

/** Judges by the contract; an operation that it does not have has no valid answers. */
export function createAnswerJudge({
  contract,
  answers,
}: Pick<CheckedContract, "contract" | "answers">): AnswerJudge {
  return (operationId, answer) => {
    const operation = contract.operations.find((candidate) => candidate.operationId === operationId);
    return operation !== undefined && answers.findFault(operation, answer) === undefined;
  };
}
