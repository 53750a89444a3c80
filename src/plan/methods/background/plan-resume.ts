import type { MethodPlan } from "../../client-plan.js";
import { resourceClassName } from "../../names.js";
import { place } from "../../reading/answers.js";
import { selfType } from "../../scopes/scope-alternatives.js";
import { coreOf, operationsConstant } from "../assemble-method.js";
import { methodDoc } from "../method-doc.js";
import type { MethodSources } from "../method-sources.js";
import type { PlannedOperation } from "../planned-operation.js";
import { scopeList } from "../scope-list.js";
import { handleType } from "./handle-type.js";
import { backgroundsFollowedBy } from "./name-backgrounds.js";

/** `resume`, beside the status operation: goes on with a background operation from its id (OPS-5). */
export function planResume(
  { model, scopes }: PlannedOperation,
  sources: MethodSources,
): MethodPlan | undefined {
  const [background] = backgroundsFollowedBy(model.name, sources.backgrounds);
  if (background?.resume === undefined) return undefined;
  const handle = handleType(background.facts, sources);
  const self = selfType(resourceClassName(model.name.resource), scopes);
  return {
    name: background.resume,
    doc: methodDoc(
      { summary: "Go on with a background operation", deprecated: model.deprecated },
      {
        notes: [
          "From its id alone, in this process or another. Nothing is sent until the handle is used.",
          "Throws `ArgumentError` at once when the id is no string, or empty.",
        ],
        places: [place(model)],
        scopes,
        parameters: [],
        errors: [],
      },
    ),
    ...(self === undefined ? {} : { self }),
    parameters: [{ name: "id", type: { kind: "keyword", name: "string" }, optional: false }],
    returns: handle.type,
    call: {
      callee: "resumeOperation",
      typeArguments: handle.arguments,
      arguments: [
        coreOf(self, model.name.resource),
        operationsConstant(background.constant),
        { kind: "parameter", name: "id" },
      ],
    },
    listing: {
      verb: model.method,
      path: model.path,
      scopes: scopeList(scopes),
      summary: "Go on with a background operation from its id",
    },
  };
}
