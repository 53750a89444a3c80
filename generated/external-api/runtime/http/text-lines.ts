/**
 * Lines of a stream of UTF-8 text, ended by CR LF, LF or CR, without their ends; a last line without an end counts.
 * Leaving the loop early cancels the stream.
 */
export async function* textLines(
  bytes: ReadableStream<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const reader = bytes.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let done = false;
  try {
    while (!done) {
      const chunk = await reader.read();
      done = chunk.done;
      rest += chunk.done
        ? decoder.decode()
        : decoder.decode(chunk.value, { stream: true });
      // A CR at the very end may be the first half of CR LF: it waits for the next chunk.
      const lines = rest.split(done ? /\r\n|\n|\r/ : /\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      yield* lines;
    }
    if (rest !== "") yield rest;
  } finally {
    if (!done) await reader.cancel();
  }
}
