import { builders } from "prettier/doc";
import type { ClientPlan, CredentialPlan, TokenExchangePlan } from "../../plan/typescript/client-plan.js";
import type { DeclarationPlan, TypePlan } from "../../plan/typescript/type-plan.js";
import { declarationView, type DeclarationView } from "./declaration-view.js";
import type { Doc } from "../layout.js";
import { literal, propertyName, stringLiteral } from "../literal.js";
import { type ImportExtension, type ImportView, importViews } from "../print-declarations.js";
import { LaidOut, UNBROKEN } from "../statement-parts.js";
import { typeDoc } from "../type-doc.js";

const { group, indent, label, softline } = builders;

/** What `connect.ts.hbs` prints. */
interface ConnectView {
  readonly imports: readonly ImportView[];
  /** The interface of the options. */
  readonly options: DeclarationView;
  readonly name: string;
  /** `connectExternalApi` */
  readonly connect: string;
  /** A resource for the example: `CabinetsResource`. */
  readonly resource: string;
  /** Whether the contract lists scopes. */
  readonly scoped: boolean;
  /** The parameter of the function. */
  readonly parameter: LaidOut;
  /** Names of options that not every client has. */
  readonly names: readonly LaidOut[];
  /** What the option `scopes` may hold; empty: the client omits the option. */
  readonly knownScopes: readonly LaidOut[];
  readonly hasCredentials: boolean;
  readonly exchanges: readonly ExchangeView[];
  /** Credentials that the client's user gives. */
  readonly given: readonly CredentialView[];
  /** The constant that tells where limits are; empty: there is none. */
  readonly limits: string;
  /** Headers that identify a request; empty: none does. */
  readonly requestIds: readonly LaidOut[];
  /** Whether intents are kept. */
  readonly intents: boolean;
  /** How long, unless the client's user says otherwise; empty: nothing says it. */
  readonly intentRetention: LaidOut | "";
  /** Whether the core is given more once it is made. */
  readonly isExtended: boolean;
}

/** A token exchange; a text that is empty is omitted. */
interface ExchangeView {
  readonly scheme: LaidOut;
  /** The function that gives the address of the token endpoint, and what it is called with. */
  readonly resolver: string;
  readonly path: LaidOut;
  readonly server: LaidOut;
  readonly grantType: LaidOut;
  readonly mediaType: LaidOut | "";
  readonly subjectTokenType: LaidOut;
  readonly vendor: LaidOut | "";
  readonly requestedTokenType: LaidOut | "";
  /** What tokens are for: `serverUrl`, or a text; for an address of its own, its parts. */
  readonly resource: LaidOut | "";
  readonly resourcePath: LaidOut | "";
  readonly resourceServer: LaidOut | "";
  readonly audience: LaidOut | "";
  readonly responseFields: readonly LaidOut[];
  readonly responseAt: LaidOut | "";
  /** Whether tokens can be requested without scopes. */
  readonly unscoped: boolean;
}

/** A credential, and the function that makes its provider. */
interface CredentialView {
  readonly scheme: LaidOut;
  /** `given.accessToken` */
  readonly value: LaidOut;
  readonly provider: string;
  /** What the function takes beside the value. */
  readonly more: readonly LaidOut[];
  readonly isApiKey: boolean;
  /** Of an API key: where it goes, and under which name. */
  readonly in: LaidOut | "";
  readonly parameter: LaidOut | "";
}

/** `connectExternalApi` */
export function connectName(plan: ClientPlan): string {
  return `connect${plan.name}`;
}

/** Prepares how a client is connected: its options, and the wiring of server, credentials and limits. */
export function connectView(plan: ClientPlan, extension: ImportExtension): ConnectView {
  const { imports, options, knownScopes, credentials, limits, intents, intentRetention, requestIds } =
    plan.connection;
  return {
    imports: importViews(imports, "connect", extension),
    options: viewOptions(plan),
    name: plan.name,
    connect: connectName(plan),
    resource: plan.resources[0]?.className ?? "",
    scoped: plan.contract.scopes.length > 0,
    parameter: new LaidOut(optionsParameter(plan)),
    names: options.names.map(viewText),
    knownScopes: knownScopes.map(viewText),
    hasCredentials: credentials.length > 0,
    exchanges: credentials.flatMap((one) =>
      one.kind === "tokenExchange" ? [viewExchange(one, knownScopes)] : [],
    ),
    given: credentials.flatMap((one) => (one.kind === "tokenExchange" ? [] : [viewCredential(one)])),
    limits: limits?.constant ?? "",
    requestIds: requestIds.map(viewText),
    intents,
    intentRetention: intentRetention === undefined ? "" : viewText(intentRetention),
    isExtended: intents || requestIds.length > 0,
  };
}

function viewOptions(plan: ClientPlan): DeclarationView {
  const { members, parents } = plan.connection.options;
  const declaration: DeclarationPlan = {
    kind: "interface",
    name: optionsName(plan),
    doc: { text: [`Options of \`${plan.name}\`.`], tags: [] },
    extends: parents.map((name): TypePlan => ({ kind: "name", name })),
    members,
  };
  return declarationView(declaration, plan.contract.scopes.length > 0);
}

function viewExchange(
  { scheme, exchange }: { readonly scheme: string; readonly exchange: TokenExchangePlan },
  knownScopes: readonly string[],
): ExchangeView {
  const { resolver, path, server, vendor, requestedTokenType, audience } = exchange;
  return {
    scheme: viewText(scheme),
    resolver,
    path: viewText(path),
    server: new LaidOut(server === undefined ? "undefined" : literal(server)),
    grantType: viewText(exchange.grantType),
    mediaType: exchange.mediaType === undefined ? "" : viewText(exchange.mediaType),
    subjectTokenType: viewText(exchange.subjectTokenType),
    vendor: vendor === undefined ? "" : viewText(vendor),
    requestedTokenType: requestedTokenType === undefined ? "" : viewText(requestedTokenType),
    ...viewResource(exchange.resource),
    audience: audience === undefined ? "" : viewText(audience),
    responseFields: exchange.responseFields.map(viewText),
    responseAt: exchange.responseAt === undefined ? "" : viewText(exchange.responseAt),
    unscoped: knownScopes.length === 0 && !exchange.requiresScope,
  };
}

function viewResource(
  resource: TokenExchangePlan["resource"],
): Pick<ExchangeView, "resource" | "resourcePath" | "resourceServer"> {
  if (resource === false) return { resource: "", resourcePath: "", resourceServer: "" };
  const isAddress = resource !== undefined && "path" in resource;
  return {
    resource: resource !== undefined && "uri" in resource ? viewText(resource.uri) : new LaidOut("serverUrl"),
    resourcePath: isAddress ? viewText(resource.path) : "",
    resourceServer: isAddress
      ? new LaidOut(resource.server === undefined ? "undefined" : literal(resource.server))
      : "",
  };
}

type GivenCredential = Exclude<CredentialPlan, { kind: "tokenExchange" }>;

function viewCredential(plan: GivenCredential): CredentialView {
  const isApiKey = plan.kind === "apiKey";
  return {
    scheme: viewText(plan.scheme),
    value: new LaidOut(access("given", plan.scheme)),
    provider: plan.kind === "token" ? "tokenFrom" : plan.kind,
    more: extraArguments(plan).map(viewText),
    isApiKey,
    in: isApiKey ? viewText(plan.in) : "",
    parameter: isApiKey ? viewText(plan.parameter) : "",
  };
}

function extraArguments(plan: GivenCredential): readonly string[] {
  if (plan.kind === "token") return [plan.scheme];
  return plan.kind === "authorization" ? [plan.authentication] : [];
}

function viewText(text: string): LaidOut {
  return new LaidOut(stringLiteral(text));
}

/** `given.accessToken`, or the index access where the name is not an identifier. */
function access(object: string, name: string): Doc {
  if (propertyName(name) === name) return `${object}.${name}`;
  return label(UNBROKEN, [object, group(["[", indent([softline, stringLiteral(name)]), softline, "]"])]);
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
