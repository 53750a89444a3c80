import { type Diagnostic, diagnostic, uniqueDiagnostics } from "../diagnostics/diagnostic.js";
import type { LocatedOverrides } from "../config/client-overrides.js";
import type { ApiModel } from "../model/api-model.js";
import type { LockedNames } from "../model/names/locked-names.js";
import { createVisitBudget, type VisitBudget } from "../openapi/visit.js";
import { markSensitive } from "./mark-sensitive.js";
import { type ClientClass, nameClass } from "./client-class.js";
import {
  diagnoseEmptyReads,
  diagnoseUnreadSchemas,
  diagnoseUnclassifiedParts,
  untypedSchemas,
} from "./diagnose-unread-schemas.js";
import { requireScopes } from "./require-scopes.js";
import { listScopes, planContract, planErrors } from "./plan-contract.js";
import { planResources } from "./plan-resources.js";
import { namesInWebhook, diagnoseSpreadParameters, planWebhooks } from "./plan-webhooks.js";
import { diagnoseEvents } from "./service/events.js";
import { findIdentifierNames } from "./service/identifiers/identifier-names.js";
import { diagnoseRedirects, markAddresses } from "./service/redirects.js";
import { decideTraits } from "./decide-traits.js";
import { diagnoseNearCodes } from "./service/overrides/check-problems.js";
import { diagnoseUnfit } from "./service/overrides/claim.js";
import { diagnoseNearHeaders } from "./service/overrides/find-response-header.js";
import { fullName, isRedirect, operationKey, pathAsSent, successResponses } from "./service/responses.js";
import { createSchemaReader, type SchemaReader } from "./service/schema-reader.js";
import { changeVerb } from "./service/signs/change-verb.js";
import { diagnoseSigns, findLostSigns } from "./service/signs/find-signs.js";
import { keyRuleSigns } from "./service/signs/idempotency/key-rules-sign.js";
import { planKeys } from "./service/traits/idempotency-keys.js";
import { problemsIn } from "./service/traits/problems/problem-codes.js";
import type { ClientPlan, CredentialPlan, RecognisedOperation } from "./typescript/client-plan.js";
import { checkVendor, planConnection } from "./typescript/connection/plan-connection.js";
import { diagnoseNullPaths, diagnoseQuotedTexts } from "./typescript/inputs/name-parameters.js";
import { planInput } from "./typescript/inputs/plan-input.js";
import type { PlannedOperation } from "./typescript/inputs/planned-operation.js";
import type { TypeSources } from "./typescript/inputs/representations.js";
import { nameMethodsInDocs } from "./typescript/method-links.js";
import type { HeaderSets } from "./typescript/inputs/header-sets.js";
import { contextSigns } from "./typescript/methods/pair-context.js";
import { formSources, type MethodSources } from "./typescript/methods/method-sources.js";
import {
  clientHeaders,
  planClientImports,
  planClientMethods,
  planHeaderFile,
} from "./typescript/methods/plan-client-methods.js";
import { planEnumLists } from "./typescript/enum-lists.js";
import { reservedTypeNames, resourceFile } from "./typescript/names.js";
import { planPublicRuntime, requiredModules } from "./typescript/public-runtime.js";
import { planImports } from "./typescript/runtime-names.js";
import { scopeAlternatives } from "./typescript/scopes.js";
import type { ModelFilePlan } from "./typescript/type-plan.js";
import { addBinaryVariants } from "./typescript/types/binary-variants.js";
import { openEventData, schemaRoots } from "./typescript/types/open-event-data.js";
import { type ModelTypes, planModelTypes } from "./typescript/types/plan-model-types.js";
import type { ShapeNames } from "./typescript/types/schema-catalog.js";
import { type GivenNames, diagnosePartBytes } from "./typescript/types/trace-binary.js";

/** What shapes a plan beside the model. */
export interface PlanOptions {
  /** Class of the client, as asked for. */
  readonly name?: string | undefined;
  /** Names of an earlier generation, those that the model was built with, which checked them. */
  readonly locked?: LockedNames | undefined;
  /** The word that the contract's token exchange leaves open (TOK-2). */
  readonly vendor?: string | undefined;
  /** That of the contract, which its model was built with. */
  readonly budget?: VisitBudget | undefined;
  /** What a configuration file says of the contract. */
  readonly overrides?: LocatedOverrides | undefined;
  /** Claims of it that do not fit are reported and have no effect: the file was written for another version of the contract. */
  readonly reportUnfit?: boolean | undefined;
  /** Nothing is generated from the plan: it does not need what only a caller of the service uses. */
  readonly isPreview?: boolean | undefined;
}

/**
 * Decides everything about a client: pure, the same plan for the same model.
 *
 * @throws UserError (exit 2) when configuration is missing, (exit 3) when the contract asks for what no client can do, or its schemas
 *   take too many steps to read.
 */
export function planClient(given: ApiModel, options: PlanOptions = {}): ClientPlan {
  const clientClass = classOf(given, options);
  const { name } = clientClass;
  const names = schemaNames(given, reservedTypeNames(name), options.locked);
  const budget = options.budget ?? createVisitBudget();
  const scoped = requireScopes(given, options.overrides);
  const marked = markSensitive(scoped.model, options.overrides, budget);
  const { model, binaryVariants } = addBinaryVariants(openEventData(marked.model, budget), names, budget);
  const reader = createSchemaReader(model.schemas, budget);
  const untyped = untypedSchemas(model, reader);
  const closed = options.overrides?.values.enums === "closed";
  const usage = { ...schemaRoots(model), binaryVariants, untyped, closed };
  const types = planModelTypes(model.schemas, usage, names, budget);
  const found = findIdentifierNames(model, reader, options.overrides);
  const decided = decideTraits(model, reader, options, [...scoped.unfit, ...marked.unfit, ...found.unfit]);
  const contractTraits = decided.contract;
  const planned = planOperations(model, decided, { types, reader });
  const emitted = planned.filter(({ traits }) => traits.tokenExchange === undefined);
  const forms = formSources(model, emitted, { types, reader, identifiers: found.namesFor(contractTraits) });
  const scopes = listScopes(model, planned, contractTraits);
  const settings = { vendor: checkVendor(options.vendor), isPreview: options.isPreview, scopes, closed };
  const connection = planConnection(model, planned, contractTraits, settings);
  const taken = new Set([...reservedTypeNames(name), ...types.files.flatMap(declaredNames), ...untyped]);
  const sources: MethodSources = { ...forms, headers: clientHeaders(forms, { taken, locked: names.locked }) };
  const modules = nameModules(emitted, sources, scopes.length > 0);
  const errors = planErrors(emitted, sources, modules);
  const { resources, models, webhooks, headers } = nameMethodsInDocs(
    {
      resources: planResources(emitted, model.tags, sources, modules),
      models: types.files,
      webhooks: planWebhooks(model, { types, reader }),
      headers: planHeaderFile(sources.headers, modules),
    },
    emitted.map((one) => one.model),
  );
  const webhookImports = planImports(webhooks.flatMap(namesInWebhook), modules, { self: "webhooks" });
  const methods = planClientMethods(connection, forms);
  const imports = planClientImports(methods, modules, scopes.length > 0);
  const required = requiredModules(resources, types.files, [
    ...connection.imports,
    ...connection.contractImports,
    ...imports,
    ...webhookImports,
    ...headers.imports,
    ...(errors?.imports ?? []),
  ]);
  const handedOn = planPublicRuntime(new Set(required));
  const shown = findLostSigns(model, decided, reader, scoped.decided, options.overrides?.values);
  const lost = [...shown, ...contextSigns(forms), ...keyRuleSigns(planned, model, reader)];
  return {
    name,
    contract: planContract(model, contractTraits, scopes, emitted, closed),
    connection,
    methods,
    imports,
    resources,
    models,
    webhooks,
    headers,
    enums: planEnumLists({ models: types.files, resources, operations: emitted }, taken),
    webhookImports,
    errors,
    options: { ...(options.name !== undefined && { name }), ...usedVendor(connection.credentials) },
    diagnostics: uniqueDiagnostics([
      ...diagnoseRenamed(clientClass),
      ...diagnoseOverrides(model, decided, reader, options.overrides),
      ...diagnoseModel(model, planned, reader),
      ...[...diagnoseSigns(lost), ...types.diagnostics],
    ]),
    runtimeModules: [...new Set([...required, ...handedOn.map(({ module }) => module)])].sort(),
    runtimeExports: handedOn,
    traits: {
      contract: contractTraits,
      switchedOff: decided.switchedOff,
      lost,
      operations: recognised(planned, decided.operations, reader),
    },
    names: { client: name, ...clientNames(model, emitted, types, sources.headers) },
  };
}

function diagnoseRenamed({ name, replaced }: ReturnType<typeof classOf>): readonly Diagnostic[] {
  return replaced === undefined ? [] : [diagnostic("names/renamed", "", { before: replaced, name })];
}

function diagnoseOverrides(
  model: ApiModel,
  { unfit, contract }: Pick<ReturnType<typeof decideTraits>, "contract" | "unfit">,
  reader: SchemaReader,
  overrides: LocatedOverrides | undefined,
): readonly Diagnostic[] {
  if (overrides === undefined) return [];
  return [
    ...diagnoseUnfit(unfit, overrides),
    ...diagnoseNearHeaders(model, overrides),
    ...diagnoseNearCodes(contract.problem?.facts, overrides, { model, reader }),
  ];
}

function diagnoseModel(
  model: ApiModel,
  planned: readonly PlannedOperation[],
  reader: SchemaReader,
): readonly Diagnostic[] {
  return [
    ...diagnoseNullPaths(model.operations, reader),
    ...diagnoseQuotedTexts(model.operations, reader),
    ...diagnoseUnreadSchemas(model, reader),
    ...diagnoseEvents(model.operations, reader),
    // A call that starts something returns a handle, whose outcome other responses give.
    ...diagnoseEmptyReads(
      planned.filter(({ traits }) => traits.background === undefined).map((one) => one.model),
    ),
    ...diagnoseRedirects(planned.map((one) => one.model)),
    ...diagnosePartBytes(model.operations, reader),
    ...diagnoseUnclassifiedParts(model.operations, reader),
    ...diagnoseSpreadParameters(model, reader),
  ];
}

function classOf({ contract, operations }: ApiModel, { name, locked }: PlanOptions): ClientClass {
  const sources = { title: contract.title, operations: operations.map((operation) => operation.name) };
  return nameClass(sources, { name, locked: locked?.client });
}

/** The vendor word, where the contract has a place for it. */
function usedVendor(credentials: readonly CredentialPlan[]): Readonly<Record<string, string>> {
  const [vendor] = credentials.flatMap((plan) =>
    plan.kind === "tokenExchange" ? (plan.exchange.vendor ?? []) : [],
  );
  return vendor === undefined ? {} : { vendor };
}

/** The names of a client by what they are known by between generations. */
function clientNames(
  { schemas }: ApiModel,
  operations: readonly PlannedOperation[],
  { secondShapes }: ModelTypes,
  { names: headers }: HeaderSets,
): LockedNames {
  return {
    operations: Object.fromEntries(operations.map(({ model }) => [operationKey(model), fullName(model)])),
    models: Object.fromEntries([
      ...schemas.map(({ identity, name }) => [identity, name] as const),
      ...secondShapes,
      ...headers,
    ]),
  };
}

/** The names that further forms of schemas had, and those that inputs of operations have, or may come to have. */
function schemaNames(
  { operations }: ApiModel,
  own: ReadonlySet<string>,
  locked: LockedNames | undefined,
): Required<ShapeNames> & GivenNames {
  return {
    reserved: new Set([...own, ...operations.map(({ name }) => `${name.type}Input`)]),
    locked: new Map(Object.entries(locked?.models ?? {})),
  };
}

function declaredNames({ declarations }: ModelFilePlan): readonly string[] {
  return declarations.map(({ name }) => name);
}

function recognised(
  planned: readonly PlannedOperation[],
  decided: ReturnType<typeof decideTraits>["operations"],
  reader: SchemaReader,
): readonly RecognisedOperation[] {
  return planned.map(({ model, traits, scopes }, index) => {
    const change = changeVerb(model, reader);
    return {
      name: fullName(model),
      method: model.method,
      path: pathAsSent(model),
      pointer: model.origin.pointer,
      scopes,
      addresses: successResponses(model)
        .filter(isRedirect)
        .map(({ status }) => status),
      traits,
      ...(change === undefined ? {} : { change }),
      switchedOff: decided[index]?.switchedOff ?? [],
      ...(traits.tokenExchange === undefined ? {} : { omitted: "The client exchanges tokens by itself." }),
    };
  });
}

/** What is decided of each operation by itself: its input, its credentials and scopes. */
function planOperations(
  model: ApiModel,
  decided: Pick<ReturnType<typeof decideTraits>, "contract" | "operations">,
  sources: TypeSources,
): readonly PlannedOperation[] {
  const { reader } = sources;
  // A client certificate is presented by the platform's fetch; no credential is added to a request.
  const silent = new Set(
    model.securitySchemes.filter(({ kind }) => kind === "mutualTLS").map(({ name: scheme }) => scheme),
  );
  return markAddresses(decided.operations, reader).map(({ model: operation, traits }) => ({
    model: operation,
    traits,
    input: planInput(operation, traits, sources),
    keys: planKeys(operation, traits, reader),
    security: operation.security.map((alternative) =>
      alternative.filter(({ scheme }) => !silent.has(scheme)),
    ),
    scopes: scopeAlternatives(operation),
    problems: problemsIn(operation, decided.contract.problem?.facts, reader),
  }));
}

/** Where each name of the client's own is declared: models, inputs, scopes, and constants that resources share. */
function nameModules(
  operations: readonly PlannedOperation[],
  { backgrounds, types, headers }: MethodSources,
  hasScopes: boolean,
): ReadonlyMap<string, string> {
  const models = types.files.flatMap((file) =>
    file.declarations.map((declaration) => [declaration.name, `models/${file.file}`] as const),
  );
  const inputs = operations.flatMap(({ model, input }) =>
    [...input.variants, ...(input.declaration === undefined ? [] : [input.declaration])].map(
      (declaration) => [declaration.name, `resources/${resourceFile(model.name.resource)}`] as const,
    ),
  );
  return new Map([
    ...models,
    ...inputs,
    ...backgrounds.map(
      ({ constant, facts }) => [constant, `operations/${resourceFile(facts.status.resource)}`] as const,
    ),
    ...headers.all.map(
      ({ declaration, resource }) =>
        [
          declaration.name,
          resource === undefined ? "headers" : `resources/${resourceFile(resource)}`,
        ] as const,
    ),
    ...(hasScopes
      ? ([
          ["Requires", "scopes"],
          ["Scope", "scopes"],
        ] as const)
      : []),
  ]);
}
