import type { AnswerModel, MediaModel, OperationModel } from "../api-model.js";

/** Sent for the sake of the answer (RFC 9110 section 9.3; `query` of OpenAPI 3.2). */
const READS = /^(?:GET|QUERY)$/;

/** What a contract uses its `default` answers for, by their content. */
export interface DefaultContent {
  /** Whether one media type is Problem Details (RFC 9457), or each is of a schema that errors of the contract have elsewhere. */
  readonly isOfErrors: (answer: AnswerModel) => boolean;
  /** Whether each media type is of errors, by schemas that no 2xx has. */
  readonly isOfErrorsOnly: (answer: AnswerModel) => boolean;
  /**
   * Whether nothing that callers want is likely to be lost where a `default` of errors stands for no success of the
   * operation, which describes none: it is no read, which has something to give, and the contract says elsewhere what
   * successes give. One that never does may have an envelope for everything; Problem Details is none.
   */
  readonly losesNothing: (operation: OperationModel, answer: AnswerModel) => boolean;
}

/** Finds out what the `default` answers of these operations, all of the contract, are used for. */
export function readDefaultContent(operations: readonly OperationModel[]): DefaultContent {
  const errors = schemaKeys(operations.flatMap(errorAnswers));
  const values = schemaKeys(operations.flatMap(({ answers }) => answers.filter(isSuccess)));
  const isOf = (media: MediaModel, keys: ReadonlySet<string>) =>
    schemaKey(media).some((key) => keys.has(key));
  const isOfErrors = ({ content }: AnswerModel) =>
    content.some(isProblem) || content.every((media) => isOf(media, errors));
  const tellsValues = operations.some(
    (operation) =>
      operation.answers.some(isSuccess) ||
      (isOpen(operation) && operation.answers.some((answer) => isDefault(answer) && !isOfErrors(answer))),
  );
  return {
    isOfErrors,
    isOfErrorsOnly: ({ content }) =>
      content.every((media) => isProblem(media) || (isOf(media, errors) && !isOf(media, values))),
    losesNothing: ({ method }, { content }) =>
      !READS.test(method) && (tellsValues || content.every(isProblem)),
  };
}

/** Whether its `default` could be of a 2xx. */
export function isOpen({ answers }: OperationModel): boolean {
  return !answers.some(isSuccess) && answers.some((answer) => isDefault(answer) && answer.content.length > 0);
}

/** Whether an answer is for a 2xx status, by code or range. */
export function isSuccess({ status }: Pick<AnswerModel, "status">): boolean {
  return status.startsWith("2");
}

/** Whether an answer is for every status that has no description of its own (OpenAPI, Responses Object). */
export function isDefault({ status }: Pick<AnswerModel, "status">): boolean {
  return status === "default";
}

/** Answers that are errors for certain: 4xx, 5xx, and `default` beside a 2xx. */
function errorAnswers({ answers }: OperationModel): readonly AnswerModel[] {
  const named = answers.some(isSuccess);
  return answers.filter((answer) => /^[45]/.test(answer.status) || (named && isDefault(answer)));
}

function isProblem({ mediaType }: MediaModel): boolean {
  return /^application\/problem\+/i.test(mediaType);
}

function schemaKeys(answers: readonly AnswerModel[]): ReadonlySet<string> {
  return new Set(answers.flatMap(({ content }) => content.flatMap(schemaKey)));
}

/** The same for contents of one schema: its name, or where it stands. Empty: there is none. */
function schemaKey({ schema }: MediaModel): readonly string[] {
  if (schema === undefined) return [];
  return [schema.type.kind === "ref" ? `name ${schema.type.name}` : schema.origin.pointer];
}
