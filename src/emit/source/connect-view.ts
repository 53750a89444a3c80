import { builders } from "prettier/doc";
import type { ClientPlan, ImportPlan } from "../../plan/client-plan.js";
import type { DeclarationPlan, TypePlan } from "../../plan/type-plan.js";
import { assignment } from "../layout/assignment.js";
import { type Doc, enclosed, layout } from "../layout/layout.js";
import { callExpression } from "../layout/signature.js";
import { type ImportExtension, printDeclaration } from "../types/print-declarations.js";
import { credentialStatements } from "./credential-statements.js";
import { stringLiteral } from "../layout/string-literal.js";
import { importLines } from "./import-lines.js";
import { optionsName, optionsParameter } from "./options-parameter.js";
import { scopeParameters } from "./resource-view.js";

const { group } = builders;

/** What `connect.ts.hbs` prints. */
export interface ConnectView {
  readonly imports: readonly string[];
  /** Declaration of the options interface. */
  readonly options: string;
  readonly name: string;
  /** `connectExternalApi` */
  readonly connect: string;
  /** A resource for the example: `CabinetsResource`. */
  readonly resource: string;
  readonly head: string;
  readonly statements: readonly string[];
}

/** `connectExternalApi` */
export function connectName(plan: ClientPlan): string {
  return `connect${plan.name}`;
}

/** Lays out how a client is connected: its options, and the wiring of server, credentials and limits. */
export function connectView(
  plan: ClientPlan,
  imports: readonly ImportPlan[],
  extension: ImportExtension,
): ConnectView {
  return {
    imports: importLines(imports, "connect", extension),
    options: printOptions(plan),
    name: plan.name,
    connect: connectName(plan),
    resource: plan.resources[0]?.className ?? "",
    head: connectHead(plan),
    statements: [
      checkStatement(plan.connection.options.names),
      ...scopeStatements(plan),
      ...serverStatements(),
      ...credentialStatements(plan.connection.credentials),
      ...coreStatements(plan),
    ],
  };
}

function connectHead(plan: ClientPlan): string {
  const scoped = plan.contract.scopes.length > 0;
  const parameters = enclosed("(", [optionsParameter(plan)], ")", { trailing: "," });
  const head: Doc = [parameters, `: ClientConnection${scoped ? "<Granted>" : ""}`];
  return layout([
    `export function ${connectName(plan)}`,
    group([scoped ? scopeParameters() : "", group(head)]),
    " {",
  ]);
}

function printOptions(plan: ClientPlan): string {
  const scoped = plan.contract.scopes.length > 0;
  const { members, parents } = plan.connection.options;
  const declaration: DeclarationPlan = {
    kind: "interface",
    name: optionsName(plan),
    doc: { text: [`Options of {@link ${plan.name}}.`], tags: [] },
    extends: parents.map((name): TypePlan => ({ kind: "name", name })),
    members,
  };
  return printDeclaration(declaration, scoped ? scopeParameters() : "");
}

function checkStatement(names: readonly string[]): string {
  if (names.length === 0) return "checkClientOptions(options);";
  const own = enclosed("[", names.map(stringLiteral), "]", { trailing: "," });
  return layout(["checkClientOptions(options, ", group(own), ");"], { indent: 2 });
}

/** Refuses scopes that the contract does not list, before anything else is made. */
function scopeStatements({ contract, connection: { knownScopes } }: ClientPlan): readonly string[] {
  if (knownScopes.length === 0) return [];
  const handedOn = contract.scopes.length > 0;
  const list = group(enclosed("[", knownScopes.map(stringLiteral), "]", { trailing: "," }));
  const call = group(["knownScopes(options.scopes, ", list, ")"]);
  return [layout([handedOn ? "const scopes = " : "", call, ";"], { indent: 2 })];
}

function serverStatements(): readonly string[] {
  return ["const serverUrl = resolveServer(server, options);"];
}

function limitsStatement(constant: string): string {
  const call = callExpression("obeyLimits", [], [constant, "options"]);
  return layout(assignment("const limits", call), { indent: 2 });
}

function coreStatements(plan: ClientPlan): readonly string[] {
  const { limits, intents, credentials } = plan.connection;
  const granted = plan.contract.scopes.length > 0 ? "<Granted>" : "";
  const known = [
    "contract",
    "serverUrl",
    credentials.length === 0 ? "credentials: {}" : "credentials",
    ...(granted === "" ? [] : ["scopes"]),
    ...(limits === undefined ? [] : ["limits"]),
  ];
  const setup = enclosed("{", known, "}", { padded: true, trailing: "," });
  return [
    ...(limits === undefined ? [] : [limitsStatement(limits.constant)]),
    layout(["const setup = ", group(setup), ";"], { indent: 2 }),
    ...(intents
      ? [
          `const core = createCore${granted}(setup, options);`,
          "keepIntents(core, options);",
          "return connectionOf(core);",
        ]
      : [`return connectionOf(createCore${granted}(setup, options));`]),
  ];
}
