import { builders } from "prettier/doc";
import type {
  ClientPlan,
  CredentialPlan,
  ImportPlan,
  TokenExchangePlan,
} from "../../plan/typescript/client-plan.js";
import type { DeclarationPlan, TypePlan } from "../../plan/typescript/type-plan.js";
import { declarationView, type DeclarationView } from "./declaration-view.js";
import { assignment, callExpression, type Doc, enclosed, layout } from "../layout.js";
import {
  expandedLiteral,
  literal,
  type Literal,
  member,
  propertyName,
  Source,
  stringLiteral,
} from "../literal.js";
import { type ImportExtension, importLines } from "../print-declarations.js";
import { scopeParameters } from "./resource-view.js";
import { LaidOut } from "../statement-layout.js";
import { typeDoc } from "../type-doc.js";

const { group, hardline, indent, line, softline } = builders;

/** What `connect.ts.hbs` prints. */
interface ConnectView {
  readonly imports: readonly string[];
  /** The interface of the options, in a list of one. */
  readonly options: readonly DeclarationView[];
  readonly name: string;
  /** `connectExternalApi` */
  readonly connect: string;
  /** A resource for the example: `CabinetsResource`. */
  readonly resource: string;
  /** Whether the contract lists scopes. */
  readonly scoped: boolean;
  /** The parameter of the function. */
  readonly parameter: LaidOut;
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
    options: [viewOptions(plan)],
    name: plan.name,
    connect: connectName(plan),
    resource: plan.resources[0]?.className ?? "",
    scoped: plan.contract.scopes.length > 0,
    parameter: new LaidOut(optionsParameter(plan)),
    statements: [
      checkStatement(plan.connection.options.names),
      ...scopeStatements(plan),
      ...serverStatements(),
      ...credentialStatements(plan.connection.credentials),
      ...coreStatements(plan),
    ],
  };
}

function viewOptions(plan: ClientPlan): DeclarationView {
  const scoped = plan.contract.scopes.length > 0;
  const { members, parents } = plan.connection.options;
  const declaration: DeclarationPlan = {
    kind: "interface",
    name: optionsName(plan),
    doc: { text: [`Options of \`${plan.name}\`.`], tags: [] },
    extends: parents.map((name): TypePlan => ({ kind: "name", name })),
    members,
  };
  return declarationView(declaration, scoped ? scopeParameters() : undefined);
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

type GivenCredential = Exclude<CredentialPlan, { kind: "tokenExchange" }>;

/** The statements that make a provider of every credential that the client's user gave. */
function credentialStatements(credentials: readonly CredentialPlan[]): readonly string[] {
  if (credentials.length === 0) return [];
  const exchanged = credentials.flatMap((plan) => (plan.kind === "tokenExchange" ? [plan] : []));
  const given = credentials.flatMap((plan) => (plan.kind === "tokenExchange" ? [] : [plan]));
  return [
    "const credentials: Record<string, CredentialProvider> = {};",
    ...exchanged.flatMap(({ scheme, exchange }) => exchangeStatements(scheme, exchange)),
    ...(given.length === 0 ? [] : ["const given = options.credentials ?? {};"]),
    ...given.map(givenStatement),
  ];
}

/** The exchange's configuration, and the provider that works by it. */
function exchangeStatements(scheme: string, exchange: TokenExchangePlan): readonly string[] {
  const { path, server, grantType, subjectTokenType, vendor, requestedTokenType, responseFields } = exchange;
  const location = [stringLiteral(path), server === undefined ? "undefined" : literal(server)];
  const config: Readonly<Record<string, Literal | undefined>> = {
    tokenUrl: new Source(callExpression(exchange.resolver, [], [...location, "serverUrl", "options"])),
    grantType,
    subjectTokenType,
    vendor,
    requestedTokenType,
    resource: new Source("serverUrl"),
    responseFields: responseFields.length === 0 ? undefined : responseFields,
  };
  const present = Object.entries(config).filter(
    (entry): entry is [string, Literal] => entry[1] !== undefined,
  );
  return [
    statement(["const exchange = ", expandedLiteral(Object.fromEntries(present)), ";"]),
    statement(credentialAssignment(scheme, callExpression("tokenExchange", [], ["exchange", "options"]))),
  ];
}

function givenStatement(plan: GivenCredential): string {
  const given = access("given", plan.scheme);
  const test = [given, " ", group(["!==", line, "undefined"])];
  return statement([
    "if (",
    group([indent([softline, test]), softline]),
    ") {",
    indent([hardline, credentialAssignment(plan.scheme, provider(plan, given))]),
    hardline,
    "}",
  ]);
}

function provider(plan: GivenCredential, given: Doc): Doc {
  switch (plan.kind) {
    case "bearer":
      return callExpression("bearer", [], [given]);
    case "basic":
      return callExpression("basic", [], [given]);
    case "token":
      return callExpression("tokenFrom", [], [given, stringLiteral(plan.scheme)]);
    case "authorization":
      return callExpression("authorization", [], [given, stringLiteral(plan.authentication)]);
    case "apiKey": {
      const value = group(["value:", group(indent([line, given]))]);
      const members = [member("in", plan.in), member("name", plan.parameter), value];
      return ["apiKey(", group(enclosed("{", members, "}", { padded: true, trailing: "," })), ")"];
    }
  }
}

/** Consumers may demand an index access of names that no type declares. */
function credentialAssignment(scheme: string, value: Doc): Doc {
  return group(["credentials", indexed(scheme), " = ", group(value), ";"]);
}

/** `given.accessToken`, or the index access where the name is no identifier. */
function access(object: string, name: string): Doc {
  return propertyName(name) === name ? `${object}.${name}` : [object, indexed(name)];
}

function indexed(name: string): Doc {
  return group(["[", indent([softline, stringLiteral(name)]), softline, "]"]);
}

/** In the body of a function. */
function statement(doc: Doc): string {
  return layout(doc, { indent: 2 });
}

/** `ExternalApiOptions` */
export function optionsName(plan: ClientPlan): string {
  return `${plan.name}Options`;
}

/**
 * The parameter that takes a client's options. Where the contract names no host, it takes `serverUrl` without `baseUrl` as
 * well: no interface can say that one of two members must be there, and the options stay one, for others to extend.
 */
export function optionsParameter(plan: ClientPlan): Doc {
  const { options, server } = plan.connection;
  const initial = options.allOptional ? " = {}" : "";
  const given: TypePlan = {
    kind: "name",
    name: optionsName(plan),
    ...(plan.contract.scopes.length > 0 && { arguments: [{ kind: "name", name: "Granted" }] }),
  };
  return ["options: ", typeDoc(server.absolute ? given : orServerUrl(given)), initial];
}

function orServerUrl(given: TypePlan): TypePlan {
  const others: TypePlan = {
    kind: "name",
    name: "Omit",
    arguments: [given, { kind: "literal", value: "baseUrl" }],
  };
  const doc = { text: [], tags: [] };
  const type: TypePlan = { kind: "keyword", name: "string" };
  const alone: TypePlan = {
    kind: "object",
    members: [{ kind: "property", name: "serverUrl", optional: false, type, doc }],
  };
  return { kind: "union", members: [given, { kind: "intersection", members: [others, alone] }] };
}
