import type { AnswerModel, MediaModel, OperationModel } from "../api-model.js";
import type { SchemaNote } from "../schema/schema-note.js";

/** RFC 9110 section 15.4: every 3xx but 304, which redirects nowhere. */
export function isRedirect({ status }: Pick<AnswerModel, "status">): boolean {
  return status.startsWith("3") && status !== "304";
}

/**
 * Finds out what `default` is beside redirects and no 2xx: OpenAPI has it describe every status that has no description
 * of its own (Responses Object), so that a 2xx is among them; contracts use it for errors. It is for errors alone where its
 * content is Problem Details (RFC 9457), or schemas that errors of this contract have elsewhere, or where it has none.
 *
 * @returns the operations, with {@link AnswerModel.anySuccess} set.
 */
export function settleDefaults(operations: readonly OperationModel[]): readonly OperationModel[] {
  if (!operations.some(isOpen)) return operations;
  const errors = new Set(
    operations.flatMap(errorAnswers).flatMap(({ content }) => content.flatMap(schemaKey)),
  );
  const isError = ({ content }: AnswerModel) =>
    content.some(isProblem) || content.every((media) => schemaKey(media).some((key) => errors.has(key)));
  return operations.map((operation) => {
    if (!isOpen(operation)) return operation;
    const answers = operation.answers.map((answer) =>
      answer.status === "default" && !isError(answer) ? { ...answer, anySuccess: true as const } : answer,
    );
    return { ...operation, answers };
  });
}

/** What a person should know of redirects beside other answers: one note an answer. */
export function noteRedirects(operations: readonly OperationModel[]): readonly SchemaNote[] {
  return operations.flatMap(({ answers }) => {
    const either = answers.filter(({ anySuccess }) => anySuccess === true);
    const beside = answers.some(isSuccess) ? answers.filter(isRedirect) : [];
    return [
      ...either.map(({ origin }) => ({
        text: "`default` beside redirects and no 2xx is taken for the description of a 2xx as well: such a call gives its content or the address of the redirect, told apart by `status` of `withResponse()`. Describe the 2xx, or where it is an error a 4XX and 5XX.",
        pointer: origin.pointer,
      })),
      ...beside.map(({ origin }) => ({
        text: "A redirect beside a 2xx is no value of a call: it raises `ResponseError`, with its address, where it has one, in `allHeaders`.",
        pointer: origin.pointer,
      })),
    ];
  });
}

/** Whether its `default` could be of a 2xx, while the contract names redirects. */
function isOpen({ answers }: OperationModel): boolean {
  return (
    answers.some(isRedirect) &&
    !answers.some(isSuccess) &&
    answers.some(({ status, content }) => status === "default" && content.length > 0)
  );
}

/** Answers that are errors for certain: 4xx, 5xx, and `default` beside a 2xx. */
function errorAnswers({ answers }: OperationModel): readonly AnswerModel[] {
  const named = answers.some(isSuccess);
  return answers.filter(({ status }) => /^[45]/.test(status) || (named && status === "default"));
}

function isSuccess({ status }: AnswerModel): boolean {
  return status.startsWith("2");
}

function isProblem({ mediaType }: MediaModel): boolean {
  return /^application\/problem\+/i.test(mediaType);
}

/** The same for contents of one schema: its name, or where it stands. Empty: there is none. */
function schemaKey({ schema }: MediaModel): readonly string[] {
  if (schema === undefined) return [];
  return [schema.type.kind === "ref" ? `name ${schema.type.name}` : schema.origin.pointer];
}
