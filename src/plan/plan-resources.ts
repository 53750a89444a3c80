import { byText } from "../text/words.js";
import type { DescriptorPlan, DescriptorValue, ImportPlan, MethodPlan, ResourcePlan } from "./client-plan.js";
import { planDescriptors } from "./descriptors/plan-descriptors.js";
import { type NameModules, planImports } from "./imports/plan-imports.js";
import { resourceClassName, resourceFile } from "./names.js";
import { type MethodSources, planMethods } from "./methods/plan-methods.js";
import type { PlannedOperation } from "./methods/planned-operation.js";
import { namesIn, namesInType } from "./types/names-in.js";

/**
 * The resources: operations grouped as one property of the client, sorted by name.
 *
 * @param modules - where every name of the client's own comes from.
 */
export function planResources(
  operations: readonly PlannedOperation[],
  sources: MethodSources,
  modules: NameModules,
): readonly ResourcePlan[] {
  const groups = new Map<string, PlannedOperation[]>();
  for (const operation of operations) {
    const { resource } = operation.model.name;
    groups.set(resource, [...(groups.get(resource) ?? []), operation]);
  }
  return [...groups]
    .sort(([left], [right]) => byText(left, right))
    .map(([resource, members]) => planResource(resource, members, sources, modules));
}

function planResource(
  member: string,
  operations: readonly PlannedOperation[],
  sources: MethodSources,
  modules: NameModules,
): ResourcePlan {
  const file = resourceFile(member);
  const methods = operations
    .flatMap((operation) => planMethods(operation, sources))
    .sort((left, right) => byText(left.name, right.name));
  const descriptors = operations.flatMap((operation) => planDescriptors(operation, sources));
  const inputs = operations
    .flatMap(({ input }) => input.declaration ?? [])
    .sort((left, right) => byText(left.name, right.name));
  const others = [...new Set(descriptors.flatMap(({ value }) => otherResources(value)))].sort(byText);
  return {
    member,
    className: resourceClassName(member),
    file,
    methods,
    descriptors,
    inputs,
    imports: {
      resource: planImports(["Core", ...methods.flatMap(namesInMethod), ...scopeName(modules)], modules, {
        self: `resources/${file}`,
        namespaces: [namespace(`operations/${file}`, "operations")],
      }),
      operations: planImports(
        descriptors.map((descriptor) => descriptor.satisfies),
        modules,
        {
          self: `operations/${file}`,
          namespaces: others.map((other) => namespace(`operations/${resourceFile(other)}`, operationsAlias(other))),
        },
      ),
      inputs: planImports(inputs.flatMap(namesIn), modules, { self: `inputs/${file}` }),
    },
  };
}

/** What another resource's operations module is called where it is imported. */
export function operationsAlias(resource: string): string {
  return `${resource}Operations`;
}

function namespace(from: string, alias: string): ImportPlan {
  return { from, namespace: alias, names: [] };
}

/** The class is generic over the scopes when the contract has any. */
function scopeName(modules: NameModules): readonly string[] {
  return modules.has("Scope") ? ["Scope"] : [];
}

function namesInMethod(method: MethodPlan): readonly string[] {
  const types = [...method.parameters.map(({ type }) => type), method.returns, ...method.call.typeArguments];
  const constants = method.call.arguments.filter((argument) => /^[A-Za-z_$][\w$]*$/.test(argument));
  return [method.call.callee, ...constants, ...types.flatMap(namesInType)];
}

function otherResources(value: DescriptorPlan["value"] | undefined): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  if (isList(value)) return value.flatMap(otherResources);
  const resource = "$resource" in value ? value.$resource : undefined;
  if (typeof resource === "string") return [resource];
  return Object.values(value).flatMap((member: DescriptorValue | undefined) => otherResources(member));
}

function isList(value: object): value is readonly DescriptorValue[] {
  return Array.isArray(value);
}
