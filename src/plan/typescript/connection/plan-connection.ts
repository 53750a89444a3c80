import { createsWithRetention } from "../../service/signs/idempotency/key-retention.js";
import type {
  ApiModel,
  OAuthFlowModel,
  OperationModel,
  SecuritySchemeModel,
  ServerModel,
} from "../../../model/api-model.js";
import { codeSpan } from "../../../text/printable.js";
import { ConstantReference } from "../../../text/constant-reference.js";
import { defaultAddress } from "../../../text/server-address.js";
import { UserError } from "../../../text/user-error.js";
import { fullName } from "../../service/responses.js";
import type { ContractTraits, TokenExchange, TokenExchangeUrl } from "../../service/traits/trait.js";
import type {
  ConnectionPlan,
  ContractPlan,
  CredentialPlan,
  TokenExchangePlan,
  ImportPlan,
  ServerChoicePlan,
  ServerPlan,
} from "../client-plan.js";
import { limitsConstant } from "../descriptors/plan-descriptors.js";
import type { PlannedOperation } from "../inputs/planned-operation.js";
import { resourceFile } from "../names.js";
import { planImports } from "../runtime-names.js";
import { namesInType } from "../types/type-builders.js";
import { type OfferedVariable, offeredVariables, planOptions } from "./plan-options.js";
import { planSample } from "./plan-sample.js";
import { type ExchangeEndpoint, type ExchangeSettings, planTokenExchange } from "./plan-token-exchange.js";

/** What is known of a client before its connection is planned. */
export interface ConnectionSettings {
  /** See `PlanOptions.vendor`. */
  readonly vendor: string | undefined;
  /** See `PlanOptions.isPreview`. */
  readonly isPreview: boolean | undefined;
  /** The scopes that it can ask for. */
  readonly scopes: ContractPlan["scopes"];
  /** Whether enums, and problem codes with them, admit only what the contract lists. */
  readonly closed: boolean;
}

/**
 * How the client reaches the server, and what it needs of its user to prove who it is.
 */
export function planConnection(
  model: ApiModel,
  operations: readonly PlannedOperation[],
  { intentRetention, problem, rateLimit, requestId, sensitive, tokenExchange: elsewhere }: ContractTraits,
  { scopes, closed, ...settings }: ConnectionSettings,
): ConnectionPlan {
  const used = new Set(
    operations.flatMap(({ model: { security } }) => security.flat().map(({ scheme }) => scheme)),
  );
  const [described] = operations.flatMap(({ model: operation, traits: { tokenExchange } }) =>
    tokenExchange === undefined ? [] : [{ operation, facts: tokenExchange.facts }],
  );
  const exchange = elsewhere === undefined ? described : exchangeAt(elsewhere.facts);
  const credentials = model.securitySchemes
    .filter((scheme) => used.has(scheme.name))
    .flatMap(
      (scheme) =>
        planCredential(scheme, scopesOf(scheme, operations), { exchange, settings }, model.servers) ?? [],
    );
  const capabilities = operations.find(({ traits }) => traits.capabilities !== undefined);
  const models = operations.map((operation) => operation.model);
  const own = models.flatMap(({ servers = [] }) => servers);
  const offered = offeredVariables([...model.servers.slice(0, 1), ...own]);
  const server = withFill({ ...planServer(model.servers, offered), ofOperations: serverChoices(models) });
  const intents = operations.some(({ traits }) => traits.idempotentCreate !== undefined);
  const plan = {
    server,
    credentials,
    knownScopes: scopes.map(({ name }) => name),
    sample: planSample(model.servers, operations, credentials),
    requestIds: requestId?.facts ?? [],
    intents,
    ...(intents && intentRetention !== undefined && { intentRetention: intentRetention.facts }),
    retentionOf:
      intentRetention === undefined
        ? []
        : createsWithRetention(
            operations.map((one) => ({ operation: one.model, traits: one.traits })),
            model,
            intentRetention.facts,
          ),
    options: planOptions(server, offered, credentials, {
      scopes: scopes.length > 0,
      intents,
      limits: capabilities !== undefined,
    }),
    ...(capabilities === undefined
      ? {}
      : {
          limits: {
            file: resourceFile(capabilities.model.name.resource),
            constant: limitsConstant(capabilities),
          },
        }),
  };
  return {
    ...plan,
    imports: planConnectionImports(plan),
    contractImports: planImports(
      [
        "ContractFacts",
        "ServerFacts",
        ...(server.fill === undefined ? [] : [server.fill.constant]),
        ...(sensitive === undefined ? [] : ["sensitiveFields"]),
        ...(rateLimit === undefined ? [] : ["retryAfterLimit"]),
        ...(closed || problem === undefined || problem.facts.codes.length === 0 ? [] : ["Unlisted"]),
        ...(problem?.facts.holders === undefined ? [] : ["liftMembers"]),
      ],
      new Map(),
      { self: "contract" },
    ),
  };
}

/** Names what fills the address of a server that is not called at its address as it is. */
function withFill(server: ServerPlan): ServerPlan {
  const isFixed =
    server.variables.length === 0 && server.elsewhere.length === 0 && server.ofOperations.length === 0;
  return isFixed ? server : { ...server, fill: new ConstantReference("fillServer") };
}

/** The contract's first server; `/` when it names none (OpenAPI Object, `servers`). */
function planServer(
  servers: readonly ServerModel[],
  offered: readonly OfferedVariable[],
): Omit<ServerPlan, "ofOperations"> {
  const [server] = servers;
  const url = server?.url ?? "/";
  const names = new Set(server?.variables.map(({ name }) => name));
  return {
    url,
    others: otherServers(servers.slice(1)),
    absolute: server !== undefined && defaultAddress(server) !== undefined,
    variables: (server?.variables ?? []).map(({ name, default: initial, values, description }) => ({
      name,
      default: initial,
      values,
      description: description ?? "",
    })),
    elsewhere: offered.flatMap(({ name }) => (names.has(name) ? [] : [name])),
  };
}

/** The operation that exchanges tokens, and what was recognised in it. */
interface Exchange {
  readonly operation: ExchangeEndpoint;
  readonly facts: TokenExchange;
}

/** An exchange at an address that the contract does not have. */
function exchangeAt(facts: TokenExchangeUrl): Exchange {
  const servers = facts.server === undefined ? [] : [{ url: facts.server, variables: [] }];
  const operation = { path: facts.path, origin: { pointer: "" }, ...(servers.length > 0 && { servers }) };
  return { operation, facts };
}

/** The scopes that calls need of a scheme: since OpenAPI 3.1, a scheme of any type can have some. */
function scopesOf({ name }: SecuritySchemeModel, operations: readonly PlannedOperation[]): readonly string[] {
  const all = operations.flatMap(({ model: { security } }) => security.flat());
  return all.flatMap(({ scheme, scopes }) => (scheme === name ? scopes : []));
}

function planCredential(
  scheme: SecuritySchemeModel,
  scopes: readonly string[],
  { exchange, settings }: { readonly exchange: Exchange | undefined; readonly settings: ExchangeSettings },
  servers: readonly ServerModel[],
): CredentialPlan | undefined {
  // Every object has these members: whether a caller gave a credential of that name could not be told.
  if (scheme.name in Object.prototype) {
    throw new UserError(3, `A security scheme cannot be named "${scheme.name}".`, {
      pointers: [scheme.origin.pointer],
      remedy: "Every JavaScript object has a member of that name; give the scheme another one.",
    });
  }
  const base = {
    scheme: scheme.name,
    description: scheme.description ?? "",
    what: describeCredential(scheme),
  };
  if (exchange?.facts.scheme === scheme.name) {
    const plan = planTokenExchange(exchange.operation, exchange.facts, settings, servers);
    return { ...base, kind: "tokenExchange", exchange: plan };
  }
  switch (scheme.kind) {
    case "bearer":
      return { ...base, kind: scopes.length > 0 ? "token" : "bearer" };
    case "basic":
      return { ...base, kind: "basic" };
    case "apiKey":
      return { ...base, kind: "apiKey", in: scheme.in, parameter: scheme.parameter };
    case "oauth2":
    case "openIdConnect":
      return { ...base, kind: "token" };
    case "mutualTLS":
      // The platform's fetch presents the client certificate; nothing is added to the request.
      return undefined;
    case "http":
      return { ...base, kind: "authorization", authentication: scheme.scheme };
  }
}

/** What a caller gives for a security scheme, and where it goes, in words (OpenAPI, Security Scheme Object). */
function describeCredential(scheme: SecuritySchemeModel): string {
  switch (scheme.kind) {
    case "bearer":
      return `Bearer token${scheme.format === undefined ? "" : ` (${codeSpan(scheme.format)})`}, in \`Authorization\`.`;
    case "basic":
      return "User name and password, in `Authorization`.";
    case "http":
      return `The whole value of \`Authorization\`, for HTTP authentication ${codeSpan(scheme.scheme)}.`;
    case "apiKey":
      return `API key, in the ${scheme.in === "query" ? "query parameter" : scheme.in} ${codeSpan(scheme.parameter)}.`;
    case "oauth2":
      return `Obtains bearer tokens by OAuth 2.0${scheme.flows.length === 0 ? "" : `: ${scheme.flows.map(flowText).join("; ")}`}.`;
    case "openIdConnect":
      return `Obtains bearer tokens by OpenID Connect${scheme.url === "" ? "" : `, as ${codeSpan(scheme.url)} says`}.`;
    case "mutualTLS":
      return "";
  }
}

const FLOWS: Readonly<Record<OAuthFlowModel["kind"], string>> = {
  authorizationCode: "authorization code",
  clientCredentials: "client credentials",
  deviceAuthorization: "device authorization",
  implicit: "implicit",
  password: "password",
};

/** `password at `/token``: a flow and where tokens of it come from; of an implicit one, where the user is sent. */
function flowText({ kind, tokenUrl, authorizationUrl }: OAuthFlowModel): string {
  const url = tokenUrl ?? authorizationUrl;
  return url === undefined ? FLOWS[kind] : `${FLOWS[kind]} at ${codeSpan(url)}`;
}

/** The servers of operations that have several of their own, by the first; each address once. */
function serverChoices(operations: readonly OperationModel[]): readonly ServerChoicePlan[] {
  const choices = new Map<string, ServerChoicePlan>();
  for (const operation of operations) {
    const [first, ...others] = operation.servers ?? [];
    if (first === undefined || others.length === 0) continue;
    const before = choices.get(first.url);
    const listed = new Set([first.url]);
    const written = before?.written ?? first.written;
    const known = [...(before?.others ?? []), ...otherServers(others)];
    choices.set(first.url, {
      url: first.url,
      ...(written !== undefined && { written }),
      others: known.filter(({ url }) => !listed.has(url) && listed.add(url)),
      operations: [...(before?.operations ?? []), fullName(operation)],
    });
  }
  return [...choices.values()].filter(({ others }) => others.length > 0);
}

/** Servers as a doc comment lists them, their descriptions on one line. */
function otherServers(servers: readonly ServerModel[]): ServerPlan["others"] {
  return servers.map(({ url, written, description = "" }) => ({
    url,
    ...(written !== undefined && { written }),
    description: description.trim().replace(/\s+/g, " "),
  }));
}

/** Constructors of credentials by kind. */
const PROVIDERS = {
  tokenExchange: "tokenExchange",
  bearer: "bearer",
  token: "tokenFrom",
  basic: "basic",
  apiKey: "apiKey",
  authorization: "authorization",
} as const satisfies Record<CredentialPlan["kind"], string>;

/** What resolves the addresses of a token exchange. */
function exchangeNames({ resolver, resource }: TokenExchangePlan): readonly string[] {
  return typeof resource === "object" && "path" in resource ? [resolver, "resolveEndpoint"] : [resolver];
}

/** Imports of the module that connects a client. */
function planConnectionImports(
  connection: Omit<ConnectionPlan, "imports" | "contractImports">,
): readonly ImportPlan[] {
  const { credentials, knownScopes, limits, intents, options, requestIds } = connection;
  const names = [
    "checkClientOptions",
    "ClientConnection",
    "connectionOf",
    "createCore",
    "resolveServer",
    ...(credentials.length === 0 ? [] : ["CredentialProvider"]),
    ...credentials.flatMap((plan) => (plan.kind === "tokenExchange" ? exchangeNames(plan.exchange) : [])),
    ...credentials.map(({ kind }) => PROVIDERS[kind]),
    ...(limits === undefined ? [] : ["obeyLimits", limits.constant]),
    ...(intents ? ["keepIntents"] : []),
    ...(requestIds.length > 0 ? ["keepRequestIds"] : []),
    ...(knownScopes.length > 0 ? ["knownScopes", "Scope"] : []),
    ...options.parents,
    ...options.members.flatMap(({ type }) => namesInType(type)),
  ];
  const modules = new Map([
    ["Scope", "scopes"],
    ...(limits === undefined ? [] : [[limits.constant, `operations/${limits.file}`] as const]),
  ]);
  const own: ImportPlan = {
    from: "contract",
    names: ["contract", "server"].map((name) => ({ name, type: false })),
  };
  return planImports(names, modules, { self: "connect", namespaces: [own] });
}

/** A URN namespace identifier (RFC 8141 section 2). */
const WORD = /^[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]$/;

/**
 * Checks a vendor word (TOK-2), whether or not the contract has a place for it: a typo is one everywhere.
 *
 * @throws UserError (exit 2) when it is malformed.
 */
export function checkVendor(vendor: string | undefined): string | undefined {
  if (vendor === undefined || WORD.test(vendor)) return vendor;
  throw new UserError(2, `"${vendor}" is not a vendor word.`, {
    setting: "vendor",
    remedy:
      "It is a URN namespace identifier: 2 to 32 letters, digits and inner hyphens (RFC 8141 section 2).",
  });
}
