import type { AnswerDescriptor } from "../call/operation-descriptor.js";
import { isSuccess } from "./choose-answer.js";

/**
 * Value of `Accept`: every media type that the contract describes, in its order, those of success first, so that a
 * server which chooses by order chooses what the caller wants.
 *
 * @returns `*` + `/*` when the contract describes no content
 */
export function writeAccept(answers: readonly AnswerDescriptor[]): string {
  const success = answers.filter(isSuccess);
  const others = answers.filter((answer) => !isSuccess(answer));
  const types = [...success, ...others].flatMap(({ content }) =>
    content.map(({ mediaType }) => mediaType),
  );
  return types.length === 0 ? "*/*" : [...new Set(types)].join(", ");
}
