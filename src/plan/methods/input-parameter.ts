import type { MethodPlan } from "../client-plan.js";
import type { InputPlan } from "../inputs/input-plan.js";
import { isVariableName } from "../names.js";
import type { TypePlan } from "../type-plan.js";

/**
 * The first parameter of every method: `input`, or what it is called in the path when a bare value is all it can be.
 */
export function inputParameter({
  type,
  optional,
  shorthand,
  declaration,
}: InputPlan): MethodPlan["parameters"][number] {
  const bare = shorthand !== undefined && declaration === undefined && isVariableName(shorthand.name);
  return {
    name: bare ? shorthand.name : "input",
    type: type ?? NO_INPUT,
    optional,
  };
}

/** An input as a whole, never the bare value that may stand for it where there is more. */
export function inputType({ type, declaration }: InputPlan): TypePlan {
  return declaration === undefined ? (type ?? NO_INPUT) : { kind: "name", name: declaration.name };
}

const NO_INPUT: TypePlan = { kind: "name", name: "NoInput" };
