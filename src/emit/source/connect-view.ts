import { builders } from "prettier/doc";
import type { ClientPlan, CredentialPlan, ImportPlan } from "../../plan/client-plan.js";
import type { TypePlan } from "../../plan/type-plan.js";
import { type Doc, enclosed, layout } from "../layout/layout.js";
import { expandedLiteral, type Literal, Source } from "../layout/literal.js";
import { propertyName, stringLiteral } from "../layout/string-literal.js";
import { type ImportExtension, printDeclaration } from "../types/print-declarations.js";
import { importLines } from "./import-lines.js";

/** What `connect.ts.hbs` prints. */
export interface ConnectView {
  readonly imports: readonly string[];
  /** Declaration of the options interface. */
  readonly options: string;
  readonly name: string;
  readonly head: string;
  readonly statements: readonly string[];
}

/** `ExternalApiOptions` */
export function optionsName(plan: ClientPlan): string {
  return `${plan.name}Options`;
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
    head: connectHead(plan),
    statements: [...serverStatements(), ...credentialStatements(plan), ...coreStatements(plan)],
  };
}

function connectHead(plan: ClientPlan): string {
  const scoped = plan.contract.scopes.length > 0;
  const granted = scoped ? "<Granted extends Scope = Scope>" : "";
  const given = scoped ? `${optionsName(plan)}<Granted>` : optionsName(plan);
  const initial = plan.connection.options.allOptional ? " = {}" : "";
  const parameters = enclosed("(", [`options: ${given}${initial}`], ")", { trailing: "," });
  const head: Doc = [parameters, `: Core${scoped ? "<Granted>" : ""}`];
  return layout([`export function ${connectName(plan)}${granted}`, builders.group(head), " {"]);
}

function printOptions(plan: ClientPlan): string {
  const scoped = plan.contract.scopes.length > 0;
  return printDeclaration({
    kind: "interface",
    name: scoped ? `${optionsName(plan)}<Granted extends Scope = Scope>` : optionsName(plan),
    doc: { text: [`Options of {@link ${plan.name}}.`], tags: [] },
    extends: plan.connection.options.parents.map((name): TypePlan => ({ kind: "name", name })),
    members: plan.connection.options.members,
  });
}

function serverStatements(): readonly string[] {
  return ["const serverUrl = resolveServer(server, options);"];
}

function credentialStatements(plan: ClientPlan): readonly string[] {
  const { credentials } = plan.connection;
  if (credentials.length === 0) return [];
  const optional = credentials.filter(({ kind }) => kind !== "tokenExchange");
  return [
    "const credentials: Record<string, CredentialProvider> = {};",
    ...credentials.flatMap(exchangeStatements),
    ...(optional.length === 0 ? [] : ["const given = options.credentials ?? {};"]),
    ...optional.map(optionalStatement),
  ];
}

/** The exchange's configuration, and the provider that works by it. */
function exchangeStatements(plan: CredentialPlan): readonly string[] {
  if (plan.kind !== "tokenExchange") return [];
  const { exchange } = plan;
  const config: Readonly<Record<string, Literal | undefined>> = {
    tokenUrl: new Source(
      `resolveEndpoint(${stringLiteral(exchange.path)}, ${
        exchange.server === undefined ? "undefined" : stringLiteral(exchange.server)
      }, serverUrl, options)`,
    ),
    grantType: exchange.grantType,
    subjectTokenType: exchange.subjectTokenType,
    vendor: exchange.vendor,
    requestedTokenType: exchange.requestedTokenType,
    resource: new Source("serverUrl"),
    answerFields: exchange.answerFields.length === 0 ? undefined : exchange.answerFields,
  };
  const present = Object.entries(config).filter(
    (entry): entry is [string, Literal] => entry[1] !== undefined,
  );
  return [
    layout(["const exchange = ", expandedLiteral(Object.fromEntries(present)), ";"], { indent: 2 }),
    `credentials${indexed(plan.scheme)} = tokenExchange(exchange, options);`,
  ];
}

function optionalStatement(plan: CredentialPlan): string {
  const place = access(plan.scheme);
  return layout(
    [
      `if (given${place} !== undefined) {`,
      builders.indent([
        builders.hardline,
        `credentials${indexed(plan.scheme)} = `,
        provider(plan, `given${place}`),
        ";",
      ]),
      builders.hardline,
      "}",
    ],
    { indent: 2 },
  );
}

function provider(plan: CredentialPlan, given: string): Doc {
  switch (plan.kind) {
    case "bearer":
      return `bearer(${given})`;
    case "basic":
      return `basic(${given})`;
    case "token":
      return `tokenFrom(${given})`;
    case "apiKey": {
      const members = [
        `in: ${stringLiteral(plan.in)}`,
        `name: ${stringLiteral(plan.parameter)}`,
        `value: ${given}`,
      ];
      return ["apiKey(", builders.group(enclosed("{", members, "}", { padded: true, trailing: "," })), ")"];
    }
    case "tokenExchange":
      return "";
  }
}

function coreStatements(plan: ClientPlan): readonly string[] {
  const { limits, intents, credentials } = plan.connection;
  const granted = plan.contract.scopes.length > 0 ? "<Granted>" : "";
  const known = [
    "contract",
    "serverUrl",
    credentials.length === 0 ? "credentials: {}" : "credentials",
    ...(limits === undefined ? [] : ["limits"]),
  ];
  return [
    ...(limits === undefined ? [] : [`const limits = obeyLimits(${limits.constant}, options);`]),
    `const setup = { ${known.join(", ")} };`,
    ...(intents
      ? [`const core = createCore${granted}(setup, options);`, "keepIntents(core, options);", "return core;"]
      : [`return createCore${granted}(setup, options);`]),
  ];
}

/** `["accessToken"]`: an index access, as consumers may demand of names that no type declares. */
function indexed(name: string): string {
  return `[${stringLiteral(name)}]`;
}

/** `.accessToken`, or the index access where the name is no identifier. */
function access(name: string): string {
  return propertyName(name) === name && name !== "__proto__" ? `.${name}` : indexed(name);
}
