import type { ClientOverrides, TokenExchangeOverride } from "../../../config/client-overrides.js";
import { type Diagnostic, diagnostic } from "../../../diagnostics/diagnostic.js";
import type { RuleId } from "../../../diagnostics/rule-table.js";
import type { ApiModel, OperationModel } from "../../../model/api-model.js";
import { bearerSchemes } from "../credentials/bearer-schemes.js";
import { operationKey } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import type { ContractTraits, OperationTraits } from "../traits/trait.js";
import { type KnownScopes, scopesSign } from "./access/scopes-sign.js";
import { idempotencySign } from "./idempotency/idempotency-sign.js";
import { backgroundSign } from "./background/background-sign.js";
import { earlyReadSign, listPolled } from "./background/early-read-sign.js";
import { resultSigns } from "./background/result-signs.js";
import { conditionalSigns } from "./conditional-sign.js";
import { listPossibleStatuses } from "./background/possible-status.js";
import { describedKeys } from "./idempotency/described-keys.js";
import { describedScopesSign, listDescribedScopes, scopesByName } from "./access/described-scopes.js";
import { exchangeSigns } from "./access/exchange-signs.js";
import { envelopeSign } from "./envelope-sign.js";
import { failureSign } from "./background/failure-sign.js";
import { featureSigns } from "./capabilities/feature-signs.js";
import { keyRetentionSign } from "./idempotency/key-retention.js";
import { limitSigns } from "./capabilities/limit-signs.js";
import { namesLinkHeader } from "./pages/links-sign.js";
import { paginationSign } from "./pages/pagination-sign.js";
import { pollSigns } from "./background/poll-interval-sign.js";
import { problemSigns } from "./problems/problems-sign.js";
import { describedLimitsSigns } from "./capabilities/described-limits-sign.js";
import { rateSign } from "./capabilities/rate-sign.js";
import { versionSigns } from "./capabilities/version-sign.js";
import { changingReadSign } from "./changing-read-sign.js";
import { listReadsByPath, safeSign, withoutSafeLines } from "./safe-sign.js";
import { requestIdSign } from "./request-id-sign.js";
import { securitySign } from "./access/security-sign.js";
import { signatureSigns, signedCallsSigns } from "./access/signature-sign.js";
import { listPassedKeys } from "./access/key-parameters-sign.js";
import { serverTokenSign } from "./access/server-token-sign.js";
import { sensitiveSign } from "./sensitive/sensitive-sign.js";
import { type LostSign, type SignSource, subjectOf } from "./sign.js";
import { successMemberSign } from "./success-member-sign.js";
import { undeclaredHeadersSign } from "./undeclared-headers-sign.js";
import { shownKeys } from "./idempotency/shown-keys.js";
import { unusedSchemesSign } from "./access/unused-schemes-sign.js";
import { tokenSourceSign } from "./access/token-source-sign.js";
import { unknownStatesSign } from "./background/unknown-states-sign.js";

/** The traits of an operation, as the configuration decided. */
interface DecidedTraits {
  readonly model: OperationModel;
  readonly traits: OperationTraits;
  readonly switchedOff: readonly { readonly trait: string }[];
}

/** What was decided of a contract. */
interface DecidedContract {
  readonly operations: readonly DecidedTraits[];
  readonly contract: ContractTraits;
}

/**
 * What the contract shows and the client will not do, by operation. Nothing is lost where the configuration decides a trait, or switches
 * it off.
 *
 * @param scoped - method and path of operations whose scopes the configuration decides
 * @param overrides - what it decides
 */
export function findLostSigns(
  model: ApiModel,
  decided: DecidedContract,
  reader: SchemaReader,
  scoped: ReadonlySet<string>,
  overrides: ClientOverrides = {},
): readonly LostSign[] {
  const sources = decided.operations.map(({ model: operation, traits, switchedOff }) => ({
    operation,
    traits,
    switchedOff: switchedOff.map(({ trait }) => trait),
    reader,
  }));
  const [scopes, statuses] = [listScopes(model), listPossibleStatuses(model, reader)];
  const { capabilities: given, tokenExchange: exchange } = overrides;
  const isExchanged = decided.contract.tokenExchange !== undefined || exchange === false;
  const ofLimits = limitSigns(sources, model.contract, overrides);
  const rate = ofLimits.length > 0 ? undefined : rateSign(sources, model, reader, given);
  const ofRates = rate === undefined ? ofLimits : [rate];
  // One block of lines names the operation that tells limits and features.
  const isNamed = ofRates.some(({ lines }) => lines.length > 0);
  const ofServer: readonly LostSign[] = [
    ...featureSigns(sources, reader, { given, isNamed }),
    ...ofRates,
    ...describedLimitsSigns(sources, model, given),
    ...versionSigns(sources, model.contract, given, reader),
    ...(isExchanged ? [] : ofTokens(sources, model, exchange, reader)),
  ];
  // To choose one operation does not refuse what others tell.
  const isOfOne = given !== undefined && given !== false && given.also !== false;
  const isSwitchedOff = ({ switchedOff }: SignSource, { trait }: LostSign) =>
    switchedOff.includes(TRAITS[trait]) && !(isOfOne && trait === "capabilities");
  const conditionalSign = conditionalSigns(sources, reader, model, statuses);
  const keys = { shown: shownKeys(sources, reader), described: describedKeys(sources, model) };
  const hasLinkHeader = namesLinkHeader(model.contract.description);
  const [polled, readsByPath] = [listPolled(sources), listReadsByPath(sources)];
  // A person who has switched a trait off has decided of its headers, too.
  const all: LostSign[] = [];
  const signs = sources.flatMap((source) => {
    const own = [
      paginationSign(source, hasLinkHeader),
      safeSign(source, readsByPath),
      changingReadSign(source),
      backgroundSign(source, statuses, sources) ??
        unknownStatesSign(source, sources) ??
        failureSign(source, sources) ??
        earlyReadSign(source, polled),
      conditionalSign(source),
      idempotencySign(source, keys),
      scoped.has(operationKey(source.operation)) ? undefined : scopesSign(source, scopes),
      ...ofServer.filter(({ operation }) => operation === source.operation),
    ].filter((sign) => sign !== undefined);
    all.push(...own);
    const shown = own.filter((sign) => !isSwitchedOff(source, sign));
    const mayChange = own.some(({ trait }) => trait === "background" || trait === "conditional");
    const fitting = shown.some(isStart) ? shown.filter((sign) => !isOpenRead(sign)) : shown;
    return mayChange ? fitting.map(withoutSafeLines) : fitting;
  });
  const masked = { names: decided.contract.sensitive?.facts ?? [], claimed: overrides.sensitive };
  // The client makes an exchange by itself, and shows nothing of it.
  const called = sources.flatMap(({ operation, traits }) =>
    traits.tokenExchange === undefined ? [operation] : [],
  );
  const isAccepted = overrides.security === false;
  const ofSecurity = isAccepted ? undefined : securitySign(model, reader);
  const ofContract = [
    ofSecurity,
    ...(isAccepted ? [] : accessSigns(model, reader)),
    describedScopesSign(sources, scopes, scoped, model.unselected),
    ...ofServer
      .filter(({ operation }) => operation === undefined)
      .map((sign) => (ofSecurity?.overlay === undefined ? sign : withoutOverlay(sign))),
    ...pollSigns(sources, model),
    envelopeSign(sources, model, overrides.envelope),
    successMemberSign(sources, overrides.envelope, reader),
    keyRetentionSign(sources, model, overrides.intentRetention),
    requestIdSign(sources, model, all, decided.contract.requestId ?? overrides.requestId),
    ...problemSigns(model, decided.contract.problem, overrides.problems, reader),
    sensitiveSign(model, called, masked, listPassedKeys(model, ofSecurity?.overlay, reader), reader),
  ].filter((sign) => sign !== undefined);
  const others = [...signs, ...resultSigns(sources, signs), ...ofContract];
  const ofHeaders = undeclaredHeadersSign(sources, model, [...all, ...others], overrides.undeclaredHeaders);
  return ofHeaders === undefined ? others : [...others, ofHeaders];
}

/** Credentials that calls need beside what `security` says. */
function accessSigns(model: ApiModel, reader: SchemaReader): readonly (LostSign | undefined)[] {
  return [
    ...signatureSigns(model),
    ...signedCallsSigns(model, reader),
    serverTokenSign(model),
    unusedSchemesSign(model),
  ];
}

/** Whether a sign leaves it to a person that an operation only reads: what starts something does not. */
function isOpenRead({ trait, rule, lines }: LostSign): boolean {
  return trait === "safe" && rule === undefined && lines.length === 0;
}

function isStart({ trait, rule }: LostSign): boolean {
  return trait === "background" && rule === undefined;
}

/** A sign without its overlay, which another sign has the file of: a run with that shows this one again. */
function withoutOverlay(sign: LostSign): LostSign {
  const { overlay, ...rest } = sign;
  return overlay === undefined ? sign : { ...rest, lines: [] };
}

/** Tokens that an exchange could give; where no lines can say it, the one sign of where the tokens come from that the caller passes. */
function ofTokens(
  sources: readonly SignSource[],
  model: ApiModel,
  given: TokenExchangeOverride | undefined,
  reader: SchemaReader,
): readonly LostSign[] {
  const signs = exchangeSigns(sources, model, given, reader);
  const isExchanged = sources.some(({ traits }) => traits.tokenExchange !== undefined);
  if (isExchanged || signs.some(({ lines }) => lines.length > 0)) return signs;
  const returning = signs.flatMap(({ operation }) => (operation === undefined ? [] : [operation]));
  const source = tokenSourceSign(model, reader, returning);
  return source === undefined ? signs : [source];
}

function listScopes(model: ApiModel): KnownScopes {
  const { operations, securitySchemes } = model;
  const schemes = bearerSchemes(securitySchemes);
  const ofSchemes = schemes.flatMap((scheme) =>
    scheme.kind === "oauth2" || scheme.kind === "bearer" ? (scheme.scopes ?? []).map(({ name }) => name) : [],
  );
  const isListed = ofSchemes.length > 0;
  const required = operations.flatMap(({ security }) => security.flat().flatMap(({ scopes }) => scopes));
  const described = isListed ? [] : listDescribedScopes(model);
  return {
    schemes: new Set(schemes.map(({ name }) => name)),
    known: new Set(isListed ? ofSchemes : [...required, ...described.map(({ name }) => name)]),
    described,
    ofTags: scopesByName(isListed ? [] : model.tags),
    ofSchemes: scopesByName(isListed ? [] : schemes),
    isListed,
  };
}

const RULES = {
  background: "trait/background",
  capabilities: "trait/capabilities",
  conditional: "trait/conditional",
  envelope: "trait/envelope",
  features: "trait/features",
  headers: "trait/undeclared-headers",
  idempotency: "trait/idempotency",
  pagination: "trait/pagination",
  problems: "trait/problems",
  requestId: "trait/request-id",
  results: "trait/results",
  safe: "trait/safe",
  scopes: "trait/scopes",
  security: "security/undeclared",
  sensitive: "trait/sensitive",
  tokenExchange: "trait/token-exchange",
} as const satisfies Record<LostSign["trait"], RuleId>;

/** One diagnostic for each: what the client will not do. */
export function diagnoseSigns(signs: readonly LostSign[]): readonly Diagnostic[] {
  return signs.map((sign) => {
    if (sign.diagnostic !== undefined) return sign.diagnostic;
    const { operation, origin, trait, shown, missing, scheme, rule = RULES[trait] } = sign;
    if (scheme !== undefined)
      return diagnostic("trait/undescribed-exchange", scheme.origin.pointer, { scheme: scheme.name });
    const pointer = (operation?.origin ?? origin)?.pointer ?? "";
    // What the contract as a whole shows: their messages name it.
    if (isOfContract(rule)) return diagnostic(rule, pointer, { shown, missing });
    return diagnostic(rule, pointer, { operation: subjectOf(sign), shown, missing });
  });
}

/** Rules about what the contract as a whole shows. */
const OF_CONTRACT = [
  "security/passed-key",
  "security/server-variable",
  "security/undeclared",
  "security/unused-scheme",
  "trait/described-codes",
  "trait/described-scopes",
  "trait/envelope",
  "trait/error-codes",
  "trait/key-retention",
  "trait/problems",
  "trait/rate",
  "trait/request-id",
  "trait/sensitive",
  "trait/success-member",
  "trait/token-source",
  "trait/undeclared-headers",
  "trait/unused-scopes",
] as const satisfies readonly RuleId[];

function isOfContract(rule: RuleId): rule is (typeof OF_CONTRACT)[number] {
  return OF_CONTRACT.some((one) => one === rule);
}

/** The trait that a key of the configuration decides. */
const TRAITS: Readonly<Record<LostSign["trait"], string>> = {
  background: "background",
  capabilities: "capabilities",
  conditional: "conditionalChange",
  envelope: "envelope",
  features: "features",
  headers: "undeclaredHeaders",
  idempotency: "idempotentCreate",
  pagination: "pagination",
  problems: "problems",
  requestId: "requestId",
  results: "results",
  safe: "safe",
  scopes: "scopes",
  security: "security",
  sensitive: "sensitive",
  tokenExchange: "tokenExchange",
};
