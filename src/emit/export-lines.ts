import type { ClientPlan } from "../plan/typescript/client-plan.js";
import type { DeclarationPlan } from "../plan/typescript/type-plan.js";
import { byText } from "../text/by-text.js";
import { connectName, optionsName } from "./views/connect-view.js";
import { emittedModule, type ImportExtension } from "./print-declarations.js";
import { webhookDeclarations } from "./print-webhooks.js";

/** What the index of a client exports of one of its modules. */
interface IndexExport {
  /** Relative to the client's root, without extension. */
  readonly module: string;
  readonly names: readonly string[];
  /** Those of the names that are types alone. */
  readonly types: ReadonlySet<string>;
}

/** What `parts/exports.hbs` prints: names of one module, or all types of a module. */
interface ExportView {
  readonly all: boolean;
  /** Whether every name is a type. */
  readonly type: boolean;
  readonly names: readonly string[];
  readonly module: string;
}

/** What the client's index exports: its class and connection, its types, and what it hands on of the runtime. */
export function indexView(plan: ClientPlan, extension: ImportExtension): readonly ExportView[] {
  const isModel = ({ module }: IndexExport) => module.startsWith("models/");
  const all = indexExports(plan);
  const first = all.findIndex(isModel);
  return all.flatMap((one, index) => {
    if (!isModel(one)) return [exportView(one, extension)];
    const module = specifier("models/index", extension);
    return index === first ? [{ all: true, type: true, names: [], module }] : [];
  });
}

function exportView({ module, names, types }: IndexExport, extension: ImportExtension): ExportView {
  const type = names.every((name) => types.has(name));
  const printed = names.map((name) => (types.has(name) && !type ? `type ${name}` : name));
  return { all: false, type, names: printed, module: specifier(module, extension) };
}

/** Every name that a user of the client can import, by the module that declares it. */
export function indexExports(plan: ClientPlan): readonly IndexExport[] {
  const { resources, headers, contract } = plan;
  const types = (module: string, names: readonly string[]): readonly IndexExport[] =>
    names.length === 0 ? [] : [{ module, names, types: new Set(names) }];
  const mixed = (module: string, values: readonly string[], others: readonly string[]): IndexExport => ({
    module,
    names: [...values, ...others],
    types: new Set(others),
  });
  const declared = (declarations: readonly DeclarationPlan[]) => declarations.map(({ name }) => name);
  return [
    ...(resources.length === 0
      ? []
      : [mixed("client", [plan.name], []), mixed("connect", [connectName(plan)], [optionsName(plan)])]),
    mixed("contract", ["contract"], contract.codes.length === 0 ? [] : ["ProblemCode"]),
    ...resources.map(({ className, declarations, file }) =>
      mixed(`resources/${file}`, [className], declared(declarations)),
    ),
    ...plan.models.flatMap(({ file, declarations }) => types(`models/${file}`, declared(declarations))),
    ...(plan.enums.length === 0
      ? []
      : [
          mixed(
            "enums",
            plan.enums.map(({ name }) => name),
            [],
          ),
        ]),
    ...types("headers", declared(headers.declarations)),
    ...(plan.errors === undefined ? [] : [mixed("errors", ["isErrorOf"], ["ErrorBodies"])]),
    ...types("scopes", contract.scopes.length === 0 ? [] : ["MissingScope", "Requires", "Scope"]),
    ...types("webhooks", declared(webhookDeclarations(plan.webhooks))),
    ...runtimeExports(plan),
  ];
}

/** What is handed on of the runtime, by the files that the client has. */
function runtimeExports(plan: ClientPlan): readonly IndexExport[] {
  const files = new Map<string, { readonly values: string[]; readonly types: string[] }>();
  for (const { module, values, types } of plan.runtimeExports) {
    const path = emittedModule(`runtime/${module}`);
    const file = files.get(path) ?? { values: [], types: [] };
    file.values.push(...values);
    file.types.push(...types);
    files.set(path, file);
  }
  return [...files].map(([module, { values, types }]) => ({
    module,
    names: [...values.sort(byText), ...types.sort(byText)],
    types: new Set(types),
  }));
}

/** What the models' index exports: every type by name. */
export function modelsView(plan: ClientPlan, extension: ImportExtension): readonly ExportView[] {
  return plan.models.map(({ file, declarations }) => {
    const names = declarations.map(({ name }) => name);
    return { all: false, type: true, names, module: specifier(file, extension) };
  });
}

function specifier(module: string, extension: ImportExtension): string {
  return `./${module}${extension === "none" ? "" : `.${extension}`}`;
}
