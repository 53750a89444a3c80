import type { OperationModel } from "../../model/api-model.js";
import type { InputPlan } from "../inputs/input-plan.js";
import { fullName, place } from "../reading/answers.js";
import type { OperationTraits } from "../traits/trait.js";
import type { DocPlan } from "../type-plan.js";
import { codeSpan } from "../../text/code-span.js";

/** Error classes by the status that leads to them (design of the client: "Errors"). */
const ERRORS: readonly (readonly [RegExp, string])[] = [
  [/^401$/, "AuthenticationError"],
  [/^403$/, "AccessDeniedError"],
  [/^404$/, "ResourceProblemError"],
  [/^412$/, "StaleETagError"],
  [/^413$/, "RequestTooLargeError"],
  [/^428$/, "PreconditionRequiredError"],
  [/^429$/, "RateLimitedError"],
];

/** What the doc of a method says beside the contract's own words. */
export interface DocAdditions {
  /** Paragraphs about what this form of the call adds. */
  readonly notes: readonly string[];
  /** The input whose members the doc links to. */
  readonly input?: InputPlan;
}

/** What a caller reads on hover: summary, description, verb and path with scopes, input, and which errors to expect. */
export function methodDoc(
  operation: OperationModel,
  traits: OperationTraits,
  scopes: readonly (readonly string[])[],
  { notes, input }: DocAdditions,
): DocPlan {
  const { summary, description } = operation;
  const text = [summary === undefined ? undefined : sentence(summary), description, ...notes].filter(
    (paragraph) => paragraph !== undefined && paragraph.trim() !== "",
  ) as readonly string[];
  const wire = `${codeSpan(place(operation))}${scopeText(scopes)}`;
  const errors = errorText(operation, traits);
  return {
    text: [
      ...(description === summary ? text.slice(0, 1) : text), // The handle of a background operation follows its links by itself.
      ...(traits.background === undefined ? linkTexts(operation) : []),
      `${wire}.`,
    ],
    tags: [
      ...inputTag(input),
      ...(errors === "" ? [] : [{ tag: "throws", text: errors }]),
      ...(operation.deprecated ? [{ tag: "deprecated", text: "" }] : []),
    ],
  };
}

/** Where the answer leads (OpenAPI, Link Object), by the names of the client's methods. */
function linkTexts({ links }: OperationModel): readonly string[] {
  const texts = links.map(({ target, parameters }) => {
    const given = Object.entries(parameters).map(
      ([name, value]) => `${codeSpan(parameterName(name))} from ${codeSpan(value)}`,
    );
    const values = given.length === 0 ? "" : `, with ${given.join(", ")}`;
    return `Its answer leads to ${codeSpan(fullName({ name: target }))}${values}.`;
  });
  return [...new Set(texts)];
}

/** `path.id` says in which place a parameter is; an input has it by its name. */
function parameterName(name: string): string {
  return name.replace(/^(?:path|query|header|cookie)\./, "");
}

/** A link to the members of the input, when it is more than a bare value. */
function inputTag(input: InputPlan | undefined): DocPlan["tags"] {
  const name = input?.declaration?.name ?? (input?.type?.kind === "name" ? input.type.name : undefined);
  if (name === undefined || (input?.declaration === undefined && input?.shorthand !== undefined)) return [];
  return [{ tag: "param", text: `input - {@link ${name}}` }];
}

/** `, scope `cabinet:read``; alternatives joined by "or". */
export function scopeText(scopes: readonly (readonly string[])[]): string {
  if (scopes.length === 0) return "";
  const alternatives = scopes.map((scope) => scope.map(codeSpan).join(" and "));
  const plural = scopes.length > 1 || (scopes[0]?.length ?? 0) > 1;
  return `, scope${plural ? "s" : ""} ${alternatives.join(" or ")}`;
}

function errorText(operation: OperationModel, traits: OperationTraits): string {
  const statuses = operation.answers.map((answer) => answer.status);
  const named = ERRORS.filter(([status]) => statuses.some((candidate) => status.test(candidate))).map(
    ([, name]) => name,
  );
  const keyed =
    traits.idempotentCreate === undefined ? [] : ["IdempotencyConflictError", "AmbiguousOutcomeError"];
  const unknown = traits.safe === undefined ? ["OutcomeUnknownError"] : [];
  const all = [...named, ...keyed, ...unknown];
  return all.length === 0
    ? ""
    : `${all.map((name) => `\`${name}\``).join(", ")}, and what every call may raise.`;
}

function sentence(text: string): string {
  return /[.!?:]\s*$/.test(text) ? text.trim() : `${text.trim()}.`;
}
