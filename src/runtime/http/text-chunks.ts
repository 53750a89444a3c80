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
