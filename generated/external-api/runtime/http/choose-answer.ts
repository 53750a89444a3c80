import type {
  AnswerDescriptor,
  MediaDescriptor,
} from "../call/operation-descriptor.js";
import { isJson, matchesRange, readMediaType } from "./media-type.js";

/**
 * The answer that the contract describes for a status: by code, else by range, else `default`.
 *
 * A success that neither code nor range names is read like the first success that the contract does name: contracts
 * use `default` for errors, and a change that was made must not end in one.
 */
export function chooseAnswer(
  answers: readonly AnswerDescriptor[],
  status: number,
): AnswerDescriptor | undefined {
  const range = `${String(Math.floor(status / 100))}XX`;
  const named =
    answers.find((answer) => answer.statuses.includes(String(status))) ??
    answers.find((answer) => answer.statuses.includes(range));
  const success =
    status >= 200 && status < 300 ? answers.find(isSuccess) : undefined;
  return (
    named ??
    success ??
    answers.find((answer) => answer.statuses.includes("default"))
  );
}

/** Whether an answer is for a 2xx status. */
export function isSuccess({ statuses }: AnswerDescriptor): boolean {
  return statuses.some((status) => status.startsWith("2"));
}

/**
 * The description that fits what the server sent: by exact type, then by range, then JSON of any name where the
 * contract says JSON of another. A server that names no type sent what comes first.
 */
export function chooseMedia(
  content: readonly MediaDescriptor[],
  contentType: string | null,
): MediaDescriptor | undefined {
  const actual = readMediaType(contentType)?.essence;
  if (actual === undefined) return content[0];
  const exact = content.find(
    ({ mediaType }) => readMediaType(mediaType)?.essence === actual,
  );
  const ranged = content.find(({ mediaType }) =>
    matchesRange(mediaType, actual),
  );
  return (
    exact ??
    ranged ??
    (isJson(actual) ? content.find(({ codec }) => codec === "json") : undefined)
  );
}
