import { printComment } from "../comment-doc.js";
import type {
  ArgumentPlan,
  ClassMethodPlan,
  ClientPlan,
  ImportPlan,
  ResourcePlan,
} from "../../plan/typescript/client-plan.js";
import type { DocPlan } from "../../plan/typescript/type-plan.js";
import { byText } from "../../text/by-text.js";
import { clientOf } from "../../text/contract-label.js";
import { stringLiteral } from "../literal.js";
import { typeDoc } from "../type-doc.js";
import { connectName, optionsName, optionsParameter } from "./connect-view.js";
import { type ImportExtension, type ImportView, importViews } from "../print-declarations.js";
import { LaidOut } from "../statement-parts.js";
import { scopesDoc } from "./contract-view.js";
import { declarationView, type DeclarationView } from "./declaration-view.js";

/** What `client.ts.hbs` prints. */
interface ClientView {
  readonly imports: readonly ImportView[];
  readonly comment: string;
  readonly className: string;
  /** Whether the contract lists scopes. */
  readonly scoped: boolean;
  /** The parameter of the constructor. */
  readonly options: LaidOut;
  /** Whether the class has methods, which find what is behind it. */
  readonly hasCore: boolean;
  readonly methods: readonly MethodView[];
  /** Comment of the method that makes a client with fewer scopes. */
  readonly narrowing: string;
  readonly resources: readonly {
    readonly member: string;
    readonly className: string;
    readonly scoped: boolean;
  }[];
}

/** Prepares the client's class: one member a resource. */
export function clientView(plan: ClientPlan, extension: ImportExtension): ClientView {
  const scoped = plan.contract.scopes.length > 0;
  return {
    imports: importViews(clientImports(plan), "client", extension),
    comment: printComment({ text: clientText(plan), tags: [] }),
    className: plan.name,
    scoped,
    options: new LaidOut(optionsParameter(plan)),
    hasCore: scoped || plan.methods.length > 0,
    methods: plan.methods.map(methodView),
    narrowing: printComment(narrowingDoc(plan), 2),
    resources: plan.resources.map(({ member, className }) => ({ member, className, scoped })),
  };
}

/** What `client.ts` imports, sorted by module. */
export function clientImports(plan: ClientPlan): readonly ImportPlan[] {
  const scoped = plan.contract.scopes.length > 0;
  const imports: readonly ImportPlan[] = [
    ...plan.imports,
    {
      from: "connect",
      names: [
        { name: connectName(plan), type: false },
        { name: optionsName(plan), type: true },
      ],
    },
    ...plan.resources.map(({ file, className }) => ({
      from: `resources/${file}`,
      names: [{ name: className, type: false }],
    })),
    ...(scoped ? [{ from: "scopes", names: [{ name: "Scope", type: true }] }] : []),
  ];
  return [...imports].sort((left, right) => byText(left.from, right.from));
}

function narrowingDoc({ connection }: ClientPlan): DocPlan {
  const { credentials, intents, limits } = connection;
  const isExchanged = credentials.some(({ kind }) => kind === "tokenExchange");
  const shared = [...(intents ? ["their intents"] : []), ...(limits === undefined ? [] : ["their pace"])];
  return {
    text: [
      "A client for some of the scopes, to hand on. Calls beyond them do not compile, and are never sent.",
      isExchanged
        ? "It exchanges the access key for tokens of its own, and never gets one of this client."
        : "Where the credential is a fixed token or key, both send the same one: the client alone keeps to the scopes then.",
      ...(shared.length === 0 ? [] : [`Both share ${shared.join(" and ")}.`]),
    ],
    tags: [
      { tag: "param", text: "scopes - some of those that this client has" },
      { tag: "throws", text: "`ArgumentError` for any other." },
    ],
  };
}

function clientText({ contract }: ClientPlan): readonly string[] {
  return [`Client of ${clientOf(contract)}.`, contract.description];
}

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
interface MethodView {
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
function methodView(method: ClassMethodPlan): MethodView {
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
