import type { MethodPlan } from "../client-plan.js";
import { resourceClassName } from "../names.js";
import { selfType } from "../scopes/scope-alternatives.js";
import type { TypePlan } from "../type-plan.js";
import { coreOf } from "./assemble-method.js";
import { backgroundConstant, distinctBackgrounds } from "./background-constant.js";
import { handleArguments } from "./handle-arguments.js";
import { methodDoc, scopeText } from "./method-doc.js";
import type { MethodSources } from "./method-sources.js";
import type { PlannedOperation } from "./planned-operation.js";

/** `resume`, beside the status operation: goes on with a background operation from its id (OPS-5). */
export function planResume(operation: PlannedOperation, sources: MethodSources): MethodPlan | undefined {
  const [create] = distinctBackgrounds(sources.all, operation.model.name);
  const background = create?.traits.background;
  if (create === undefined || background === undefined) return undefined;
  const { model, scopes } = operation;
  const typeArguments = handleArguments(background.facts, sources);
  const self = selfType(resourceClassName(model.name.resource), scopes);
  const text: TypePlan = { kind: "keyword", name: "string" };
  return {
    name: "resume",
    doc: methodDoc(
      { ...model, summary: "Go on with a background operation", description: "", answers: [] },
      operation.traits,
      scopes,
      { notes: ["From its id alone, in this process or another. Nothing is sent until the handle is used."] },
    ),
    ...(self === undefined ? {} : { self }),
    parameters: [{ name: "id", type: text, optional: false }],
    returns: { kind: "name", name: "OperationHandle", arguments: typeArguments },
    call: {
      callee: "resumeOperation",
      typeArguments,
      arguments: [
        coreOf(self, model.name.resource),
        `operations.${backgroundConstant(create, sources.all)}`,
        "id",
      ],
    },
    listing: {
      verb: model.method,
      path: model.path,
      scopes: scopeText(scopes).replace(/^, scopes? /, ""),
      summary: "Go on with a background operation from its id",
    },
  };
}
