import { byText } from "../text/by-text.js";
import type { ImportPlan, ResourcePlan } from "./client-plan.js";
import type { ModelFilePlan } from "./type-plan.js";

/** Modules of the runtime that every client hands on to its user, for errors and options. */
const ALWAYS = ["call/create-core", "call/resolve-server", "call/core", "call/call-options", "call/call"];

/** The modules of the runtime that generated code imports, sorted; what they import comes along with them. */
export function requiredModules(
  resources: readonly ResourcePlan[],
  models: readonly ModelFilePlan[],
  others: readonly ImportPlan[],
): readonly string[] {
  const imports = resources.flatMap(({ imports: { resource, operations, inputs } }) => [
    ...resource,
    ...operations,
    ...inputs,
  ]);
  const ofModels = models.flatMap((model) => model.imports.map(({ from }) => from.replace("../", "")));
  const imported = [...[...imports, ...others].map(({ from }) => from), ...ofModels]
    .filter((from) => from.startsWith("runtime/"))
    .map((from) => from.slice("runtime/".length));
  return [...new Set([...ALWAYS, ...imported])].sort(byText);
}
