import type { OperationModel } from "../../../model/api-model.js";
import {
  answersWithRedirect,
  findHeader,
  fullName,
  isRedirect,
  successAnswers,
} from "../../service/responses.js";
import type { ConditionalChange, CursorPagination } from "../../service/traits/trait.js";
import type { PlannedOperation } from "../inputs/planned-operation.js";
import type { TypeSources } from "../inputs/representations.js";
import type { TypePlan } from "../type-plan.js";
import { operationsConstant } from "./assemble-method.js";
import {
  answerType,
  type CallForm,
  callType,
  changeOptions,
  itemType,
  optionalOptions,
  plainForm,
  validatorNote,
  valueInAnswer,
} from "./method-sources.js";

/** A create that carries an idempotency key and answers with its result (IDM-1). */
export function keyedForm(operation: PlannedOperation, sources: TypeSources): CallForm {
  const value = answerType(operation.model, sources);
  return {
    ...plainForm("keyed", callType(value)),
    options: optionalOptions("KeyedOptions"),
    valueIn: valueInAnswer(operation.model, sources),
    notes: ["Happens once, however often it is sent: every repeat carries the same idempotency key."],
  };
}

/** A read that comes page by page (RES-3). */
export function pagesForm(
  operation: PlannedOperation,
  facts: CursorPagination,
  sources: TypeSources,
): CallForm {
  const page = answerType(operation.model, sources);
  const item = itemType(operation.model, facts, sources);
  return {
    ...plainForm("pages", { kind: "name", name: "PageSequence", arguments: [item, page] }),
    options: optionalOptions("CallOptions"),
    extra: [operationsConstant(pagingConstant(operation))],
    notes: [],
  };
}

/** `listPaging`: the constant beside the descriptor. */
export function pagingConstant({ model }: PlannedOperation): string {
  return `${model.name.method}Paging`;
}

/** A read that hands its validator out (ETG-1). */
export function versionedForm(operation: PlannedOperation, sources: TypeSources): CallForm {
  const value = answerType(operation.model, sources);
  const of: TypePlan = { kind: "literal", value: fullName(operation.model) };
  return {
    ...plainForm("readVersioned", callType({ kind: "name", name: "Versioned", arguments: [value, of] })),
    options: optionalOptions("CallOptions"),
    valueIn: versionedIn(operation.model, of, sources),
    notes: saysETag(operation) ? [] : ["The value comes with its strong ETag, which a change must present."],
  };
}

/** What each answer gives, with its validator. */
function versionedIn(
  operation: OperationModel,
  of: TypePlan,
  sources: TypeSources,
): NonNullable<CallForm["valueIn"]> {
  const valueIn = valueInAnswer(operation, sources);
  return (answer) => {
    const value = valueIn(answer);
    return value === undefined ? undefined : { kind: "name", name: "Versioned", arguments: [value, of] };
  };
}

/** Whether the contract's own words, which stand before ours, say it already. */
function saysETag({ model }: PlannedOperation): boolean {
  return /\be-?tag\b/i.test(`${model.summary ?? ""} ${model.description ?? ""}`);
}

/** A change under a validator (ETG-2), which carries the key of an intent beside it where the contract has one. */
export function changeForm(
  operation: PlannedOperation,
  { read }: ConditionalChange,
  sources: TypeSources,
): CallForm {
  const { traits } = operation;
  const keyed = traits.idempotentCreate !== undefined;
  const value = answerType(operation.model, sources);
  const added = { options: changeOptions(traits), notes: validatorNote(traits) };
  if (read === undefined || !answersWithETag(operation))
    return {
      ...plainForm(keyed ? "keyed" : "call", callType(value)),
      ...added,
      valueIn: valueInAnswer(operation.model, sources),
    };
  const of: TypePlan = { kind: "literal", value: fullName({ name: read }) };
  const returns = callType({ kind: "name", name: "Versioned", arguments: [value, of] });
  return {
    ...plainForm(keyed ? "changeVersionedKeyed" : "changeVersioned", returns),
    ...added,
    valueIn: versionedIn(operation.model, of, sources),
  };
}

/** Whether every success of a change comes with a validator. */
export function answersWithETag({ model }: Pick<PlannedOperation, "model">): boolean {
  const answers = successAnswers(model);
  return answers.length > 0 && answers.every((answer) => findHeader(answer, "ETag") !== undefined);
}

const ADDRESS = "Gives the address that the answer redirects to, which is not followed.";
const EITHER =
  "Gives the content of the answer, or the address that it redirects to, which is not followed: `status` of `withResponse()` tells which.";
const RAISES = "An answer that redirects raises `ResponseError`, with the address in `allHeaders`.";

/** The form of a call that gives the address of a redirect, where that is a success of the operation. */
export function withAddress(form: CallForm, operation: OperationModel): CallForm {
  if (!answersWithRedirect(operation)) return form;
  const note = successAnswers(operation).every(isRedirect) ? ADDRESS : EITHER;
  return { ...form, notes: [...form.notes, note] };
}

/** The form of a call that asks for content: the address of a redirect, which its type does not know, raises. */
export function withoutAddress(form: CallForm, operation: OperationModel): CallForm {
  if (!answersWithRedirect(operation)) return form;
  const { valueIn } = form;
  return {
    ...form,
    notes: [...form.notes, RAISES],
    ...(valueIn && {
      valueIn: (answer) => (isRedirect(answer) ? undefined : valueIn(answer)),
    }),
  };
}
