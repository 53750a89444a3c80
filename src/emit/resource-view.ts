import { builders } from "prettier/doc";
import type { ArgumentPlan, ClassMethodPlan, ResourcePlan } from "../plan/typescript/client-plan.js";
import { callExpression, type Doc, enclosed, layout, returnCall, signature } from "./layout.js";
import { stringLiteral } from "./literal.js";
import { type ImportExtension, importLines, printComment } from "./print-declarations.js";
import { typeDoc } from "./type-doc.js";

/** What `resource.ts.hbs` prints. */
interface ResourceView {
  readonly imports: readonly string[];
  /** `export class CabinetsResource<in Granted extends Scope = Scope> {` */
  readonly head: string;
  readonly member: string;
  /** `Core<Granted>` */
  readonly core: string;
  /** `constructor(connection: ClientConnection<Granted>) {` */
  readonly opening: string;
  readonly methods: readonly MethodView[];
}

/** A method: its comment, its head, and its one line. */
export interface MethodView {
  readonly comment: string;
  readonly signature: string;
  readonly call: string;
}

/** Lays a resource's class out. */
export function resourceView(
  plan: ResourcePlan,
  hasScopes: boolean,
  extension: ImportExtension,
): ResourceView {
  const granted = hasScopes ? "<Granted>" : "";
  return {
    imports: importLines(plan.imports.resource, `resources/${plan.file}`, extension),
    head: layout(["export class ", classHead(plan.className, hasScopes), " {"]),
    member: plan.member,
    core: `Core${granted}`,
    opening: `constructor(connection: ClientConnection${granted}) {`,
    methods: plan.methods.map(methodView),
  };
}

/** `CabinetsResource<in Granted extends Scope = Scope>`, broken as prettier breaks type parameters. */
export function classHead(name: string, hasScopes: boolean): Doc {
  return hasScopes ? [name, scopeParameters("in ")] : name;
}

/** `<Granted extends Scope = Scope>`: what everything that knows the requested scopes is generic over. */
export function scopeParameters(variance: "in " | "" = ""): Doc {
  const parameter = `${variance}Granted extends Scope = Scope`;
  return builders.group(enclosed("<", [parameter], ">", { trailing: "," }));
}

/** `return call<A>(this.#core, …);`, or the call as the first argument of another. */
function callDoc({ call }: ClassMethodPlan, typeArguments: readonly Doc[]): Doc {
  const { callee, arguments: values, within } = call;
  return within === undefined
    ? returnCall(callee, typeArguments, values.map(argumentDoc))
    : returnCall(
        within.callee,
        [],
        [
          callExpression(callee, typeArguments, values.map(argumentDoc)),
          ...within.arguments.map(argumentDoc),
        ],
      );
}

function argumentDoc(argument: ArgumentPlan): Doc {
  switch (argument.kind) {
    case "connection":
      return "this.#connection";
    case "core":
      return argument.seenAs === undefined ? "this.#core" : `(this as ${argument.seenAs}<never>).#core`;
    case "parameter":
      return argument.name;
    case "constant":
      return argument.reference.code;
    case "text":
      return stringLiteral(argument.value);
  }
}

/** Lays a method out at the depth of a class member. */
export function methodView(method: ClassMethodPlan): MethodView {
  const self = method.self === undefined ? [] : [{ name: "this", type: typeDoc(method.self) }];
  const parameters = method.parameters.map(({ name, type, optional }) => ({
    name,
    type: typeDoc(type),
    optional,
  }));
  const typeArguments = method.call.typeArguments.map((type) => typeDoc(type, "argument"));
  return {
    comment: printComment(method.doc, { indent: 2 }),
    signature: layout(signature(method.name, [...self, ...parameters], typeDoc(method.returns)), {
      indent: 2,
    }),
    call: layout(callDoc(method, typeArguments), { indent: 4 }),
  };
}
