import type { OperationModel, ResponseModel } from "../../../model/api-model.js";
import type { PlannedKeys } from "../../service/traits/idempotency-keys.js";
import type { OperationTraits } from "../../service/traits/trait.js";
import type { InputPlan } from "./input-plan.js";

/** An operation with what was decided about it before its method: what the planners of methods read. */
export interface PlannedOperation {
  readonly model: OperationModel;
  readonly traits: OperationTraits;
  readonly input: InputPlan;
  /** What its idempotency keys must fit; undefined: what any header can carry. */
  readonly keys?: PlannedKeys | undefined;
  /** The contract's alternatives without what the platform does by itself (mutual TLS). */
  readonly security: OperationModel["security"];
  /** Sets of scopes, any one of which is enough; empty: none needed. */
  readonly scopes: readonly (readonly string[])[];
  /** Responses that have a problem in JSON without a media type that labels it. */
  readonly problems: ReadonlyMap<ResponseModel, "always" | "sometimes">;
}

/** Finds what an operation was planned as, by its name. */
export type FindOperation = (name: {
  readonly resource: string;
  readonly method: string;
}) => PlannedOperation | undefined;
