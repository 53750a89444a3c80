import type { CheckedContract } from "../contract/checked-contract.js";
import type { SandboxResponse } from "../server/sandbox-response.js";

/** Whether a response of an operation follows the contract. */
export type ResponseJudge = (operationId: string, response: SandboxResponse) => boolean;

/** Judges by the contract; an operation that it does not have has no valid responses. */
export function createResponseJudge({
  contract,
  responses,
}: Pick<CheckedContract, "contract" | "responses">): ResponseJudge {
  return (operationId, response) => {
    const operation = contract.operations.find((candidate) => candidate.operationId === operationId);
    return operation !== undefined && responses.findFault(operation, response) === undefined;
  };
}
