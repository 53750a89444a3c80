import type { ClientPlan, ClassMethodPlan, ResourcePlan } from "../../plan/typescript/client-plan.js";
import type { DescriptorValue } from "../../plan/typescript/descriptor-plan.js";
import type { TypePlan } from "../../plan/typescript/type-plan.js";
import { ConstantReference } from "../../text/constant-reference.js";
import { withoutParameterNames } from "../../openapi/operations.js";

/** What the methods of a client do: the operations behind each, and the inputs of each operation. */
export interface MethodOperations {
  /** `CabinetsResource.list` and `operations/cabinets.list` → operations ({@link withoutParameterNames}): also those that the runtime adds. */
  readonly byMember: ReadonlyMap<string, ReadonlySet<string>>;
  /** Operation → the names of the types that its methods take. */
  readonly inputs: ReadonlyMap<string, ReadonlySet<string>>;
  /** Methods that hand out the response as text: its members have no type. */
  readonly asText: ReadonlySet<string>;
  /** Operations that every client sends by itself: token exchange, limits. */
  readonly always: ReadonlySet<string>;
}

/** Follows the constants that the methods of a planned client hand to the runtime. */
export function listMethodOperations(plan: ClientPlan): MethodOperations {
  const constants = new Map(
    plan.resources.flatMap((resource) =>
      resource.descriptors.map(({ constant, ...rest }) => [
        `${resource.file}.${constant}`,
        { resource, ...rest },
      ]),
    ),
  );
  const byMember = new Map<string, ReadonlySet<string>>();
  const inputs = new Map<string, Set<string>>();
  const asText = new Set<string>();
  for (const resource of plan.resources) {
    for (const { constant } of resource.descriptors)
      byMember.set(`operations/${resource.file}.${constant}`, operationsOf([`${resource.file}.${constant}`]));
    for (const method of resource.methods) {
      const operations = operationsOf(constantsOf(method, resource));
      byMember.set(`${resource.className}.${method.name}`, operations);
      if (isText(method.returns)) asText.add(`${resource.className}.${method.name}`);
      const own = withoutParameterNames(`${method.listing.verb} ${method.listing.path}`);
      for (const operation of new Set([own, ...operations])) {
        const names = inputs.get(operation) ?? new Set();
        inputs.set(operation, names);
        for (const { type } of method.parameters) addNames(type, names);
      }
    }
  }
  return { byMember, inputs, asText, always: alwaysSent(plan) };

  function operationsOf(names: Iterable<string>): ReadonlySet<string> {
    const found = new Set<string>();
    const seen = new Set(names);
    for (const name of seen) {
      const constant = constants.get(name);
      if (constant === undefined) continue;
      const { kind, value, resource } = constant;
      if (kind === "operation")
        found.add(withoutParameterNames(`${value.method.toUpperCase()} ${value.path}`));
      for (const reference of referencesIn(value)) seen.add(nameOf(reference, resource, "operations"));
    }
    return found;
  }
}

/** Every constant that a method hands to the runtime. */
function constantsOf({ call }: ClassMethodPlan, resource: ResourcePlan): readonly string[] {
  const references = [
    ...call.constants.flatMap((one) => (one.kind === "constant" ? [one.reference] : [])),
    ...(call.within === undefined ? [] : [call.within.descriptor]),
  ];
  return references.map((reference) => nameOf(reference, resource, "resource"));
}

/** `cabinets.list`, of the constant that the code of a resource names as `operations.list`, or imports by its name. */
function nameOf(
  { constant, module }: Pick<ConstantReference, "constant" | "module">,
  { file, imports }: ResourcePlan,
  side: keyof ResourcePlan["imports"],
): string {
  const from = imports[side].find(({ namespace, names }) =>
    module === undefined ? names.some(({ name }) => name === constant) : namespace === module,
  )?.from;
  return `${from?.split("/").at(-1) ?? file}.${constant}`;
}

function referencesIn(value: DescriptorValue | undefined): readonly ConstantReference[] {
  if (ConstantReference.is(value)) return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((one: DescriptorValue | undefined) => referencesIn(one));
}

/** `Call<string>`. */
function isText(type: TypePlan): boolean {
  if (type.kind !== "name") return false;
  const [value] = type.arguments ?? [];
  return value?.kind === "keyword" && value.name === "string";
}

function addNames(type: TypePlan, names: Set<string>): void {
  if (type.kind === "name") {
    names.add(type.name);
    for (const one of type.arguments ?? []) addNames(one, names);
  } else if (type.kind === "union" || type.kind === "intersection")
    for (const one of type.members) addNames(one, names);
}

function alwaysSent({ traits }: ClientPlan): ReadonlySet<string> {
  const also = traits.operations.flatMap(({ traits: { capabilities } }) => {
    const name = capabilities?.facts.also?.operation;
    return name === undefined ? [] : [`${name.resource}.${name.method}`];
  });
  return new Set(
    traits.operations
      .filter(
        ({ name, traits: { tokenExchange, capabilities } }) =>
          also.includes(name) || tokenExchange !== undefined || capabilities !== undefined,
      )
      .map(({ method, path }) => withoutParameterNames(`${method.toUpperCase()} ${path}`)),
  );
}
