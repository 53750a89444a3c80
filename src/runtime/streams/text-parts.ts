import { ResponseTooLargeError } from "../errors/call-errors.js";
import { mostOfPart } from "../response/read-body.js";

/**
 * The parts of a text that comes in chunks, each as soon as its separator is there; what follows the last separator is
 * returned, empty when nothing does.
 *
 * Each chunk is searched once, and a part joined once: a long part takes time in proportion to its length.
 *
 * @param separator - one that no two chunks share
 * @param most - characters (never more than bytes) that a part may have before its separator
 * @throws ResponseTooLargeError for a longer one, without waiting for its end
 */
export async function* textParts(
  chunks: AsyncIterable<string>,
  separator: string | RegExp,
  most = mostOfPart,
): AsyncGenerator<string, string, undefined> {
  let begun: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const [first = "", ...others] = chunk.split(separator);
    begun.push(first);
    length += first.length;
    if (length > most || others.some((one) => one.length > most))
      throw partTooLarge(most);
    const last = others.pop();
    if (last === undefined) continue;
    yield begun.join("");
    begun = [last];
    length = last.length;
    yield* others;
  }
  return begun.join("");
}

/** The error of one line, text or event of a stream that is larger than a call reads. */
export function partTooLarge(maxBytes: number): ResponseTooLargeError {
  return new ResponseTooLargeError({
    maxBytes,
    happened: `One line, text or event of the response is larger than ${String(maxBytes)} bytes.`,
    remedy:
      "What came before it is right. Raise `maxResponseBytes` of the call or the client if the server may send so much at once.",
  });
}

/**
 * The text of a stream of UTF-8, as it arrives, without a byte order mark; characters that are cut between two chunks
 * come whole. Leaving the loop early cancels the stream.
 */
export async function* textChunks(
  bytes: ReadableStream<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const reader = bytes.getReader();
  const decoder = new TextDecoder();
  let done = false;
  try {
    while (!done) {
      const chunk = await reader.read();
      done = chunk.done;
      const text = chunk.done
        ? decoder.decode()
        : decoder.decode(chunk.value, { stream: true });
      if (text !== "") yield text;
    }
  } finally {
    if (!done) await reader.cancel();
  }
}

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
