import type { OperationModel } from "../../../../model/api-model.js";
import { findIdempotencyHeader } from "../../idempotency-fields.js";
import { recognisePagination } from "../../traits/pagination/recognise-pagination.js";
import type { SchemaReader } from "../../schema-reader.js";
import { operationLines } from "../sign.js";
import type { FoundSign } from "./shown-position.js";

/**
 * A search that takes an idempotency key, as one rule of a team for every POST has it: it would be paged without the key, and with it the
 * client takes it for what creates something.
 */
export function keyedSearchSign(operation: OperationModel, reader: SchemaReader): FoundSign {
  const key = findIdempotencyHeader(operation);
  if (key === undefined || operation.method !== "POST") return undefined;
  const parameters = operation.parameters.filter((one) => one !== key);
  if (recognisePagination({ ...operation, parameters }, reader) === undefined) return undefined;
  return {
    shown: "it would be paged, as a search",
    missing: `it takes the idempotency key \`${key.name}\`, as what creates something does`,
    lines: operationLines(operation, ["safe: true", "idempotency: false"]),
  };
}
