import type { OperationModel } from "../../model/api-model.js";
import type { OperationTraits } from "../traits/trait.js";

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

/** Classes of the errors that the answers and traits of an operation lead to, beside those that every call may raise. */
export function methodErrors(operation: OperationModel, traits: OperationTraits): readonly string[] {
  const statuses = operation.answers.map((answer) => answer.status);
  const named = ERRORS.filter(([status]) => statuses.some((candidate) => status.test(candidate))).map(
    ([, name]) => name,
  );
  const keyed =
    traits.idempotentCreate === undefined ? [] : ["IdempotencyConflictError", "AmbiguousOutcomeError"];
  return [...named, ...keyed, ...(traits.safe === undefined ? ["OutcomeUnknownError"] : [])];
}
