import { appendPointer } from "../../text/json-pointer.js";
import type { AnswerModel, MediaModel, OperationModel } from "../api-model.js";
import type { SchemaNote } from "../schema/schema-note.js";

/** RFC 9110 section 15.4: every 3xx but 304, which redirects nowhere. */
export function isRedirect({ status }: Pick<AnswerModel, "status">): boolean {
  return status.startsWith("3") && status !== "304";
}

/**
 * Finds out what `default` is beside no 2xx: OpenAPI has it describe every status that has no description of its own
 * (Responses Object), so that a 2xx is among them; contracts use it for errors. It is for errors alone where its content is
 * Problem Details (RFC 9457), or schemas that errors of this contract have elsewhere and no 2xx has, or where it has none.
 *
 * @returns the operations, with {@link AnswerModel.anySuccess} and {@link AnswerModel.errorsAlone} set.
 */
export function settleDefaults(operations: readonly OperationModel[]): readonly OperationModel[] {
  if (!operations.some(isOpen)) return operations;
  const errors = schemaKeys(operations.flatMap(errorAnswers));
  const values = schemaKeys(operations.flatMap(({ answers }) => answers.filter(isSuccess)));
  const isOfErrors = (media: MediaModel) =>
    schemaKey(media).some((key) => errors.has(key) && !values.has(key));
  const isError = ({ content }: AnswerModel) => content.some(isProblem) || content.every(isOfErrors);
  return operations.map((operation) => {
    if (!isOpen(operation)) return operation;
    const redirects = operation.answers.some(isRedirect);
    const answers = operation.answers.map((answer): AnswerModel => {
      if (answer.status !== "default" || isError(answer) === redirects) return answer;
      return redirects ? { ...answer, anySuccess: true } : { ...answer, errorsAlone: true };
    });
    return { ...operation, answers };
  });
}

/** What a person should know of `default` and of redirects, taken for successes or not: one note an answer. */
export function noteSuccesses(operations: readonly OperationModel[]): readonly SchemaNote[] {
  return [...noteRedirects(operations), ...noteErrorDefaults(operations)];
}

function noteRedirects(operations: readonly OperationModel[]): readonly SchemaNote[] {
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

function noteErrorDefaults(operations: readonly OperationModel[]): readonly SchemaNote[] {
  const text =
    "`default` is the only answer that could be of a success, and its content is that of errors: it is taken for errors alone, and a call gives nothing, whatever the server sends. Describe the 2xx.";
  return operations
    .filter(({ answers }) => answers.some(({ errorsAlone }) => errorsAlone === true))
    .map(({ origin }) => ({ text, pointer: appendPointer(origin.pointer, "responses") }));
}

/** Whether its `default` could be of a 2xx. */
function isOpen({ answers }: OperationModel): boolean {
  return (
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

function schemaKeys(answers: readonly AnswerModel[]): ReadonlySet<string> {
  return new Set(answers.flatMap(({ content }) => content.flatMap(schemaKey)));
}

/** The same for contents of one schema: its name, or where it stands. Empty: there is none. */
function schemaKey({ schema }: MediaModel): readonly string[] {
  if (schema === undefined) return [];
  return [schema.type.kind === "ref" ? `name ${schema.type.name}` : schema.origin.pointer];
}
