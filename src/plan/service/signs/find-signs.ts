import { type Diagnostic, diagnostic } from "../../../diagnostics/diagnostic.js";
import type { RuleId } from "../../../diagnostics/rule-table.js";
import type { ApiModel, OperationModel } from "../../../model/api-model.js";
import { pointerKeys } from "../../../text/json-pointer.js";
import { jsonResponse, operationKey } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { listBodyMembers } from "../traits/body-members.js";
import { findCapabilities, LIMIT_NAMES } from "../traits/recognise-capabilities.js";
import type { OperationTraits, Problem, Trait } from "../traits/trait.js";
import { conditionalSign, idempotencySign, type KnownScopes, scopesSign } from "./change-signs.js";
import { backgroundSign, listPossibleStatuses } from "./background-sign.js";
import { featureSigns } from "./feature-signs.js";
import { configuredPath, paginationSign } from "./pagination-sign.js";
import { problemsSign } from "./problems-sign.js";
import { type LostSign, type SignSource } from "./sign.js";

/** The traits of an operation, as the configuration decided. */
interface DecidedTraits {
  readonly model: OperationModel;
  readonly traits: OperationTraits;
  readonly switchedOff: readonly { readonly trait: string }[];
}

/**
 * What the contract shows and the client will not do, by operation. Nothing is lost where the configuration decides a trait, or switches
 * it off.
 *
 * @param scoped - method and path of operations whose scopes the configuration decides
 */
export function findLostSigns(
  model: ApiModel,
  decided: readonly DecidedTraits[],
  reader: SchemaReader,
  scoped: ReadonlySet<string>,
  problem: Trait<Problem> | undefined,
): readonly LostSign[] {
  const sources = decided.map(({ model: operation, traits, switchedOff }) => ({
    operation,
    traits,
    switchedOff: switchedOff.map(({ trait }) => trait),
    reader,
  }));
  const scopes = listScopes(model);
  const statuses = listPossibleStatuses(model, reader);
  const hasLimits = decided.some(({ traits }) => traits.capabilities !== undefined);
  const exchanged = decided.some(({ traits }) => traits.tokenExchange !== undefined);
  const flags = featureSigns(sources, reader);
  const signs = sources.flatMap((source) =>
    [
      paginationSign(source),
      backgroundSign(source, statuses),
      conditionalSign(source),
      idempotencySign(source),
      scoped.has(operationKey(source.operation)) ? undefined : scopesSign(source, scopes),
      hasLimits ? undefined : limitsSign(source, model),
      ...flags.filter(({ operation }) => operation === source.operation),
      exchanged ? undefined : tokenSign(source, model),
    ].filter((sign) => sign !== undefined && !source.switchedOff.includes(TRAITS[sign.trait])),
  ) as readonly LostSign[];
  const ofProblems = problemsSign(model.operations, problem);
  return ofProblems === undefined ? signs : [...signs, ofProblems];
}

function listScopes({ operations, securitySchemes }: ApiModel): KnownScopes {
  const schemes = securitySchemes.filter(({ kind }) => ["bearer", "oauth2", "openIdConnect"].includes(kind));
  const described = schemes.flatMap((scheme) =>
    scheme.kind === "oauth2" || scheme.kind === "bearer" ? (scheme.scopes ?? []).map(({ name }) => name) : [],
  );
  const required = operations.flatMap(({ security }) => security.flat().flatMap(({ scopes }) => scopes));
  return {
    schemes: new Set(schemes.map(({ name }) => name)),
    known: new Set(described.length > 0 ? described : required),
    isListed: described.length > 0,
  };
}

const RULES = {
  background: "trait/background",
  capabilities: "trait/capabilities",
  conditional: "trait/conditional",
  features: "trait/features",
  idempotency: "trait/idempotency",
  pagination: "trait/pagination",
  problems: "trait/problems",
  scopes: "trait/scopes",
  tokenExchange: "trait/token-exchange",
} as const satisfies Record<LostSign["trait"], RuleId>;

/** One diagnostic for each: what the client will not do. */
export function diagnoseSigns(signs: readonly LostSign[]): readonly Diagnostic[] {
  return signs.map(({ operation, trait, shown, missing }) =>
    diagnostic(RULES[trait], operation.origin.pointer, {
      operation: operationKey(operation),
      shown,
      missing,
    }),
  );
}

/** Schemes whose tokens come from an exchange that is not described: a caller might pass the key itself. */
export function diagnoseExchanges(
  model: ApiModel,
  decided: {
    readonly contract: { readonly tokenExchange?: unknown };
    readonly operations: readonly DecidedTraits[];
  },
): readonly Diagnostic[] {
  const isKnown =
    decided.contract.tokenExchange !== undefined ||
    decided.operations.some(({ traits }) => traits.tokenExchange !== undefined);
  return model.securitySchemes.flatMap(({ name, exchanged, origin }) =>
    exchanged === true && !isKnown
      ? [diagnostic("trait/undescribed-exchange", origin.pointer, { scheme: name })]
      : [],
  );
}

/** The trait that a key of the configuration decides. */
const TRAITS: Readonly<Record<LostSign["trait"], string>> = {
  background: "background",
  capabilities: "capabilities",
  conditional: "conditionalChange",
  features: "features",
  idempotency: "idempotentCreate",
  pagination: "pagination",
  problems: "problems",
  scopes: "scopes",
  tokenExchange: "tokenExchange",
};

/** A GET without input whose path is that of limits. */
function limitsSign({ operation, reader }: SignSource, { contract }: ApiModel): LostSign | undefined {
  const isRead = operation.method === "GET" && !operation.parameters.some(({ required }) => required);
  const last = operation.path.split("/").at(-1) ?? "";
  if (!isRead || !/^(?:capabilities|limits?|quotas?|rate[-_]?limits?)$/i.test(last)) return undefined;
  const members = listBodyMembers(jsonResponse(operation, reader)?.schema, reader);
  if (members.length === 0) return undefined;
  const { features, contractVersion, statedVersion } = findCapabilities(operation, reader, contract) ?? {};
  const at = (path: string) => configuredPath(pointerKeys(`/${path}`));
  const parts = [
    `  features: ${features === undefined ? '"?"' : at(features)}`,
    ...(contractVersion === undefined || statedVersion !== undefined
      ? []
      : [`  contractVersion: ${at(contractVersion)}`]),
  ];
  return {
    operation,
    trait: "capabilities",
    shown: `its path ends in "${last}"`,
    missing: "no limit that the client can obey was found in its response",
    lines: [
      "capabilities:",
      `  operation: "GET ${operation.path}"`,
      ...parts,
      `  limits: { ${LIMIT_NAMES.map((name) => `${name}: "?"`).join(", ")} }`,
    ],
  };
}

/** A POST that returns access tokens, where the client could request them by itself. */
function tokenSign({ operation, reader }: SignSource, model: ApiModel): LostSign | undefined {
  const takesTokens = model.securitySchemes.some(({ kind }) => kind === "bearer" || kind === "oauth2");
  if (!takesTokens || operation.method !== "POST") return undefined;
  const keys = new Set(
    listBodyMembers(jsonResponse(operation, reader)?.schema, reader).map(({ key }) => key),
  );
  if (!keys.has("access_token") || !(keys.has("expires_in") || keys.has("token_type"))) return undefined;
  return {
    operation,
    trait: "tokenExchange",
    shown: "it returns access tokens",
    missing: "its form does not describe a token exchange (RFC 8693) alone",
    lines: ["tokenExchange:", `  operation: "POST ${operation.path}"`, "  subjectTokenType: ?"],
  };
}
