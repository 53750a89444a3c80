import { printComment } from "../comment-doc.js";
import type { ArgumentPlan, ClassMethodPlan, ResourcePlan } from "../../plan/typescript/client-plan.js";
import { scopesDoc } from "./contract-view.js";
import { declarationView, type DeclarationView } from "./declaration-view.js";
import { stringLiteral } from "../literal.js";
import { type ImportExtension, type ImportView, importViews } from "../print-declarations.js";
import { LaidOut } from "../statement-parts.js";
import { typeDoc } from "../type-doc.js";

/** What `resource.ts.hbs` prints. */
interface ResourceView {
  readonly imports: readonly ImportView[];
  readonly comment: string;
  readonly className: string;
  /** Whether the contract lists scopes. */
  readonly scoped: boolean;
  readonly methods: readonly MethodView[];
  /** Inputs of the methods, and headers that they alone hand out. */
  readonly declarations: readonly DeclarationView[];
}

/** What `parts/method.hbs` prints. */
export interface MethodView {
  readonly comment: string;
  readonly name: string;
  /** The sets of scopes, as a type; empty when the method needs none. */
  readonly scopes: LaidOut | "";
  readonly parameters: readonly {
    readonly name: string;
    /** `?` of an optional one. */
    readonly mark: "?" | "";
    readonly type: LaidOut;
  }[];
  readonly returns: LaidOut;
  /** The function of the runtime that wraps the call; empty when none does. */
  readonly within: string;
  readonly callee: string;
  /** The function of the runtime that gives what is handed on: `coreOf`, `ownConnection`. */
  readonly source: string;
  readonly constants: readonly {
    /** Whether it is a constant of the module `operations`. */
    readonly own: boolean;
    readonly name: string | LaidOut;
  }[];
  /** Constant of the descriptor, for the function that wraps the call. */
  readonly descriptor: string;
}

/** Prepares a resource's class. */
export function resourceView(plan: ResourcePlan, scoped: boolean, extension: ImportExtension): ResourceView {
  return {
    imports: importViews(plan.imports.resource, `resources/${plan.file}`, extension),
    comment: printComment(plan.doc),
    className: plan.className,
    scoped,
    methods: plan.methods.map(methodView),
    declarations: plan.declarations.map((declaration) => declarationView(declaration)),
  };
}

/** Prepares a method. */
export function methodView(method: ClassMethodPlan): MethodView {
  const { callee, holder, constants, within } = method.call;
  return {
    comment: printComment(method.doc, 2),
    name: method.name,
    scopes: method.scopes.length === 0 ? "" : new LaidOut(scopesDoc(method.scopes)),
    parameters: method.parameters.map(({ name, type, optional }) => ({
      name,
      mark: optional ? "?" : "",
      type: new LaidOut(typeDoc(type)),
    })),
    returns: new LaidOut(typeDoc(method.returns)),
    within: within?.callee ?? "",
    callee,
    source: holder === "core" ? "coreOf" : "ownConnection",
    constants: constants.map(constantView),
    descriptor: within?.descriptor.constant ?? "",
  };
}

function constantView(argument: ArgumentPlan): MethodView["constants"][number] {
  if (argument.kind === "text") return { own: false, name: new LaidOut(stringLiteral(argument.value)) };
  return { own: argument.reference.module !== undefined, name: argument.reference.constant };
}
