import type { ResponseModel, OperationModel } from "../../../model/api-model.js";
import { ConstantReference } from "../../../text/constant-reference.js";
import { operationKey, pathAsSent, successResponses, unchangedResponse } from "../../service/responses.js";
import type { ArgumentPlan, MethodPlan } from "../client-plan.js";
import type { HeaderSets } from "../inputs/header-sets.js";
import type { PlannedOperation } from "../inputs/planned-operation.js";
import { constantName } from "../names.js";
import type { TypePlan } from "../type-plan.js";
import { nameType, sameType, unionType } from "../types/type-builders.js";
import { inputParameter, inputTags, linkTexts, methodDoc, methodErrors, optionTags } from "./method-doc.js";
import { type CallKind, scopeList } from "./method-sources.js";

/** A method of a resource: a signature, its doc, and one call of the runtime in the given form. */
export function assembleMethod(
  operation: PlannedOperation,
  name: string,
  form: CallKind,
  headers: HeaderSets,
): MethodPlan {
  const parameter = inputParameter(operation.input);
  const { model, traits, scopes, input } = operation;
  const descriptor = new ConstantReference(constantName(model.name.method), "operations");
  const response = form.valueIn && responseType(operation, form.valueIn, headers);
  return {
    name,
    doc: methodDoc(model, {
      paragraphs: [
        ...form.paragraphs,
        ...bodyTexts(model),
        // The handle of a background operation follows its links by itself.
        ...(traits.background === undefined ? linkTexts(model) : []),
      ],
      operationKeys: [operationKey(model)],
      scopes,
      parameters: [...inputTags(input), ...optionTags(form.options.name, form.options.type)],
      errors: methodErrors(operation),
    }),
    scopes,
    // What comes before a required parameter is required too; an input without required members is `{}`.
    parameters: [{ ...parameter, optional: parameter.optional && form.options.optional }, form.options],
    returns: withResponse(form.returns, response),
    call: {
      callee: form.callee,
      holder: "core",
      constants: [{ kind: "constant", reference: descriptor }, ...form.extra],
      ...(response?.described === true && {
        within: { callee: form.callee === "pages" ? "withPageHeaders" : "withHeaderValues", descriptor },
      }),
    },
    listing: {
      verb: model.method,
      path: pathAsSent(model),
      scopes: scopeList(scopes),
      summary: model.summary ?? "",
      description: model.description ?? "",
    },
  };
}

/** That a body of the contract is not part of the input. */
function bodyTexts({ method, unsentBody }: OperationModel): readonly string[] {
  if (unsentBody === undefined) return [];
  return [`The body that the contract describes is not sent: \`fetch\` takes none with ${method}.`];
}

/** `Call<Value, Response>`, or `DescribedCall<Value, Headers>` where every success has the same headers. */
function withResponse(returns: TypePlan, response: ResponseType | undefined): TypePlan {
  if (response === undefined || returns.kind !== "name") return returns;
  const [value, headers] = response.type.kind === "name" ? (response.type.arguments ?? []) : [];
  if (
    returns.name === "Call" &&
    response.isOne &&
    response.described &&
    value !== undefined &&
    headers !== undefined
  )
    return { kind: "name", name: "DescribedCall", arguments: [value, headers] };
  return { ...returns, arguments: [...(returns.arguments ?? []), response.type] };
}

/** A constant of the module that has the descriptors of the resource. */
export function operationsConstant(constant: string): ArgumentPlan {
  return { kind: "constant", reference: new ConstantReference(constant, "operations") };
}

/** What `withResponse()` gives beside the plain value with a status. */
interface ResponseType {
  readonly type: TypePlan;
  /** Whether it has headers as values: the call must be wrapped then. */
  readonly described: boolean;
  /** Whether all successes are alike. */
  readonly isOne: boolean;
}

/** Responses that give the same value and the same headers. */
interface Case {
  readonly value: TypePlan;
  /** Name of the interface of their headers. */
  readonly headers: string | undefined;
  readonly responses: readonly ResponseModel[];
}

/**
 * The type of `withResponse()`: a union by `status` where success responses differ, with the headers that each
 * describes. Undefined where `ApiResponse` of the value says it all.
 *
 * @param valueIn - the value that a response gives; undefined for a response that ends in an error.
 */
function responseType(
  operation: PlannedOperation,
  valueIn: (response: ResponseModel) => TypePlan | undefined,
  headers: HeaderSets,
): ResponseType | undefined {
  const unchanged = unchangedResponse(operation.model);
  const responses = [...successResponses(operation.model), ...(unchanged === undefined ? [] : [unchanged])];
  const cases = groupResponses(
    responses,
    valueIn,
    (response) => headers.of(operation, response)?.declaration.name,
  );
  const described = cases.some((one) => one.headers !== undefined);
  const [only] = cases;
  if (only === undefined || (cases.length === 1 && !described)) return undefined;
  if (cases.length === 1) return { type: caseType(only), described, isOne: true };
  return {
    type: unionType(cases.map((one) => caseType(one, statusType(one, responses, operation.model.responses)))),
    described,
    isOne: false,
  };
}

function groupResponses(
  responses: readonly ResponseModel[],
  valueIn: (response: ResponseModel) => TypePlan | undefined,
  headersOf: (response: ResponseModel) => string | undefined,
): readonly Case[] {
  const cases: Case[] = [];
  for (const response of responses) {
    const value = valueIn(response);
    if (value === undefined) continue;
    const headers = headersOf(response);
    const at = cases.findIndex((one) => one.headers === headers && sameType(one.value, value));
    const known = cases[at];
    if (known === undefined) cases.push({ value, headers, responses: [response] });
    else cases[at] = { ...known, responses: [...known.responses, response] };
  }
  return cases;
}

function caseType({ value, headers }: Case, status?: TypePlan): TypePlan {
  const last = status === undefined ? [] : [status];
  return headers === undefined
    ? { kind: "name", name: "ApiResponse", arguments: [value, ...last] }
    : { kind: "name", name: "DescribedResponse", arguments: [value, nameType(headers), ...last] };
}

/**
 * `201`, `200 | 203`; the response for every success that has no name takes those as well.
 *
 * @param described - all that the contract describes, errors included
 */
function statusType(
  one: Case,
  responses: readonly ResponseModel[],
  described: readonly ResponseModel[],
): TypePlan {
  const codes = [
    ...one.responses.flatMap(codeOf),
    ...(one.responses.some(({ status }) => status === "3XX") ? otherRedirects(described) : []),
  ];
  const rest =
    responses.find(({ status }) => status === "2XX") ??
    responses.find(({ status }) => !status.startsWith("3"));
  const others = rest !== undefined && one.responses.includes(rest) ? [otherSuccess(responses)] : [];
  return unionType([...codes, ...others]);
}

function otherSuccess(responses: readonly ResponseModel[]): TypePlan {
  const named = responses.filter(({ status }) => status.startsWith("2")).flatMap(codeOf);
  return {
    kind: "name",
    name: "OtherSuccess",
    ...(named.length === 0 ? {} : { arguments: [unionType(named)] }),
  };
}

/** RFC 9110 section 15.4: every status of a redirect but 304, which redirects nowhere. */
const REDIRECTS = [300, 301, 302, 303, 305, 306, 307, 308];

function otherRedirects(described: readonly ResponseModel[]): readonly TypePlan[] {
  const named = new Set(described.map(({ status }) => status));
  return REDIRECTS.filter((code) => !named.has(String(code))).map((value) => ({ kind: "literal", value }));
}

function codeOf({ status }: ResponseModel): readonly TypePlan[] {
  return /^\d{3}$/.test(status) ? [{ kind: "literal", value: Number(status) }] : [];
}
