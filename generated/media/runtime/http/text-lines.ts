import { textChunks } from "./text-chunks.js";
import { textParts } from "./text-parts.js";

/**
 * Lines of a stream of UTF-8 text, ended by CR LF, LF or CR, without their ends; a last line without an end counts.
 * Leaving the loop early cancels the stream.
 *
 * @param maxBytes - see {@link textParts}
 */
export async function* textLines(
  bytes: ReadableStream<Uint8Array>,
  maxBytes?: number,
): AsyncGenerator<string, void, undefined> {
  const rest = yield* textParts(unsharedEnds(bytes), /\r\n|\n|\r/, maxBytes);
  if (rest !== "") yield rest;
}

/** A CR ends its line at once: who waits for a LF after it, waits for the next event of a server that sends none. */
async function* unsharedEnds(
  bytes: ReadableStream<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  let afterReturn = false;
  for await (const text of textChunks(bytes)) {
    yield afterReturn && text.startsWith("\n") ? text.slice(1) : text;
    afterReturn = text.endsWith("\r");
  }
}
