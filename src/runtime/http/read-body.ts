import type { MediaDescriptor } from "../call/operation-descriptor.js";
import { readJson } from "./json-text.js";
import { readMediaType } from "./media-type.js";
import { mostBytes, readBytes } from "./read-bytes.js";
import { type StreamWatch, watchStream } from "./stream-watch.js";

/** A body as a value, as the bytes of a stream that is still arriving, or why it is neither. */
export type BodyResult =
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
