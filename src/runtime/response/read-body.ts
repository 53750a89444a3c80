import type { MediaDescriptor } from "../call/operation-descriptor.js";
import { ArgumentError, quoted } from "../errors/argument-error.js";
import { readMediaType } from "../http/media-type.js";
import { readJson } from "../values/json-text.js";

/** A body as a value, as the bytes of a stream that is still arriving, or why it is neither. */
type BodyResult =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "stream"; readonly value: ReadableStream<Uint8Array> }
  | { readonly kind: "unreadable"; readonly why: string }
  /** It has more bytes than the call reads. */
  | { readonly kind: "large"; readonly maxBytes: number };

/**
 * Reads the body of an answer by its description. Sequences are handed out as bytes: what makes items of them comes
 * with the calls that read sequences, and only clients with such calls have it.
 *
 * @param asStream - hand out bytes as they arrive, whatever they are
 * @param watch - is told when a stream ends
 * @param limit - the most bytes of a body that is read whole
 * @throws whatever the platform throws when the connection is lost or the call aborted
 */
export async function readBody(
  response: Response,
  media: MediaDescriptor,
  asStream: boolean,
  watch: StreamWatch,
  limit = mostBytes,
): Promise<BodyResult> {
  if (asStream || isSequence(media)) {
    const source = response.body ?? new Blob([]).stream();
    return { kind: "stream", value: watchStream(source, watch) };
  }
  const bytes = await readBytes(response, limit);
  if (bytes === undefined) return { kind: "large", maxBytes: limit };
  const { headers } = response;
  switch (media.codec) {
    case "json":
      return parseJson(textOf(bytes, headers), media);
    case "text":
      return { kind: "value", value: textOf(bytes, headers) };
    case "form":
      return { kind: "value", value: formMembers(textOf(bytes, headers)) };
    case "multipart":
      return readMultipart(bytes, headers);
    // Parts without names are for bodies alone; the platform takes none apart.
    default:
      return { kind: "value", value: await blobOf(bytes, headers) };
  }
}

function isSequence({ codec }: MediaDescriptor): boolean {
  return codec === "lines" || codec === "sequence" || codec === "events";
}

/** Bytes as a file of the type that the answer names. */
export function blobOf(bytes: ArrayBuffer, headers: Headers): Promise<Blob> {
  return new Response(bytes, { headers }).blob();
}

function parseJson(
  text: string,
  { longIntegers, nullable }: MediaDescriptor,
): BodyResult {
  if (text === "" || text === "\uFEFF")
    return nullable === true
      ? { kind: "value", value: null }
      : { kind: "unreadable", why: "its body is empty" };
  try {
    return { kind: "value", value: readJson(text, longIntegers) };
  } catch {
    // A SyntaxError quotes the text, which can be anything.
    return { kind: "unreadable", why: "its body is no JSON" };
  }
}

/** Text in the charset that the answer names; UTF-8 when it names none or one that the platform does not know. */
export function textOf(bytes: ArrayBuffer, headers: Headers): string {
  const charset =
    readMediaType(headers.get("content-type"))?.charset ?? "utf-8";
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

/** Members of a form; one that is repeated is a list. */
function formMembers(text: string): Readonly<Record<string, unknown>> {
  const members = new Map<string, string[]>();
  new URLSearchParams(text).forEach((value, name) => {
    members.set(name, [...(members.get(name) ?? []), value]);
  });
  return Object.fromEntries(
    [...members].map(([name, values]) => [
      name,
      values.length === 1 ? values[0] : values,
    ]),
  );
}

async function readMultipart(
  bytes: ArrayBuffer,
  headers: Headers,
): Promise<BodyResult> {
  try {
    const form = await new Response(bytes, { headers }).formData();
    return { kind: "value", value: form };
  } catch {
    return { kind: "unreadable", why: "its body is no multipart form" };
  }
}

/** The most bytes that are read of a response, where nothing else is said: 64 MiB. */
export const mostBytes = 64 * 1024 * 1024;

/** The most that is read of an error body, a token response, or one line or event of a stream: 1 MiB. */
export const mostOfPart = 1024 * 1024;

/**
 * Checks `maxResponseBytes`.
 *
 * @throws ArgumentError for what is no number of bytes
 */
export function checkMaxBytes(given: number | undefined): number | undefined {
  if (
    given === undefined ||
    given === Number.POSITIVE_INFINITY ||
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
  const buffer = new ArrayBuffer(size);
  const all = new Uint8Array(buffer);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return buffer;
}

/** Is told what becomes of a body that is handed out while it still arrives. */
export interface StreamWatch {
  /** Waits for the bytes that were asked for, no longer than the call may take. */
  next<Chunk>(chunk: Promise<Chunk>): Promise<Chunk>;
  /** The last byte was read, or the reader gave up. */
  ended(): void;
  /** What to raise in place of the platform's error, when the connection is lost or the call aborted. */
  failed(error: unknown): Error;
}

/** The same bytes, watched; asked for when their reader asks, and not before. */
export function watchStream(
  source: ReadableStream<Uint8Array>,
  watch: StreamWatch,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await watch
          .next(reader.read())
          .catch((error: unknown) => {
            watch.ended();
            // The platform may know nothing of why it ends; the connection must not stay open.
            reader.cancel(error).catch(() => undefined);
            throw watch.failed(error);
          });
        if (!chunk.done) {
          controller.enqueue(chunk.value);
          return;
        }
        watch.ended();
        controller.close();
      },
      async cancel(reason) {
        watch.ended();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
