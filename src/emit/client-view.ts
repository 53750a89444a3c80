import { builders } from "prettier/doc";
import type { ClientPlan, ImportPlan } from "../plan/typescript/client-plan.js";
import { byText } from "../text/by-text.js";
import { clientOf } from "../text/contract-label.js";
import { connectName, optionsName, optionsParameter } from "./connect-view.js";
import { assignment, assignmentOfCall, callExpression, type Doc, enclosed, layout } from "./layout.js";
import { type ImportExtension, importLines, printComment } from "./print-declarations.js";
import { classHead, methodView, type MethodView } from "./resource-view.js";

/** What `client.ts.hbs` prints. */
interface ClientView {
  readonly imports: readonly string[];
  readonly comment: string;
  readonly head: string;
  readonly opening: string;
  /** `const connection = connectExternalApi(options);` */
  readonly connect: string;
  /** `ClientConnection<Granted>` */
  readonly connection: string;
  readonly methods: readonly MethodView[];
  readonly resources: readonly {
    readonly member: string;
    readonly type: string;
    /** `this.cabinets = new CabinetsResource(connection);` */
    readonly assignment: string;
  }[];
}

/** Lays the client's class out: one member a resource. */
export function clientView(plan: ClientPlan, extension: ImportExtension): ClientView {
  const scoped = plan.contract.scopes.length > 0;
  const granted = scoped ? "<Granted>" : "";
  const options = enclosed("(", [optionsParameter(plan)], ")", { trailing: "," });
  return {
    imports: importLines(clientImports(plan), "client", extension),
    connection: `ClientConnection${granted}`,
    methods: plan.methods.map(methodView),
    comment: printComment({ text: clientText(plan), tags: [] }),
    head: layout(["export class ", classHead(plan.name, scoped), " {"]),
    opening: layout(["constructor", builders.group(options), " {"], { indent: 2 }),
    connect: statement(
      assignmentOfCall("const connection", callExpression(connectName(plan), [], ["options"])),
    ),
    resources: plan.resources.map(({ member, className }) => ({
      member,
      type: `${className}${granted}`,
      assignment: statement(
        assignment(`this.${member}`, callExpression(`new ${className}`, [], ["connection"])),
      ),
    })),
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

/** In the body of the constructor. */
function statement(doc: Doc): string {
  return layout(doc, { indent: 4 });
}

function clientText({ contract }: ClientPlan): readonly string[] {
  return [`Client of ${clientOf(contract)}.`, contract.description];
}
