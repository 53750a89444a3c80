import type { OperationModel } from "../../model/api-model.js";
import { findHeaderParameter } from "../reading/answers.js";
import type { IdempotentCreate, Trait } from "./trait.js";

/** A write with an Idempotency-Key header parameter (OPS-1, IDM-1). */
export function recogniseIdempotentCreate(operation: OperationModel): Trait<IdempotentCreate> | undefined {
  const parameter = findHeaderParameter(operation, "Idempotency-Key");
  if (parameter === undefined || ["GET", "HEAD"].includes(operation.method)) return undefined;
  return {
    facts: { header: parameter.name },
    reason: `It has the header parameter "${parameter.name}"${parameter.required ? ", required" : ""}.`,
  };
}
