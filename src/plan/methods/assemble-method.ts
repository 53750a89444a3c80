import type { MethodPlan } from "../client-plan.js";
import { constantName, isVariableName, resourceClassName } from "../names.js";
import { selfType } from "../scopes/scope-alternatives.js";
import type { TypePlan } from "../type-plan.js";
import type { CallForm } from "./call-form.js";
import { methodDoc, scopeText } from "./method-doc.js";
import type { PlannedOperation } from "./planned-operation.js";

/** A method of a resource: a signature, its doc, and one call of the runtime in the given form. */
export function assembleMethod(operation: PlannedOperation, name: string, form: CallForm): MethodPlan {
  const parameter = inputParameter(operation.input);
  const { model, traits, scopes, input } = operation;
  const self = selfType(resourceClassName(model.name.resource), scopes);
  return {
    name,
    doc: methodDoc(model, traits, scopes, { notes: form.notes, input }),
    ...(self === undefined ? {} : { self }),
    // What comes before a required parameter is required too; an input without required members is `{}`.
    parameters: [{ ...parameter, optional: parameter.optional && form.options.optional }, form.options],
    returns: form.returns,
    call: {
      callee: form.callee,
      typeArguments: form.typeArguments,
      arguments: [
        coreOf(self, model.name.resource),
        `operations.${constantName(model.name.method)}`,
        ...form.extra,
        parameter.name,
        "options",
      ],
    },
    listing: {
      verb: model.method,
      path: model.path,
      scopes: scopeText(scopes).replace(/^, scopes? /, ""),
      summary: model.summary ?? "",
    },
  };
}

/**
 * How a method reaches its core. Where `this` is a union over alternative scopes, TypeScript loses sight of the private
 * field (`noUnusedLocals` calls it unread), and the class without any scope stands in.
 */
export function coreOf(self: TypePlan | undefined, resource: string): string {
  return self?.kind === "union" ? `(this as ${resourceClassName(resource)}<never>).#core` : "this.#core";
}

/**
 * The first parameter of every method: `input`, or what it is called in the path when a bare value is all it can be.
 */
export function inputParameter({
  type,
  optional,
  shorthand,
  declaration,
}: PlannedOperation["input"]): MethodPlan["parameters"][number] {
  const bare = shorthand !== undefined && declaration === undefined && isVariableName(shorthand.name);
  return {
    name: bare ? shorthand.name : "input",
    type: type ?? { kind: "name", name: "NoInput" },
    optional,
  };
}
