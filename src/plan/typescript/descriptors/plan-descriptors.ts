import type { OperationName } from "../../../model/api-model.js";
import { byText } from "../../../text/by-text.js";
import { ConstantReference } from "../../../text/constant-reference.js";
import { pointerKeys } from "../../../text/json-pointer.js";
import { onlyValue, ownValue } from "../../service/only-value.js";
import { fullName } from "../../service/responses.js";
import type { BackgroundOperation, Pagination } from "../../service/traits/trait.js";
import { memberPath } from "../../service/traits/pagination/paths.js";
import type { DescriptorMembers, DescriptorPlan } from "../descriptor-plan.js";
import type { PlannedOperation } from "../inputs/planned-operation.js";
import { pagingConstant } from "../methods/call-kinds.js";
import { backgroundsFollowedBy, type NamedBackground } from "../methods/derived-methods.js";
import type { MethodSources } from "../methods/method-sources.js";
import { pairContext } from "../methods/pair-context.js";
import { rereadOf } from "../methods/plan-modify.js";
import { constantName, operationsAlias } from "../names.js";
import { planDescriptor } from "./plan-descriptor.js";
import { part } from "./runtime-parts.js";

/** The constants of an operation: its descriptor, and what its traits need beside it. */
export function planDescriptors(
  operation: PlannedOperation,
  sources: MethodSources,
): readonly DescriptorPlan[] {
  const { model } = operation;
  return [
    planDescriptor(operation, sources, isOwnCall(operation, sources) ? ownValue : onlyValue),
    planPaging(operation),
    planReadModifyWrite(operation, sources),
    planLimits(operation, sources),
    ...backgroundsFollowedBy(model.name, sources.backgrounds).map((background) =>
      planBackground(background, operation, sources),
    ),
  ].filter((plan) => plan !== undefined);
}

/** Whether the client calls an operation by itself: for a state, a result or what the server allows. */
function isOwnCall({ model, traits }: PlannedOperation, sources: MethodSources): boolean {
  const names = ownCalls.get(sources) ?? listOwnCalls(sources);
  ownCalls.set(sources, names);
  return traits.capabilities !== undefined || names.has(fullName(model));
}

/** The names of what a client calls by itself, listed once for a contract. */
const ownCalls = new WeakMap<MethodSources, ReadonlySet<string>>();

function listOwnCalls({ backgrounds, all }: MethodSources): ReadonlySet<string> {
  const names = [
    ...backgrounds.flatMap(({ facts: { status, result } }) => [status, result?.operation]),
    ...all.map((one) => one.traits.capabilities?.facts.also?.operation),
  ];
  return new Set(names.flatMap((name) => (name === undefined ? [] : [fullName({ name })])));
}

function planPaging(operation: PlannedOperation): DescriptorPlan | undefined {
  const facts = operation.traits.pagination?.facts;
  if (facts === undefined) return undefined;
  return {
    kind: "other",
    constant: pagingConstant(operation),
    doc: { text: [`How \`${fullName(operation.model)}\` is paged.`], tags: [] },
    type: "PagingDescriptor",
    value: pagingMembers(facts),
  };
}

/** The facts of pages, with the functions of their style alone; the size of a page is the caller's. */
function pagingMembers(facts: Pagination): DescriptorMembers {
  const shared = { ...facts, size: undefined, style: undefined };
  switch (facts.style) {
    case "last-item":
      return { ...shared, after: undefined, position: facts.after, follow: part("followLastItem") };
    case "number":
      return { ...shared, number: undefined, position: facts.number, follow: part("followNumber") };
    case "offset":
      return { ...shared, offset: undefined, position: facts.offset, follow: part("followOffset") };
    case "link":
      return { ...shared, follow: part("followLink"), target: part("linkTarget") };
    default:
      return { ...shared, cursor: undefined, position: facts.cursor, follow: part("followCursor") };
  }
}

function planReadModifyWrite(
  operation: PlannedOperation,
  sources: MethodSources,
): DescriptorPlan | undefined {
  const modification = sources.modifications.get(fullName(operation.model));
  if (modification === undefined) return undefined;
  const { same, others } = pairContext(modification, sources);
  const rereads = rereadOf(modification, sources);
  const hasPath = modification.read.model.parameters.some((parameter) => parameter.in === "path");
  return {
    kind: "other",
    constant: modification.constant,
    doc: { text: [`The read whose ETag protects \`${fullName(operation.model)}\`.`], tags: [] },
    type: "ModifyDescriptor",
    value: {
      read: reference(modification.read.model.name, operation),
      change: reference(operation.model.name, operation),
      // By default the read's path parameters: an empty list says that the change takes none of them.
      contextFields: same.length === 0 && !hasPath ? undefined : same,
      contextPaths:
        others.length === 0 ? undefined : others.map(({ from, to }) => [from.join("/"), to.join("/")]),
      join: others.length === 0 ? undefined : part("joinContextPaths"),
      reread: rereads && part(rereads),
    },
  };
}

/** The constant that tells where limits, features and the server's version of the contract are. */
export function limitsConstant({ model }: PlannedOperation): string {
  return `${model.name.method}Limits`;
}

function planLimits(operation: PlannedOperation, sources: MethodSources): DescriptorPlan | undefined {
  const facts = operation.traits.capabilities?.facts;
  if (facts === undefined) return undefined;
  const { also } = facts;
  // Paths of one response, or of two.
  const at = (path: string | undefined, response: 0 | 1) =>
    also === undefined || path === undefined
      ? path
      : memberPath([String(response), ...pointerKeys(`/${path}`)]);
  const pick = (path: string | undefined, other: string | undefined) => at(path, 0) ?? at(other, 1);
  const limits = { ...also?.limits, ...facts.limits };
  const features = pick(facts.features, also?.features);
  return {
    kind: "other",
    constant: limitsConstant(operation),
    doc: { text: [`Where \`${fullName(operation.model)}\` tells limits and features.`], tags: [] },
    type: "CapabilitiesDescriptor",
    value: {
      operation: reference(operation.model.name, operation),
      also: also && reference(also.operation, operation),
      contractVersion: facts.statedVersion ?? also?.statedVersion ?? sources.contractVersion,
      version: pick(facts.contractVersion, also?.contractVersion),
      features,
      gates: features === undefined ? undefined : planGates(sources),
      limits: Object.fromEntries(
        Object.keys(limits).map((name) => [name, pick(facts.limits[name], also?.limits[name])]),
      ),
    },
  };
}

/** Operation name → flags that must be on for it, by name; undefined when the contract names none (CAP-3). */
function planGates({ all }: MethodSources): Readonly<Record<string, readonly string[]>> | undefined {
  const gates = all.flatMap(({ model, traits: { features } }) =>
    features === undefined ? [] : [[fullName(model), features.facts] as const],
  );
  if (gates.length === 0) return undefined;
  return Object.fromEntries(gates.sort(([left], [right]) => byText(left, right)));
}

function planBackground(
  { facts, constant }: NamedBackground,
  status: PlannedOperation,
  sources: MethodSources,
): DescriptorPlan {
  const result = facts.result === undefined ? undefined : sources.find(facts.result.operation);
  return {
    kind: "other",
    constant,
    doc: { text: ["How a background operation is followed to its end."], tags: [] },
    type: "BackgroundDescriptor",
    value: {
      status: reference(status.model.name, status),
      idParameter: inputKey(status, facts.statusParameter),
      fromStart: facts.fromStart && {
        members: Object.fromEntries(
          facts.fromStart.map(({ in: where, parameter, from }) => [
            inputKey(status, parameter, where),
            { in: where, name: from },
          ]),
        ),
        ids: part("compoundIds"),
      },
      id: facts.id,
      header: facts.header,
      state: facts.state.member,
      read: stateReader(facts.state),
      states: { succeeded: facts.state.succeeded, failed: facts.state.failed },
      failure: facts.state.failure,
      error: facts.error,
      result:
        facts.result === undefined || result?.traits.pagination === undefined
          ? undefined
          : {
              operation: reference(result.model.name, status),
              paging: reference(result.model.name, status, pagingConstant(result)),
              idParameter:
                facts.result.parameter === facts.statusParameter
                  ? undefined
                  : inputKey(result, facts.result.parameter),
              pageSize: facts.result.pageSize,
            },
      pollFloor: facts.interval,
    },
  };
}

/** The member of the input that carries a parameter. */
function inputKey({ input }: PlannedOperation, parameter: string, where?: string): string {
  const found = input.parameters.find(
    ({ model }) => model.name === parameter && (where ?? model.in) === model.in,
  );
  return found?.key ?? parameter;
}

/** What reads a state; undefined: it is a text that every response has. */
function stateReader({
  failure,
  isOptional,
  isScalar,
}: BackgroundOperation["state"]): ConstantReference | undefined {
  if (isOptional) return part("laterState");
  return isScalar === true || failure !== undefined ? part("scalarState") : undefined;
}

/** A constant of an operation, its descriptor unless another is named, as a module sees it. */
function reference(
  name: OperationName,
  from: PlannedOperation,
  constant = constantName(name.method),
): ConstantReference {
  const isOwn = name.resource === from.model.name.resource;
  return new ConstantReference(constant, isOwn ? undefined : operationsAlias(name.resource));
}
