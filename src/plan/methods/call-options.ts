import { fullName } from "../reading/answers.js";
import type { OperationTraits } from "../traits/trait.js";
import type { TypePlan } from "../type-plan.js";
import type { CallForm } from "./call-form.js";

/** The options of a call that makes a change: what its traits ask for, and may be given, beside what every call takes. */
export function changeOptions({ conditionalChange, idempotentCreate }: OperationTraits): CallForm["options"] {
  const keyed: TypePlan = { kind: "name", name: "KeyedOptions" };
  if (conditionalChange === undefined) {
    const plain: TypePlan = { kind: "name", name: "CallOptions" };
    return { name: "options", type: idempotentCreate === undefined ? plain : keyed, optional: true };
  }
  const { read } = conditionalChange.facts;
  const of: readonly TypePlan[] =
    read === undefined ? [] : [{ kind: "literal", value: fullName({ name: read }) }];
  const conditional: TypePlan = { kind: "name", name: "ConditionalOptions", arguments: of };
  const type: TypePlan =
    idempotentCreate === undefined ? conditional : { kind: "intersection", members: [conditional, keyed] };
  // The compiler names the parameter when it is left out (RFC 9110 section 13.1).
  return { name: "precondition", type, optional: false };
}

/** What is said of the validator that a change needs. */
export function validatorNote({ conditionalChange }: OperationTraits): readonly string[] {
  if (conditionalChange === undefined) return [];
  const { read } = conditionalChange.facts;
  return [
    read === undefined
      ? "Needs the strong ETag of a read."
      : `Needs the strong ETag that \`${fullName({ name: read })}\` gives.`,
  ];
}
