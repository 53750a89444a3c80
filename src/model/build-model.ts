import { uniqueDiagnostics } from "../diagnostics/diagnostic.js";
import type { LoadedContract } from "../load/loaded-contract.js";
import { upperFirst } from "../text/words.js";
import type { ApiModel, ContractModel, OperationName } from "./api-model.js";
import { objectMember, textMember } from "./json-members.js";
import type { VisitBudget } from "../openapi/visit-budget.js";
import { checkLockedNames, followPaths, type LockedNames, noteLocked } from "./names/locked-names.js";
import { nameOperations, noteCrowded, operationIdentity } from "./names/operation-names.js";
import { noteContentless, noteImpossibleHeaders } from "./operations/build-responses.js";
import { noteLostLinks } from "./operations/build-links.js";
import {
  buildOperation,
  isSendable,
  noteUnsendable,
  noteUnsendableBodies,
} from "./operations/build-operation.js";
import { noteSuccesses, settleDefaults } from "./operations/default-responses.js";
import { noteIgnoredHeaders, noteRepeatedParameters } from "./operations/locate-parameters.js";
import { listRawOperations, noteRepeatedIds } from "./operations/list-raw-operations.js";
import { indexOperations } from "./operations/operation-context.js";
import { noteIgnoredStyles, noteQuerystrings } from "./operations/build-parameters.js";
import { noteMediaNames } from "./operations/build-media.js";
import { noteNamelessParts, noteOpenPartHeaders } from "./operations/build-encoding.js";
import { notePathless, noteTemplateEnds, noteUndeclared } from "./operations/path-templates.js";
import { createSchemaBuilder, type SchemaBuilder } from "./schema/build-schemas.js";
import { buildSecuritySchemes } from "./operations/build-security.js";
import {
  noteSecurity,
  withoutCredentialParameters,
  withoutSharedPlaces,
} from "./operations/note-security.js";
import { buildServers, noteServerAddresses, noteUnprotectedServers } from "./operations/build-servers.js";
import { buildWebhooks, listWebhooks, noteWebhooks } from "./operations/build-webhooks.js";

/** What shapes a model beside the contract. */
export interface ModelOptions {
  /** Names of an earlier generation. */
  readonly locked?: LockedNames;
  /** Type names that belong to the client itself, which is named before its schemas; no schema gets one of them. */
  readonly reservedNames?: (title: string, operations: readonly OperationName[]) => ReadonlySet<string>;
  /** That of the contract, which its plan goes on with. */
  readonly budget?: VisitBudget;
}

/**
 * Understands a contract: one normal form for every dialect, every name made.
 *
 * @throws UserError (exit 3) on what no client can be made from; it names the place. (2) when the lock has what cannot be a name.
 */
export function buildModel(contract: LoadedContract, options: ModelOptions = {}): ApiModel {
  const { document } = contract;
  const listed = listRawOperations(document);
  const raw = listed.filter(isSendable);
  const locked = options.locked && followPaths(options.locked, raw.map(operationIdentity));
  const { operations: given, models } = checkLockedNames(locked ?? { operations: {}, models: {} });
  const held = new Set([...models.values()].map((name) => name.toLowerCase()));
  const names = nameOperations(raw, given, (name) =>
    ownTypeNames([name]).some((own) => held.has(own.toLowerCase())),
  );
  const index = indexOperations(names);
  const info = buildContract(contract);
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
    const security = read.security.map((alternative) => withoutSharedPlaces(alternative, schemesByName));
    return [{ ...read, security }];
  });
  const operations = settleDefaults(
    built.map((operation) => withoutCredentialParameters(operation, schemesByName)),
  );
  const webhooks = buildWebhooks(document, schemas, names);
  const named = schemas.finish();
  return {
    contract: info,
    servers: buildServers(document),
    securitySchemes,
    schemas: named,
    operations,
    webhooks,
    diagnostics: uniqueDiagnostics([
      ...schemas.diagnostics,
      ...noteUnsendable(listed),
      ...noteCrowded(raw, operations),
      ...noteRepeatedIds(raw),
      ...noteRepeatedParameters(document, raw),
      ...noteTemplateEnds(raw),
      ...notePathless(document, raw),
      ...noteIgnoredHeaders(document, raw),
      ...noteUndeclared(operations),
      ...noteIgnoredStyles(operations),
      ...noteQuerystrings(operations),
      ...noteUnsendableBodies(document, raw),
      ...noteSecurity(document, raw, built, schemesByName),
      ...noteServerAddresses(document, raw),
      ...noteUnprotectedServers(document, raw, operations),
      ...noteWebhooks(document, listWebhooks(document, names)),
      ...noteContentless(document, raw),
      ...noteSuccesses(operations),
      ...noteImpossibleHeaders(document, raw),
      ...noteOpenPartHeaders(document, raw),
      ...noteNamelessParts(document, raw),
      ...noteMediaNames(document, raw),
      ...noteLostLinks(document, raw, index),
      ...noteLocked(locked, operations, named, () => nameOperations(raw)),
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

function buildContract({ document, dialect, digest }: LoadedContract): ContractModel {
  const info = objectMember(document, "info");
  const description = textMember(info, "description");
  return {
    title: textMember(info, "title") ?? "API",
    version: textMember(info, "version") ?? "0",
    ...(description === undefined ? {} : { description }),
    dialect,
    digest,
  };
}
