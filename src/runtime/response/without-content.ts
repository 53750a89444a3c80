import type { MediaDescriptor } from "../descriptors/media-descriptor.js";
import type {
  OperationDescriptor,
  ResponseDescriptor,
} from "../descriptors/operation-descriptor.js";
import { readMediaType } from "../http/media-type.js";
import { describesStatus, isSuccess } from "./choose-response.js";

/** Whether a response ends with its headers, whatever a contract describes (RFC 9110 sections 6.4.1, 9.3.2 and 15). */
export function isBodiless(
  status: number,
  { method }: OperationDescriptor,
): boolean {
  return (
    method === "HEAD" || status === 204 || status === 205 || status === 304
  );
}

/**
 * Why a success without content, by its description or its status, does not count as one; undefined when it does. Gives its body up.
 *
 * A page of HTML is a proxy's, and the change may never have been made. Beside a status that the contract describes its
 * label can be a framework's default: there the body has to be a page.
 *
 * @param mayBeNull - whether the call takes null for its value ({@link takesNull})
 */
export async function whyNotEmpty(
  response: Response,
  declared: ResponseDescriptor | undefined,
  descriptor: OperationDescriptor,
  mayBeNull: boolean,
): Promise<string | undefined> {
  const { status, body, headers } = response;
  const bodiless = isBodiless(status, descriptor);
  const isReplaced =
    declared !== undefined &&
    isSuccess(declared) &&
    !describesStatus(declared, status);
  if (!bodiless && !isReplaced)
    return (await isHtmlPage(response))
      ? "it is a page of HTML where the contract describes no content"
      : undefined;
  await body?.cancel();
  if (!mayBeNull && lacksContent(status, declared, descriptor))
    return "without the content that the contract promises";
  const essence = readMediaType(headers.get("content-type"))?.essence;
  return !bodiless && essence === "text/html"
    ? "it is a page of HTML with a status that the contract does not describe"
    : undefined;
}

/** Whether a response says of itself that its body is empty. */
export function isEmpty({ body, headers }: Response): boolean {
  return body === null || headers.get("content-length") === "0";
}

/**
 * Whether a call takes null where there is no content: what it asked for may be null, and comes whole.
 *
 * @param requested - the media types that the call accepts
 */
export function takesNull(
  requested: readonly MediaDescriptor[],
  asStream: boolean,
): boolean {
  return !asStream && requested.some(({ nullable }) => nullable === true);
}

/** The value of a success without content: null where it stands for one whose content may be null, else undefined. */
export function valueOfNothing(
  { status }: Response,
  { method }: OperationDescriptor,
  mayBeNull: boolean,
): null | undefined {
  return mayBeNull && method !== "HEAD" && status !== 304 ? null : undefined;
}

/** A 204 that the contract does not describe stands for a success that it does, and that one has content. */
function lacksContent(
  status: number,
  declared: ResponseDescriptor | undefined,
  { method }: OperationDescriptor,
): boolean {
  const promised = declared !== undefined && declared.content.length > 0;
  return promised && method !== "HEAD" && status !== 304;
}

/**
 * Whether the body of a response is a page of HTML, as proxies put in a server's place: a login, a notice. The label alone
 * does not say so: frameworks put `text/html` on an empty body and on a bare "OK". Reads no more than it needs and gives
 * the rest of the body up.
 *
 * @returns false as well when the connection is lost before the first character: the status is all that there is
 */
async function isHtmlPage(response: Response): Promise<boolean> {
  const { body, headers } = response;
  const labelled =
    readMediaType(headers.get("content-type"))?.essence === "text/html";
  if (!labelled || body === null) {
    await body?.cancel();
    return false;
  }
  const stream: ReadableStream<Uint8Array> = body;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return false;
      const first = value.find((byte) => !blank.has(byte));
      if (first !== undefined) return first === lessThan;
    }
  } catch {
    return false;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const lessThan = 0x3c;

/** White space, the byte order marks of UTF-8 and UTF-16, and the empty half of a character of UTF-16. */
const blank = new Set([
  0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20, 0xbb, 0xbf, 0xef, 0xfe, 0xff,
]);
