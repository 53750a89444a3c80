import type { OperationModel } from "../../model/api-model.js";
import { findIdempotencyHeader } from "../reading/answers.js";
import type { IdempotentCreate, Trait } from "./trait.js";

/**
 * A write with a header parameter for an idempotency key: `Idempotency-Key`, or one of the names that services have for it.
 */
export function recogniseIdempotentCreate(operation: OperationModel): Trait<IdempotentCreate> | undefined {
  const parameter = findIdempotencyHeader(operation);
  if (parameter === undefined || ["GET", "HEAD"].includes(operation.method)) return undefined;
  return {
    facts: { header: parameter.name },
    reason: `It has the header parameter "${parameter.name}"${parameter.required ? ", required" : ""}.`,
  };
}
