import type { OperationName } from "../../src/model/api-model.js";
import type {
  ArgumentPlan,
  ClientPlan,
  MethodPlan,
  ResourcePlan,
} from "../../src/plan/typescript/client-plan.js";
import type { DescriptorPlan } from "../../src/plan/typescript/descriptor-plan.js";
import type { PlanOptions } from "../../src/plan/plan-client.js";
import type { OperationTraits } from "../../src/plan/service/traits/trait.js";
import { buildPlan } from "../../src/build-plan.js";
import { contractOf } from "../model/model-of.js";

/** The plan of a contract given as YAML text. */
export function planOf(yaml: string, options: PlanOptions = {}): ClientPlan {
  return buildPlan(contractOf(yaml), options).plan;
}

/** What was recognised in an operation, by its emitted name: `pets.list`. */
export function traitsOf(yaml: string, name: string): OperationTraits {
  const found = planOf(yaml, { vendor: "acme", isPreview: true }).traits.operations.find(
    (operation) => operation.name === name,
  );
  if (found === undefined) throw new Error(`No operation is named ${name}.`);
  return found.traits;
}

/** A resource of a plan. */
export function resourceOf(plan: ClientPlan, member: string): ResourcePlan {
  const found = plan.resources.find((resource) => resource.member === member);
  if (found === undefined) throw new Error(`No resource is named ${member}.`);
  return found;
}

/** A method of a plan, by its name: `pets.list`. */
export function methodOf(plan: ClientPlan, name: string): MethodPlan {
  const { resource, method } = split(name);
  const found = resourceOf(plan, resource).methods.find((candidate) => candidate.name === method);
  if (found === undefined) throw new Error(`No method is named ${name}.`);
  return found;
}

/** A constant of a resource's operations module: `pets.listPaging`. */
export function constantOf(plan: ClientPlan, name: string): DescriptorPlan {
  const { resource, method } = split(name);
  const found = resourceOf(plan, resource).descriptors.find(({ constant }) => constant === method);
  if (found === undefined) throw new Error(`No constant is named ${name}.`);
  return found;
}

/** What a method hands to the function that it calls, as code. */
export function argumentsOf(plan: ClientPlan, name: string): readonly string[] {
  const { call, parameters } = methodOf(plan, name);
  return [
    `${call.holder === "core" ? "coreOf" : "ownConnection"}(this)`,
    ...call.constants.map(codeOf),
    ...parameters.map((one) => one.name),
  ];
}

function codeOf(argument: ArgumentPlan): string {
  return argument.kind === "constant" ? argument.reference.code : JSON.stringify(argument.value);
}

function split(name: string): Pick<OperationName, "resource" | "method"> {
  const [resource = "", method = ""] = name.split(".");
  return { resource, method };
}
