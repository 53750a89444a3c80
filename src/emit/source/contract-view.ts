import type { ClientPlan, ImportPlan, ServerChoicePlan } from "../../plan/client-plan.js";
import type { TypePlan } from "../../plan/type-plan.js";
import { layout } from "../layout/layout.js";
import { expandedLiteral, type Literal } from "../layout/literal.js";
import { type ImportExtension, printDeclaration } from "../types/print-declarations.js";
import { descriptorMembers } from "./descriptor-literal.js";
import { importLines } from "./import-lines.js";

/** What `contract.ts.hbs` prints. */
export interface ContractView {
  readonly imports: readonly string[];
  readonly facts: string;
  readonly server: string;
  /** Declaration of the type of problem codes; empty when the contract names none. */
  readonly codes: string;
}

/** What `contract.ts` imports. */
export const contractImports: readonly ImportPlan[] = [
  { from: "runtime/call/core", names: [{ name: "ContractFacts", type: true }] },
  { from: "runtime/call/resolve-server", names: [{ name: "ServerFacts", type: true }] },
];

/** Lays out what a client knows of its contract at run time. */
export function contractView(plan: ClientPlan, extension: ImportExtension): ContractView {
  const { server } = plan.connection;
  const variables = Object.fromEntries(server.variables.map(({ name, default: initial }) => [name, initial]));
  const listed = server.variables
    .filter(({ values }) => values.length > 0)
    .map(({ name, values }) => ({ name, values }));
  return {
    imports: importLines(contractImports, "contract", extension),
    facts: layout(expandedLiteral(descriptorMembers(plan.contract.facts))),
    server: layout(
      expandedLiteral({
        url: server.url,
        ...(server.variables.length === 0 ? {} : { variables }),
        ...(listed.length === 0 ? {} : { choices: listed }),
        ...(server.elsewhere.length === 0 ? {} : { elsewhere: server.elsewhere }),
        ...(server.ofOperations.length === 0 ? {} : { operations: server.ofOperations.map(choice) }),
      }),
    ),
    codes: plan.contract.codes.length === 0 ? "" : printCodes(plan.contract.codes),
  };
}

function choice({ url, others }: ServerChoicePlan): Literal {
  return { url, others: others.map((one) => one.url) };
}

function printCodes(codes: readonly string[]): string {
  const literals = codes.map((value): TypePlan => ({ kind: "literal", value }));
  return printDeclaration({
    kind: "alias",
    name: "ProblemCode",
    doc: {
      text: ["Problem codes that the contract names. A server may send others; they are carried through."],
      tags: [],
    },
    type:
      literals.length === 1 && literals[0] !== undefined ? literals[0] : { kind: "union", members: literals },
  });
}
