import type { OperationModel } from "../../model/api-model.js";
import { ConstantReference } from "../../text/constant-reference.js";
import type { ArgumentPlan, MethodPlan } from "../client-plan.js";
import type { HeaderSets } from "../headers/header-sets.js";
import { constantName, resourceClassName } from "../names.js";
import { place } from "../reading/answers.js";
import { selfType } from "../scopes/scope-alternatives.js";
import type { TypePlan } from "../type-plan.js";
import type { CallForm } from "./call-form.js";
import { inputParameter } from "./input-parameter.js";
import { inputTags } from "./input-tags.js";
import { linkTexts } from "./link-texts.js";
import { methodDoc } from "./method-doc.js";
import { methodErrors } from "./method-errors.js";
import type { PlannedOperation } from "./planned-operation.js";
import { type ResponseType, responseType } from "./response-type.js";
import { scopeList } from "./scope-list.js";

/** A method of a resource: a signature, its doc, and one call of the runtime in the given form. */
export function assembleMethod(
  operation: PlannedOperation,
  name: string,
  form: CallForm,
  headers: HeaderSets,
): MethodPlan {
  const parameter = inputParameter(operation.input);
  const { model, traits, scopes, input } = operation;
  const self = selfType(resourceClassName(model.name.resource), scopes);
  const descriptor = operationsConstant(constantName(model.name.method));
  const response = form.valueIn && responseType(operation, form.valueIn, headers);
  return {
    name,
    doc: methodDoc(model, {
      notes: [
        ...form.notes,
        ...bodyTexts(model),
        // The handle of a background operation follows its links by itself.
        ...(traits.background === undefined ? linkTexts(model) : []),
      ],
      places: [place(model)],
      scopes,
      parameters: inputTags(input),
      errors: methodErrors(model, traits),
    }),
    ...(self === undefined ? {} : { self }),
    // What comes before a required parameter is required too; an input without required members is `{}`.
    parameters: [{ ...parameter, optional: parameter.optional && form.options.optional }, form.options],
    returns: withResponse(form.returns, response),
    call: {
      callee: form.callee,
      // Where answers differ, what the method returns tells the call of them; said twice, it would hide the call.
      typeArguments: response === undefined || response.described ? form.typeArguments : [],
      arguments: [
        coreOf(self, model.name.resource),
        descriptor,
        ...form.extra,
        { kind: "parameter", name: parameter.name },
        { kind: "parameter", name: form.options.name },
      ],
      ...(response?.described === true && {
        within: { callee: "withHeaderValues", arguments: [descriptor] },
      }),
    },
    listing: {
      verb: model.method,
      path: model.path,
      scopes: scopeList(scopes),
      summary: model.summary ?? "",
    },
  };
}

/** That a body of the contract is none of the input's. */
function bodyTexts({ method, unsentBody }: OperationModel): readonly string[] {
  if (unsentBody === undefined) return [];
  return [`The body that the contract describes is not sent: \`fetch\` takes none with ${method}.`];
}

/** `Call<Value, Response>`. */
function withResponse(returns: TypePlan, response: ResponseType | undefined): TypePlan {
  if (response === undefined || returns.kind !== "name") return returns;
  return { ...returns, arguments: [...(returns.arguments ?? []), response.type] };
}

/**
 * How a method reaches its core. Where `this` is a union over alternative scopes, TypeScript loses sight of the private
 * field (`noUnusedLocals` calls it unread), and the class without any scope stands in.
 */
export function coreOf(self: TypePlan | undefined, resource: string): ArgumentPlan {
  return self?.kind === "union" ? { kind: "core", seenAs: resourceClassName(resource) } : { kind: "core" };
}

/** A constant of the module that has the descriptors of the resource. */
export function operationsConstant(constant: string): ArgumentPlan {
  return { kind: "constant", reference: new ConstantReference(constant, "operations") };
}
