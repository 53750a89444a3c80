import { ConstantReference } from "../../../text/constant-reference.js";
import type { OperationModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import {
  fullName,
  jsonResponse,
  operationKey,
  pathAsSent,
  respondsWithETag,
} from "../../service/responses.js";
import type { SchemaReader } from "../../service/schema-reader.js";
import type { MethodPlan } from "../client-plan.js";
import type { DescriptorPart } from "../descriptor-parts.js";
import type { TypeSources } from "../inputs/representations.js";
import type { PlannedOperation } from "../inputs/planned-operation.js";
import { bothAlternatives, union } from "../scopes.js";
import type { DocPlan, TypePlan } from "../type-plan.js";
import { sameType, UNKNOWN } from "../types/type-builders.js";
import { operationsConstant } from "./assemble-method.js";
import { backgroundOf, isCondition, type Modification } from "./derived-methods.js";
import { inputParameter, inputTags, inputType, methodDoc, methodErrors, optionTags } from "./method-doc.js";
import {
  type CallKind,
  callType,
  keyedOptions,
  type MethodSources,
  optionalOptions,
  resourceType,
  responseType,
  scopeList,
} from "./method-sources.js";
import { pairContext } from "./pair-context.js";
import { handleType, startedOrDone, withoutAccepted } from "./plan-background.js";

/**
 * `modify`: reread and rebuild on 412 (ETG-3). What the read's input names (the resource and its context) is given
 * once, so that it cannot change between the rounds (ACC-8). The change's key, where it takes one, is an option.
 */
export function planModify(modification: Modification, sources: MethodSources): MethodPlan {
  const { change, read, method, constant } = modification;
  const { model } = change;
  const scopes = bothAlternatives(read.scopes, change.scopes);
  const keyed = change.traits.idempotentCreate !== undefined;
  const value = resourceType(read.model, sources);
  const of: TypePlan = { kind: "literal", value: fullName(read.model) };
  const versioned: TypePlan = { kind: "name", name: "Versioned", arguments: [value, of] };
  const facts = change.traits.background?.facts;
  const handle = facts === undefined ? undefined : handleType(facts, sources);
  const background = facts === undefined ? undefined : backgroundOf(facts, sources.backgrounds);
  const rebuilt = rebuiltType(modification, sources);
  const parameter = inputParameter(read.input);
  const input = { ...parameter, type: withoutConditions(parameter.type, read), optional: false };
  return {
    name: method,
    doc: modifyDoc(modification, scopes, sources),
    scopes,
    parameters: [
      input,
      {
        name: "rebuild",
        type: { kind: "name", name: "Rebuild", arguments: [value, rebuilt] },
        optional: false,
      },
      modifyOptions(change),
    ],
    returns: callType(handle === undefined ? versioned : startedOrDone(versioned, handle)),
    call: {
      callee: handle !== undefined ? "modifyInBackground" : keyed ? "modifyKeyed" : "modify",
      holder: "core",
      constants: [
        operationsConstant(constant),
        ...(background === undefined
          ? []
          : [{ kind: "constant" as const, reference: new ConstantReference(background.constant) }]),
      ],
    },
    listing: {
      verb: `${read.model.method} + ${model.method}`,
      path: pathAsSent(model),
      scopes: scopeList(scopes),
      summary: "Read, rebuild and change, again on 412",
      description: "",
    },
  };
}

/**
 * When what came of the change must be read: always where the change does not return what the read returns; where it does and its
 * contract does not promise the validator, after a response without one. A 202 does not count: it gives a handle.
 */
export function rereadOf({ change, read }: Modification, sources: TypeSources): DescriptorPart | undefined {
  const model = withoutAccepted(change.model);
  const value = resourceType(read.model, sources);
  const alike =
    (sameType(responseType(model, sources), value) && !sameType(value, UNKNOWN)) ||
    hasSameEnvelope(model, read.model, sources);
  if (!alike) return "rereadAlways";
  return respondsWithETag({ model }) ? undefined : "rereadWithoutETag";
}

/**
 * The type of a read's input without the headers that make the read conditional: `modify` reads whatever there is, and a 304,
 * which a server may respond with undescribed, has nothing to build a change from.
 */
function withoutConditions(type: TypePlan, { input }: PlannedOperation): TypePlan {
  const conditions = input.parameters.flatMap(({ key, model: parameter }) =>
    isCondition(parameter) ? [{ kind: "literal" as const, value: key }] : [],
  );
  if (conditions.length === 0) return type;
  const whole = inputType(input);
  const without: TypePlan = { kind: "name", name: "Omit", arguments: [whole, union(conditions)] };
  return type.kind === "union"
    ? { ...type, members: type.members.map((one) => (sameType(one, whole) ? without : one)) }
    : without;
}

/** Whether two operations give inline objects that are described alike: `{ data: Settings }`, written out for each. */
function hasSameEnvelope(left: OperationModel, right: OperationModel, sources: TypeSources): boolean {
  const [one, other] = [left, right].map((model) => {
    const schema = jsonResponse(model, sources.reader)?.schema;
    if (schema === undefined || !isInline(sources.reader.resolve(schema))) return undefined;
    const isAll = sameType(responseType(model, sources), sources.types.typeOf(schema, "response"));
    return isAll ? structureOf(schema, sources.reader) : undefined;
  });
  return one !== undefined && one === other;
}

/** What a schema describes, as text: inline schemas member by member, components by name, and nothing of the documentation. */
function structureOf(schema: SchemaNode, reader: SchemaReader): string {
  const seen = new Set<string>();
  const inline = (node: SchemaNode): SchemaNode => {
    if (node.type.kind !== "ref" || seen.has(node.type.name)) return node;
    const target = reader.named(node.type.name);
    if (target === undefined || !isInline(target)) return node;
    seen.add(node.type.name);
    return inline(target);
  };
  const write = (_: string, value: object | string | number | boolean | null): unknown => {
    if (typeof value !== "object" || value === null || !("origin" in value && "doc" in value)) return value;
    const { type, constraints, access } = inline(value as SchemaNode);
    return { type, constraints, access };
  };
  return JSON.stringify({ schema }, write);
}

/** Whether a schema is written where an operation uses it. */
function isInline({ origin }: SchemaNode): boolean {
  return origin.pointer.startsWith("#/paths/");
}

function modifyOptions(change: PlannedOperation): CallKind["options"] {
  const options = optionalOptions("ModifyOptions");
  if (change.traits.idempotentCreate === undefined) return options;
  const keyed = keyedOptions(change);
  return { ...keyed, type: { kind: "intersection", members: [options.type, keyed.type] } };
}

function modifyDoc(
  modification: Modification,
  scopes: readonly (readonly string[])[],
  sources: TypeSources,
): DocPlan {
  const { change, read } = modification;
  const { model, traits } = change;
  // The client sends the validator in every round; 428 cannot come of it.
  const errors = new Set([...methodErrors(read), ...methodErrors(change)]);
  errors.delete("PreconditionRequiredError");
  const isAlwaysStarted = traits.background !== undefined && traits.background.facts.mayBeDone !== true;
  if (rereadOf(modification, sources) !== undefined && !isAlwaysStarted) errors.add("UnreadChangeError");
  return methodDoc(model, {
    paragraphs: [
      `Reads the current value with \`${fullName(read.model)}\`, applies your change, and writes it with the ETag. ` +
        "On 412 it rereads and retries, up to a limit.",
    ],
    operationKeys: [operationKey(read.model), operationKey(model)],
    scopes,
    parameters: [
      ...inputTags(read.input),
      {
        tag: "param",
        text: "rebuild - gives the change for what was just read; undefined when nothing is left to change",
      },
      ...optionTags("options", modifyOptions(change).type),
    ],
    errors: [...errors],
  });
}

/** What `rebuild` gives: the change's input without what the read's input names already. */
function rebuiltType(modification: Modification, sources: TypeSources): TypePlan {
  const { taken } = pairContext(modification, sources);
  const type = inputType(modification.change.input);
  if (taken.length === 0) return type;
  const names = union(taken.map((value) => ({ kind: "literal", value })));
  return { kind: "name", name: "Rebuilt", arguments: [type, names] };
}
