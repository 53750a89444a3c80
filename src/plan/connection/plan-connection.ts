import type { ApiModel, OperationModel, SecuritySchemeModel, ServerModel } from "../../model/api-model.js";
import { defaultAddress } from "../../text/server-address.js";
import { byText } from "../../text/by-text.js";
import { UserError } from "../../text/user-error.js";
import type { ConnectionPlan, CredentialPlan, ServerPlan } from "../client-plan.js";
import { limitsConstant } from "../descriptors/plan-descriptors.js";
import { resourceFile } from "../names.js";
import type { PlannedOperation } from "../methods/planned-operation.js";
import type { TokenExchange } from "../traits/trait.js";
import { describeCredential } from "./describe-credential.js";
import { planConnectionImports } from "./plan-connection-imports.js";
import { planOptions } from "./plan-options.js";
import { planSample } from "./plan-sample.js";
import { otherServers, serverChoices } from "./server-choices.js";
import { type OfferedVariable, offeredVariables } from "./server-variables.js";
import { planTokenExchange } from "./plan-token-exchange.js";

/** How the client reaches the server, and what it needs of its user to prove who it is. */
export function planConnection(
  model: ApiModel,
  operations: readonly PlannedOperation[],
  vendor: string | undefined,
): ConnectionPlan {
  const used = new Set(
    operations.flatMap(({ model: { security } }) => security.flat().map(({ scheme }) => scheme)),
  );
  const [exchange] = operations.flatMap(({ model: operation, traits: { tokenExchange } }) =>
    tokenExchange === undefined ? [] : [{ operation, facts: tokenExchange.facts }],
  );
  const credentials = model.securitySchemes
    .filter((scheme) => used.has(scheme.name))
    .flatMap((scheme) => planCredential(scheme, exchange, vendor) ?? []);
  const capabilities = operations.find(({ traits }) => traits.capabilities !== undefined);
  const models = operations.map((operation) => operation.model);
  const own = models.flatMap(({ servers = [] }) => servers);
  const offered = offeredVariables([...model.servers.slice(0, 1), ...own]);
  const server = { ...planServer(model.servers, offered), ofOperations: serverChoices(models) };
  const intents = operations.some(({ traits }) => traits.idempotentCreate !== undefined);
  const scopes = operations.some((operation) => operation.scopes.length > 0);
  const exchanges = credentials.some(({ kind }) => kind === "tokenExchange");
  const plan = {
    server,
    credentials,
    knownScopes: scopes || exchanges ? listKnownScopes(model) : [],
    sample: planSample(model.servers, operations, credentials),
    intents,
    options: planOptions(server, offered, credentials, {
      scopes,
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
  return { ...plan, imports: planConnectionImports(plan, scopes) };
}

/** Every scope that a scheme lists or an operation names, in any alternative (OpenAPI, Security Requirement Object). */
function listKnownScopes({ securitySchemes, operations }: ApiModel): readonly string[] {
  const listed = securitySchemes.flatMap((scheme) =>
    scheme.kind === "oauth2" ? scheme.scopes.map(({ name }) => name) : [],
  );
  const named = operations.flatMap(({ security }) => security.flat().flatMap(({ scopes }) => scopes));
  return [...new Set([...listed, ...named])].sort(byText);
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
  readonly operation: OperationModel;
  readonly facts: TokenExchange;
}

function planCredential(
  scheme: SecuritySchemeModel,
  exchange: Exchange | undefined,
  vendor: string | undefined,
): CredentialPlan | undefined {
  // Every object has these members: whether a caller gave a credential of that name could not be told.
  if (scheme.name in Object.prototype) {
    throw new UserError(3, `A security scheme cannot be named "${scheme.name}".`, {
      where: `at ${scheme.origin.pointer}`,
      remedy: "Every JavaScript object has a member of that name; give the scheme another one.",
    });
  }
  const base = {
    scheme: scheme.name,
    description: scheme.description ?? "",
    what: describeCredential(scheme),
  };
  if (exchange?.facts.scheme === scheme.name) {
    const plan = planTokenExchange(exchange.operation, exchange.facts, vendor);
    return { ...base, kind: "tokenExchange", exchange: plan };
  }
  switch (scheme.kind) {
    case "bearer":
      return { ...base, kind: "bearer" };
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
