import { builders } from "prettier/doc";
import type { ClientPlan } from "../../plan/client-plan.js";
import { enclosed, layout } from "../layout/layout.js";
import { stringLiteral } from "../layout/string-literal.js";
import type { ImportExtension } from "../types/print-declarations.js";
import { connectName } from "./connect-view.js";
import { optionsName } from "./options-parameter.js";
import { webhookNames } from "./print-webhooks.js";

/** The lines of the client's index: its class and connection, its types, and what it hands on of the runtime. */
export function indexLines(plan: ClientPlan, extension: ImportExtension): readonly string[] {
  const line = (names: readonly string[], module: string, type = false): string =>
    exportLine(names, module, extension, type);
  const called = plan.resources.length > 0;
  return [
    ...(called
      ? [line([plan.name], "client"), line([connectName(plan), `type ${optionsName(plan)}`], "connect")]
      : []),
    line(["contract", ...(plan.contract.codes.length === 0 ? [] : ["type ProblemCode"])], "contract"),
    ...plan.resources.map(({ className, file }) => line([className], `resources/${file}`)),
    ...plan.resources.flatMap(({ inputs, file }) =>
      inputs.length === 0
        ? []
        : [
            line(
              inputs.map(({ name }) => name),
              `inputs/${file}`,
              true,
            ),
          ],
    ),
    ...(plan.models.length === 0 ? [] : [exportAllTypes("models/index", extension)]),
    ...(plan.headers.declarations.length === 0
      ? []
      : [
          line(
            plan.headers.declarations.map(({ name }) => name),
            "headers",
            true,
          ),
        ]),
    ...(plan.contract.scopes.length === 0 ? [] : [line(["Scope"], "scopes", true)]),
    ...(plan.webhooks.length === 0 ? [] : [line(webhookNames(plan), "webhooks", true)]),
    ...plan.runtimeExports.map(({ module, values, types }) => {
      if (values.length === 0) return line(types, `runtime/${module}`, true);
      return line([...values, ...types.map((name) => `type ${name}`)], `runtime/${module}`);
    }),
  ];
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
