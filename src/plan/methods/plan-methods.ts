import type { MethodPlan } from "../client-plan.js";
import { fullName } from "../reading/answers.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import type { BackgroundOperation } from "../traits/trait.js";
import type { TypePlan } from "../type-plan.js";
import type { ModelTypes } from "../types/plan-model-types.js";
import { answerType } from "./answer-type.js";
import { assembleMethod } from "./assemble-method.js";
import { backgroundConstant } from "./background-constant.js";
import { type CallForm, callType, optionalOptions, plainForm } from "./call-form.js";
import { planModify } from "./plan-modify.js";
import { planResume } from "./plan-resume.js";
import { ownStreamForm, planStreams } from "./plan-streams.js";
import type { FindOperation, PlannedOperation } from "./planned-operation.js";

/** What the planners of methods look things up in; read only. */
export interface MethodSources {
  readonly types: ModelTypes;
  readonly reader: SchemaReader;
  readonly find: FindOperation;
  readonly all: readonly PlannedOperation[];
  /** `info.version` of the contract. */
  readonly contractVersion: string;
}

/**
 * The methods of a resource that an operation gives: its own, those that stream its answer, and `modify` or `resume`
 * where its traits allow one.
 */
export function planMethods(operation: PlannedOperation, sources: MethodSources): readonly MethodPlan[] {
  const own = planMethod(operation, sources);
  const modify = planModify(operation, sources);
  const resume = planResume(operation, sources);
  return [own, ...planStreams(operation, sources), modify, resume].filter((method) => method !== undefined);
}

function planMethod(operation: PlannedOperation, sources: MethodSources): MethodPlan {
  return assembleMethod(operation, operation.model.name.method, chooseForm(operation, sources));
}

function chooseForm(operation: PlannedOperation, sources: MethodSources): CallForm {
  const { traits } = operation;
  if (traits.background !== undefined && traits.idempotentCreate !== undefined)
    return backgroundForm(operation, sources);
  const stream = ownStreamForm(operation, sources);
  if (stream !== undefined) return stream;
  if (traits.conditionalChange !== undefined) return changeForm(operation, sources);
  if (traits.idempotentCreate !== undefined) return keyedForm(operation, sources);
  if (traits.pagination !== undefined) return pagesForm(operation, sources);
  if (traits.versionedRead !== undefined) return versionedForm(operation, sources);
  const value = valueType(operation, sources);
  return { ...plainForm("call", [value], callType(value)), options: optionalOptions("CallOptions") };
}

function backgroundForm(operation: PlannedOperation, sources: MethodSources): CallForm {
  const { background } = operation.traits;
  const typeArguments = background === undefined ? [] : handleArguments(background.facts, sources);
  const handle: TypePlan = { kind: "name", name: "OperationHandle", arguments: typeArguments };
  return {
    ...plainForm("startOperation", typeArguments, callType(handle)),
    options: optionalOptions("KeyedOptions"),
    extra: [backgroundConstant(operation, sources.all)],
    notes: [
      "Starts a background operation: the handle waits for its end, and another process can resume it from its id.",
    ],
  };
}

function changeForm(operation: PlannedOperation, sources: MethodSources): CallForm {
  const read = operation.traits.conditionalChange?.facts.read;
  const of = read === undefined ? [] : [nameLiteral(fullName({ name: read }))];
  const value = valueType(operation, sources);
  const options: TypePlan = { kind: "name", name: "ConditionalOptions", arguments: of };
  const keyed: TypePlan = {
    kind: "intersection",
    members: [options, { kind: "name", name: "KeyedOptions" }],
  };
  const typed = hasETag(operation) && of.length > 0;
  return {
    ...(typed
      ? plainForm(
          operation.traits.idempotentCreate === undefined ? "changeVersioned" : "changeVersionedKeyed",
          [value, ...of],
          callType({ kind: "name", name: "Versioned", arguments: [value, ...of] }),
        )
      : plainForm(
          operation.traits.idempotentCreate === undefined ? "call" : "keyed",
          [value],
          callType(value),
        )),
    options: { name: "options", type: operation.traits.idempotentCreate ? keyed : options, optional: false },
    notes: [
      read === undefined
        ? "Needs the strong ETag of a read."
        : `Needs the strong ETag that \`${fullName({ name: read })}\` gives.`,
    ],
  };
}

function keyedForm(operation: PlannedOperation, sources: MethodSources): CallForm {
  const value = valueType(operation, sources);
  return {
    ...plainForm("keyed", [value], callType(value)),
    options: optionalOptions("KeyedOptions"),
    notes: ["Happens once, however often it is sent: every repeat carries the same idempotency key."],
  };
}

function pagesForm(operation: PlannedOperation, sources: MethodSources): CallForm {
  const page = valueType(operation, sources);
  const item = itemType(operation, sources);
  return {
    ...plainForm("pages", [item, page], { kind: "name", name: "PageSequence", arguments: [item, page] }),
    options: optionalOptions("CallOptions"),
    extra: [`operations.${pagingConstant(operation)}`],
    notes: [],
  };
}

function versionedForm(operation: PlannedOperation, sources: MethodSources): CallForm {
  const value = valueType(operation, sources);
  const of = nameLiteral(fullName(operation.model));
  return {
    ...plainForm(
      "readVersioned",
      [value, of],
      callType({ kind: "name", name: "Versioned", arguments: [value, of] }),
    ),
    options: optionalOptions("CallOptions"),
    notes: ["The value comes with its strong ETag, which a change must present."],
  };
}

function nameLiteral(name: string): TypePlan {
  return { kind: "literal", value: name };
}

function valueType(operation: PlannedOperation, sources: MethodSources): TypePlan {
  return answerType(operation.model, sources);
}

/** Whether a change answers with the new representation and its validator. */
export function hasETag(operation: PlannedOperation): boolean {
  return operation.model.answers.some(
    (answer) =>
      answer.status.startsWith("2") && answer.headers.some((header) => header.name.toLowerCase() === "etag"),
  );
}

/** `listPaging`: the constant beside the descriptor. */
export function pagingConstant(operation: PlannedOperation): string {
  return `${operation.model.name.method}Paging`;
}

/** The type of one item of a paged operation. */
export function itemType(
  operation: PlannedOperation,
  { types, reader }: Pick<MethodSources, "types" | "reader">,
): TypePlan {
  const media = operation.model.answers
    .filter((answer) => answer.status.startsWith("2"))
    .flatMap((answer) => answer.content)
    .find((content) => content.schema !== undefined);
  const items = operation.traits.pagination?.facts.items;
  const list =
    media?.schema === undefined || items === undefined
      ? undefined
      : reader.property(media.schema, items)?.schema;
  const type = list === undefined ? undefined : reader.resolve(list).type;
  return type?.kind === "array" ? types.typeOf(type.items, "answer") : { kind: "keyword", name: "unknown" };
}

/** Type arguments of `OperationHandle`: a row of the result, and the operation as its status tells it. */
export function handleArguments(facts: BackgroundOperation, sources: MethodSources): readonly TypePlan[] {
  const result = facts.result === undefined ? undefined : sources.find(facts.result.operation);
  const status = sources.find(facts.status);
  return [
    result?.traits.pagination === undefined ? { kind: "keyword", name: "never" } : itemType(result, sources),
    status === undefined ? { kind: "keyword", name: "unknown" } : valueType(status, sources),
  ];
}
