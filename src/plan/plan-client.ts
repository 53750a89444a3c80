import type { ApiModel } from "../model/api-model.js";
import type { KeptNames } from "../model/names/kept-names.js";
import { createVisitBudget, type VisitBudget } from "../openapi/visit-budget.js";
import type { ClientPlan, CredentialPlan, RecognisedOperation } from "./client-plan.js";
import { settleBytes } from "./bytes/settle-bytes.js";
import type { GivenNames } from "./bytes/twin-names.js";
import { type ClientClass, type KeptClass, nameClass } from "./client-class.js";
import { clientNames } from "./client-names.js";
import { checkVendor } from "./connection/check-vendor.js";
import { planConnection } from "./connection/plan-connection.js";
import { nameMethodsInDocs } from "./docs/name-methods-in-docs.js";
import { clientHeaders, planHeaderFile } from "./headers/client-headers.js";
import { planImports } from "./imports/plan-imports.js";
import { noteNullPaths } from "./inputs/note-null-paths.js";
import { noteQuotedTexts } from "./inputs/note-quoted-texts.js";
import { planClientImports, planClientMethods } from "./methods/plan-client-methods.js";
import { formSources } from "./methods/form-sources.js";
import type { MethodSources } from "./methods/method-sources.js";
import type { PlannedOperation } from "./methods/planned-operation.js";
import { nameModules } from "./name-modules.js";
import { noteEmptyReads } from "./note-empty-reads.js";
import { noteKeptForms } from "./note-kept-forms.js";
import { noteLostNames } from "./note-lost-names.js";
import { noteOpenEnums } from "./note-open-enums.js";
import { listScopes, planContract } from "./plan-contract.js";
import { notePartBytes } from "./note-part-bytes.js";
import { noteUnreadSchemas } from "./note-unread-schemas.js";
import { noteUnsettledParts } from "./note-unsettled-parts.js";
import { planErrors } from "./plan-errors.js";
import { planPublicRuntime } from "./public-runtime.js";
import { planOperations } from "./plan-operations.js";
import { planResources } from "./plan-resources.js";
import { planWebhooks } from "./plan-webhooks.js";
import { namesInWebhook, noteSpreadParameters } from "./webhook-parts.js";
import { fullName } from "./reading/answers.js";
import { noteEvents } from "./reading/note-events.js";
import { openEventData } from "./reading/open-event-data.js";
import { createSchemaReader } from "./reading/schema-reader.js";
import { reservedTypeNames } from "./reserved-names.js";
import { requiredModules } from "./required-modules.js";
import { schemaRoots } from "./schema-roots.js";
import { recogniseContract } from "./traits/recognise-traits.js";
import type { ModelFilePlan } from "./type-plan.js";
import { planModelTypes } from "./types/plan-model-types.js";
import type { ShapeNames } from "./types/schema-catalog.js";
import { untypedSchemas } from "./untyped-schemas.js";

/** What shapes a plan beside the model. */
export interface PlanOptions {
  /** Class of the client, as asked for. */
  readonly name?: string | undefined;
  /** Class of the client in the folder: it stays. Default: after the contract's title. */
  readonly keptClass?: KeptClass | undefined;
  /** Names of an earlier generation, those that the model was built with, which checked them; they are kept. */
  readonly kept?: KeptNames | undefined;
  /** The word that the contract's token exchange leaves open (TOK-2). */
  readonly vendor?: string | undefined;
  /** That of the contract, which its model was built with. */
  readonly budget?: VisitBudget | undefined;
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
  const names = schemaNames(given, reservedTypeNames(name), options.kept);
  const budget = options.budget ?? createVisitBudget();
  const { model, twins, namedByBytes } = settleBytes(openEventData(given, budget), names, budget);
  const reader = createSchemaReader(model.schemas, budget);
  const untyped = untypedSchemas(model, reader);
  const types = planModelTypes(model.schemas, { ...schemaRoots(model), twins, untyped }, names, budget);
  const planned = planOperations(model, { types, reader });
  const emitted = planned.filter(({ traits }) => traits.tokenExchange === undefined);
  const forms = formSources(model, emitted, { types, reader }, options.kept);
  const scopes = listScopes(model, planned);
  const contractTraits = recogniseContract(model, reader);
  const connection = planConnection(model, planned, checkVendor(options.vendor));
  const taken = new Set([...reservedTypeNames(name), ...types.files.flatMap(declaredNames), ...untyped]);
  const sources: MethodSources = {
    ...forms,
    headers: clientHeaders(forms, taken, new Map(Object.entries(options.kept?.headers ?? {}))),
  };
  const modules = nameModules(emitted, sources, scopes.length > 0);
  const errors = planErrors(emitted, sources, modules);
  const { resources, models, webhooks, headers } = nameMethodsInDocs(
    {
      resources: planResources(emitted, sources, modules),
      models: types.files,
      webhooks: planWebhooks(model, { types, reader }, options.kept?.webhooks),
      headers: planHeaderFile(sources.headers, modules),
    },
    emitted.map((one) => one.model),
  );
  const webhookImports = planImports(webhooks.flatMap(namesInWebhook), modules, { self: "webhooks" });
  const methods = planClientMethods(connection);
  const imports = planClientImports(methods);
  const required = requiredModules(resources, types.files, [
    ...connection.imports,
    ...imports,
    ...webhookImports,
    ...headers.imports,
    ...(errors?.imports ?? []),
  ]);
  const handedOn = planPublicRuntime(new Set(required));
  const named = clientNames({ ...model, namedByBytes, sources, operations: emitted, webhooks });
  return {
    name,
    contract: planContract(model, contractTraits, scopes, emitted),
    connection,
    methods,
    imports,
    resources,
    models,
    webhooks,
    headers,
    webhookImports,
    errors,
    options: { ...(clientClass.given && { name }), ...usedVendor(connection.credentials) },
    warnings: [
      ...(clientClass.warning === undefined ? [] : [clientClass.warning]),
      ...noteNullPaths(model.operations, reader),
      ...noteQuotedTexts(model.operations, reader),
      ...noteUnreadSchemas(model, reader),
      ...noteEvents(model.operations, reader),
      ...noteEmptyReads(model.operations),
      ...notePartBytes(model.operations, reader),
      ...noteUnsettledParts(model.operations, reader),
      ...noteSpreadParameters(model, reader),
      ...types.warnings,
      ...noteOpenEnums(types.openEnums, options.kept?.enums),
      ...noteLostNames(options.kept, named, emitted),
      ...noteKeptForms(emitted, model, sources),
    ],
    runtimeModules: [...new Set([...required, ...handedOn.map(({ module }) => module)])].sort(),
    runtimeExports: handedOn,
    traits: { contract: contractTraits, operations: planned.map(recognised) },
    names: named,
  };
}

function classOf({ contract, operations }: ApiModel, { name, keptClass }: PlanOptions): ClientClass {
  const sources = { title: contract.title, operations: operations.map((operation) => operation.name) };
  return nameClass(sources, { name, kept: keptClass });
}

/** The vendor word, where the contract has a place for it. */
function usedVendor(credentials: readonly CredentialPlan[]): Readonly<Record<string, string>> {
  const [vendor] = credentials.flatMap((plan) =>
    plan.kind === "tokenExchange" ? (plan.exchange.vendor ?? []) : [],
  );
  return vendor === undefined ? {} : { vendor };
}

/** The names that further forms of schemas had, and those that inputs of operations have, or may come to have. */
function schemaNames(
  { operations }: ApiModel,
  own: ReadonlySet<string>,
  kept: KeptNames | undefined,
): Required<ShapeNames> & GivenNames {
  const shapes = Object.entries(kept?.shapes ?? {});
  const having = (word: string) =>
    new Set(shapes.filter(([, words]) => words.split(" ").includes(word)).map(([identity]) => identity));
  return {
    reserved: new Set([...own, ...operations.map(({ name }) => `${name.type}Input`)]),
    kept: new Map(Object.entries(kept?.models ?? {})),
    requests: having("request"),
    namedByBytes: having("bytes"),
    enums: new Map(Object.entries(kept?.enums ?? {})),
  };
}

function declaredNames({ declarations }: ModelFilePlan): readonly string[] {
  return declarations.map(({ name }) => name);
}

function recognised({ model, traits, scopes }: PlannedOperation): RecognisedOperation {
  return {
    name: fullName(model),
    method: model.method,
    path: model.path,
    pointer: model.origin.pointer,
    scopes,
    traits,
    ...(traits.tokenExchange === undefined ? {} : { omitted: "The client exchanges tokens by itself." }),
  };
}
