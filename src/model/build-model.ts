import { uniqueDiagnostics } from "../diagnostics/diagnostic.js";
import type { JsonObject, LoadedContract } from "../load/loaded-contract.js";
import { byText } from "../text/by-text.js";
import { upperFirst } from "../text/words.js";
import type { ApiModel, ContractModel, OperationName, TagModel } from "./api-model.js";
import { problemCodes, rateExtension, statedVersions } from "./extensions.js";
import { isObject, listMember, objectMember, textMember } from "./json-members.js";
import type { VisitBudget } from "../openapi/visit.js";
import {
  checkLockedNames,
  followPaths,
  type LockedNames,
  diagnoseLocked,
  withChosenNames,
} from "./names/locked-names.js";
import { type ChosenName, operationIdentity } from "./names/member-names.js";
import { nameOperations, diagnoseCollisions } from "./names/operation-names.js";
import {
  diagnoseContentless,
  diagnoseImpossibleHeaders,
  diagnoseStatuses,
} from "./operations/build-responses.js";
import {
  buildOperation,
  diagnoseLostLinks,
  diagnoseUnsendable,
  diagnoseUnsendableBodies,
  isSendable,
} from "./operations/build-operation.js";
import { diagnoseSuccesses, normaliseDefaults } from "./operations/default-responses.js";
import { diagnoseIgnoredHeaders, diagnoseRepeatedParameters } from "./operations/locate-parameters.js";
import {
  listRawOperations,
  diagnoseRepeatedIds,
  type RawOperation,
} from "./operations/list-raw-operations.js";
import { indexOperations } from "./operations/operation-context.js";
import { diagnoseIgnoredStyles, diagnoseQuerystrings } from "./operations/build-parameters.js";
import { diagnoseMediaNames } from "./operations/build-media.js";
import { diagnoseNamelessParts, diagnoseOpenPartHeaders } from "./operations/build-encoding.js";
import { diagnosePathless, diagnoseTemplateEnds, diagnoseUndeclared } from "./operations/path-templates.js";
import { createSchemaBuilder, type SchemaBuilder } from "./schema/build-schemas.js";
import { buildSecuritySchemes, isAnonymous, withSpelledScopes } from "./operations/build-security.js";
import {
  diagnoseSecurity,
  withoutCredentialParameters,
  withoutSharedLocations,
} from "./operations/diagnose-security.js";
import {
  buildServers,
  diagnoseServerAddresses,
  diagnoseUnprotectedServers,
} from "./operations/build-servers.js";
import { buildWebhooks, listWebhooks, diagnoseWebhooks } from "./operations/build-webhooks.js";

/** What shapes a model beside the contract. */
export interface ModelOptions {
  /** Names of an earlier generation. */
  readonly locked?: LockedNames;
  /** Names that somebody chose for operations, by method and path: `GET /pets`. */
  readonly chosen?: ReadonlyMap<string, ChosenName>;
  /** Type names that belong to the client itself, which is named before its schemas; no schema gets one of them. */
  readonly reservedNames?: (title: string, operations: readonly OperationName[]) => ReadonlySet<string>;
  /** That of the contract, which its plan goes on with. */
  readonly budget?: VisitBudget;
}

/**
 * Builds the model of a contract: one normal form for every dialect, with all names.
 *
 * @throws UserError (exit 3) on what no client can be made from; it names the place. (2) when the lock has what cannot be a name.
 */
export function buildModel(contract: LoadedContract, options: ModelOptions = {}): ApiModel {
  const { document } = contract;
  const listed = listRawOperations(document);
  const raw = listed.filter(isSendable);
  const { chosen } = options;
  const locked =
    options.locked && withChosenNames(followPaths(options.locked, raw.map(operationIdentity)), chosen);
  const { operations: given, models } = checkLockedNames(locked ?? { operations: {}, models: {} });
  const held = new Set([...models.values()].map((name) => name.toLowerCase()));
  const names = nameOperations(raw, {
    document,
    locked: given,
    ...(chosen && { chosen }),
    isHeld: (name) => ownTypeNames([name]).some((own) => held.has(own.toLowerCase())),
  });
  const index = indexOperations(names);
  const info = buildContract(contract, raw);
  const reserved = new Set([
    ...(options.reservedNames?.(info.title, [...names.values()]) ?? []),
    ...ownTypeNames([...names.values()]),
  ]);
  const schemas = schemaBuilder(contract, reserved, models, options);
  const securitySchemes = buildSecuritySchemes(document);
  const schemesByName = new Map(securitySchemes.map((scheme) => [scheme.name, scheme]));
  const built = raw.flatMap((operation) => {
    const name = names.get(operation);
    if (name === undefined) return [];
    const read = buildOperation({ document, schemas, typeName: name.type }, operation, name, index);
    const security = read.security.map((alternative) => withoutSharedLocations(alternative, schemesByName));
    return [{ ...read, security }];
  });
  const operations = normaliseDefaults(
    withSpelledScopes(built, document, raw).map((operation) =>
      withoutCredentialParameters(operation, schemesByName),
    ),
  );
  const webhooks = buildWebhooks(document, schemas, names);
  const named = schemas.finish();
  return {
    contract: info,
    tags: buildTags(contract),
    servers: buildServers(document),
    securitySchemes,
    schemas: named,
    operations,
    ...(contract.unselected !== undefined && { unselected: contract.unselected }),
    webhooks,
    diagnostics: uniqueDiagnostics([
      ...schemas.diagnostics,
      ...diagnoseUnsendable(listed),
      ...diagnoseCollisions(raw, operations, { document, ...(chosen && { chosen }) }),
      ...diagnoseRepeatedIds(raw),
      ...diagnoseRepeatedParameters(document, raw),
      ...diagnoseTemplateEnds(raw),
      ...diagnosePathless(document, raw),
      ...diagnoseIgnoredHeaders(document, raw),
      ...diagnoseUndeclared(operations),
      ...diagnoseIgnoredStyles(operations),
      ...diagnoseQuerystrings(operations),
      ...diagnoseUnsendableBodies(document, raw),
      ...diagnoseSecurity(document, raw, built, schemesByName),
      ...diagnoseServerAddresses(document, raw),
      ...diagnoseUnprotectedServers(document, raw, operations),
      ...diagnoseWebhooks(document, listWebhooks(document, names)),
      ...diagnoseContentless(document, raw),
      ...diagnoseStatuses(raw),
      ...diagnoseSuccesses(operations),
      ...diagnoseImpossibleHeaders(document, raw),
      ...diagnoseOpenPartHeaders(document, raw),
      ...diagnoseNamelessParts(document, raw),
      ...diagnoseMediaNames(document, raw),
      ...diagnoseLostLinks(document, raw, index),
      ...diagnoseLocked(locked, operations, named, () =>
        nameOperations(raw, { document, ...(chosen && { chosen }) }),
      ),
    ]),
  };
}

function schemaBuilder(
  { document, dialect, longDigits }: LoadedContract,
  reserved: ReadonlySet<string>,
  locked: ReadonlyMap<string, string>,
  options: ModelOptions,
): SchemaBuilder {
  return createSchemaBuilder(document, dialect, reserved, locked, longDigits, options.budget);
}

/** Names that the planned classes and input types of the operations will have. */
function ownTypeNames(names: readonly OperationName[]): readonly string[] {
  return names.flatMap((name) => [`${upperFirst(name.resource)}Resource`, `${name.type}Input`]);
}

function buildContract(
  { document, dialect, digest }: LoadedContract,
  operations: readonly RawOperation[],
): ContractModel {
  const info = objectMember(document, "info");
  const description = textMember(info, "description");
  const codes = codesOf(document, operations);
  const rate = rateExtension(info ?? {}) ?? rateExtension(document);
  return {
    title: filledMember(info, "title") ?? "API",
    version: filledMember(info, "version") ?? "0",
    ...statedVersions(info ?? {}),
    ...(codes.length === 0 ? {} : { problemCodes: codes }),
    ...(rate === undefined ? {} : { rateExtension: rate }),
    ...(isAnonymous(document) && { anonymous: true as const }),
    ...(description === undefined ? {} : { description }),
    dialect,
    digest,
  };
}

/** A text that is not blank. */
function filledMember(info: JsonObject | undefined, name: string): string | undefined {
  const text = textMember(info, name);
  return text?.trim() === "" ? undefined : text;
}

/** Codes of problems that extensions list, where a contract says what holds for it, for an operation or for a response. */
function codesOf(document: JsonObject, operations: readonly RawOperation[]): readonly string[] {
  const shared = objectMember(objectMember(document, "components"), "responses");
  const responses = [shared, ...operations.map(({ json }) => objectMember(json, "responses"))];
  const holders = [
    document,
    objectMember(document, "info"),
    ...operations.map(({ json }) => json),
    ...responses.flatMap((each) => Object.values(each ?? {})),
  ];
  return [...new Set(holders.filter(isObject).flatMap(problemCodes))].sort(byText);
}

/** Tags with a summary (OpenAPI 3.2) or a description; where a name is there twice, the first. */
function buildTags({ document }: LoadedContract): readonly TagModel[] {
  const tags = new Map<string, TagModel>();
  for (const json of listMember(document, "tags").filter(isObject)) {
    const name = textMember(json, "name");
    const [summary, description] = [textMember(json, "summary"), textMember(json, "description")];
    if (name === undefined || tags.has(name) || (summary ?? description) === undefined) continue;
    tags.set(name, {
      name,
      ...(summary === undefined ? {} : { summary }),
      ...(description === undefined ? {} : { description }),
    });
  }
  return [...tags.values()].sort((left, right) => byText(left.name, right.name));
}
