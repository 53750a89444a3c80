import type {
  AnswerDescriptor,
  MediaDescriptor,
} from "../call/operation-descriptor.js";
import { acceptedContent, successAnswers } from "./choose-answer.js";
import { matchesRange, meantName, readMediaType } from "./media-type.js";

/**
 * Value of `Accept`: the media types that a success may come in, then those of errors, each in the contract's order, so
 * that a server which chooses by order chooses what the caller wants. What a success can come in and the call did not
 * ask for is left out, also where an error can: types without a weight are equal (RFC 9110 section 12.5.1), and a server
 * with an order of its own would answer with what the call refuses. Behind `image/jpg` stands `image/jpeg`, which servers
 * that go by registered names have for it.
 *
 * @param accept - media types that the call names; absent: all that need not be asked for
 * @returns `*` + `/*` when the contract describes no content
 */
export function writeAccept(
  answers: readonly AnswerDescriptor[],
  accept?: readonly string[],
): string {
  if (accept !== undefined) return acceptOf(answers, accept);
  const known = written.get(answers);
  if (known !== undefined) return known;
  const text = acceptOf(answers);
  written.set(answers, text);
  return text;
}

/** Of calls that name no media type: worked out once for each operation. */
const written = new WeakMap<readonly AnswerDescriptor[], string>();

function acceptOf(
  answers: readonly AnswerDescriptor[],
  accept?: readonly string[],
): string {
  const success = successAnswers(answers);
  const others = answers.filter((answer) => !success.includes(answer));
  const wanted = typesOf(
    success.flatMap((answer) => acceptedContent(answer, accept)),
  );
  const unasked = typesOf(success.flatMap(({ content }) => content)).filter(
    (type) => !wanted.includes(type),
  );
  const ofErrors = typesOf(others.flatMap(({ content }) => content)).filter(
    (type) => !unasked.some((other) => admitsBoth(type, other)),
  );
  const meant = wanted
    .flatMap((type) => [type, meantType(type)])
    .filter((type) => !unasked.includes(type));
  const types = [...new Set([...meant, ...ofErrors])];
  return types.length === 0 ? "*/*" : types.join(", ");
}

function meantType(type: string): string {
  const essence = readMediaType(type)?.essence ?? type;
  const meant = meantName(essence);
  return meant === essence ? type : meant;
}

/** Whether one media type or range falls under the other. */
function admitsBoth(left: string, right: string): boolean {
  return (
    left === right || matchesRange(left, right) || matchesRange(right, left)
  );
}

function typesOf(content: readonly MediaDescriptor[]): readonly string[] {
  return content.map(({ mediaType }) => mediaType);
}
