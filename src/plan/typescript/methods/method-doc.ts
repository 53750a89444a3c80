import type { ResponseModel, LinkModel, OperationModel } from "../../../model/api-model.js";
import { codeSpan } from "../../../text/printable.js";
import { findHeaderParameter, respondsWithRedirect, fullName, isRedirect } from "../../service/responses.js";
import type { MethodPlan } from "../client-plan.js";
import type { InputPlan } from "../inputs/input-plan.js";
import type { PlannedOperation } from "../inputs/planned-operation.js";
import { isVariableName } from "../names.js";
import type { DocPlan, TypePlan } from "../type-plan.js";
import { parameterDoc } from "../types/schema-doc.js";
import { namesInType } from "../types/type-builders.js";
import { scopeText } from "./method-sources.js";

/** What the doc of a method says beside the contract's own words. */
interface DocAdditions {
  /** Paragraphs about what this form of the call adds. */
  readonly paragraphs: readonly string[];
  /** What is sent: `GET /cabinets`. */
  readonly operationKeys: readonly string[];
  /** Sets of scopes, any one of which is enough. */
  readonly scopes: readonly (readonly string[])[];
  /** `@param` tags. */
  readonly parameters: DocPlan["tags"];
  /** Classes of the errors to expect, beside those that every call may raise. */
  readonly errors: readonly string[];
}

/** What a caller reads on hover: summary, description, verb and path with scopes, input, and which errors to expect. */
export function methodDoc(
  { summary, description, deprecated }: Pick<OperationModel, "summary" | "description" | "deprecated">,
  { paragraphs, operationKeys, scopes, parameters, errors }: DocAdditions,
): DocPlan {
  const own = [summary === undefined || summary.trim() === "" ? undefined : sentence(summary), description];
  const texts = (description === summary ? own.slice(0, 1) : own).filter((text) => text !== undefined);
  const wire = `${operationKeys.map(codeSpan).join(" and ")}${scopeText(scopes)}.`;
  return {
    text: [...texts, ...paragraphs, wire].filter((paragraph) => paragraph.trim() !== ""),
    tags: [
      ...parameters,
      ...(errors.length === 0 ? [] : [{ tag: "throws", text: errorText(errors) }]),
      ...(deprecated ? [{ tag: "deprecated", text: "" }] : []),
    ],
  };
}

function errorText(errors: readonly string[]): string {
  return `${errors.map((name) => `\`${name}\``).join(", ")}.`;
}

function sentence(text: string): string {
  return /[.!?:]\s*$/.test(text) ? text.trim() : `${text.trim()}.`;
}

const STALE = "StaleETagError";

/**
 * Error classes by the status that leads to them (design of the client: "Errors"). What a proxy sends as well means the
 * class for sure only where Problem Details say it (ERR-7).
 */
const ERRORS: readonly { readonly status: RegExp; readonly name: string; readonly problem?: true }[] = [
  { status: /^401$/, name: "AuthenticationError" },
  { status: /^403$/, name: "AccessDeniedError", problem: true },
  { status: /^(?:404|410)$/, name: "ResourceProblemError", problem: true },
  { status: /^412$/, name: STALE },
  { status: /^413$/, name: "RequestTooLargeError" },
  { status: /^428$/, name: "PreconditionRequiredError" },
  { status: /^429$/, name: "RateLimitedError" },
];

/** Classes of the errors that the responses and traits of an operation lead to, beside those that every call may raise. */
export function methodErrors({
  model: operation,
  traits,
  problems,
}: Pick<PlannedOperation, "model" | "problems" | "traits">): readonly string[] {
  const { responses } = operation;
  const isProblem = (response: ResponseModel) => problems.has(response) || hasProblem(response);
  const isResponseError = (response: ResponseModel) =>
    isOther(response) && !hasProblem(response) && problems.get(response) !== "always";
  // A validator can be stale whether or not the contract describes 412.
  const sendsValidator =
    traits.conditionalChange !== undefined || findHeaderParameter(operation, "If-Match") !== undefined;
  const named = ERRORS.filter(
    ({ name, status, problem }) =>
      responses.some(
        (response) => status.test(response.status) && (problem !== true || isProblem(response)),
      ) ||
      (name === STALE && sendsValidator),
  );
  const keyed =
    traits.idempotentCreate === undefined ? [] : ["IdempotencyConflictError", "AmbiguousOutcomeError"];
  return [
    ...named.map(({ name }) => name),
    ...(responses.some(isResponseError) || raisesRedirect(operation) ? ["ResponseError"] : []),
    ...keyed,
    ...(traits.safe === undefined ? ["OutcomeUnknownError"] : []),
  ];
}

/** Whether a redirect is described beside the success: as an error, or as a value where it has an address. */
function raisesRedirect(operation: OperationModel): boolean {
  const { responses } = operation;
  const isBeside = !respondsWithRedirect(operation) || responses.some(({ addressed }) => addressed === true);
  return responses.some(isRedirect) && isBeside;
}

function hasProblem({ content }: ResponseModel): boolean {
  return content.some(({ mediaType }) => /^application\/problem\+json\b/.test(mediaType));
}

/** Whether a response that is not a problem is an error of another class, with a body of the contract's own, in whatever media type, or without one. */
function isOther(response: ResponseModel): boolean {
  if (!/^[45]/.test(response.status)) return false;
  const known = ERRORS.some(({ status, problem }) => problem !== true && status.test(response.status));
  return !known;
}

/** Where the response leads (OpenAPI, Link Object), by the names of the client's methods. */
export function linkTexts({ links }: OperationModel): readonly string[] {
  const texts = links.map((link) => {
    const description = link.description?.trim() ?? "";
    const sentence = `The response links to ${codeSpan(fullName({ name: link.target }))}${given(link)}${server(link)}`;
    return description === "" ? `${sentence}.` : `${sentence}: ${linkSentence(description)}`;
  });
  return [...new Set(texts)];
}

/** `, with \`id\` from \`$response.body#/id\`` */
function given({ parameters, body }: LinkModel): string {
  const values = Object.entries(parameters).map(
    ([name, value]) => `${codeSpan(parameterName(name))} from ${codeSpan(value)}`,
  );
  const all = body === undefined ? values : [...values, `its body from ${codeSpan(body)}`];
  return all.length === 0 ? "" : `, with ${all.join(", ")}`;
}

/** A client has one address; a call to another is the caller's to make. */
function server({ server: url }: LinkModel): string {
  return url === undefined ? "" : `, at ${codeSpan(url)}`;
}

function linkSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** `path.id` says in which place a parameter is; an input has it by its name. */
function parameterName(name: string): string {
  return name.replace(/^(?:path|query|header|cookie)\./, "");
}

/**
 * What the doc of a method says of its input: where its members are told, and of a bare value what the contract says of
 * the parameter it stands for.
 */
export function inputTags(input: InputPlan): DocPlan["tags"] {
  const { declaration, shorthand, type } = input;
  const declared = declaration?.name ?? (type?.kind === "name" ? type.name : undefined);
  const link = declared === undefined ? undefined : `{@link ${declared}}`;
  const { name } = inputParameter(input);
  return [
    { tag: "param", text: `${name} - ${inputText(input, shorthand?.name, declaration && link, link)}` },
  ];
}

/** What the first parameter of a method is: `the parameters and the request body, {@link UpdateInput}`. */
function inputText(
  input: InputPlan,
  shorthand: string | undefined,
  object: string | undefined,
  link: string | undefined,
): string {
  if (shorthand !== undefined) return bareText(input, shorthand, object) || "a parameter of the path";
  const { parameters, body } = input;
  if (parameters.length === 0 && body === undefined) return NOTHING;
  const what = [
    ...(parameters.length === 0 ? [] : ["the parameters"]),
    ...(body === undefined ? [] : ["the request body"]),
  ].join(" and ");
  return link === undefined ? what : `${what}, ${link}`;
}

/** What the doc of a method says of its options: the type, where their members are told. */
export function optionTags(name: string, type: TypePlan): DocPlan["tags"] {
  const links = namesInType(type)
    .filter((one) => one !== "Omit")
    .map((one) => `{@link ${one}}`);
  return [{ tag: "param", text: `${name} - options of this call, ${links.join(" and ")}` }];
}

/** Of an input that has no members. */
const NOTHING = "none are needed, see {@link NoInput}";

/** `The event, as listed.`; where an object may be given as well, `` `eventId` alone, or {@link UpdateInput} ``. */
function bareText({ parameters }: InputPlan, name: string, link: string | undefined): string {
  if (link !== undefined) return `${codeSpan(name)} alone, or ${link}`;
  const parameter = parameters.find(({ key }) => key === name);
  const [sentence = ""] = parameter === undefined ? [] : parameterDoc(parameter.model).text;
  const [paragraph = ""] = sentence.trim().split(/\n\s*\n/);
  return paragraph.replace(/\s+/g, " ");
}

/**
 * The first parameter of every method: `input`, or what it is called in the path when a bare value is all it can be.
 */
export function inputParameter({
  type,
  optional,
  shorthand,
  declaration,
}: InputPlan): MethodPlan["parameters"][number] {
  const bare = shorthand !== undefined && declaration === undefined && isVariableName(shorthand.name);
  return {
    name: bare ? shorthand.name : "input",
    type: type ?? NO_INPUT,
    optional,
  };
}

/** An input as a whole, never the bare value that may stand for it where there is more. */
export function inputType({ type, declaration }: InputPlan): TypePlan {
  return declaration === undefined ? (type ?? NO_INPUT) : { kind: "name", name: declaration.name };
}

const NO_INPUT: TypePlan = { kind: "name", name: "NoInput" };
