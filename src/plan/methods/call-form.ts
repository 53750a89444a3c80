import type { AnswerModel } from "../../model/api-model.js";
import type { ArgumentPlan } from "../client-plan.js";
import type { TypePlan } from "../type-plan.js";

/** What differs between the kinds of calls. */
export interface CallForm {
  /** Function of the runtime that makes the call. */
  readonly callee: string;
  readonly typeArguments: readonly TypePlan[];
  readonly returns: TypePlan;
  readonly options: {
    readonly name: "options" | "precondition";
    readonly type: TypePlan;
    readonly optional: boolean;
  };
  /** Arguments between descriptor and input. */
  readonly extra: readonly ArgumentPlan[];
  /** Paragraphs of the doc about what this form adds. */
  readonly notes: readonly string[];
  /**
   * The value that `withResponse()` gives of an answer; undefined for an answer that ends in an error. Absent: what
   * the form gives has no `withResponse()`.
   */
  readonly valueIn?: (answer: AnswerModel) => TypePlan | undefined;
}

/** A form without extras, but for its options. */
export function plainForm(
  callee: string,
  typeArguments: readonly TypePlan[],
  returns: TypePlan,
): Omit<CallForm, "options"> {
  return { callee, typeArguments, returns, extra: [], notes: [] };
}

/** `options?: CallOptions`. */
export function optionalOptions(name: string): CallForm["options"] {
  return { name: "options", type: { kind: "name", name }, optional: true };
}

/** `Call<Value>`. */
export function callType(value: TypePlan): TypePlan {
  return { kind: "name", name: "Call", arguments: [value] };
}
