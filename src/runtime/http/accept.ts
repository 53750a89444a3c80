import type { AnswerDescriptor } from "../call/operation-descriptor.js";
import { acceptedContent, successAnswers } from "./choose-answer.js";

/**
 * Value of `Accept`: the media types that a success may come in, then those of errors, each in the contract's order, so
 * that a server which chooses by order chooses what the caller wants.
 *
 * @param accept - media types that the call names; absent: all that need not be asked for
 * @returns `*` + `/*` when the contract describes no content
 */
export function writeAccept(
  answers: readonly AnswerDescriptor[],
  accept?: readonly string[],
): string {
  const success = successAnswers(answers);
  const others = answers.filter((answer) => !success.includes(answer));
  const types = [
    ...success.flatMap((answer) => acceptedContent(answer, accept)),
    ...others.flatMap(({ content }) => content),
  ].map(({ mediaType }) => mediaType);
  return types.length === 0 ? "*/*" : [...new Set(types)].join(", ");
}
