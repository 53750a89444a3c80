import { builders } from "prettier/doc";
import { type Doc, enclosed } from "./layout.js";

const { group } = builders;

/** One parameter of a method: `input: CabinetsListInput = {}`, `options?: CallOptions`. */
export interface ParameterDoc {
  readonly name: string;
  readonly type: Doc;
  readonly optional?: boolean;
  /** Initial value, as source. */
  readonly initial?: string;
}

/**
 * The head of a class method, up to and including its opening brace: parameters go on lines of their own when head
 * and return type do not fit on one. Modifiers and type parameters belong to `name`.
 */
export function signature(name: string, parameters: readonly ParameterDoc[], returns: Doc): Doc {
  return [name, group([parameterList(parameters), ": ", returns]), " {"];
}

/** The same for a member of an interface: it ends with a semicolon. */
export function methodSignature(name: string, parameters: readonly ParameterDoc[], returns: Doc): Doc {
  return [name, group([group(parameterList(parameters)), ": ", returns]), ";"];
}

/** A call that is returned: `return call<A, B>(this.#core, operation, input);`. */
export function returnCall(callee: string, typeArguments: readonly Doc[], values: readonly Doc[]): Doc {
  return ["return ", callExpression(callee, typeArguments, values), ";"];
}

/** A call of a function with type arguments, none of whose values is a function or an object literal. */
export function callExpression(callee: string, typeArguments: readonly Doc[], values: readonly Doc[]): Doc {
  return [callee, typeArgumentList(typeArguments), group(enclosed("(", values, ")", { trailing: "," }))];
}

/** `<A, B>`; nothing when there are none. A single plain name never breaks, as prettier has it. */
export function typeArgumentList(types: readonly Doc[]): Doc {
  if (types.length === 0) return "";
  const [only] = types;
  if (types.length === 1 && typeof only === "string") return ["<", only, ">"];
  return group(enclosed("<", types, ">"));
}

function parameterList(parameters: readonly ParameterDoc[]): Doc {
  const printed = parameters.map(({ name, type, optional, initial }): Doc => {
    return [name, optional === true ? "?: " : ": ", type, initial === undefined ? "" : ` = ${initial}`];
  });
  return enclosed("(", printed, ")", { trailing: "," });
}
