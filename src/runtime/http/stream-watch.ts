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
