import type { JsonObject } from "../load/loaded-contract.js";
import type { ClientPlan, ErrorBodiesPlan, ResourcePlan } from "../plan/typescript/client-plan.js";
import { snapshotName } from "../text/client-files.js";
import { byText } from "../text/by-text.js";
import { printApiList } from "./api-list.js";
import { propertyName } from "./literal.js";
import { printErrorGuide, printReadme } from "./readme.js";
import type { EmittedClient, EmittedFile } from "./emitted-client.js";
import { readRuntime } from "./read-runtime.js";
import { jsonText } from "./json-text.js";
import { checkNames } from "./check-names.js";
import { LaidOut } from "./statement-parts.js";
import { typeDoc } from "./type-doc.js";
import { clientView, resourceView } from "./views/class-views.js";
import { connectView } from "./views/connect-view.js";
import { declarationView, enumListView, printModelFile } from "./views/declaration-view.js";
import { contractView, viewScopes } from "./views/contract-view.js";
import { operationsView } from "./views/descriptor-view.js";
import { indexView, modelsView } from "./export-lines.js";
import { type ImportExtension, importViews } from "./print-declarations.js";
import { printWebhooks } from "./print-webhooks.js";
import { renderTemplate } from "./render-template.js";

/** What shapes the text beside the plan. */
export interface EmitOptions {
  /** How relative imports end. Default `js`. */
  readonly importExtension?: ImportExtension;
  /** Whether `openapi-types.ts` comes with it, for the manifest. */
  readonly openapiTypes?: boolean;
}

/** The bundled contract, for `openapi.json`. */
export interface Snapshot {
  readonly document: JsonObject;
  /** Integers that JavaScript rounds: rounded number → digits as written. */
  readonly longDigits: ReadonlyMap<number, string>;
}

/**
 * Turns a plan into files in memory: generated source from templates and printers, the runtime as source, the contract
 * as it was read. The same plan gives the same bytes.
 *
 * @param contract - as it was read, for the snapshot.
 * @throws Error when the files do not fit together (see `checkNames`): an internal error.
 */
export async function emitClient(
  plan: ClientPlan,
  contract: Snapshot,
  options: EmitOptions = {},
): Promise<EmittedClient> {
  const extension = options.importExtension ?? "js";
  const files: readonly EmittedFile[] = [
    ...emitRoot(plan, extension),
    ...plan.resources.flatMap((resource) => emitResource(plan, resource, extension)),
    ...emitModels(plan, extension),
    { path: "README.md", text: printReadme(plan, extension) },
    ...(plan.resources.length === 0 ? [] : [{ path: "errors.md", text: printErrorGuide(plan) }]),
    { path: "api.md", text: printApiList(plan) },
    { path: snapshotName, text: jsonText(contract.document, contract.longDigits) },
    ...(await readRuntime(plan.runtimeModules, extension)),
  ];
  checkNames(plan, files);
  return {
    files: [...files].sort((left, right) => byText(left.path, right.path)),
    facts: {
      contract: {
        title: plan.contract.title,
        version: plan.contract.version,
        ...(plan.contract.statedVersion !== undefined && { contractVersion: plan.contract.statedVersion }),
        server: plan.connection.server.url,
        digest: plan.contract.digest,
      },
      options: {
        importExtension: extension,
        ...(options.openapiTypes === true && { openapiTypes: true }),
        ...plan.options,
      },
      names: plan.names,
    },
  };
}

function emitRoot(plan: ClientPlan, extension: ImportExtension): readonly EmittedFile[] {
  const source = (path: string, template: string, view: object): EmittedFile => ({
    path,
    text: renderTemplate(template, view),
  });
  // A contract of webhooks alone has no operations to call: only types are emitted.
  const called = plan.resources.length > 0;
  return [
    ...(called ? [source("client.ts", "client.ts", clientView(plan, extension))] : []),
    ...(called ? [source("connect.ts", "connect.ts", connectView(plan, extension))] : []),
    source("contract.ts", "contract.ts", contractView(plan, extension)),
    source("index.ts", "index.ts", { exports: indexView(plan, extension) }),
    ...(plan.contract.scopes.length === 0
      ? []
      : [source("scopes.ts", "scopes.ts", { declarations: [viewScopes(plan)] })]),
    ...(plan.enums.length === 0
      ? []
      : [source("enums.ts", "enums.ts", { lists: plan.enums.map(enumListView) })]),
    ...(plan.headers.declarations.length === 0
      ? []
      : [
          source("headers.ts", "declarations.ts", {
            imports: importViews(plan.headers.imports, "headers", extension),
            declarations: plan.headers.declarations.map((declaration) => declarationView(declaration)),
          }),
        ]),
    ...(plan.errors === undefined
      ? []
      : [
          source("errors.ts", "errors.ts", {
            imports: importViews(plan.errors.imports, "errors", extension),
            operations: plan.errors.operations.map(viewErrorBodies),
          }),
        ]),
    ...(plan.webhooks.length === 0
      ? []
      : [source("webhooks.ts", "declarations.ts", printWebhooks(plan, extension))]),
  ];
}

function emitResource(
  plan: ClientPlan,
  resource: ResourcePlan,
  extension: ImportExtension,
): readonly EmittedFile[] {
  const { file } = resource;
  const scoped = plan.contract.scopes.length > 0;
  return [
    {
      path: `resources/${file}.ts`,
      text: renderTemplate("resource.ts", resourceView(resource, scoped, extension)),
    },
    {
      path: `operations/${file}.ts`,
      text: renderTemplate("operations.ts", operationsView(resource, extension)),
    },
  ];
}

function emitModels(plan: ClientPlan, extension: ImportExtension): readonly EmittedFile[] {
  if (plan.models.length === 0) return [];
  return [
    { path: "models/index.ts", text: renderTemplate("models.ts", { exports: modelsView(plan, extension) }) },
    ...plan.models.map((model) => ({
      path: `models/${model.file}.ts`,
      text: printModelFile(model, extension),
    })),
  ];
}

/** A member of `ErrorBodies`, as `errors.ts.hbs` prints it. */
interface ErrorBodiesView {
  readonly operation: LaidOut;
  readonly type: LaidOut;
}

/** Prepares the error bodies of an operation. */
function viewErrorBodies({ operation, type }: ErrorBodiesPlan): ErrorBodiesView {
  return { operation: new LaidOut(propertyName(operation)), type: new LaidOut(typeDoc(type)) };
}
