import type {
  BodyResult,
  MediaDescriptor,
  ReadBody,
  Reading,
} from "../descriptors/media-descriptor.js";
import type {
  OperationDescriptor,
  ResponseDescriptor,
} from "../descriptors/operation-descriptor.js";
import { ArgumentError, quoted } from "../errors/argument-error.js";
import { contentTypeOf } from "../http/media-type.js";
import { readJson } from "../values/json-text.js";
import { describesStatus, isSuccess } from "./choose-response.js";

/**
 * Reads the body of a response: as JSON, unless the descriptor or the call names another way.
 *
 * @param read - what the call asks for in place of what the descriptor names
 * @throws whatever the platform throws when the connection is lost or the call aborted
 */
export function readBody(
  response: Response,
  media: MediaDescriptor,
  reading: Reading,
  read: ReadBody = media.read ?? readJsonBody,
): Promise<BodyResult> {
  return read(response, media, reading);
}

/** Reads a body that is at hand as a whole. */
export function readWhole(
  parse: (
    bytes: ArrayBuffer,
    headers: Headers,
    media: MediaDescriptor,
  ) => BodyResult | Promise<BodyResult>,
): ReadBody {
  return (response, media, { limit }) =>
    readBytes(response, limit).then((bytes) =>
      bytes === undefined
        ? { kind: "large", maxBytes: limit }
        : parse(bytes, response.headers, media),
    );
}

/** Bytes as a file of the type that the response names. */
export function blobOf(bytes: ArrayBuffer, headers: Headers): Promise<Blob> {
  return new Response(bytes, { headers }).blob();
}

/** What reads a JSON body; one for all calls. */
const readJsonBody = readWhole(parseJson);

function parseJson(
  bytes: ArrayBuffer,
  headers: Headers,
  { longIntegers, nullable, parse = readJson }: MediaDescriptor,
): BodyResult {
  const text = textOf(bytes, headers);
  if (text === "" || text === "\uFEFF")
    return nullable === true
      ? { kind: "value", value: null }
      : { kind: "unreadable", why: "its body is empty" };
  try {
    return { kind: "value", value: parse(text, longIntegers) };
  } catch {
    // A SyntaxError quotes the text, which can be anything.
    return { kind: "unreadable", why: "its body is not JSON" };
  }
}

/** Text in the charset that the response names; UTF-8 when it names none or one that the platform does not know. */
export function textOf(bytes: ArrayBuffer, headers: Headers): string {
  const charset = contentTypeOf(headers)?.charset ?? "utf-8";
  return decoderFor(charset).decode(bytes);
}

function decoderFor(charset: string): {
  decode(bytes: ArrayBuffer): string;
} {
  if (charset === "utf-8") return utf8;
  try {
    return new TextDecoder(charset);
  } catch {
    return utf8;
  }
}

const utf8 = new TextDecoder();

/** The most bytes that are read of a response, where nothing else is said: 64 MiB. */
export const mostBytes = 64 * 1024 * 1024;

/** The most that is read of an error body, a token response, or one line or event of a stream: 1 MiB. */
export const mostOfPart = 1024 * 1024;

/**
 * Checks `maxResponseBytes`.
 *
 * @throws ArgumentError for what is not a number of bytes
 */
export function checkMaxBytes(given: number | undefined): number | undefined {
  if (
    given === undefined ||
    given === Infinity ||
    (Number.isSafeInteger(given) && given > 0)
  )
    return given;
  throw new ArgumentError({
    happened: `\`maxResponseBytes\` must be an integer ≥ 1 (got ${quoted(given)}).`,
    remedy: "Give bytes: 64 * 1024 * 1024 is 64 MiB.",
  });
}

/**
 * Reads a body, counted as it arrives: after decompression, for a small response can unpack to any size. What is beyond the
 * limit is not read, and the connection given up.
 *
 * @param limit - bytes
 * @returns undefined for a body that is larger
 */
export async function readBytes(
  response: Response,
  limit: number,
): Promise<ArrayBuffer | undefined> {
  const { body, headers } = response;
  if (body === null) return new ArrayBuffer(0);
  const announced = headers.get("content-length");
  if (announced !== null && Number(announced) > limit) {
    await body.cancel();
    return undefined;
  }
  const stream: ReadableStream<Uint8Array> = body;
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks, size);
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(value);
  }
}

function joined(chunks: readonly Uint8Array[], size: number): ArrayBuffer {
  const [only] = chunks;
  // Nearly every body arrives as one chunk, with a buffer of its own.
  if (only?.byteLength === size && only.buffer.byteLength === size)
    return only.buffer as ArrayBuffer;
  const buffer = new ArrayBuffer(size);
  const all = new Uint8Array(buffer);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return buffer;
}

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
  const essence = contentTypeOf(headers)?.essence;
  return !bodiless && essence === "text/html"
    ? "it is a page of HTML with a status that the contract does not describe"
    : undefined;
}

/** Whether a response says of itself that its body is empty. */
export function isEmpty({ body, headers }: Response): boolean {
  return body === null || headers.get("content-length") === "0";
}

/**
 * Whether a call takes null for a response without content: what it asked for may be null, and comes whole.
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
  const labelled = contentTypeOf(headers)?.essence === "text/html";
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
