import type { OperationModel, OperationName } from "../../../model/api-model.js";
import {
  respondsWithRedirect,
  fullName,
  respondsWithETag,
  isRedirect,
  successResponses,
} from "../../service/responses.js";
import { isBare, redirectsBeside } from "../../service/redirects.js";
import type { ConditionalChange, Pagination, ReturnedVersion } from "../../service/traits/trait.js";
import type { PlannedOperation } from "../inputs/planned-operation.js";
import type { TypeSources } from "../inputs/representations.js";
import type { TypePlan } from "../type-plan.js";
import { sameType, UNKNOWN } from "../types/type-builders.js";
import { operationsConstant } from "./assemble-method.js";
import {
  resourceType,
  responseType,
  type CallKind,
  callType,
  changeOptions,
  type FormSources,
  itemType,
  keyedOptions,
  optionalOptions,
  plainCall,
  validatorParagraph,
  valueInResponse,
} from "./method-sources.js";

/** A create that carries an idempotency key and returns its result (IDM-1). */
export function keyedCall(operation: PlannedOperation, sources: TypeSources): CallKind {
  const value = responseType(operation.model, sources);
  return {
    ...plainCall("keyed", callType(value)),
    options: keyedOptions(operation),
    valueIn: valueInResponse(operation.model, sources),
    paragraphs: ["Happens once, however often it is sent: every repeat carries the same idempotency key."],
  };
}

/** A read that comes page by page (RES-3). */
export function pagesCall(operation: PlannedOperation, facts: Pagination, sources: TypeSources): CallKind {
  const page = responseType(operation.model, sources);
  const item = itemType(operation.model, facts, sources);
  return {
    ...plainCall("pages", { kind: "name", name: "PageSequence", arguments: [item, page] }),
    options: optionalOptions("CallOptions"),
    extra: [operationsConstant(pagingConstant(operation))],
    valueIn: valueInResponse(operation.model, sources),
    paragraphs: [],
  };
}

/** `listPaging`: the constant beside the descriptor. */
export function pagingConstant({ model }: PlannedOperation): string {
  return `${model.name.method}Paging`;
}

/** A read that hands its validator out (ETG-1). */
export function versionedCall(operation: PlannedOperation, sources: TypeSources): CallKind {
  const value = responseType(operation.model, sources);
  const of: TypePlan = { kind: "literal", value: fullName(operation.model) };
  return {
    ...plainCall("versioned", callType({ kind: "name", name: "Versioned", arguments: [value, of] })),
    options: optionalOptions("CallOptions"),
    valueIn: versionedIn(operation.model, of, sources),
    paragraphs: mentionsETag(operation)
      ? []
      : ["The value comes with its strong ETag, which a change must present."],
  };
}

/** What each response gives, with its validator. */
function versionedIn(
  operation: OperationModel,
  of: TypePlan,
  sources: TypeSources,
): NonNullable<CallKind["valueIn"]> {
  const valueIn = valueInResponse(operation, sources);
  return (response) => {
    const value = valueIn(response);
    return value === undefined ? undefined : { kind: "name", name: "Versioned", arguments: [value, of] };
  };
}

/** Whether the contract's own words, which come before ours, say it already. */
function mentionsETag({ model }: PlannedOperation): boolean {
  return /\be-?tag\b/i.test(`${model.summary ?? ""} ${model.description ?? ""}`);
}

/** A change under a validator (ETG-2), which carries the key of an intent beside it where the contract has one. */
export function changeCall(
  operation: PlannedOperation,
  { read }: ConditionalChange,
  sources: FormSources,
): CallKind {
  const { traits } = operation;
  const keyed = traits.idempotentCreate !== undefined;
  const value = responseType(operation.model, sources);
  const added = { options: changeOptions(operation), paragraphs: validatorParagraph(traits) };
  const isPromised = respondsWithETag(operation);
  if (read === undefined || !(isPromised || returnsWhatIsRead(operation, read, sources)))
    return {
      ...plainCall(keyed ? "keyed" : "call", callType(value)),
      ...added,
      valueIn: valueInResponse(operation.model, sources),
    };
  const of: TypePlan = { kind: "literal", value: fullName({ name: read }) };
  const returns = callType({ kind: "name", name: "Versioned", arguments: [value, of] });
  return {
    ...plainCall(keyed ? "versionedKeyed" : "versioned", returns),
    ...added,
    ...(isPromised ? {} : { paragraphs: [...added.paragraphs, NOT_PROMISED] }),
    valueIn: versionedIn(operation.model, of, sources),
  };
}

const NOT_PROMISED =
  "The value comes with its new ETag where the server sends one; otherwise looking at `etag` raises `UnexpectedResponseError`.";

/** Whether a change returns what its read returns: then an ETag in its response, which the contract does not promise, is of that. */
function returnsWhatIsRead({ model }: PlannedOperation, read: OperationName, sources: FormSources): boolean {
  const found = sources.find(read);
  if (found === undefined || ["DELETE", "GET", "HEAD"].includes(model.method)) return false;
  const value = responseType(model, sources);
  return sameType(value, resourceType(found.model, sources)) && !sameType(value, UNKNOWN);
}

/** A create, or a change without a condition, whose response has the validator of what it wrote. */
export function returnedVersionCall(
  operation: PlannedOperation,
  { read }: ReturnedVersion,
  sources: TypeSources,
): CallKind {
  const { model, traits } = operation;
  const of: TypePlan = { kind: "literal", value: fullName({ name: read }) };
  const value: TypePlan = {
    kind: "name",
    name: "Versioned",
    arguments: [responseType(model, sources), of],
  };
  const keyed = traits.idempotentCreate === undefined ? undefined : keyedCall(operation, sources);
  return {
    ...plainCall(keyed === undefined ? "versioned" : "versionedKeyed", callType(value)),
    options: changeOptions(operation),
    paragraphs: [
      ...(keyed?.paragraphs ?? []),
      "The value comes with its strong ETag, which the next change must present.",
    ],
    valueIn: versionedIn(model, of, sources),
  };
}

const ADDRESS = "Gives the address that the response redirects to, which is not followed.";
const EITHER =
  "Gives the content of the response, or the address that it redirects to, which is not followed: `status` of `withResponse()` tells which.";
const RAISES = "A response that redirects raises `ResponseError`, with the address in `allHeaders`.";
const BESIDE =
  "or the address of a redirect that the client does not follow: `status` of `withResponse()` tells which.";
const RAISES_BESIDE =
  "A redirect that the client does not follow raises `ResponseError`, with the address in `allHeaders`.";

/**
 * The form of a call that gives the address of a redirect, where that is a success of the operation. Beside a 2xx a call that
 * has no place for an address raises.
 */
export function withAddress(form: CallKind, operation: OperationModel): CallKind {
  if (!respondsWithRedirect(operation)) return withParagraph(form, raisesBeside(operation));
  const success = successResponses(operation);
  if (!success.some(({ addressed }) => addressed === true))
    return withParagraph(form, success.every(isRedirect) ? ADDRESS : EITHER);
  const hasContent = operation.method !== "HEAD" && !success.every(isBare);
  return withParagraph(form, `Gives ${hasContent ? "the content" : "nothing"}, ${BESIDE}`);
}

/** The form of a call that asks for content: the address of a redirect, which its type does not know, raises. */
export function withoutAddress(form: CallKind, operation: OperationModel): CallKind {
  const beside = raisesBeside(operation);
  if (!respondsWithRedirect(operation)) return withParagraph(form, beside);
  const { valueIn } = form;
  return {
    ...withParagraph(form, beside ?? RAISES),
    ...(valueIn && {
      valueIn: (response) => (isRedirect(response) ? undefined : valueIn(response)),
    }),
  };
}

/** What to say of a redirect without content beside a 2xx, of a call that does not give its address. */
function raisesBeside(operation: OperationModel): string | undefined {
  return redirectsBeside(operation).some(isBare) ? RAISES_BESIDE : undefined;
}

function withParagraph(form: CallKind, paragraph: string | undefined): CallKind {
  return paragraph === undefined ? form : { ...form, paragraphs: [...form.paragraphs, paragraph] };
}
