import type { ApiModel, OperationModel } from "../../model/api-model.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import type { ChangePairs } from "./pair-changes.js";
import { recogniseBackground } from "./recognise-background.js";
import { recogniseCapabilities } from "./recognise-capabilities.js";
import { recogniseConditionalChange, recogniseVersionedRead } from "./recognise-conditional.js";
import { recogniseFeatures } from "./recognise-features.js";
import { recogniseIdempotentCreate } from "./recognise-idempotent-create.js";
import { recognisePagination } from "./recognise-pagination.js";
import { recogniseProblem } from "./recognise-problem.js";
import { recogniseSafe } from "./recognise-safe.js";
import { recogniseSensitive } from "./recognise-sensitive.js";
import { recogniseStreaming } from "./recognise-streaming.js";
import { recogniseTokenExchange } from "./recognise-token-exchange.js";
import type { ContractTraits, OperationTraits } from "./trait.js";

/**
 * Everything recognised in one operation.
 *
 * @param pairs - changes and reads of the whole contract, from `pairChanges`.
 */
export function recogniseOperation(
  operation: OperationModel,
  model: ApiModel,
  reader: SchemaReader,
  pairs: ChangePairs,
): OperationTraits {
  return withoutUndefined({
    safe: recogniseSafe(operation),
    pagination: recognisePagination(operation, reader),
    idempotentCreate: recogniseIdempotentCreate(operation),
    versionedRead: recogniseVersionedRead(operation, pairs),
    conditionalChange: recogniseConditionalChange(operation, pairs),
    background: recogniseBackground(operation, model.operations, reader),
    tokenExchange: recogniseTokenExchange(operation, model, reader),
    capabilities: recogniseCapabilities(operation, reader),
    features: recogniseFeatures(operation),
    streaming: recogniseStreaming(operation, reader),
  });
}

/** Everything recognised in the contract as a whole. */
export function recogniseContract(model: ApiModel, reader: SchemaReader): ContractTraits {
  return withoutUndefined({
    problem: recogniseProblem(model, reader),
    sensitive: recogniseSensitive(model, reader),
  });
}

type Present<Record> = { readonly [Name in keyof Record]?: Exclude<Record[Name], undefined> };

/** With `exactOptionalPropertyTypes`, absent is not undefined. */
function withoutUndefined<Facts extends object>(facts: Facts): Present<Facts> {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined),
  ) as Present<Facts>;
}
