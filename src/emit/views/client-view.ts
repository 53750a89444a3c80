import { printComment } from "../comment-doc.js";
import type { ClientPlan, ImportPlan } from "../../plan/typescript/client-plan.js";
import { byText } from "../../text/by-text.js";
import { clientOf } from "../../text/contract-label.js";
import { connectName, optionsName, optionsParameter } from "./connect-view.js";
import { type ImportExtension, type ImportView, importViews } from "../print-declarations.js";
import { methodView, type MethodView } from "./resource-view.js";
import { LaidOut } from "../statement-parts.js";

/** What `client.ts.hbs` prints. */
interface ClientView {
  readonly imports: readonly ImportView[];
  readonly comment: string;
  readonly className: string;
  /** Whether the contract lists scopes. */
  readonly scoped: boolean;
  /** The parameter of the constructor. */
  readonly options: LaidOut;
  readonly methods: readonly MethodView[];
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
    methods: plan.methods.map(methodView),
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

function clientText({ contract }: ClientPlan): readonly string[] {
  return [`Client of ${clientOf(contract)}.`, contract.description];
}
