import type { TagModel } from "../model/api-model.js";
import { byText } from "../text/by-text.js";
import { codeSpan } from "../text/printable.js";
import { ConstantReference } from "../text/constant-reference.js";
import type { ImportPlan, MethodPlan, ResourcePlan } from "./typescript/client-plan.js";
import { planDescriptors } from "./typescript/descriptors/plan-descriptors.js";
import { isDescriptorPart } from "./typescript/descriptor-parts.js";
import { type NameModules, planImports } from "./typescript/runtime-names.js";
import { operationsAlias, resourceClassName, resourceFile } from "./typescript/names.js";
import type { DocPlan } from "./typescript/type-plan.js";
import type { DescriptorPlan } from "./typescript/descriptor-plan.js";
import type { MethodSources } from "./typescript/methods/method-sources.js";
import { planMethods } from "./typescript/methods/plan-methods.js";
import type { PlannedOperation } from "./typescript/inputs/planned-operation.js";
import { namesIn, namesInType } from "./typescript/types/type-builders.js";

/**
 * The resources: operations grouped as one property of the client, sorted by name.
 *
 * @param tags - what the contract says of the tags of operations.
 * @param modules - where every name of the client's own comes from.
 */
export function planResources(
  operations: readonly PlannedOperation[],
  tags: readonly TagModel[],
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
    .map(([resource, members]) => ({
      ...planResource(resource, members, sources, modules),
      doc: resourceDoc(resource, members, tags),
    }));
}

/** The contract's words for the tags that name a resource, then where the client has it. */
function resourceDoc(
  resource: string,
  operations: readonly PlannedOperation[],
  tags: readonly TagModel[],
): DocPlan {
  const named = new Set(operations.flatMap(({ model }) => model.tags.slice(0, 1)));
  const words = tags
    .filter(({ name }) => named.has(name))
    .flatMap(({ summary, description }) => [summary ?? "", description ?? ""])
    .filter((text) => text.trim() !== "");
  const location = `Operations of ${codeSpan(resource)}, available as ${codeSpan(`client.${resource}`)}.`;
  return { text: [...new Set(words), location], tags: [] };
}

const RANKS = [
  "HeadersDescriptor",
  "OperationDescriptor",
  "PagingDescriptor",
  "ModifyDescriptor",
  "CapabilitiesDescriptor",
  "BackgroundDescriptor",
];

function planResource(
  member: string,
  operations: readonly PlannedOperation[],
  sources: MethodSources,
  modules: NameModules,
): Omit<ResourcePlan, "doc"> {
  const file = resourceFile(member);
  const methods = operations
    .flatMap((operation) => planMethods(operation, sources))
    .sort((left, right) => byText(left.name, right.name));
  const descriptors = [
    ...headerDescriptors(operations, sources),
    ...operations.flatMap((operation) => planDescriptors(operation, sources)),
  ]
    // Constants name others, which must come before them: operations, then pages, then what is made of both.
    .sort((left, right) => RANKS.indexOf(left.type) - RANKS.indexOf(right.type));
  const inputs = operations.flatMap(({ input }) => [
    ...input.variants,
    ...(input.declaration === undefined ? [] : [input.declaration]),
  ]);
  const headers = sources.headers.all.flatMap((set) => (set.resource === member ? [set.declaration] : []));
  const declarations = [...inputs, ...headers].sort((left, right) => byText(left.name, right.name));
  return {
    member,
    className: resourceClassName(member),
    file,
    methods,
    descriptors,
    declarations,
    imports: {
      resource: planImports(
        [
          "ClientConnection",
          "coreOf",
          "keepCore",
          ...methods.flatMap(namesInMethod),
          ...declarations.flatMap(namesIn),
          ...scopeNames(methods, modules),
        ],
        modules,
        {
          self: `resources/${file}`,
          namespaces: [namespace(`operations/${file}`, "operations")],
        },
      ),
      operations: planImports(
        descriptors.flatMap((descriptor) => [descriptor.type, ...partsIn(descriptor.value)]),
        modules,
        {
          self: `operations/${file}`,
          namespaces: otherResources(descriptors, sources).map((other) =>
            namespace(`operations/${resourceFile(other)}`, operationsAlias(other)),
          ),
        },
      ),
    },
  };
}

/** Functions of the runtime that a descriptor names. */
function partsIn(value: unknown): readonly string[] {
  return referencesIn(value).flatMap(({ constant }) => (isDescriptorPart(constant) ? [constant] : []));
}

/** The constants that a descriptor names. */
function referencesIn(value: unknown): readonly ConstantReference[] {
  if (ConstantReference.is(value)) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(referencesIn) : [];
}

/** How the headers are read that the operations of a resource describe: each set once. */
function headerDescriptors(
  operations: readonly PlannedOperation[],
  { headers }: MethodSources,
): readonly DescriptorPlan[] {
  const used = operations.flatMap((operation) =>
    operation.model.responses.flatMap((response) => headers.of(operation, response)?.descriptor ?? []),
  );
  return [...new Set(used)];
}

function namespace(from: string, alias: string): ImportPlan {
  return { from, namespace: alias, names: [] };
}

/** The class is generic over the scopes when the contract names some, and a method says which it needs. */
function scopeNames(methods: readonly MethodPlan[], modules: NameModules): readonly string[] {
  if (!modules.has("Scope")) return [];
  return methods.some(({ scopes }) => scopes.length > 0) ? ["Requires", "Scope"] : ["Scope"];
}

function namesInMethod(method: MethodPlan): readonly string[] {
  const types = [...method.parameters.map(({ type }) => type), method.returns];
  const constants = method.call.constants.flatMap((argument) =>
    argument.kind === "constant" && argument.reference.module === undefined
      ? [argument.reference.constant]
      : [],
  );
  const within = method.call.within === undefined ? [] : [method.call.within.callee];
  return [method.call.callee, ...within, ...constants, ...types.flatMap(namesInType)];
}

/** Resources whose operations modules the constants of a resource name: an import that nothing uses does not compile everywhere. */
function otherResources(descriptors: readonly DescriptorPlan[], { all }: MethodSources): readonly string[] {
  const used = new Set(descriptors.flatMap(({ value }) => referencesIn(value).map(({ module }) => module)));
  const resources = new Set(all.map(({ model }) => model.name.resource));
  return [...resources].filter((resource) => used.has(operationsAlias(resource))).sort(byText);
}
