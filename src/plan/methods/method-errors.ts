import type { AnswerModel, OperationModel } from "../../model/api-model.js";
import { answersWithRedirect, isRedirect } from "../reading/answers.js";
import type { OperationTraits } from "../traits/trait.js";

/**
 * Error classes by the status that leads to them (design of the client: "Errors"). What a proxy sends as well means the
 * class for sure only where Problem Details say it (ERR-7).
 */
const ERRORS: readonly { readonly status: RegExp; readonly name: string; readonly problem?: true }[] = [
  { status: /^401$/, name: "AuthenticationError" },
  { status: /^403$/, name: "AccessDeniedError", problem: true },
  { status: /^(?:404|410)$/, name: "ResourceProblemError", problem: true },
  { status: /^412$/, name: "StaleETagError" },
  { status: /^413$/, name: "RequestTooLargeError" },
  { status: /^428$/, name: "PreconditionRequiredError" },
  { status: /^429$/, name: "RateLimitedError" },
];

/** Classes of the errors that the answers and traits of an operation lead to, beside those that every call may raise. */
export function methodErrors(operation: OperationModel, traits: OperationTraits): readonly string[] {
  const { answers } = operation;
  const named = ERRORS.filter(({ status, problem }) =>
    answers.some((answer) => status.test(answer.status) && (problem !== true || hasProblem(answer))),
  );
  const keyed =
    traits.idempotentCreate === undefined ? [] : ["IdempotencyConflictError", "AmbiguousOutcomeError"];
  return [
    ...named.map(({ name }) => name),
    ...(answers.some(isOther) || raisesRedirect(operation) ? ["ResponseError"] : []),
    ...keyed,
    ...(traits.safe === undefined ? ["OutcomeUnknownError"] : []),
  ];
}

/** Whether a redirect is described beside the success, and no value of the call. */
function raisesRedirect(operation: OperationModel): boolean {
  return operation.answers.some(isRedirect) && !answersWithRedirect(operation);
}

function hasProblem({ content }: AnswerModel): boolean {
  return content.some(({ mediaType }) => /^application\/problem\+json\b/.test(mediaType));
}

/** Whether an answer is an error of another class, with a body of the contract's own, in whatever media type, or without one. */
function isOther(answer: AnswerModel): boolean {
  if (!/^[45]/.test(answer.status) || hasProblem(answer)) return false;
  const known = ERRORS.some(({ status, problem }) => problem !== true && status.test(answer.status));
  return !known;
}
