import type { DescriptorPlan, DescriptorValue } from "../client-plan.js";
import { constantName } from "../names.js";
import { backgroundConstant, distinctBackgrounds } from "../methods/background-constant.js";
import { pagingConstant, type MethodSources } from "../methods/plan-methods.js";
import { carriedMembers, modifyConstant } from "../methods/plan-modify.js";
import type { PlannedOperation } from "../methods/planned-operation.js";
import { fullName } from "../reading/answers.js";
import type { OperationName } from "../../model/api-model.js";
import { planDescriptor } from "./plan-descriptor.js";

/** The constants of an operation: its descriptor, and what its traits need beside it. */
export function planDescriptors(operation: PlannedOperation, sources: MethodSources): readonly DescriptorPlan[] {
  const { model, traits, input } = operation;
  return [
    planDescriptor(model, traits, input, sources.reader),
    planPaging(operation),
    planRounds(operation, sources),
    ...distinctBackgrounds(sources.all, model.name).map((create) => planBackground(create, operation, sources)),
  ].filter((plan) => plan !== undefined);
}

function planPaging(operation: PlannedOperation): DescriptorPlan | undefined {
  const facts = operation.traits.pagination?.facts;
  if (facts === undefined) return undefined;
  return {
    constant: pagingConstant(operation),
    doc: { text: [`How \`${fullName(operation.model)}\` is paged.`], tags: [] },
    satisfies: "PagingDescriptor",
    value: { items: facts.items, next: facts.next, cursor: { in: facts.cursor.in, name: facts.cursor.name } },
  };
}

function planRounds(operation: PlannedOperation, sources: MethodSources): DescriptorPlan | undefined {
  const name = operation.traits.conditionalChange?.facts.read;
  const read = name === undefined ? undefined : sources.find(name);
  if (read === undefined) return undefined;
  const carry = carriedMembers(operation, read, sources);
  return {
    constant: modifyConstant(operation),
    doc: { text: [`The read whose ETag protects \`${fullName(operation.model)}\`.`], tags: [] },
    satisfies: "ModifyDescriptor",
    value: {
      read: reference(read.model.name, operation),
      change: reference(operation.model.name, operation),
      carry: carry.length === 0 ? undefined : carry,
    },
  };
}

function planBackground(
  create: PlannedOperation,
  status: PlannedOperation,
  sources: MethodSources,
): DescriptorPlan | undefined {
  const facts = create.traits.background?.facts;
  if (facts === undefined) return undefined;
  const result = facts.result === undefined ? undefined : sources.find(facts.result.operation);
  return {
    constant: backgroundConstant(create, sources.all),
    doc: { text: ["How a background operation is followed to its end."], tags: [] },
    satisfies: "BackgroundDescriptor",
    value: {
      status: reference(status.model.name, status),
      id: facts.statusParameter,
      created: facts.id,
      state: { member: facts.state.member, succeeded: facts.state.succeeded, failed: facts.state.failed },
      error: facts.error,
      result:
        facts.result === undefined || result?.traits.pagination === undefined
          ? undefined
          : {
              operation: reference(result.model.name, status),
              id: facts.result.parameter,
              paging: { ...reference(result.model.name, status), $constant: pagingConstant(result) },
            },
    },
  };
}

/** A descriptor by name, as a module sees it. */
function reference(name: OperationName, from: PlannedOperation): Extract<DescriptorValue, { $constant: string }> {
  return {
    $constant: constantName(name.method),
    ...(name.resource === from.model.name.resource ? {} : { $resource: name.resource }),
  };
}
