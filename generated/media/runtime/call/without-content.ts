import { describesStatus, isSuccess } from "../http/choose-answer.js";
import { isHtmlPage } from "../http/html-page.js";
import { readMediaType } from "../http/media-type.js";
import type {
  AnswerDescriptor,
  MediaDescriptor,
  OperationDescriptor,
} from "./operation-descriptor.js";

/** Whether an answer ends with its headers, whatever a contract describes (RFC 9110 sections 6.4.1, 9.3.2 and 15). */
export function isBodiless(
  status: number,
  { method }: OperationDescriptor,
): boolean {
  return (
    method === "HEAD" || status === 204 || status === 205 || status === 304
  );
}

/**
 * Why a success without content, by its description or its status, is none; undefined when it is one. Gives its body up.
 *
 * A page of HTML is a proxy's, and the change may never have been made. Beside a status that the contract describes its
 * label can be a framework's default: there the body has to be a page.
 */
export async function whyNotEmpty(
  response: Response,
  answer: AnswerDescriptor | undefined,
  descriptor: OperationDescriptor,
): Promise<string | undefined> {
  const { status, body, headers } = response;
  const bodiless = isBodiless(status, descriptor);
  const standsIn =
    answer !== undefined &&
    isSuccess(answer) &&
    !describesStatus(answer, status);
  if (!bodiless && !standsIn)
    return (await isHtmlPage(response))
      ? "it is a page of HTML where the contract describes no content"
      : undefined;
  await body?.cancel();
  if (lacksContent(status, answer, descriptor))
    return "without the content that the contract promises";
  const essence = readMediaType(headers.get("content-type"))?.essence;
  return !bodiless && essence === "text/html"
    ? "it is a page of HTML with a status that the contract does not describe"
    : undefined;
}

/** Whether an answer says of itself that its body is empty. */
export function isEmpty({ body, headers }: Response): boolean {
  return body === null || headers.get("content-length") === "0";
}

/** The value of a success without content: null where it stands for one whose content may be null, else undefined. */
export function valueOfNothing(
  { status }: Response,
  answer: AnswerDescriptor | undefined,
  { method }: OperationDescriptor,
): null | undefined {
  const promised = answer?.content ?? [];
  return method !== "HEAD" && status !== 304 && promised.some(isNullable)
    ? null
    : undefined;
}

function isNullable({ nullable }: MediaDescriptor): boolean {
  return nullable === true;
}

/** A 204 that the contract does not describe stands for a success that it does, and that one has content. */
function lacksContent(
  status: number,
  answer: AnswerDescriptor | undefined,
  { method }: OperationDescriptor,
): boolean {
  const promised =
    answer !== undefined &&
    answer.content.length > 0 &&
    !answer.content.some(isNullable);
  return promised && method !== "HEAD" && status !== 304;
}
