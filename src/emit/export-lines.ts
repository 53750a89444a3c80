import { builders } from "prettier/doc";
import type { ClientPlan } from "../plan/typescript/client-plan.js";
import type { DeclarationPlan } from "../plan/typescript/type-plan.js";
import { byText } from "../text/by-text.js";
import { connectName, optionsName } from "./connect-view.js";
import { enclosed, layout } from "./layout.js";
import { stringLiteral } from "./literal.js";
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

/** The lines of the client's index: its class and connection, its types, and what it hands on of the runtime. */
export function indexLines(plan: ClientPlan, extension: ImportExtension): readonly string[] {
  const isModel = ({ module }: IndexExport) => module.startsWith("models/");
  const all = indexExports(plan);
  const line = ({ module, names, types }: IndexExport): string => {
    if (names.every((name) => types.has(name))) return exportLine(names, module, extension, true);
    const printed = names.map((name) => (types.has(name) ? `type ${name}` : name));
    return exportLine(printed, module, extension, false);
  };
  const first = all.findIndex(isModel);
  return all.flatMap((one, index) => {
    if (!isModel(one)) return [line(one)];
    return index === first ? [exportAllTypes("models/index", extension)] : [];
  });
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
    ...types("headers", declared(headers.declarations)),
    ...(plan.errors === undefined ? [] : [mixed("errors", ["isErrorOf"], ["ErrorBodies"])]),
    ...types("scopes", contract.scopes.length === 0 ? [] : ["MissingScope", "Scope"]),
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

/** The lines of the models' index: every type by name. */
export function modelLines(plan: ClientPlan, extension: ImportExtension): readonly string[] {
  return plan.models.map(({ file, declarations }) =>
    exportLine(
      declarations.map(({ name }) => name),
      file,
      extension,
      true,
    ),
  );
}

function exportLine(
  names: readonly string[],
  module: string,
  extension: ImportExtension,
  type: boolean,
): string {
  const [only] = names;
  const list =
    names.length === 1 && only !== undefined
      ? `{ ${only} }`
      : builders.group(enclosed("{", names, "}", { padded: true, trailing: "," }));
  return layout([`export ${type ? "type " : ""}`, list, " from ", specifier(module, extension), ";"]);
}

function exportAllTypes(module: string, extension: ImportExtension): string {
  return `export type * from ${specifier(module, extension)};`;
}

function specifier(module: string, extension: ImportExtension): string {
  return stringLiteral(`./${module}${extension === "none" ? "" : `.${extension}`}`);
}
