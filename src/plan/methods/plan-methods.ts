import type { MethodPlan } from "../client-plan.js";
import { constantName, isVariableName, resourceClassName } from "../names.js";
import { fullName } from "../reading/answers.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import { selfType } from "../scopes/scope-alternatives.js";
import type { BackgroundOperation } from "../traits/trait.js";
import type { TypePlan } from "../type-plan.js";
import type { ModelTypes } from "../types/plan-model-types.js";
import { answerType } from "./answer-type.js";
import { backgroundConstant } from "./background-constant.js";
import { methodDoc, scopeText } from "./method-doc.js";
import { planModify } from "./plan-modify.js";
import { planResume } from "./plan-resume.js";
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

/** The methods of a resource that an operation gives: its own, and `modify` or `resume` where its traits allow one. */
export function planMethods(operation: PlannedOperation, sources: MethodSources): readonly MethodPlan[] {
  const own = planMethod(operation, sources);
  const modify = planModify(operation, sources);
  const resume = planResume(operation, sources);
  return [own, modify, resume].filter((method) => method !== undefined);
}

function planMethod(operation: PlannedOperation, sources: MethodSources): MethodPlan {
  const form = chooseForm(operation, sources);
  const parameter = inputParameter(operation.input);
  const { model, traits, scopes, input } = operation;
  const self = selfType(resourceClassName(model.name.resource), scopes);
  return {
    name: model.name.method,
    doc: methodDoc(model, traits, scopes, { notes: form.notes, input }),
    ...(self === undefined ? {} : { self }),
    // What comes before a required parameter is required too; an input without required members is `{}`.
    parameters: [{ ...parameter, optional: parameter.optional && form.options.optional }, form.options],
    returns: form.returns,
    call: {
      callee: form.callee,
      typeArguments: form.typeArguments,
      arguments: [
        coreOf(self, model.name.resource),
        `operations.${constantName(model.name.method)}`,
        ...form.extra,
        parameter.name,
        "options",
      ],
    },
    listing: {
      verb: model.method,
      path: model.path,
      scopes: scopeText(scopes).replace(/^, scopes? /, ""),
      summary: model.summary ?? "",
    },
  };
}

/**
 * How a method reaches its core. Where `this` is a union over alternative scopes, TypeScript loses sight of the private
 * field (`noUnusedLocals` calls it unread), and the class without any scope stands in.
 */
export function coreOf(self: TypePlan | undefined, resource: string): string {
  return self?.kind === "union" ? `(this as ${resourceClassName(resource)}<never>).#core` : "this.#core";
}

/**
 * The first parameter of every method: `input`, or what it is called in the path when a bare value is all it can be.
 */
export function inputParameter({
  type,
  optional,
  shorthand,
  declaration,
}: PlannedOperation["input"]): MethodPlan["parameters"][number] {
  const bare = shorthand !== undefined && declaration === undefined && isVariableName(shorthand.name);
  return {
    name: bare ? shorthand.name : "input",
    type: type ?? { kind: "name", name: "NoInput" },
    optional,
  };
}

/** What differs between the kinds of calls. */
interface CallForm {
  readonly callee: string;
  readonly typeArguments: readonly TypePlan[];
  readonly returns: TypePlan;
  readonly options: { readonly name: "options"; readonly type: TypePlan; readonly optional: boolean };
  /** Arguments between descriptor and input. */
  readonly extra: readonly string[];
  readonly notes: readonly string[];
}

function chooseForm(operation: PlannedOperation, sources: MethodSources): CallForm {
  const { traits } = operation;
  if (traits.background !== undefined && traits.idempotentCreate !== undefined)
    return backgroundForm(operation, sources);
  if (traits.conditionalChange !== undefined) return changeForm(operation, sources);
  if (traits.idempotentCreate !== undefined) return keyedForm(operation, sources);
  if (traits.pagination !== undefined) return pagesForm(operation, sources);
  if (traits.versionedRead !== undefined) return versionedForm(operation, sources);
  const value = valueType(operation, sources);
  return { ...plain("call", [value], call(value)), options: optional("CallOptions") };
}

function backgroundForm(operation: PlannedOperation, sources: MethodSources): CallForm {
  const { background } = operation.traits;
  const typeArguments = background === undefined ? [] : handleArguments(background.facts, sources);
  const handle: TypePlan = { kind: "name", name: "OperationHandle", arguments: typeArguments };
  return {
    ...plain("startOperation", typeArguments, call(handle)),
    options: optional("KeyedOptions"),
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
      ? plain(
          operation.traits.idempotentCreate === undefined ? "changeVersioned" : "changeVersionedKeyed",
          [value, ...of],
          call({ kind: "name", name: "Versioned", arguments: [value, ...of] }),
        )
      : plain(operation.traits.idempotentCreate === undefined ? "call" : "keyed", [value], call(value))),
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
    ...plain("keyed", [value], call(value)),
    options: optional("KeyedOptions"),
    notes: ["Happens once, however often it is sent: every repeat carries the same idempotency key."],
  };
}

function pagesForm(operation: PlannedOperation, sources: MethodSources): CallForm {
  const page = valueType(operation, sources);
  const item = itemType(operation, sources);
  return {
    ...plain("pages", [item, page], { kind: "name", name: "PageSequence", arguments: [item, page] }),
    options: optional("CallOptions"),
    extra: [`operations.${pagingConstant(operation)}`],
    notes: [],
  };
}

function versionedForm(operation: PlannedOperation, sources: MethodSources): CallForm {
  const value = valueType(operation, sources);
  const of = nameLiteral(fullName(operation.model));
  return {
    ...plain("readVersioned", [value, of], call({ kind: "name", name: "Versioned", arguments: [value, of] })),
    options: optional("CallOptions"),
    notes: ["The value comes with its strong ETag, which a change must present."],
  };
}

function plain(
  callee: string,
  typeArguments: readonly TypePlan[],
  returns: TypePlan,
): Pick<CallForm, "callee" | "typeArguments" | "returns" | "extra" | "notes"> {
  return { callee, typeArguments, returns, extra: [], notes: [] };
}

function optional(name: string): CallForm["options"] {
  return { name: "options", type: { kind: "name", name }, optional: true };
}

function call(value: TypePlan): TypePlan {
  return { kind: "name", name: "Call", arguments: [value] };
}

function nameLiteral(name: string): TypePlan {
  return { kind: "literal", value: name };
}

function valueType(operation: PlannedOperation, sources: MethodSources): TypePlan {
  return answerType(operation.model, sources.types, sources.reader);
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
