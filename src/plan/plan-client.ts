import type { ApiModel, OperationModel } from "../model/api-model.js";
import type { KeptNames } from "../model/names/kept-names.js";
import { byText } from "../text/by-text.js";
import type {
  ClientPlan,
  ContractPlan,
  CredentialPlan,
  JsonValue,
  RecognisedOperation,
} from "./client-plan.js";
import { type KeptClass, nameClass } from "./client-class.js";
import { clientNames } from "./client-names.js";
import { checkVendor } from "./connection/check-vendor.js";
import { planConnection } from "./connection/plan-connection.js";
import { nameMethodsInDocs } from "./docs/name-methods-in-docs.js";
import { clientHeaders, planHeaderFile } from "./headers/client-headers.js";
import { planImports } from "./imports/plan-imports.js";
import { nameBackgrounds } from "./methods/background/name-backgrounds.js";
import { createMethodNames } from "./methods/method-names.js";
import { planClientImports, planClientMethods } from "./methods/plan-client-methods.js";
import type { FormSources, MethodSources } from "./methods/method-sources.js";
import { listModifications } from "./methods/modify/list-modifications.js";
import type { FindOperation, PlannedOperation } from "./methods/planned-operation.js";
import type { TypeSources } from "./methods/representations.js";
import { resourceFile } from "./names.js";
import { noteLostNames } from "./note-lost-names.js";
import { planPublicRuntime } from "./public-runtime.js";
import { planOperations } from "./plan-operations.js";
import { planResources } from "./plan-resources.js";
import { planWebhooks } from "./plan-webhooks.js";
import { fullName } from "./reading/answers.js";
import { noteEvents } from "./reading/note-events.js";
import { createSchemaReader } from "./reading/schema-reader.js";
import { reservedTypeNames } from "./reserved-names.js";
import { requiredModules } from "./required-modules.js";
import { settleBytes } from "./settle-bytes.js";
import { recogniseContract } from "./traits/recognise-traits.js";
import type { ContractTraits, Problem } from "./traits/trait.js";
import type { ModelFilePlan } from "./type-plan.js";
import { namesInType } from "./types/names-in.js";
import { planModelTypes, type SchemaUsage } from "./types/plan-model-types.js";

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
}

/**
 * Decides everything about a client: pure, the same plan for the same model.
 *
 * @throws UserError (exit 2) when configuration is missing, (exit 3) when the contract asks for what no client can do.
 */
export function planClient(given: ApiModel, options: PlanOptions = {}): ClientPlan {
  const { model, warnings } = settleBytes(given);
  const reader = createSchemaReader(model.schemas);
  const types = planModelTypes(model.schemas, schemaRoots(model), {
    reserved: inputNames(model),
    kept: new Map(Object.entries(options.kept?.models ?? {})),
  });
  const planned = planOperations(model, { types, reader });
  const emitted = planned.filter(({ traits }) => traits.tokenExchange === undefined);
  const forms = formSources(model, emitted, { types, reader }, options.kept);
  const scopes = listScopes(model, planned);
  const contractTraits = recogniseContract(model, reader);
  const {
    name,
    given: isGiven,
    warning,
  } = nameClass(
    { title: model.contract.title, operations: model.operations.map((operation) => operation.name) },
    { name: options.name, kept: options.keptClass },
  );
  const connection = planConnection(model, planned, checkVendor(options.vendor));
  const taken = new Set([...reservedTypeNames(name), ...types.files.flatMap(declaredNames)]);
  const sources: MethodSources = {
    ...forms,
    headers: clientHeaders(forms, taken, new Map(Object.entries(options.kept?.headers ?? {}))),
  };
  const modules = nameModules(emitted, sources, scopes.length > 0);
  const { resources, models, webhooks, headers } = nameMethodsInDocs(
    {
      resources: planResources(emitted, sources, modules),
      models: types.files,
      webhooks: planWebhooks(model, types, options.kept?.webhooks),
      headers: planHeaderFile(sources.headers, modules),
    },
    emitted.map((one) => one.model),
  );
  const webhookImports = planImports(
    webhooks.flatMap(({ payload }) => namesInType(payload)),
    modules,
    { self: "webhooks" },
  );
  const methods = planClientMethods(connection);
  const imports = planClientImports(methods);
  const required = requiredModules(resources, types.files, [
    ...connection.imports,
    ...imports,
    ...webhookImports,
    ...headers.imports,
  ]);
  const handedOn = planPublicRuntime(new Set(required));
  const contract = planContract(model, contractTraits, scopes);
  const names = clientNames({ schemas: model.schemas, sources, operations: emitted, webhooks });
  return {
    name,
    contract,
    connection,
    methods,
    imports,
    resources,
    models,
    webhooks,
    headers,
    webhookImports,
    options: { ...(isGiven && { name }), ...usedVendor(connection.credentials) },
    warnings: [
      ...(warning === undefined ? [] : [warning]),
      ...warnings,
      ...noteEvents(model.operations, reader),
      ...noteLostNames(options.kept, names, emitted),
    ],
    runtimeModules: [...new Set([...required, ...handedOn.map(({ module }) => module)])].sort(),
    runtimeExports: handedOn,
    traits: { contract: contractTraits, operations: planned.map(recognised) },
    names,
  };
}

/** What the forms of methods are chosen from; names are given to what stands beside an operation's own method. */
function formSources(
  model: ApiModel,
  emitted: readonly PlannedOperation[],
  sources: TypeSources,
  kept: KeptNames | undefined,
): FormSources {
  const byName = new Map(emitted.map((one) => [fullName(one.model), one]));
  const find: FindOperation = (name) => byName.get(fullName({ name }));
  const names = createMethodNames(emitted, new Map(Object.entries(kept?.methods ?? {})));
  return {
    ...sources,
    all: emitted,
    contractVersion: model.contract.version,
    find,
    names,
    backgrounds: nameBackgrounds(emitted, find, names),
    modifications: listModifications(emitted, find, names),
  };
}

/** The vendor word, where the contract has a place for it. */
function usedVendor(credentials: readonly CredentialPlan[]): Readonly<Record<string, string>> {
  const [vendor] = credentials.flatMap((plan) =>
    plan.kind === "tokenExchange" ? (plan.exchange.vendor ?? []) : [],
  );
  return vendor === undefined ? {} : { vendor };
}

function planContract(
  { contract }: ApiModel,
  traits: ContractTraits,
  scopes: ContractPlan["scopes"],
): ContractPlan {
  const { title, version, description, digest } = contract;
  return {
    title,
    version,
    description: description ?? "",
    digest,
    facts: {
      title,
      version,
      problem: traits.problem === undefined ? undefined : planProblem(traits.problem.facts),
      sensitive: traits.sensitive?.facts,
    },
    codes: traits.problem?.facts.codes ?? [],
    scopes,
  };
}

/** `ProblemFacts` of the runtime. */
function planProblem({ retryable, meanings }: Problem): { readonly [name: string]: JsonValue | undefined } {
  return { retryable: retryable || undefined, codes: meanings };
}

/** Scopes that some operation cannot do without, sorted, with what the scheme says of them. */
function listScopes(model: ApiModel, operations: readonly PlannedOperation[]): ContractPlan["scopes"] {
  const needed = new Set(operations.flatMap(({ scopes }) => scopes.flat()));
  const described = model.securitySchemes.flatMap((scheme) =>
    scheme.kind === "oauth2" ? scheme.scopes : [],
  );
  const descriptions = new Map(described.map(({ name, description }) => [name, description]));
  return [...needed].sort(byText).map((name) => ({ name, description: descriptions.get(name) ?? "" }));
}

/** The schemas that travel each way; what the API sends to its user's server flows to the user. */
function schemaRoots(model: ApiModel): SchemaUsage {
  const contentOf = (
    content: readonly { readonly schema?: OperationModel["parameters"][number]["schema"] }[],
  ) => content.flatMap((media) => media.schema ?? []);
  return {
    request: model.operations.flatMap((operation) => [
      ...operation.parameters.map((parameter) => parameter.schema),
      ...contentOf(operation.body?.content ?? []),
    ]),
    answer: [
      ...model.operations.flatMap((operation) =>
        operation.answers.flatMap((answer) => [...contentOf(answer.content), ...contentOf(answer.headers)]),
      ),
      ...model.webhooks.flatMap((webhook) => contentOf(webhook.body?.content ?? [])),
    ],
  };
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
      (declaration) => [declaration.name, `inputs/${resourceFile(model.name.resource)}`] as const,
    ),
  );
  return new Map([
    ...models,
    ...inputs,
    ...backgrounds.map(
      ({ constant, facts }) => [constant, `operations/${resourceFile(facts.status.resource)}`] as const,
    ),
    ...headers.all.map(({ declaration }) => [declaration.name, "headers"] as const),
    ...(hasScopes ? [["Scope", "scopes"] as const] : []),
  ]);
}

/** Names that inputs of operations have, or may come to have. */
function inputNames({ operations }: ApiModel): ReadonlySet<string> {
  return new Set(operations.map(({ name }) => `${name.type}Input`));
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
