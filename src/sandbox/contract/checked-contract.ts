import { createResponseValidator, type ResponseValidator } from "./response-validator.js";
import type { ContractOperation } from "./contract-operation.js";
import { readContract, type Contract } from "./read-contract.js";
import { createRequestValidator, type RequestValidator } from "./request-validator.js";
import { createSchemaCompiler } from "./schema-compiler.js";

/** The contract with what holds requests and responses against it. */
export interface CheckedContract {
  readonly contract: Contract;
  readonly responses: ResponseValidator;
  /** What holds the requests of an operation against the contract. */
  readonly requestsOf: (operation: ContractOperation) => RequestValidator;
}

let loaded: Promise<CheckedContract> | undefined;

/**
 * Reads the contract, once a process: it never changes, and a test run starts many sandboxes.
 * @throws Error when the package is incomplete
 */
export function loadContract(): Promise<CheckedContract> {
  return (loaded ??= checkContract());
}

async function checkContract(): Promise<CheckedContract> {
  const contract = await readContract();
  const parameters = createSchemaCompiler(contract, { coerce: true });
  const bodies = createSchemaCompiler(contract, { coerce: false });
  const validators = new Map<ContractOperation, RequestValidator>();
  return {
    contract,
    responses: createResponseValidator(contract, parameters, bodies),
    requestsOf: (operation) => {
      const validator = validators.get(operation) ?? createRequestValidator(operation, parameters, bodies);
      validators.set(operation, validator);
      return validator;
    },
  };
}
