import type { OperationDescriptor } from "../call/operation-descriptor.js";
import { acceptedContent, successAnswers } from "../response/choose-answer.js";
import type { GivenBody } from "./split-input.js";

/**
 * The body with members that make the server answer in what the call accepts (`stream: true`), whatever the input says; a
 * body that is no object has none.
 *
 * @param accept - media types that the call names; absent: all that need not be asked for
 */
export function askMembers(
  descriptor: OperationDescriptor,
  given: GivenBody | undefined,
  accept: readonly string[] | undefined,
): GivenBody | undefined {
  const asked = askedMembers(descriptor, accept);
  if (Object.keys(asked).length === 0) return given;
  const media = descriptor.body?.content[0];
  if (given === undefined)
    return media === undefined ? undefined : { media, value: asked };
  const { value } = given;
  const isObject =
    Object.prototype.toString.call(value) === "[object Object]" &&
    typeof value === "object";
  return isObject ? { ...given, value: { ...value, ...asked } } : given;
}

/**
 * Members of the body that make the server answer in what the call accepts (`stream: true`).
 *
 * @param accept - media types that the call names; absent: all that need not be asked for
 */
function askedMembers(
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
