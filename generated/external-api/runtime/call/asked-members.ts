import { acceptedContent, successAnswers } from "../http/choose-answer.js";
import type { OperationDescriptor } from "./operation-descriptor.js";

/**
 * Members of the body that make the server answer in what the call accepts (`stream: true`).
 *
 * @param accept - media types that the call names; absent: all that need not be asked for
 */
export function askedMembers(
  { answers }: OperationDescriptor,
  accept: readonly string[] | undefined,
): Readonly<Record<string, boolean>> {
  const content = successAnswers(answers).flatMap((answer) =>
    acceptedContent(answer, accept),
  );
  return Object.assign({}, ...content.map(({ ask }) => ask)) as Readonly<
    Record<string, boolean>
  >;
}
