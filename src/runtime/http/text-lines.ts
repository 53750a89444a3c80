import { textChunks } from "./text-chunks.js";

/**
 * Lines of a stream of UTF-8 text, ended by CR LF, LF or CR, without their ends; a last line without an end counts.
 * Leaving the loop early cancels the stream.
 */
export async function* textLines(
  bytes: ReadableStream<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  let rest = "";
  let afterReturn = false;
  for await (const text of textChunks(bytes)) {
    // A CR ends its line at once: who waits for a LF after it, waits for the next event of a server that sends none.
    rest += afterReturn && text.startsWith("\n") ? text.slice(1) : text;
    afterReturn = text.endsWith("\r");
    const lines = rest.split(/\r\n|\n|\r/);
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
