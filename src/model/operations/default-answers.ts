import { appendPointer } from "../../text/json-pointer.js";
import type { AnswerModel, OperationModel } from "../api-model.js";
import type { SchemaNote } from "../schema/schema-note.js";
import { isDefault, isOpen, isSuccess, readDefaultContent } from "./default-content.js";

/** RFC 9110 section 15.4: every 3xx but 304, which redirects nowhere. */
export function isRedirect({ status }: Pick<AnswerModel, "status">): boolean {
  return status.startsWith("3") && status !== "304";
}

/**
 * Settles what `default` is beside no 2xx: OpenAPI has it describe every status that has no description of its own
 * (Responses Object), so that a 2xx is among them; contracts use it for errors. Beside redirects it is of a 2xx as well
 * unless its content is that of errors; beside none it is unless its content is that of errors only, and nothing is lost
 * ({@link readDefaultContent}).
 *
 * @returns the operations, with {@link AnswerModel.anySuccess}, {@link AnswerModel.errorsAlone} and
 * {@link AnswerModel.likeErrors} set.
 */
export function settleDefaults(operations: readonly OperationModel[]): readonly OperationModel[] {
  if (!operations.some(isOpen)) return operations;
  const { isOfErrors, isOfErrorsOnly, losesNothing } = readDefaultContent(operations);
  return operations.map((operation) => {
    if (!isOpen(operation)) return operation;
    const redirects = operation.answers.some(isRedirect);
    const answers = operation.answers.map((answer): AnswerModel => {
      if (!isDefault(answer)) return answer;
      if (redirects) return isOfErrors(answer) ? answer : { ...answer, anySuccess: true };
      // An answer to HEAD has no content (RFC 9110 section 9.3.2): nothing is given or lost.
      if (!isOfErrorsOnly(answer) || operation.method === "HEAD") return answer;
      return losesNothing(operation, answer)
        ? { ...answer, errorsAlone: true }
        : { ...answer, likeErrors: true };
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
  const only = "`default` is the only answer that could be of a success, and its content is that of errors";
  return operations.flatMap(({ answers, origin }) => {
    const pointer = appendPointer(origin.pointer, "responses");
    if (answers.some(({ errorsAlone }) => errorsAlone === true))
      return [
        {
          text: `${only}: it is taken for errors alone, and a call gives nothing, whatever the server sends. Describe the 2xx.`,
          pointer,
        },
      ];
    if (answers.some(({ likeErrors }) => likeErrors === true))
      return [
        {
          text: `${only}: a call gives it as its value all the same, as its type says, and raises where a success has no content. Describe the 2xx.`,
          pointer,
        },
      ];
    return [];
  });
}
