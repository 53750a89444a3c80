/** What a body can be put together of. */
export type Piece = string | Blob | ReadableStream<Uint8Array>;

/** Pieces as one stream, each read when the one before it has ended; a cancelled stream cancels the piece it is at. */
export function concatenate(
  pieces: readonly Piece[],
): ReadableStream<Uint8Array> {
  const left = [...pieces];
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        if (reader === undefined) {
          const next = left.shift();
          if (next === undefined) {
            controller.close();
            return;
          }
          reader = streamOf(next).getReader();
        }
        const chunk = await reader.read();
        if (!chunk.done) {
          controller.enqueue(chunk.value);
          return;
        }
        reader = undefined;
      }
    },
    async cancel(reason) {
      await reader?.cancel(reason);
    },
  });
}

function streamOf(piece: Piece): ReadableStream<Uint8Array> {
  if (typeof piece === "string") return new Blob([piece]).stream();
  return piece instanceof Blob ? piece.stream() : piece;
}
