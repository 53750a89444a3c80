import type { MediaDescriptor } from "../call/operation-descriptor.js";
import { readJson } from "./json-text.js";
import { readMediaType } from "./media-type.js";
import { type StreamWatch, watchStream } from "./stream-watch.js";

/** A body as a value, as the bytes of a stream that is still arriving, or why it is neither. */
export type BodyResult =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "stream"; readonly value: ReadableStream<Uint8Array> }
  | { readonly kind: "unreadable"; readonly why: string };

/**
 * Reads the body of an answer by its description. Sequences are handed out as bytes: what makes items of them comes
 * with the calls that read sequences, and only clients with such calls have it.
 *
 * @param asStream - hand out bytes as they arrive, whatever they are
 * @param watch - is told when a stream ends
 * @throws whatever the platform throws when the connection is lost or the call aborted
 */
export async function readBody(
  response: Response,
  media: MediaDescriptor,
  asStream: boolean,
  watch: StreamWatch,
): Promise<BodyResult> {
  const bytes = (): ReadableStream<Uint8Array> =>
    watchStream(response.body ?? new Blob([]).stream(), watch);
  if (asStream) return { kind: "stream", value: bytes() };
  switch (media.codec) {
    case "json":
      return parseJson(await readText(response), media);
    case "text":
      return { kind: "value", value: await readText(response) };
    case "form":
      return { kind: "value", value: formMembers(await readText(response)) };
    case "multipart":
      return readMultipart(response);
    // Parts without names are for bodies alone; the platform takes none apart.
    case "parts":
    case "binary":
      return { kind: "value", value: await response.blob() };
    case "lines":
    case "sequence":
    case "events":
      return { kind: "stream", value: bytes() };
  }
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
export async function readText(response: Response): Promise<string> {
  const charset =
    readMediaType(response.headers.get("content-type"))?.charset ?? "utf-8";
  if (charset === "utf-8" || charset === "utf8") return response.text();
  const bytes = await response.arrayBuffer();
  return decoderFor(charset).decode(bytes);
}

function decoderFor(charset: string): { decode(bytes: ArrayBuffer): string } {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

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

async function readMultipart(response: Response): Promise<BodyResult> {
  const bytes = await response.arrayBuffer();
  try {
    return {
      kind: "value",
      value: await new Response(bytes, {
        headers: response.headers,
      }).formData(),
    };
  } catch {
    return { kind: "unreadable", why: "its body is no multipart form" };
  }
}
