import type { ResponseModel, ApiModel, OperationModel } from "../../../model/api-model.js";
import { codeSpan } from "../../../text/printable.js";
import { unescapePointerSegment } from "../../../text/json-pointer.js";
import type { IdentifierSources } from "../../service/identifiers/identifier-names.js";
import { fullName, isRedirect, jsonResponse } from "../../service/responses.js";
import { alternatives } from "../../service/schema-reader.js";
import type { Pagination, OperationTraits } from "../../service/traits/trait.js";
import type { ArgumentPlan } from "../client-plan.js";
import type { HeaderSets } from "../inputs/header-sets.js";
import type { FindOperation, PlannedOperation } from "../inputs/planned-operation.js";
import { listRepresentations, type TypeSources, valueOf } from "../inputs/representations.js";
import type { TypePlan } from "../type-plan.js";
import { unionType } from "../types/type-builders.js";
import {
  listModifications,
  type Modification,
  nameBackgrounds,
  type NamedBackground,
} from "./derived-methods.js";
import { createMethodNames, type MethodNames } from "./method-names.js";

/** What the planners of methods look things up in; read only. */
export interface MethodSources extends FormSources {
  /** What the responses describe in their headers. */
  readonly headers: HeaderSets;
}

/** What it takes to choose the form of a method. */
export interface FormSources extends TypeSources, IdentifierSources {
  readonly find: FindOperation;
  readonly all: readonly PlannedOperation[];
  readonly names: MethodNames;
  /** The ways in which background operations are followed. */
  readonly backgrounds: readonly NamedBackground[];
  /** By the full name of the change: `settings.update`. */
  readonly modifications: ReadonlyMap<string, Modification>;
  /** `info.version` of the contract. */
  readonly contractVersion: string;
}

/** What the forms of methods are chosen from; names are given to what is beside an operation's own method. */
export function formSources(
  model: ApiModel,
  emitted: readonly PlannedOperation[],
  sources: TypeSources & IdentifierSources,
): FormSources {
  const byName = new Map(emitted.map((one) => [fullName(one.model), one]));
  const find: FindOperation = (name) => byName.get(fullName({ name }));
  const names = createMethodNames(emitted);
  return {
    ...sources,
    all: emitted,
    contractVersion: model.contract.version,
    find,
    names,
    backgrounds: nameBackgrounds(emitted, find, names),
    modifications: listModifications(emitted, find, names),
  };
}

/** What differs between the kinds of calls. */
export interface CallKind {
  /** Function of the runtime that makes the call. */
  readonly callee: string;
  readonly returns: TypePlan;
  readonly options: {
    readonly name: "options" | "precondition";
    readonly type: TypePlan;
    readonly optional: boolean;
  };
  /** Arguments between descriptor and input. */
  readonly extra: readonly ArgumentPlan[];
  /** Paragraphs of the doc about what this form adds. */
  readonly paragraphs: readonly string[];
  /**
   * The value that `withResponse()` gives of a response; undefined for a response that ends in an error. Absent: what
   * the form gives has no `withResponse()`.
   */
  readonly valueIn?: (response: ResponseModel) => TypePlan | undefined;
}

/** A form without extras, but for its options. */
export function plainCall(callee: string, returns: TypePlan): Omit<CallKind, "options"> {
  return { callee, returns, extra: [], paragraphs: [] };
}

/** `options?: CallOptions`. */
export function optionalOptions(name: string): CallKind["options"] {
  return { name: "options", type: { kind: "name", name }, optional: true };
}

/** The options of a call with an idempotency key: required where the client cannot make a key that fits. */
export function keyedOptions({ keys }: Pick<PlannedOperation, "keys">): CallKind["options"] {
  return keys !== undefined && keys.form === undefined
    ? { name: "options", type: { kind: "name", name: "OwnKeyOptions" }, optional: false }
    : optionalOptions("KeyedOptions");
}

/** `Call<Value>`. */
export function callType(value: TypePlan): TypePlan {
  return { kind: "name", name: "Call", arguments: [value] };
}

/** The options of a call that makes a change: what its traits ask for, and may be given, beside what every call takes. */
export function changeOptions(operation: Pick<PlannedOperation, "keys" | "traits">): CallKind["options"] {
  const { conditionalChange, idempotentCreate } = operation.traits;
  const keyed = keyedOptions(operation);
  if (conditionalChange === undefined)
    return idempotentCreate === undefined ? optionalOptions("CallOptions") : keyed;
  const { read } = conditionalChange.facts;
  const of: readonly TypePlan[] =
    read === undefined ? [] : [{ kind: "literal", value: fullName({ name: read }) }];
  const conditional: TypePlan = { kind: "name", name: "ConditionalOptions", arguments: of };
  const type: TypePlan =
    idempotentCreate === undefined
      ? conditional
      : { kind: "intersection", members: [conditional, keyed.type] };
  // The compiler names the parameter when it is omitted (RFC 9110 section 13.1).
  return { name: "precondition", type, optional: false };
}

/** The documentation of the validator that a change needs. */
export function validatorParagraph({ conditionalChange }: OperationTraits): readonly string[] {
  if (conditionalChange === undefined) return [];
  const { read } = conditionalChange.facts;
  return [
    read === undefined
      ? "Needs the strong ETag of a read."
      : `Needs the strong ETag that \`${fullName({ name: read })}\` gives.`,
  ];
}

/** The type of what a successful call gives: over all success responses, `undefined` where one has no content. */
export function responseType(operation: OperationModel, sources: TypeSources): TypePlan {
  const { plain, nothing } = listRepresentations(operation, sources);
  return valueOf(plain, nothing);
}

/**
 * The type of what a read gives of its resource, whichever success comes. A 304 (RFC 9110 section 15.4.5) has nothing of it, and comes
 * to callers alone who give the read a condition.
 */
export function resourceType(read: OperationModel, sources: TypeSources): TypePlan {
  const responses = read.responses.filter(({ status }) => status !== "304");
  return responseType({ ...read, responses }, sources);
}

/** The type of what one of its responses gives; undefined where a call that asks for nothing cannot take it. */
export function valueInResponse(
  operation: OperationModel,
  sources: TypeSources,
): (response: ResponseModel) => TypePlan | undefined {
  const { plainIn } = listRepresentations(operation, sources);
  return (response) => {
    if (!isRedirect(response) && (operation.method === "HEAD" || response.content.length === 0))
      return valueOf([], true);
    const plain = plainIn(response);
    return plain.length === 0 ? undefined : valueOf(plain, false);
  };
}

/** The type of one item of a paged operation, in the response that the trait was recognised in. */
export function itemType(
  operation: OperationModel,
  { items }: Pagination,
  { types, reader }: TypeSources,
): TypePlan {
  let list = jsonResponse(operation, reader)?.schema;
  for (const name of items === "" ? [] : items.split("/"))
    list &&= reader.property(list, unescapePointerSegment(name))?.schema;
  const lists = list === undefined ? [] : alternatives(list, reader).map((one) => reader.resolve(one).type);
  const elements = lists.flatMap((type) =>
    type.kind === "array" ? [types.typeOf(type.items, "response")] : [],
  );
  return elements.length === 0 ? { kind: "keyword", name: "unknown" } : unionType(elements);
}

/** Alternative scopes as words: `` `a`, `b` or `c` ``; "and" binds those that are needed together. */
export function scopeList(scopes: readonly (readonly string[])[]): string {
  const alternatives = scopes.map((together) => joined(together.map(codeSpan), "and"));
  const grouped = scopes.length > 1 && scopes.some((together) => together.length > 1);
  return grouped ? alternatives.join(", or ") : joined(alternatives, "or");
}

/** `, scope `a` or `b``; "scopes" where several are needed at once. Empty: none is needed. */
export function scopeText(scopes: readonly (readonly string[])[]): string {
  if (scopes.length === 0) return "";
  const plural = scopes.some((together) => together.length > 1);
  return `, scope${plural ? "s" : ""} ${scopeList(scopes)}`;
}

/** `a, b or c` */
function joined(words: readonly string[], last: "and" | "or"): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} ${last} ${words.slice(-1).join("")}`;
}
